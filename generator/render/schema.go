package render

import (
	"fmt"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// schemaKind is what the server enforces in a collection.
var schemaKind = Kind{
	[]guide.Pattern{{Fragment: "schema/<collection>", Place: guide.Alone}},
	func(results []*example.Result, t guide.Target) (figure.Figure, error) {
		return drawn(SchemaOf(results[0].Example, t.Collection))
	},
}

// Schema is a collection's validator and its indexes.
type Schema struct {
	Collection string
	Validator  figure.Code // no lines: without a validator
	Indexes    []figure.Code
}

// Figure prints the validator and the indexes.
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

// Schema gives the shell's code that makes a collection with its validator and
// its indexes. Without a validator and options there is nothing to make: the first
// document makes the collection.
func SchemaOf(e *example.Example, collection string) (Schema, error) {
	c := e.Collection(collection)
	if c == nil {
		return Schema{}, fmt.Errorf("the example %s has no collection %s", e.Name, collection)
	}
	return mongosh.schema(c, Columns)
}

// schema writes lines of a width.
func (d *Dialect) schema(c *example.Collection, width int) (Schema, error) {
	shown := Schema{Collection: c.Name}
	var err error
	if shown.Validator, err = d.createCollection(c, width); err != nil {
		return shown, fmt.Errorf("%s: %w", c.Pos, err)
	}
	for _, index := range c.Indexes {
		code, err := d.createIndex(c.Name, index, width)
		if err != nil {
			return shown, fmt.Errorf("%s: %w", index.Pos, err)
		}
		shown.Indexes = append(shown.Indexes, code)
	}
	return shown, nil
}

func (d *Dialect) createCollection(c *example.Collection, width int) (figure.Code, error) {
	var options []option
	var fields []ejson.Field
	add := func(name string, n ejson.Node) error {
		a := example.Argument{Name: name, Places: example.Places{Python: example.Verbatim}}
		p, err := d.argument(a, n)
		options, fields = append(options, option{a, p, n.Text}), append(fields, ejson.Field{Key: name, Value: n})
		return err
	}
	if c.Validator != nil {
		validator, err := ejson.Open(c.Validator)
		if err != nil {
			return figure.Code{}, err
		}
		if err := add("validator", validator); err != nil {
			return figure.Code{}, err
		}
	}
	if len(c.Options) > 0 {
		others, err := ejson.Open(c.Options)
		if err != nil {
			return figure.Code{}, err
		}
		for _, field := range others.Fields {
			if err := add(field.Key, field.Value); err != nil {
				return figure.Code{}, err
			}
		}
	}
	if len(options) == 0 {
		return figure.Code{}, nil
	}
	create := example.Descriptor{Name: "createCollection"}
	if d.calls != nil {
		name := ejson.Field{Key: "collection", Value: ejson.Node{Type: "string", Text: c.Name}}
		create.Arguments = []example.Argument{{Name: name.Key, Required: true}}
		for _, o := range options {
			create.Arguments = append(create.Arguments, o.argument)
		}
		calls, err := d.calls(d, create, append([]ejson.Field{name}, fields...), "")
		return chain{dialect: d, receiver: d.receiver(""), methods: calls, width: width}.code(), err
	}
	arguments, err := d.parentheses(create, nil, options)
	name, _ := d.piece(ejson.Node{Type: "string", Text: c.Name}, false)
	call := method{name: d.method(create), arguments: append([]piece{name}, arguments...)}
	return chain{dialect: d, receiver: d.receiver(""), methods: []method{call}, width: width}.code(), err
}

// createIndex leaves out the name that drivers give by themselves.
func (d *Dialect) createIndex(collection string, index example.Index, width int) (figure.Code, error) {
	spec, err := ejson.Open(index.Spec)
	if err != nil {
		return figure.Code{}, err
	}
	var keys ejson.Node
	var arguments []ejson.Field
	for _, field := range spec.Fields {
		switch {
		case field.Key == "key":
			keys = field.Value
			arguments = append(arguments, ejson.Field{Key: "keys", Value: keys})
		case field.Key == "name" && field.Value.Text == defaultName(keys):
		default:
			arguments = append(arguments, field)
		}
	}
	c, err := d.onCollection("createIndex", collection, arguments)
	c.width = width
	return c.code(), err
}

// defaultName gives the name of an index with these keys: name_1_port_-1.
func defaultName(keys ejson.Node) string {
	name := ""
	for i, field := range keys.Fields {
		if i > 0 {
			name += "_"
		}
		name += field.Key + "_" + field.Value.Text
	}
	return name
}
