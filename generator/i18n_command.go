package main

import (
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/diag"
	"modelbook/generator/i18n"
)

func newI18n() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "i18n",
		Short: "Keep translations up to date",
		Long: `I18n says what of the original pages is translated, and what there is to do.
A translation is compared block by block with the original text that it was made
from, which lies beside the pages in content/<lang>/.base/.

  status  what is translated
  next    what there is to do, with what changed in the original
  update  puts what is new in the original into the pages, marked
  seal    records what the pages were translated from, once no mark is left`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newI18nStatus(), newI18nNext(), newI18nUpdate(), newI18nSeal(), newI18nAck(), newI18nExport(), newI18nImport(), newI18nLint())
	return cmd
}

// workspace holds the flags that the commands for translators have in common.
type workspace struct{ source string }

func (f *workspace) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.source, "source", ".", "folder that holds content/")
	cmd.MarkFlagDirname("source")
}

// open opens the source folder; if lang is not "", the site must be translated
// into it.
func (f *workspace) open(lang string) (*i18n.Workspace, error) {
	w, err := i18n.Open(f.source)
	if err != nil {
		return nil, err
	}
	if lang != "" && len(w.Languages()) > 0 {
		if err := w.Language(lang); err != nil {
			w.Close()
			return nil, err
		}
	}
	return w, nil
}

// onPages makes a command that works on the pages that are named after a
// language, or on all if there is none, and prints the files that it changed and
// the messages.
func onPages(cmd *cobra.Command, work func(w *i18n.Workspace, lang string, pages []string) (changed []string, messages diag.List, err error)) *cobra.Command {
	var f workspace
	cmd.Args = cobra.MinimumNArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		w, err := f.open(args[0])
		if err != nil {
			return err
		}
		defer w.Close()
		changed, messages, err := work(w, args[0], args[1:])
		printFiles(stdout(cmd), changed)
		if err != nil {
			return err
		}
		return printErrors(stdout(cmd), messages)
	}
	f.add(cmd)
	return cmd
}

// printErrors prints the errors of a command that works on pages, and its status.
func printErrors(w *diag.Terminal, messages diag.List) error {
	errors := messages.Errors()
	if err := errors.Print(w, "text"); err != nil {
		return err
	}
	if errors.Failed() {
		w.Printf("%s\n", failure(errors))
		return errContent
	}
	return nil
}

// printFiles names the files that a command wrote.
func printFiles(w *diag.Terminal, files []string) {
	for _, file := range files {
		w.Printf("%s\n", file)
	}
}

// pageArguments is the notation for pages after a language in a command's
// usage.
const pageArguments = "[page...]"

// oneLine returns the beginning of a text's first line.
func oneLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if runes := []rune(line); len(runes) > 72 {
		return string(runes[:72]) + "…"
	}
	return line
}
