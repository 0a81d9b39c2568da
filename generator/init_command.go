package main

import (
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"modelbook/generator/diag"
	"modelbook/generator/scaffold"
)

func newInit() *cobra.Command {
	var name string
	var languages []string
	cmd := &cobra.Command{
		Use:   "init folder",
		Short: "Begin a handbook of one's own",
		Long: `Init writes a small handbook: settings, a home page, a part with a guide, an
example that it shows, and a workflow that checks it all on GitHub and publishes
it. It builds as it stands. Its pages are in English or, with --language, drafts
of pages in another language; a second --language translates the first. For a
language that the program has no words for it writes site/strings/<tag>.yaml.
If it can't write all of it, it leaves nothing.`,
		Example: `  modelbook init schema-book
  modelbook init notatnik --name 'Notatnik schematów' --language pl
  modelbook init schema-book --name 'The schema book' --language en,de
  modelbook serve --source schema-book --open`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			book := scaffold.Book{Name: name, Languages: languages, Commit: builtFrom()}
			changed, undo, err := scaffold.Handbook(args[0], book, time.Now())
			if err != nil {
				return err
			}
			w := workspace{source: args[0]}
			var messages diag.List
			for _, tag := range languages[1:] {
				added, found, err := w.beginLanguage(tag, nil)
				if err != nil {
					undo()
					return err
				}
				changed, messages = append(changed, added...), append(messages, found...)
			}
			printFiles(stdout(cmd), changed)
			return printErrors(stdout(cmd), messages)
		},
	}
	cmd.Flags().StringVar(&name, "name", "A schema handbook", "what the handbook is called")
	cmd.Flags().StringSliceVar(&languages, "language", []string{"en"}, "tag of the language of its pages; further ones translate it")
	return cmd
}

// builtFrom returns the commit that this program was built from, "" if that is not
// known or not all of it.
func builtFrom() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	commit := ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			commit = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			return ""
		}
	}
	return commit
}
