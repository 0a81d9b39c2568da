package main

import (
	"github.com/spf13/cobra"

	"modelbook/generator/i18n"
)

func newI18nUpdate() *cobra.Command {
	return onPages(&cobra.Command{
		Use:   "update language " + pageArguments,
		Short: "Put what is new in the original into translations, marked",
		Long: `Update brings pages into the order of the original ones and puts a mark above
each block that is to be translated: <!-- translate … -->. Below it stands the
original text, if there is no translation, or the translation as it was, and then
the mark says what changed. What the original no longer has gets <!-- obsolete -->.
Nothing that you wrote is taken away. Translate, delete the marks, and seal.`,
		Example: `  modelbook i18n update bg
  modelbook i18n update bg one-to-one`,
	}, (*i18n.Workspace).Update)
}
