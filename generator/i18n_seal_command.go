package main

import (
	"github.com/spf13/cobra"

	"modelbook/generator/i18n"
)

func newI18nSeal() *cobra.Command {
	return onPages(&cobra.Command{
		Use:   "seal language " + pageArguments,
		Short: "Record what translations were made from",
		Long: `Seal writes into content/<lang>/.base/ which original text each block of a page
was translated from. It refuses a page while a mark of an update is left in it,
while a marked block is as it was, while the original of a block has changed and
"i18n update" has not brought the change in, and if the translation has other code,
links or numbers than its original.`,
		Example: `  modelbook i18n seal bg
  modelbook i18n seal bg one-to-one`,
	}, (*i18n.Workspace).Seal)
}
