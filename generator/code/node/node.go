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
	Notation: notation, Templates: templates(), MovesIndexes: true,
	Empty: []string{"await db.dropDatabase();"}, Close: []string{"", "await client.close();"},
}

// notation writes an int64 as a bigint, and an int32 as a whole number.
var notation = shell.Notation(map[string]string{
	"bool": "{text}", "null": "null", "int": "{text}", "long": "{text}n", "decimal": "new Decimal128({quoted})",
	"objectId": "new ObjectId({quoted})", "binData": "Binary.createFromBase64({quoted}, {options})", "timestamp": "new Timestamp({ t: {t}, i: {i} })",
	"regex": "new BSONRegExp({quoted})", code.RegexWithOptions: "new BSONRegExp({quoted}, {quoted options})",
	"minKey": "new MinKey()", "maxKey": "new MaxKey()",
	code.WholeDouble: "new Double({text})", "NaN": "new Double(NaN)", "Infinity": "new Double(Infinity)", "-Infinity": "new Double(-Infinity)",
}, "new Date", func(ejson.Node) []figure.Token { return nil })

func templates() code.Templates {
	t := shell.Templates()
	t.Try = "try {\n  {body}\n  {no error}\n} catch (error) {\n  {checks}\n  console.log(error.message);\n}"
	t.Begin, t.End = "const {session} = client.startSession();", "await {session}.endSession();"
	t.Changes = code.None
	t.Head, t.Foot = "await {session}.withTransaction(async () => {", "});"
	t.FailingHead = "try {\n  await {session}.withTransaction(async () => {"
	return t
}

func (node) Facts() *code.Facts          { return facts }
func (node) Variable(name string) string { return name }

// Collection awaits the result of the methods that are called on it.
func (node) Collection(name string) []figure.Token {
	if name == "" {
		return shell.Lexer.Tokens("await db")
	}
	return shell.Lexer.Tokens("await db.collection(" + shell.Quote(name) + ")")
}

// names are the methods that are not called like the operation.
var names = map[string]string{"createView": "createCollection", "runCommand": "command"}

// call writes the receiver and the methods of a call.
func call(c *code.Call) ([]figure.Token, []code.Method) {
	if c.Explain != nil {
		on, methods := call(c.Explain)
		return on, append(methods, code.Method{Name: "explain", Arguments: []code.Expr{notation.Source("'executionStats'")}})
	}
	on, session := Language.Collection(c.Object), c.Session
	switch {
	case c.Name == "startTransaction": // which sends nothing
		on, session = shell.Lexer.Tokens(session), ""
	case c.Of.On == example.OnSession:
		on, session = shell.Lexer.Tokens("await "+session), ""
	}
	return on, shell.Methods(notation, cmp.Or(names[c.Name], c.Name), c, func(a example.Argument) example.Place { return a.Node }, session)
}

// Run writes a statement that prints whole documents, of which console.log would show two
// levels.
func (node) Run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	if r.Of.Returns == example.ReturnsDocuments || r.Name == "listIndexes" {
		methods = append(methods, code.Method{Name: "toArray"})
	}
	if facts.Keeps(r) {
		on = append(shell.Lexer.Tokens("const "+r.Variable+" = "), on...)
	}
	expression := code.Brackets{Step: shell.Step}.AtPoints(on, methods)
	if r.ReturnsDocuments() {
		return shell.Statement(facts, r, expression, "console.dir", layout.Punctuation(","), layout.Line(" "), facts.Lines("{ depth: null }"))
	}
	return shell.Statement(facts, r, expression, "console.log")
}

// Checks tests the class of an error before its fields, as the driver recommends.
func (node) Checks(r *code.Run) (class string, checks []string) {
	switch e := r.Error; {
	case e.Code == 0 && !r.IsScript:
		return "", []string{}
	case e.Code == 0:
		return "", []string{"if (error.message === " + shell.Quote(code.Expected(e, true)) + ") throw error;"}
	case e.Code == code.WriteConflict:
		return "", []string{"if (!(error instanceof MongoError)) throw error;", "if (!error.hasErrorLabel(" + shell.Quote(code.Transient) + ")) throw error;"}
	default:
		return "", []string{"if (!(error instanceof MongoServerError)) throw error;", fmt.Sprintf("if (error.code !== %d) throw error;", e.Code) + code.Noted(" // ", e)}
	}
}

func (node) Uses(token figure.Token, _ bool) string {
	if token.Class == figure.Type {
		return token.Text
	}
	return ""
}

// File imports the names that are used and connects to the server that the environment
// names. If the example has int64s, it reads them as bigints, since other numbers are not
// written back as int64s.
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
