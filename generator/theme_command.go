package main

import (
	"strings"

	"github.com/spf13/cobra"

	"modelbook/generator/scaffold"
)

func newTheme() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "theme",
		Short: "List the files that say how the site looks, or make one your own",
		Long: `The theme is built into the program: templates, styles, browser scripts, words of
the interface. A file of the same name in the folder site/ of a handbook takes the
place of the built-in one; the others stay. A style sheet of another name beside
those that begin with a digit, as site/styles/6-colors.css, is read after them.`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(newThemeList(), newThemeExport())
	return cmd
}

func newThemeList() *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the files of the theme",
		Long: `List prints each file of the theme, what it is for, and whether this handbook has
its own: then also whether the built-in one has changed since it was exported, as
a newer program may bring it.`,
		Example: `  modelbook theme list`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			files, messages, err := scaffold.ThemeFiles(folder)
			if err != nil {
				return err
			}
			widest := 0
			for _, f := range files {
				widest = max(widest, len(f.Name))
			}
			for _, f := range files {
				line := f.Name + strings.Repeat(" ", widest-len(f.Name)) + "  " + f.About
				if state := themeStates[f.State]; state != "" {
					line += " (" + state + ")"
				}
				stdout(cmd).Printf("%s\n", strings.TrimSpace(line))
			}
			return printErrors(stdout(cmd), messages)
		},
	}
	sourceFlag(cmd, &folder)
	return cmd
}

// themeStates are the descriptions of files of the theme that are not the
// built-in ones.
var themeStates = map[scaffold.ThemeState]string{
	scaffold.Added:      "this handbook's",
	scaffold.Unchanged:  "this handbook's, the same as the built-in one",
	scaffold.Overridden: "this handbook's",
	scaffold.Outdated:   "this handbook's; the built-in one has changed since it was exported",
	scaffold.OfUnknown:  "this handbook's; it was not exported, so whether the built-in one has changed is not known",
}

func newThemeExport() *cobra.Command {
	var folder string
	var overwrite bool
	cmd := &cobra.Command{
		Use:   "export file",
		Short: "Write a file of the theme into the handbook, to change it there",
		Long: `Export writes a file of the built-in theme into site/, where it takes the place of
the built-in one, and notes in site/originals.sha256 which one it was: commit both.
One that is there already is left as it is. To bring it up to a newer program,
commit yours, export with --overwrite, and take your changes back from git diff.`,
		Example: `  modelbook theme export styles/1-tokens.css`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			changed, err := scaffold.ExportTheme(folder, args[0], overwrite)
			printFiles(stdout(cmd), changed)
			return err
		},
	}
	sourceFlag(cmd, &folder)
	cmd.Flags().BoolVar(&overwrite, "overwrite", false, "write over a file of the handbook")
	return cmd
}
