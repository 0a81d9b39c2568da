package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/diag"
	"modelbook/generator/translate"
)

func newI18nLint() *cobra.Command {
	var f workspace
	var format string
	var mend, table bool
	cmd := &cobra.Command{
		Use:   "lint [language " + pageArguments + "]",
		Short: "Hold a language's pages and strings to its glossary",
		Long: `Lint looks for words that the glossary of the language, content/<lang>/
glossary.yaml, does not want, for concepts of the original text that are called
otherwise, for what is not translated, and for numbers and marks that are not
those of the language. Without a language, all are held to theirs. A block is left out of a rule by a comment above it:
<!-- lint: rule reason -->.`,
		Example: `  modelbook i18n lint
  modelbook i18n lint --table
  modelbook i18n lint bg
  modelbook i18n lint zh-CN --mend`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := f.open("")
			if err != nil {
				return err
			}
			defer w.Close()
			if len(args) == 0 {
				if mend {
					return errors.New("--mend mends one language: name it")
				}
				tallies, messages, err := w.LintTally()
				if err != nil {
					return err
				}
				if table {
					printLintTable(stdout(cmd), append([]string{w.Original()}, w.Languages()...), tallies)
					return printErrors(stdout(cmd), messages)
				}
				return printAll(cmd, messages, format)
			}
			if table {
				return errors.New("--table counts all languages: name none")
			}
			lang := args[0]
			if lang != w.Original() {
				if err := w.Language(lang); err != nil {
					return err
				}
			}
			if mend {
				changed, messages, err := w.Mend(lang, args[1:])
				printFiles(stdout(cmd), changed)
				if err != nil {
					return err
				}
				return printErrors(stdout(cmd), messages)
			}
			messages, err := w.Lint(lang, args[1:])
			if err != nil {
				return err
			}
			return printAll(cmd, messages, format)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&format, "format", "text", "how messages are printed: text, github, json, junit")
	cmd.Flags().BoolVar(&table, "table", false, "count what each rule found in each language, and what comments leave out with their reasons")
	cmd.Flags().BoolVar(&mend, "mend", false, "write half-width marks beside Han, and spaces beside full-width ones, right")
	return cmd
}

// printLintTable prints the findings of each rule of lint in each language.
func printLintTable(w *diag.Terminal, languages []string, tallies map[string][]translate.Tally) {
	w.Printf("%-9s%-11s%10s%10s  %s\n", "language", "rule", "reported", "left out", "reasons")
	for _, lang := range languages {
		for _, t := range tallies[lang] {
			if t.Reported+t.LeftOut > 0 {
				w.Printf("%-9s%-11s%10d%10d  %s\n", lang, t.Rule, t.Reported, t.LeftOut, strings.Join(t.Reasons, "; "))
			}
		}
	}
}

// printAll prints all messages, and fails if one is an error.
func printAll(cmd *cobra.Command, messages diag.List, format string) error {
	if err := messages.Print(stdout(cmd), format); err != nil {
		return err
	}
	if messages.Failed() {
		return errContent
	}
	return nil
}
