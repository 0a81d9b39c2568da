package main

import (
	"time"

	"github.com/spf13/cobra"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/scaffold"
)

func newNew() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Begin an example, a guide, a part, a translation or a language",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newExample(), newGuide(), newPart(), newTranslation(), newLanguage())
	return cmd
}

func newExample() *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:   "example name collection...",
		Short: "Begin an example",
		Long: `Example writes examples/<name>.json with a schema and a document for each
collection, and a step that reads one. Put your documents and operations in
their places; modelbook verify --update writes what they return.`,
		Example: `  modelbook new example one-to-one-embedded ferries`,
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			changed, err := scaffold.Example(folder, exampleName(args[0]), args[1:])
			printFiles(stdout(cmd), changed)
			return err
		},
	}
	sourceFlag(cmd, &folder)
	return cmd
}

func newGuide() *cobra.Command {
	var folder, part string
	cmd := &cobra.Command{
		Use:   "guide name",
		Short: "Begin a guide",
		Long: `Guide writes <name>.md in the folder of the site's first language, as the last of
its part, with the sections that a guide has. Examples that are named after it, as <name>-embedded, are shown.`,
		Example: `  modelbook new guide one-to-one --part relationships`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			changed, err := scaffold.Guide(folder, args[0], part, time.Now())
			printFiles(stdout(cmd), changed)
			return err
		},
	}
	sourceFlag(cmd, &folder)
	cmd.Flags().StringVar(&part, "part", "", "part that the guide belongs to (default: the only one)")
	return cmd
}

func newPart() *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:   "part name",
		Short: "Begin a part",
		Long: `Part writes part-<name>.md in the folder of the site's first language, the overview
of a part, as the last one.`,
		Example: `  modelbook new part relationships`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			changed, err := scaffold.Part(folder, args[0])
			printFiles(stdout(cmd), changed)
			return err
		},
	}
	sourceFlag(cmd, &folder)
	return cmd
}

// sourceFlag adds --source to a command that writes a new file.
func sourceFlag(cmd *cobra.Command, folder *string) {
	cmd.Flags().StringVar(folder, "source", ".", "folder that holds content/ and examples/")
	cmd.MarkFlagDirname("source")
}

func newTranslation() *cobra.Command {
	var f workspace
	cmd := &cobra.Command{
		Use:   "translation language page",
		Short: "Begin the translation of a page",
		Long: `Translation writes the page of a translation that does not exist yet: the
original text, each block with a mark above it. Translate, delete the marks, and
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
			changed, messages, err := f.beginLanguage(args[0], []string{guide.Home})
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

// beginLanguage adds a language and begins the translation of pages, of all that
// there are if none is named. It returns the files that it changed, also with an error.
func (f *workspace) beginLanguage(tag string, pages []string) (changed []string, messages diag.List, err error) {
	w, err := f.open("")
	if err != nil {
		return nil, nil, err
	}
	changed, err = w.BeginLanguage(tag)
	w.Close()
	if err != nil {
		return changed, nil, err
	}
	if w, err = f.open(tag); err != nil {
		return changed, nil, err
	}
	defer w.Close()
	if len(pages) == 0 {
		pages = w.Slugs()
	}
	for _, page := range pages {
		added, found, err := w.Begin(tag, page)
		changed, messages = append(changed, added...), append(messages, found...)
		if err != nil {
			return changed, messages, err
		}
	}
	return changed, messages, nil
}
