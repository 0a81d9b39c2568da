package render

import (
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// node is the driver for Node.js, of version 6 on.
var node = &Dialect{
	Name: "Node.js", Ending: ".mjs", language: "node", step: 2,
	scalar: scalarInNode, key: key, moves: true, saved: variablePath, special: inJavaScript,
	place:    func(a example.Argument) example.Place { return a.Node },
	receiver: receiverInNode,
	variable: variableInNode,
	method: func(d example.Descriptor) string {
		if d.Name == "runCommand" {
			return "command"
		}
		return d.Name
	},
	toArray: "toArray", explain: explainInNode,
	comment: "// ", end: ";", print: "console.log",
	assign: assignConst,
	start: func(d *Dialect) chain {
		return chain{dialect: d, receiver: one(figure.Plain, "client"), methods: []method{{name: "startSession"}}}
	},
	loop: loopInJavaScript,
	attempt: func(body []figure.Line, e *example.ExpectedError, show bool) []figure.Line {
		return catching(body, checkCode(e), show, "console.log")
	},
	connect: connectInNode,
	empty:   []string{"await db.dropDatabase();"},
	close:   []string{"", "await client.close();"},
}

// scalarInNode writes a value of which the driver makes the same BSON: a bigint
// is an int64, a whole number an int32.
func scalarInNode(n ejson.Node) ([]figure.Token, error) {
	switch n.Type {
	case "long":
		return one(figure.Number, n.Text+"n"), nil
	case "binData":
		return []figure.Token{
			{Class: figure.Type, Text: "Binary"}, {Class: figure.Punctuation, Text: "."}, {Class: figure.Function, Text: "createFromBase64"},
			{Class: figure.Punctuation, Text: "("}, {Class: figure.String, Text: quote(n.Text)},
			{Class: figure.Punctuation, Text: ", "}, {Class: figure.Number, Text: n.Options}, {Class: figure.Punctuation, Text: ")"},
		}, nil
	}
	tokens, err := scalar(n)
	if err != nil || tokens[0].Class != figure.Type {
		return tokens, err
	}
	if tokens[0].Text == "ISODate" {
		tokens[0].Text = "Date"
	}
	return append([]figure.Token{{Class: figure.Keyword, Text: "new"}, {Text: " "}}, tokens...), nil
}

func receiverInNode(collection string) []figure.Token {
	tokens := append(one(figure.Keyword, "await"), one(figure.Plain, " db")...)
	if collection == "" {
		return tokens
	}
	return append(tokens, calling("collection", quote(collection))...)
}

// explainInNode explains with a method on the cursor, after the others.
func explainInNode(d *Dialect, o example.Operation) (chain, error) {
	c, err := d.inner(o)
	verbosity := piece{scalar: one(figure.String, quote("executionStats"))}
	c.methods = append(c.methods, method{name: "explain", arguments: []piece{verbosity}})
	return c, err
}

// connectInNode connects to the server that the environment names.
func connectInNode(database string, names []string) []string {
	imported := []string{"MongoClient"}
	for _, name := range names {
		if name != "Date" {
			imported = append(imported, name)
		}
	}
	slices.Sort(imported)
	return []string{
		"import { " + strings.Join(slices.Compact(imported), ", ") + " } from 'mongodb';", "",
		"const client = new MongoClient(process.env.MONGODB_URI ?? 'mongodb://localhost:27017');",
		"const db = client.db(" + quote(database) + ");",
	}
}

// variableInNode waits for all but the start of a transaction, which sends
// nothing.
func variableInNode(of example.Descriptor, name string) []figure.Token {
	if of.Name == "startTransaction" {
		return one(figure.Plain, name)
	}
	return append(one(figure.Keyword, "await"), one(figure.Plain, " "+name)...)
}
