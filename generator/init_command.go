package main

import (
	"time"

	"github.com/spf13/cobra"

	"modelbook/generator/scaffold"
)

func newInit() *cobra.Command {
	var name string
	var languages []string
	cmd := &cobra.Command{
		Use:   "init folder",
		Short: "Begin a handbook of one's own",
		Long: `Init writes a small handbook: settings, a home page, a part with a guide, an
example that it shows, and a workflow that checks it all on GitHub. It builds as
it stands. A language that the program has no words for gets a file for them,
site/strings/<tag>.yaml.`,
		Example: `  modelbook init schema-book
  modelbook init schema-book --name 'The schema book' --language de
  modelbook serve --source schema-book --open`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			changed, err := scaffold.Handbook(args[0], name, time.Now())
			printFiles(stdout(cmd), changed)
			if err != nil {
				return err
			}
			for _, tag := range languages {
				f := workspace{source: args[0]}
				if err := f.beginLanguage(cmd, tag, nil); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "name", "A schema handbook", "what the handbook is called")
	cmd.Flags().StringSliceVar(&languages, "language", nil, "tag of a language that English is translated into")
	return cmd
}
