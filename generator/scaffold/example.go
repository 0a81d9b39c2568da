package scaffold

import (
	"errors"
	"fmt"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/load"
)

// Example writes an example with a document in each of its collections and a
// step that reads from the first. It returns the files that it wrote.
func Example(folder, name string, collections []string) (changed []string, err error) {
	if err := load.CheckName(name); err != nil {
		return nil, err
	}
	source, err := load.Open(folder)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	file := "examples/" + name + ".json"
	content, err := exampleText(file, titleOf(name), collections)
	if err != nil {
		return nil, err
	}
	if err := write(source, file, content); err != nil {
		return nil, err
	}
	changed, err = writeSchema(source)
	return append([]string{file}, changed...), err
}

// exampleText returns an example in the standard formatting, or an error if a
// collection can't have its name.
func exampleText(file, description string, collections []string) ([]byte, error) {
	text, err := render("example.json.tmpl", struct {
		Description string
		Collections []string
	}{description, collections})
	if err != nil {
		return nil, err
	}
	value, messages := ejson.Parse(diag.NewText(file, text))
	if messages.Failed() {
		return nil, errors.New("the name of a collection has letters, digits and hyphens")
	}
	content := ejson.Format(value)
	if _, messages := example.Parse(diag.NewText(file, content)); messages.Failed() {
		return nil, fmt.Errorf("this can't be an example: %s", messages.Sorted()[0].Text)
	}
	return content, nil
}
