// Package scaffold writes the first files of an example, a guide, a part, or a
// whole handbook. They are valid, so that any later mistake is in the author's
// changes. No existing file is overwritten.
package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"modelbook/generator/example"
	"modelbook/generator/load"
)

//go:embed all:templates
var embedded embed.FS

// render fills in a template of this name.
func render(name string, values any) ([]byte, error) {
	text, err := embedded.ReadFile("templates/" + name)
	if err != nil {
		return nil, err
	}
	return fill(string(text), values)
}

func fill(text string, values any) ([]byte, error) {
	parsed, err := template.New("").Parse(text)
	if err != nil {
		return nil, err
	}
	var filled bytes.Buffer
	err = parsed.Execute(&filled, values)
	return filled.Bytes(), err
}

// write writes a file that is not there yet.
func write(source *load.Source, file string, content []byte) error {
	if source.Has(file) {
		return fmt.Errorf("%s is there already", file)
	}
	return source.Write(file, content)
}

// titleOf makes "Mountain huts" of mountain-huts.
func titleOf(slug string) string {
	return strings.ToUpper(slug[:1]) + strings.ReplaceAll(slug[1:], "-", " ")
}

const schemaFile = "examples/" + example.SchemaFile

// writeSchema writes the schema of examples for editors, if the source has none.
func writeSchema(source *load.Source) (changed []string, err error) {
	if source.Has(schemaFile) {
		return nil, nil
	}
	return []string{schemaFile}, source.Write(schemaFile, example.Schema())
}
