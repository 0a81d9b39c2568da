package main

import (
	"github.com/spf13/cobra"
)

func newNew() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Begin a translation or a language",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTranslation(), newLanguage())
	return cmd
}

func newTranslation() *cobra.Command {
	var f workspace
	cmd := &cobra.Command{
		Use:   "translation language page",
		Short: "Begin the translation of a page",
		Long: `Translation writes the page of a translation that does not exist yet: the
English text, each block with a mark above it. Translate, delete the marks, and
seal it with modelbook i18n seal.`,
		Example: `  modelbook new translation bg one-to-one`,
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := f.open(args[0])
			if err != nil {
				return err
			}
			defer w.Close()
			changed, messages, err := w.Begin(args[0], args[1])
			if err != nil {
				return err
			}
			printFiles(stdout(cmd), changed)
			return printErrors(stdout(cmd), messages)
		},
	}
	f.add(cmd)
	return cmd
}

func newLanguage() *cobra.Command {
	var f workspace
	cmd := &cobra.Command{
		Use:   "language tag",
		Short: "Begin a language",
		Long: `Language adds a language to content/site.yaml, writes the file of its words,
site/strings/<tag>.yaml, and its glossary, and begins the translation of the
home page. The words that you leave out are English on the site.`,
		Example: `  modelbook new language de`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := f.open("")
			if err != nil {
				return err
			}
			changed, err := w.BeginLanguage(args[0])
			w.Close()
			printFiles(stdout(cmd), changed)
			if err != nil {
				return err
			}
			if w, err = f.open(args[0]); err != nil {
				return err
			}
			defer w.Close()
			changed, messages, err := w.Begin(args[0], "index")
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
