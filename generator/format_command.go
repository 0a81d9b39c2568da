package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

func newFormat() *cobra.Command {
	var source string
	var onlyCheck bool
	cmd := &cobra.Command{
		Use:   "fmt [file...]",
		Short: "Write examples in the standard formatting",
		Long: `Fmt rewrites the named example files, or all of examples/, in the standard
formatting. It changes white space only, and nothing in a file that is not
strict JSON.`,
		Example: `  modelbook fmt
  modelbook fmt examples/one-to-one-embedded.json
  modelbook fmt --check   # change nothing, fail if something would change`,
		RunE: func(cmd *cobra.Command, files []string) error {
			if len(files) == 0 {
				var err error
				if files, err = filepath.Glob(filepath.Join(source, "examples", "*.json")); err != nil {
					return err
				}
			}
			messages, err := formatFiles(cmd.OutOrStdout(), files, onlyCheck)
			if err != nil {
				return err
			}
			if err := messages.Print(cmd.OutOrStdout(), "text"); err != nil {
				return err
			}
			if messages.Failed() {
				return errContent
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&source, "source", ".", "folder that holds examples/")
	cmd.Flags().BoolVar(&onlyCheck, "check", false, "change nothing, fail if a file is not in the standard formatting")
	return cmd
}

func formatFiles(w io.Writer, files []string, onlyCheck bool) (diag.List, error) {
	var messages diag.List
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		text := diag.NewText(filepath.ToSlash(file), content)
		value, found := ejson.Parse(text)
		messages = append(messages, found...)
		if found.Failed() {
			continue
		}
		formatted := ejson.Format(value)
		if bytes.Equal(formatted, content) {
			continue
		}
		if onlyCheck {
			messages.Add(diag.Message{Pos: diag.Pos{File: text.File}, Text: "not in the standard formatting", Hint: "run modelbook fmt"})
			continue
		}
		if err := os.WriteFile(file, formatted, 0o644); err != nil {
			return nil, err
		}
		fmt.Fprintln(w, text.File)
	}
	return messages, nil
}
