package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/load"
)

func newVerify() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "verify [example...]",
		Short: "Run examples and compare what the database answers",
		Long: `Verify runs the named examples, or all of them, through the official driver
and compares every result, error and cost with what the file expects.`,
		Example: `  modelbook verify
  modelbook verify one-to-one-embedded
  modelbook verify --update one-to-one-embedded   # write the real results into the file
  modelbook verify --mongodb mongodb://localhost:27017/?directConnection=true`,
		RunE: func(cmd *cobra.Command, names []string) error {
			return f.runVerify(cmd, names)
		},
		ValidArgsFunction: completeExamples,
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&f.options.Update, "update", false, "write what the database returned into the files, for review")
	return cmd
}

func (f *flags) runVerify(cmd *cobra.Command, names []string) error {
	if err := f.check(); err != nil {
		return err
	}
	p := startProgress(stderr(cmd))
	f.options.Doing = p.Doing
	for i, name := range names {
		names[i] = exampleName(name)
	}
	report, messages, err := build.VerifyOnly(cmd.Context(), f.options, names)
	p.stop()
	if err != nil {
		return err
	}
	return f.finish(cmd, messages, func(w *diag.Terminal) { printVerify(w, report) })
}

// exampleName takes a name or a path, as a shell completes it.
func exampleName(arg string) string {
	return strings.TrimSuffix(filepath.Base(arg), ".json")
}

func completeExamples(cmd *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	folder, _ := cmd.Flags().GetString("source")
	source, err := load.Open(folder)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	defer source.Close()
	examples, _ := source.Examples()
	var names []string
	for _, e := range examples {
		if strings.HasPrefix(e.Name, prefix) {
			names = append(names, e.Name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func printVerify(w *diag.Terminal, r build.Report) {
	w.Printf("examples  %d run, %d failed, %d refused, %d skipped; %s\n", r.Run, r.Failed, r.Refused, r.Skipped, count(r.Steps, "step"))
	w.Printf("database  %s\n", r.Server)
	for _, reason := range r.Reasons {
		w.Printf("skipped   %s\n", reason)
	}
	for _, file := range r.Updated {
		w.Printf("updated   %s\n", file)
	}
}

func printBuild(w *diag.Terminal, r build.Report) {
	printVerify(w, r)
	if r.Unchanged {
		w.Printf("site      %s, unchanged\n", filepath.Join(r.Output, "index.html"))
		return
	}
	w.Printf("guides    %d in %s: %s\n", r.Guides, count(len(r.Languages), "language"), strings.Join(r.Languages, ", "))
	w.Printf("pages     %d, of which %d in English for lack of a translation\n", r.Pages, r.Fallbacks)
	if r.Output == "" {
		w.Printf("site      not written; the last one stands as it was\n")
		return
	}
	w.Printf("site      %s\n", filepath.Join(r.Output, "index.html"))
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
