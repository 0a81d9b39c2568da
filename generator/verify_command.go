package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"modelbook/generator/build"
	"modelbook/generator/diag"
	"modelbook/generator/load"
)

func newVerify() *cobra.Command {
	var f flags
	var choice build.Choice
	var shard, orders string
	var record bool
	cmd := &cobra.Command{
		Use:   "verify [example...]",
		Short: "Run examples and compare what the database answers",
		Long: `Verify runs the named examples, or all of them, through the official driver
and compares every result, error and cost with what the file expects. In a name
* stands for any characters, and ? for one.`,
		Example: `  modelbook verify
  modelbook verify one-to-one-embedded
  modelbook verify 'one-to-one-*' --run renew   # no further than the step renew
  modelbook verify --shard 2/3   # the second of three parts
  modelbook verify --update one-to-one-embedded   # write the real results into the file
  modelbook verify --mongodb mongodb://localhost:27017/?directConnection=true
  modelbook verify --mongodb mongod   # on the mongod that is installed here
  modelbook verify --mongodb mongodb://localhost:27017 --record   # for pages of what builds can't run`,
		RunE: func(cmd *cobra.Command, names []string) error {
			var err error
			if choice.Shard, choice.Of, err = readShard(shard); err != nil {
				return err
			}
			switch orders {
			case "all":
				f.options.AllOrders = true
			case "each":
			default:
				return fmt.Errorf("--orders %s: write all, or each for one order of each outcome", orders)
			}
			if choice.Step != "" && (f.options.Update || record) {
				return errors.New("--update and --record need all steps; leave --run out")
			}
			if record {
				if f.options.Update || f.options.MongoDB == "" {
					return errors.New("--record writes down what a MongoDB server does with examples as they are; name it with --mongodb, and leave --update out")
				}
				f.options.Record = time.Now().UTC().Format(time.DateOnly)
			}
			for _, name := range names {
				choice.Names = append(choice.Names, exampleName(name))
			}
			return f.onServer(cmd.Context(), func() error { return f.runVerify(cmd, choice) })
		},
		ValidArgsFunction: completeExamples,
	}
	f.add(cmd)
	f.output.add(cmd)
	cmd.Flags().BoolVar(&f.options.Update, "update", false, "write what the database returned into the files, and into the numbers of pages, for review")
	cmd.Flags().BoolVar(&record, "record", false, "write down which server ran the examples that the embedded database can't run")
	cmd.Flags().StringVar(&choice.Step, "run", "", "run examples with a step of this id, and no further than this step")
	cmd.Flags().StringVar(&orders, "orders", "each", "which orders of \"explore\" run on a server that --mongodb names: one of each outcome, or all (the embedded database runs all)")
	cmd.Flags().StringVar(&shard, "shard", "", "run one part of several, as in 1/3")
	return cmd
}

// readShard reads i/n, or nothing.
func readShard(text string) (i, n int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	first, second, _ := strings.Cut(text, "/")
	i, wrongI := strconv.Atoi(first)
	n, wrongN := strconv.Atoi(second)
	if wrongI != nil || wrongN != nil || i < 1 || i > n {
		return 0, 0, fmt.Errorf("--shard %s: write one part of several as 1/3, 2/3 or 3/3", text)
	}
	return i, n, nil
}

func (f *flags) runVerify(cmd *cobra.Command, choice build.Choice) error {
	if err := f.check(); err != nil {
		return err
	}
	p := startProgress(cmd, &f.output)
	f.options.Doing, f.options.Progress = p.Doing, p.Ran
	report, messages, err := build.VerifyOnly(cmd.Context(), f.options, choice)
	p.stop()
	if err != nil {
		return err
	}
	return f.finish(cmd, messages, report, func(w *diag.Terminal, r build.Report) {
		printVerify(w, r)
		printWork(w, r)
	})
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
	if tried := r.Orders; tried.Orders > 0 {
		w.Printf("orders    %d tried: hold %d, repaired %d, lost %d\n", tried.Orders, tried.Hold, tried.Repaired, tried.Lost)
	}
	w.Printf("database  %s\n", r.Server)
	for _, reason := range r.Reasons {
		w.Printf("skipped   %s\n", reason)
	}
	for _, file := range r.Updated {
		w.Printf("updated   %s\n", file)
	}
}

// printWork prints what the examples cost the processors, on the embedded database.
func printWork(w *diag.Terminal, r build.Report) {
	if r.Worked > 0 {
		w.Printf("processor %.1f s for all examples, %.1f s for %s\n", r.Worked.Seconds(), r.Dearest.Worked.Seconds(), r.Dearest.Example)
	}
}

func printBuild(w *diag.Terminal, r build.Report) {
	printVerify(w, r)
	if r.Unchanged {
		w.Printf("site      %s, unchanged\n", filepath.Join(r.Output, "index.html"))
		return
	}
	w.Printf("guides    %d in %s: %s\n", r.Guides, count(len(r.Languages), "language"), strings.Join(r.Languages, ", "))
	w.Printf("pages     %d, of which %d in the original for lack of a translation\n", r.Pages, r.Fallbacks)
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
