package render

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// node is the driver for Node.js, of version 6 on.
var node = &Dialect{
	Name: "Node.js", Ending: ".mjs", least: "20.19", run: "npm install mongodb && node", language: "node", step: 2,
	scalar: scalarInNode, key: key, moves: true, saved: variablePath, special: inJavaScript,
	place:    func(_ example.Descriptor, a example.Argument) example.Place { return a.Node },
	receiver: receiverInNode,
	variable: variableInNode,
	method: func(d example.Descriptor) string {
		switch d.Name {
		case "createView":
			return "createCollection"
		case "runCommand":
			return "command"
		}
		return d.Name
	},
	toArray: "toArray", explain: explainInNode, silent: writesCollection, layOut: atPoints,
	comment: "// ", end: ";", print: printInNode,
	assign: assignConst,
	start: func(d *Dialect) chain {
		return chain{dialect: d, receiver: one(figure.Plain, "client"), methods: []method{{name: "startSession"}}}
	},
	finish: func(session string) []figure.Token {
		return append(one(figure.Keyword, "await"), append(one(figure.Plain, " "), ending(session, "endSession")...)...)
	},
	callback: callbackInNode,
	loop:     loopInJavaScript,
	attempt: func(body []figure.Line, s *example.Step, show bool) []figure.Line {
		console := append(one(figure.Plain, "console"), punctuation(".")...)
		console = append(append(console, one(figure.Function, "log")...), punctuation("(")...)
		return catching(body, s.ExpectError, withLabel, show, append(append(console, one(figure.Plain, "error.message")...), punctuation(");")...))
	},
	guard:   guardInJavaScript,
	imports: importsInNode,
	connect: connectInNode,
	wide:    typedColumns,
	empty:   []string{"await db.dropDatabase();"},
	holds:   throwingUnless,
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

// printInNode prints documents whole, of which console.log shows two levels.
func printInNode(d *Dialect, expression []figure.Line, of example.Descriptor) []figure.Line {
	if !givesDocuments(of) {
		return d.passed(figure.Token{Class: figure.Function, Text: "console.log"}, expression)
	}
	depth := append(punctuation("{ "), one(figure.Key, "depth")...)
	depth = append(append(depth, punctuation(": ")...), one(figure.Number, "null")...)
	return d.passed(figure.Token{Class: figure.Function, Text: "console.dir"}, expression, append(depth, punctuation(" }")...)...)
}

// checkCode lets an error pass that is not the one which a step expects. The driver asks
// to know its errors by their classes, before anything of them is looked at.
func checkCode(e *example.ExpectedError, labeled bool) []figure.Line {
	switch {
	case e.Code == 0:
		return []figure.Line{passing(one(figure.Plain, "error.message === "), one(figure.String, quote(expected(e, labeled))))}
	case labeled && e.Code == writeConflict:
		call := slices.Concat(one(figure.Function, "hasErrorLabel"), punctuation("("), one(figure.String, quote(transient)), punctuation(")"))
		return []figure.Line{passing(noneOf("MongoError")), passing(one(figure.Plain, "!error."), call)}
	}
	failed := "error"
	if !labeled && e.Code == illegalOperation {
		failed = "(error.originalError ?? error)"
	}
	code := passing(one(figure.Plain, failed+".code !== "), one(figure.Number, fmt.Sprint(e.Code)))
	code.Tokens = append(code.Tokens, codeComment(" // ", e)...)
	if !labeled {
		return []figure.Line{code}
	}
	return []figure.Line{passing(noneOf("MongoServerError")), code}
}

// passing throws an error again on a condition.
func passing(condition ...[]figure.Token) figure.Line {
	head := slices.Concat(one(figure.Keyword, "if"), punctuation(" ("), slices.Concat(condition...), punctuation(") "))
	return figure.Line{Tokens: slices.Concat(head, one(figure.Keyword, "throw"), punctuation(" error;"))}
}

// noneOf is the condition that an error is not of a class.
func noneOf(class string) []figure.Token {
	test := slices.Concat(one(figure.Plain, "error "), one(figure.Keyword, "instanceof"), one(figure.Plain, " "), one(figure.Type, class))
	return slices.Concat(punctuation("!("), test, punctuation(")"))
}

// expected says which error a step expects, by its label if it has one.
func expected(e *example.ExpectedError, labeled bool) string {
	switch {
	case e.Code == 0:
		return "expected an error"
	case labeled && e.Code == writeConflict:
		return "expected a " + transient
	}
	return fmt.Sprintf("expected code %d", e.Code)
}

// Where a transaction meets another, a driver says by a label that the whole of it
// may be tried again.
const (
	writeConflict = 112
	transient     = "TransientTransactionError"
)

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

// atPoints begins a line with each method's point, as formatters of JavaScript do, where
// a call that has no room in a line has more than two methods, or takes no more lines
// so than broken at brackets.
func atPoints(c chain) []figure.Line {
	bracketed := atBrackets(c)
	if len(bracketed) == 1 || len(c.methods) == 1 {
		return bracketed
	}
	step := c.dialect.step
	lines := []figure.Line{{Tokens: c.receiver}}
	for _, m := range c.methods {
		alone := chain{dialect: c.dialect, methods: []method{m}, width: cmp.Or(c.width, Columns) - step}
		lines = append(lines, indented(atBrackets(alone), step)...)
	}
	if len(c.methods) == 2 && len(lines) > len(bracketed) {
		return bracketed
	}
	return lines
}

func importsInNode(_ *example.Example, names []string) []string {
	imported := []string{"MongoClient"}
	for _, name := range names {
		if name != "Date" {
			imported = append(imported, name)
		}
	}
	slices.Sort(imported)
	return []string{"import { " + strings.Join(slices.Compact(imported), ", ") + " } from 'mongodb';", ""}
}

// connectInNode connects to the server that the environment names. An int64 that is
// read is one again where it is written back only as a bigint.
func connectInNode(e *example.Example) []string {
	options := ""
	if namesInt64(e) {
		options = ", { useBigInt64: true }"
	}
	return []string{
		"const uri = process.env.MONGODB_URI ?? 'mongodb://localhost:27017';",
		"const client = new MongoClient(uri" + options + ");",
		"const db = client.db(" + quote(e.Name) + ");",
	}
}

// namesInt64 reports whether an example has an int64 in its data, its steps or its
// rules.
func namesInt64(e *example.Example) bool {
	return bytes.Contains(e.Text.Bytes, []byte(`"$numberLong"`)) || bytes.Contains(e.Text.Bytes, []byte(`"long"`))
}

// variableInNode waits for all but the start of a transaction, which sends
// nothing.
func variableInNode(of example.Descriptor, name string) []figure.Token {
	if of.Name == "startTransaction" {
		return one(figure.Plain, name)
	}
	return append(one(figure.Keyword, "await"), one(figure.Plain, " "+name)...)
}
