package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/load"
)

func newFormat() *cobra.Command {
	var folder string
	var onlyCheck bool
	cmd := &cobra.Command{
		Use:   "fmt [file...]",
		Short: "Write examples in the standard formatting",
		Long: `Fmt rewrites the named files of the source folder, or all of examples/, in the
standard formatting. It changes white space only, and nothing in a file that is
not strict JSON.`,
		Example: `  modelbook fmt
  modelbook fmt examples/one-to-one-embedded.json
  modelbook fmt --check   # change nothing, fail if something would change`,
		RunE: func(cmd *cobra.Command, named []string) error {
			source, err := load.Open(folder)
			if err != nil {
				return err
			}
			defer source.Close()
			files, messages, err := filesToFormat(source, folder, named)
			if err != nil {
				return err
			}
			found, err := formatFiles(stdout(cmd), source, files, onlyCheck)
			if err != nil {
				return err
			}
			if messages = append(messages, found...); messages.Failed() {
				return printFailure(cmd, messages)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&folder, "source", ".", "folder that holds examples/")
	cmd.Flags().BoolVar(&onlyCheck, "check", false, "change nothing, fail if a file is not in the standard formatting")
	return cmd
}

// filesToFormat returns the named files by their paths in the source folder, or
// all examples.
func filesToFormat(source *load.Source, folder string, named []string) ([]string, diag.List, error) {
	var files []string
	for _, name := range named {
		file, inside := load.Inside(folder, name)
		if !inside {
			return nil, nil, fmt.Errorf("%s is not in the source folder %s; --source names another", name, folder)
		}
		files = append(files, file)
	}
	if len(named) > 0 {
		return files, nil, nil
	}
	if err := source.MustHaveExamples(); err != nil {
		return nil, nil, err
	}
	examples, messages := source.Examples()
	for _, e := range examples {
		files = append(files, e.File)
	}
	return files, messages, nil
}

// formatFiles prints the files that it writes.
func formatFiles(w *diag.Terminal, source *load.Source, files []string, onlyCheck bool) (diag.List, error) {
	var messages diag.List
	for _, file := range files {
		text, found := source.Read(file)
		if found.Failed() {
			messages = append(messages, found...)
			continue
		}
		value, found := ejson.Parse(text)
		if found.Failed() {
			messages = append(messages, found...)
			continue
		}
		formatted := ejson.Format(value)
		same, err := source.Holds(file, formatted)
		switch {
		case err != nil:
			return nil, err
		case same:
			continue
		case onlyCheck:
			messages.Add(diag.Message{Pos: diag.Pos{File: file}, Text: "not in the standard formatting", Hint: "run modelbook fmt"})
			continue
		}
		if err := source.Write(file, formatted); err != nil {
			return nil, err
		}
		w.Printf("%s\n", file)
	}
	return messages, nil
}
