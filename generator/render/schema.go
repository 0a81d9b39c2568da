package render

import (
	"fmt"

	"modelbook/generator/code"
	"modelbook/generator/code/shell"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// schemaKind is a figure of the rules that the server enforces in a collection.
var schemaKind = Kind{
	[]guide.Pattern{{Fragment: "schema/<collection>", Place: guide.Alone}},
	func(of Models, t guide.Target) (figure.Figure, error) {
		return drawn(SchemaOf(of.Results[0].Example, t.Collection))
	},
}

// Schema is a collection's validator and its indexes.
type Schema struct {
	Collection string
	Validator  figure.Code // without lines if there is none
	Indexes    []figure.Code
}

// Figure returns the code of the validator and of the indexes.
func (s Schema) Figure() figure.Figure {
	shown := figure.Figure{Stored: true, Lines: 4 + len(s.Validator.Lines)}
	shown.Names = append([]string{s.Collection}, s.Validator.NamesOf(figure.Operator, figure.Key)...)
	elements := []figure.Element{figure.Label{Word: figure.Words{Key: "schema"}, Name: s.Collection, Caption: true}}
	if len(s.Validator.Lines) == 0 {
		elements = append(elements, figure.Note{Said: figure.Words{Key: "no-validator"}})
	} else {
		elements = append(elements, figure.Listing{Code: s.Validator, Closes: true})
	}
	if len(s.Indexes) > 0 {
		elements = append(elements, figure.Label{Word: figure.Words{Key: "indexes"}})
	}
	for _, index := range s.Indexes {
		shown.Lines += len(index.Lines)
		shown.Names = append(shown.Names, index.Names()...)
		elements = append(elements, figure.Listing{Code: index})
	}
	shown.Panes = onePane(elements...)
	return shown
}

// SchemaOf returns the shell's code that makes a collection with its validator and
// its indexes. Without a validator and options there is no code for the collection,
// since its first document makes it.
func SchemaOf(e *example.Example, collection string) (Schema, error) {
	c := e.Collection(collection)
	if c == nil {
		return Schema{}, fmt.Errorf("the example %s has no collection %s", e.Name, collection)
	}
	shown := Schema{Collection: c.Name}
	var err error
	shown.Validator, shown.Indexes, err = code.Schema(shell.Language, c)
	return shown, err
}
