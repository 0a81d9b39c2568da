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
	Page: layout.Margins{Width: 56, Step: shell.Step}, Script: layout.Margins{Width: 88 - shell.Step, Step: shell.Step, IsStrict: true},
	Notation: notation, Templates: templates(), MovesIndexes: true, Empty: []string{"await db.dropDatabase();"},
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
	t.Watch = "let isStopping = false;\nprocess.once('SIGINT', () => { isStopping = true; });\nconst tokens = db.collection('resumeTokens');\nconst stored = await tokens.findOne({ _id: {id} });\n{call}\ntry {"
	t.FollowHead = "  while (!isStopping && !{changes}.closed) {\n    const {change} = await {changes}.tryNext();\n    if (!{change}) continue;"
	t.FollowFoot = "    await tokens.updateOne(\n      { _id: {id} },\n      { $set: { token: {change}._id } },\n      { upsert: true }\n    );\n  }\n} catch (error) {\n" +
		"  if (!(error instanceof MongoServerError)) throw error;\n  if (error.code !== 286) throw error; // ChangeStreamHistoryLost\n  throw new Error(\n    {lost},\n    { cause: error }\n  );\n} finally {\n  await {changes}.close();\n}\n" +
		"if (!isStopping) {\n  throw new Error(\n    {ended}\n  );\n}"
	t.Head, t.Foot = "await {session}.withTransaction(async () => {", "});"
	t.ScopedHead = "await client.withSession(async ({session}) => {\n  await {session}.withTransaction(async () => {"
	t.ScopedFoot = "  });\n});"
	t.FailingHead = "try {\n  await {session}.withTransaction(async () => {"
	t.ScopedFailingHead = "try {\n  await client.withSession(async ({session}) => {\n    await {session}.withTransaction(async () => {"
	t.ScopedFailingFoot = "    });\n" + t.FailingFoot
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
	on, methods := read(r.Call)
	if facts.Keeps(r) {
		on = append(shell.Lexer.Tokens("const "+r.Variable+" = "), on...)
	}
	return statement(r, code.Brackets{Step: shell.Step}.AtPoints(on, methods))
}

// read writes a call whose cursor is read.
func read(c *code.Call) ([]figure.Token, []code.Method) {
	on, methods := call(c)
	if c.Of.Returns == example.ReturnsDocuments || c.Name == "listIndexes" {
		methods = append(methods, code.Method{Name: "toArray"})
	}
	return on, methods
}

func statement(r *code.Run, expression layout.Doc) layout.Doc {
	if r.ReturnsDocuments() {
		return shell.Statement(facts, r, expression, "console.dir", layout.Punctuation(","), layout.Line(" "), facts.Lines("{ depth: null }"))
	}
	return shell.Statement(facts, r, expression, "console.log")
}

// Send keeps the promise of a result.
func (node) Send(r *code.Run) layout.Doc {
	on, methods := read(r.Call)
	on = append(shell.Lexer.Tokens("const "+r.Variable+"Sent = "), on[len(shell.Lexer.Tokens("await ")):]...)
	return layout.Concat(code.Brackets{Step: shell.Step}.AtPoints(on, methods), layout.Free(shell.Lexer.Tokens(";")...))
}

func (node) Receive(runs []*code.Run) layout.Doc {
	var names []string
	var promises []code.Expr
	for _, r := range runs {
		if !r.WritesCollection {
			names = append(names, r.Variable)
			promises = append(promises, notation.Source(r.Variable+"Sent"))
		}
	}
	for _, r := range runs { // those without a result, which then needs no name
		if r.WritesCollection {
			promises = append(promises, notation.Source(r.Variable+"Sent"))
		}
	}
	result := "const [" + strings.Join(names, ", ") + "] = "
	if len(names) == 0 {
		result = ""
	}
	all := layout.Concat(facts.Lines(result+"await Promise.all("), code.Brackets{Step: shell.Step}.Doc(code.List(promises...)), facts.Lines(");"))
	docs := []layout.Doc{all}
	for _, r := range runs {
		docs = append(docs, facts.Guard(r))
		if r.Prints {
			shown := *r
			shown.IsSaved, shown.Needs = false, code.Need{}
			shown.Must = nil
			docs = append(docs, statement(&shown, facts.Lines(r.Variable)))
		}
		docs = append(docs, facts.Must(r))
	}
	return code.Lines(docs...)
}

// Watch sends nothing yet: the driver opens a stream when it is read.
func (node) Watch(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	on = append(shell.Lexer.Tokens("const "+r.Variable+" = "), on[len(shell.Lexer.Tokens("await ")):]...)
	resumed := notation.Source("...(stored && { resumeAfter: stored.token })")
	given := methods[0].Arguments
	if last := len(given) - 1; last >= 0 && given[last].Brackets == "{}" {
		given[last].Items = append(given[last].Items, resumed)
	} else {
		methods[0].Arguments = append(given, code.Expr{Brackets: "{}", IsSpaced: true, Items: []code.Expr{resumed}})
	}
	return layout.Concat(code.Brackets{Step: shell.Step}.AtPoints(on, methods), layout.Free(shell.Lexer.Tokens(";")...))
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
// names. A script closes the client also after an error. If the example has int64s, it reads them as bigints, since other numbers are not
// written back as int64s.
func (node) File(e *example.Example, names, statements []string) []string {
	imported := append(slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "Date" }), "MongoClient")
	slices.Sort(imported)
	options := ""
	if code.HasInt64(e) {
		options = ", { useBigInt64: true }"
	}
	head := []string{
		"import { " + strings.Join(slices.Compact(imported), ", ") + " } from 'mongodb';",
		"",
		"const uri = process.env.MONGODB_URI ?? 'mongodb://localhost:27017';",
		"const client = new MongoClient(uri" + options + ");",
		"const db = client.db(" + shell.Quote(e.Name) + ");",
	}
	if statements == nil {
		return head
	}
	return slices.Concat(head, []string{"try {"}, code.Indented(statements, shell.Step), []string{"} finally {", "  await client.close();", "}"})
}
