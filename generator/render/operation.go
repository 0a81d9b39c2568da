package render

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// form says how the shell writes an operation of the drivers' Unified Test
// Format. Arguments that it does not name go into a last argument, the
// options.
type form struct {
	positional []string // one after the other; the last may be left out
	required   int      // how many of them are always written
	cursor     []string // methods of what the operation gives
}

var (
	filterOnly    = form{positional: []string{"filter"}, required: 1}
	filterUpdate  = form{positional: []string{"filter", "update"}, required: 2}
	filterReplace = form{positional: []string{"filter", "replacement"}, required: 2}
)

// forms has the operations that are methods in the shell.
var forms = map[string]form{
	"find": {positional: []string{"filter", "projection"}, cursor: []string{
		"sort", "skip", "limit", "hint", "min", "max", "collation", "batchSize", "maxTimeMS", "allowDiskUse", "comment",
	}},
	"findOne":           {positional: []string{"filter", "projection"}},
	"aggregate":         {positional: []string{"pipeline"}, required: 1},
	"countDocuments":    {positional: []string{"filter"}},
	"distinct":          {positional: []string{"fieldName", "filter"}, required: 1},
	"insertOne":         {positional: []string{"document"}, required: 1},
	"insertMany":        {positional: []string{"documents"}, required: 1},
	"updateOne":         filterUpdate,
	"updateMany":        filterUpdate,
	"replaceOne":        filterReplace,
	"deleteOne":         filterOnly,
	"deleteMany":        filterOnly,
	"findOneAndUpdate":  filterUpdate,
	"findOneAndReplace": filterReplace,
	"findOneAndDelete":  filterOnly,
	"bulkWrite":         {positional: []string{"requests"}, required: 1},
	"createIndex":       {positional: []string{"keys"}, required: 1},
	"runCommand":        {positional: []string{"command"}, required: 1},
}

// operation writes a step's operation.
func operation(op example.Operation) (figure.Code, error) {
	form, ok := forms[op.Name]
	if !ok {
		return figure.Code{}, fmt.Errorf("the operation %s has no form in the shell", op.Name)
	}
	arguments, err := ejson.Open(op.Arguments)
	if err != nil {
		return figure.Code{}, err
	}
	methods, err := form.methods(op.Name, arguments.Fields)
	if err != nil {
		return figure.Code{}, err
	}
	return chain{receiver: receiver(op.Object), methods: methods}.code(), nil
}

// methods gives the call of the operation and those of its cursor.
func (f form) methods(name string, arguments []ejson.Field) ([]method, error) {
	var options []ejson.Field
	var after []method
	positional := map[string]ejson.Node{}
	for _, a := range arguments {
		switch {
		case slices.Contains(f.positional, a.Key):
			positional[a.Key] = a.Value
		case slices.Contains(f.cursor, a.Key):
			p, err := toPiece(a.Value, false)
			if err != nil {
				return nil, err
			}
			after = append(after, method{name: a.Key, arguments: []piece{p}})
		case a.Key == "commandName":
		default:
			options = append(options, inShell(a))
		}
	}
	slices.SortStableFunc(after, func(a, b method) int {
		return slices.Index(f.cursor, a.name) - slices.Index(f.cursor, b.name)
	})
	written, err := f.arguments(positional, options)
	return append([]method{{name: name, arguments: written}}, after...), err
}

// arguments gives what stands in the call's parentheses. What is left out
// before something that is written is an empty document.
func (f form) arguments(positional map[string]ejson.Node, options []ejson.Field) ([]piece, error) {
	nodes := make([]ejson.Node, len(f.positional))
	count := f.required
	for i, name := range f.positional {
		node, ok := positional[name]
		if !ok {
			node = ejson.Node{Type: "object"}
		}
		nodes[i] = node
		if len(node.Fields) > 0 || node.Type != "object" {
			count = max(count, i+1)
		}
	}
	if len(options) > 0 {
		nodes = append(nodes, ejson.Node{Type: "object", Fields: options})
		count = len(nodes)
	}
	pieces := make([]piece, count)
	for i, node := range nodes[:count] {
		var err error
		if pieces[i], err = toPiece(node, false); err != nil {
			return nil, err
		}
	}
	return pieces, nil
}

// inShell changes what the shell writes unlike the Unified Test Format.
func inShell(option ejson.Field) ejson.Field {
	if option.Key == "returnDocument" {
		option.Value.Text = strings.ToLower(option.Value.Text)
	}
	return option
}

// receiver writes db and, behind it, the collection.
func receiver(collection string) []figure.Token {
	db := one(figure.Plain, "db")
	switch {
	case collection == "":
		return db
	case isIdentifier(collection) && collection[0] != '_' && !isDatabaseMethod[collection]:
		return append(append(db, punctuation(".")...), one(figure.Plain, collection)...)
	}
	db = append(append(db, punctuation(".")...), one(figure.Function, "getCollection")...)
	return append(append(append(db, punctuation("(")...), one(figure.String, quote(collection))...), punctuation(")")...)
}
