// Package exampletest reads the handbook's examples in tests.
package exampletest

import (
	"os"
	"path/filepath"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// Others returns the examples of a folder, as those among which one is read.
func Others(folder string) example.Others {
	others := example.Others{Text: func(name string) *diag.Text {
		content, err := os.ReadFile(filepath.Join(folder, name+".json"))
		if err != nil {
			return nil // which the example that names it reports
		}
		return diag.NewText("examples/"+name+".json", content)
	}}
	files, _ := filepath.Glob(filepath.Join(folder, "*.json")) // the pattern is right
	for _, file := range files {
		others.Names = append(others.Names, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	return others
}
