package main

import (
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/build"
	"modelbook/generator/diag"
)

func newCheck() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "check [page]",
		Short: "Check guides and examples without a database, or one page with it",
		Long: `Check tells all that is wrong with guides, examples, translations and the theme,
but for what only a database knows: results, errors and measured costs.

With the name of a page it checks that one, in all languages or in one, and runs
the examples that it shows or takes numbers from, on the embedded database. It
writes nothing.`,
		Example: `  modelbook check
  modelbook check one-to-one
  modelbook check it/one-to-one
  modelbook check --format github`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, pages []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if len(pages) > 0 {
				report, messages, err := build.CheckPage(cmd.Context(), f.options, pages[0])
				if err != nil {
					return err
				}
				return f.finish(cmd, messages, report, func(w *diag.Terminal, r build.Report) {
					w.Printf("examples  %d run, %d failed, %d refused, %d skipped; %s\n", r.Run, r.Failed, r.Refused, r.Skipped, count(r.Steps, "step"))
					w.Printf("page      %s in %s\n", r.Page, strings.Join(r.Languages, ", "))
				})
			}
			report, messages, err := build.Check(cmd.Context(), f.options)
			if err != nil {
				return err
			}
			report.Tests = nil // none ran
			return f.finish(cmd, messages, report, func(w *diag.Terminal, report build.Report) {
				w.Printf("examples  %d read, none run\n", report.Skipped+report.Failed)
				w.Printf("guides    %d in %s: %s\n", report.Guides, count(len(report.Languages), "language"), strings.Join(report.Languages, ", "))
			})
		},
		ValidArgsFunction: completePages,
	}
	f.addSource(cmd)
	f.output.addQuiet(cmd)
	return cmd
}

// completePages completes the name of a page, or of one in a language.
func completePages(cmd *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	folder, _ := cmd.Flags().GetString("source")
	pages, _, err := build.OpenPages(folder)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	defer pages.Close()
	lang, _, hasLang := strings.Cut(prefix, "/")
	var names []string
	for _, t := range pages.All() {
		name := t.Slug
		if hasLang {
			if _, ok := t.Pages[lang]; !ok {
				continue
			}
			name = path.Join(lang, name)
		}
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, cobra.ShellCompDirectiveNoFileComp
}
