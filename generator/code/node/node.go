// Package node writes code for the driver for Node.js, of version 6 on.
package node

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/code/shell"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Language is JavaScript with the driver.
var Language code.Language = node{}

type node struct{}

var facts = &code.Facts{
	Name: "Node.js", Ending: ".mjs", Label: "node", Least: "20.19", Command: "npm install mongodb && node", Comment: "// ",
	Page: layout.Margins{Width: 56, Step: shell.Step}, Script: layout.Margins{Width: 88, Step: shell.Step},
	Empty: []string{"await db.dropDatabase();"}, Close: []string{"", "await client.close();"},
	MovesIndexes: true, HasCallbacks: true,
}

var javascript = shell.JavaScript{
	Brackets: code.Brackets{Step: shell.Step}, Scalar: scalar,
	Place: func(a example.Argument) example.Place { return a.Node },
}

func (node) Facts() *code.Facts          { return facts }
func (node) Variable(name string) string { return name }

// scalar writes a value of which the driver makes the same BSON: a bigint
// is an int64, a whole number an int32.
func scalar(n ejson.Node) []figure.Token {
	switch n.Type {
	case "long":
		return []figure.Token{{Class: figure.Number, Text: n.Text + "n"}}
	case "binData":
		return shell.Lexer.Tokens("Binary.createFromBase64(" + shell.Quote(n.Text) + ", " + n.Options + ")")
	}
	tokens := shell.Scalar(n)
	if tokens[0].Class != figure.Type {
		return tokens
	}
	if tokens[0].Text == "ISODate" {
		tokens[0].Text = "Date"
	}
	return append([]figure.Token{{Class: figure.Keyword, Text: "new"}, {Text: " "}}, tokens...)
}

// receiver waits for what is called on the database or a collection.
func receiver(collection string) []figure.Token {
	if collection == "" {
		return shell.Lexer.Tokens("await db")
	}
	return shell.Lexer.Tokens("await db.collection(" + shell.Quote(collection) + ")")
}

// methods of the driver that have other names.
var methods = map[string]string{"createView": "createCollection", "runCommand": "command"}

// call writes the receiver and the methods of a call.
func call(c *code.Call) ([]figure.Token, []code.Method) {
	name := cmp.Or(methods[c.Name], c.Name)
	switch {
	case c.Explain != nil:
		on, methods := call(c.Explain)
		verbosity := code.Literal(shell.Lexer.Tokens("'executionStats'")...)
		return on, append(methods, code.Method{Name: "explain", Arguments: []code.Expr{verbosity}})
	case c.Name == "startTransaction": // which sends nothing
		return shell.Lexer.Tokens(c.Session), javascript.Methods(name, c, "")
	case c.Of.On == example.OnSession:
		return shell.Lexer.Tokens("await " + c.Session), javascript.Methods(name, c, "")
	}
	return receiver(c.Object), javascript.Methods(name, c, c.Session)
}

// Run writes a statement that prints documents whole, of which console.log shows two
// levels.
func (node) Run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	if r.Of.Returns == example.ReturnsDocuments || r.Name == "listIndexes" {
		methods = append(methods, code.Method{Name: "toArray"})
	}
	if r.IsSaved {
		on = append(shell.Assigned(r.Variable), on...)
	}
	statement := javascript.AtPoints(on, methods)
	printed := func(expression layout.Doc) layout.Doc {
		if r.ReturnsDocuments() {
			return shell.Printed(figure.Token{Class: figure.Function, Text: "console.dir"}, expression, "{ depth: null }")
		}
		return shell.Printed(figure.Token{Class: figure.Function, Text: "console.log"}, expression, "")
	}
	switch {
	case r.Prints && r.IsSaved:
		return code.Lines(shell.Ended(statement), shell.Guard(r), printed(shell.Lexer.Lines(r.Variable)))
	case r.Prints:
		return code.Lines(printed(statement), shell.Guard(r))
	}
	return code.Lines(shell.Ended(statement), shell.Guard(r))
}

// Try catches the error. The driver asks to know its errors by their classes, before
// anything of them is looked at.
func (l node) Try(r *code.Run, e *example.ExpectedError) layout.Doc {
	expected := code.Expected(e, true)
	var checks []string
	switch {
	case e.Code == 0 && r.IsScript:
		checks = []string{"if (error.message === " + shell.Quote(expected) + ") throw error;"}
	case e.Code == code.WriteConflict:
		checks = []string{"if (!(error instanceof MongoError)) throw error;", "if (!error.hasErrorLabel(" + shell.Quote(code.Transient) + ")) throw error;"}
	case e.Code != 0:
		checks = []string{"if (!(error instanceof MongoServerError)) throw error;", fmt.Sprintf("if (error.code !== %d) throw error;", e.Code) + code.Noted(" // ", e)}
	}
	return shell.Catching(l.Run(r), expected, r.IsScript, checks, "console.log(error.message);")
}

func (l node) Loop(r *code.Run, times int) layout.Doc { return shell.Loop(l.Run(r), times) }

func (node) Begin(b *code.Begin) layout.Doc {
	return shell.Lexer.Lines("const " + b.Session + " = client.startSession();")
}

func (node) End(e *code.End) layout.Doc {
	return shell.Lexer.Lines("await " + e.Session + ".endSession();")
}

func (node) Transaction(t *code.Transaction) (head, foot layout.Doc) {
	return shell.Lexer.Lines("await " + t.Session + ".withTransaction(async () => {"), shell.Lexer.Lines("});")
}

func (node) Holds(h *code.Holds) layout.Doc { return shell.Holds(receiver(h.Collection), h) }

func (node) Uses(token figure.Token, _ bool) string {
	if token.Class == figure.Type {
		return token.Text
	}
	return ""
}

// File imports what is used and connects to the server that the environment names. An
// int64 that is read is one again where it is written back only as a bigint.
func (node) File(e *example.Example, names, statements []string) []string {
	imported := append(slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "Date" }), "MongoClient")
	slices.Sort(imported)
	options := ""
	if code.HasInt64(e) {
		options = ", { useBigInt64: true }"
	}
	return slices.Concat([]string{
		"import { " + strings.Join(slices.Compact(imported), ", ") + " } from 'mongodb';",
		"",
		"const uri = process.env.MONGODB_URI ?? 'mongodb://localhost:27017';",
		"const client = new MongoClient(uri" + options + ");",
		"const db = client.db(" + shell.Quote(e.Name) + ");",
	}, statements)
}
