package main

import (
	"github.com/spf13/cobra"
)

func newI18nSeal() *cobra.Command {
	var f workspace
	cmd := &cobra.Command{
		Use:   "seal language " + pageArguments,
		Short: "Record what translations were made from",
		Long: `Seal writes into content/<lang>/.base/ which English text each block of a page
was translated from. It refuses a page while a mark of an update is left in it,
while a marked block is as it was, and if the translation has other code, links
or numbers than its original.`,
		Example: `  modelbook i18n seal bg
  modelbook i18n seal bg one-to-one`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := f.open(args[0])
			if err != nil {
				return err
			}
			defer w.Close()
			changed, messages, err := w.Seal(args[0], args[1:])
			printFiles(stdout(cmd), changed)
			if err != nil {
				return err
			}
			return printErrors(stdout(cmd), messages)
		},
	}
	f.add(cmd)
	return cmd
}
