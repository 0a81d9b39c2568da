package main

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"modelbook/generator/i18n"
	"modelbook/generator/load"
)

func newI18nExport() *cobra.Command {
	var f workspace
	var output string
	chosen := make([]bool, len(i18n.Formats))
	cmd := &cobra.Command{
		Use:   "export language " + pageArguments,
		Short: "Write files for translators' programs",
		Long: `Export writes a file for each page, with what is translated of it: a PO file
(gettext) or an XLIFF 1.2 file: an entry for each block, item of a list and row of
a table, with {1} for the address of a link and a comment for each word that the
glossary has. A translation that is behind is fuzzy, with the original text that it
was made from.`,
		Example: `  modelbook i18n export bg --po --output /tmp/handbook
  modelbook i18n export bg one-to-one --xliff --output /tmp/handbook`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			format := -1
			for i := range chosen {
				if chosen[i] && format < 0 {
					format = i
				}
			}
			if format < 0 || output == "" {
				return errors.New("say --po or --xliff, and --output with a folder")
			}
			w, err := f.open(args[0])
			if err != nil {
				return err
			}
			defer w.Close()
			messages, err := w.Export(args[0], args[1:], i18n.Formats[format], func(e i18n.Exported) error {
				stdout(cmd).Printf("%s\n", filepath.Join(output, filepath.FromSlash(e.Name)))
				return load.Export(output, e.Name, e.Content)
			})
			if err != nil {
				return err
			}
			return printErrors(stdout(cmd), messages)
		},
	}
	f.add(cmd)
	for i, format := range i18n.Formats {
		cmd.Flags().BoolVar(&chosen[i], format.Name, false, "write "+format.Extension+" files")
	}
	cmd.Flags().StringVar(&output, "output", "", "folder that the files are written to")
	cmd.MarkFlagDirname("output")
	return cmd
}

func newI18nImport() *cobra.Command {
	var f workspace
	cmd := &cobra.Command{
		Use:   "import file...",
		Short: "Take over files that translators' programs changed",
		Long: `Import takes the translations of files that export wrote, those that are not
fuzzy, and seals them with the original text that they are of. Nothing is written
of a file that would make a page contradict the original.`,
		Example: `  modelbook i18n import /tmp/handbook/bg/one-to-one.po`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			w, err := f.open("")
			if err != nil {
				return err
			}
			defer w.Close()
			failed := false
			for _, file := range files {
				content, err := load.Import(f.source, file)
				if err != nil {
					return err
				}
				changed, messages, err := w.Import(filepath.ToSlash(file), content)
				if err != nil {
					return err
				}
				printFiles(stdout(cmd), changed)
				if err := messages.Print(stdout(cmd), "text"); err != nil {
					return err
				}
				failed = failed || messages.Failed()
			}
			if failed {
				return errContent
			}
			return nil
		},
	}
	f.add(cmd)
	return cmd
}
