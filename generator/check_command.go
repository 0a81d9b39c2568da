package main

import (
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/build"
	"modelbook/generator/diag"
)

func newCheck() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check guides and examples without a database",
		Long: `Check tells all that is wrong with guides, examples, translations and the theme,
but for what only a database knows: results, errors and measured costs. It writes
nothing.`,
		Example: `  modelbook check
  modelbook check --format github`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
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
	}
	f.addSource(cmd)
	f.output.addQuiet(cmd)
	return cmd
}
