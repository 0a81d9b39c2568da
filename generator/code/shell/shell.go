// Package shell writes code for MongoDB's shell, mongosh: operations, values and schemas
// for pages, and scripts that the shell loads.
package shell

import (
	"cmp"
	"fmt"
	"slices"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Language is the shell.
var Language code.Language = mongosh{}

type mongosh struct{}

// Margins are those of code on a page, so that it fills half of the canvas. A single key
// or name that is wider goes beyond them.
var Margins = layout.Margins{Width: 52, Step: Step}

var facts = &code.Facts{
	Name: "mongosh", Ending: ".mongosh.js", Label: "shell", Command: "mongosh --file", Comment: "// ",
	Page: Margins, Script: layout.Margins{Width: 88, Step: Step, IsStrict: true}, Notation: notation, Templates: templates(),
	Empty: []string{"db.dropDatabase();"}, MovesIndexes: true, IsShell: true,
}

func templates() code.Templates {
	t := Templates()
	t.Try = "try {\n  {body}\n  {no error}\n} catch (error) {\n  {checks}\n  print(error);\n}"
	t.Begin, t.End = "const {session} = db.getMongo().startSession(){end}", "{session}.endSession();"
	t.Head, t.Foot, t.Changes = "{session}.withTransaction(() => {", "});", "{body}"
	return t
}

func (mongosh) Facts() *code.Facts          { return facts }
func (mongosh) Variable(name string) string { return name }

func (mongosh) Collection(name string) []figure.Token { return receiver(name, "") }

// receiver writes db, or the database that a session returns, and the collection.
func receiver(collection, session string) []figure.Token {
	db := "db"
	if session != "" {
		db = session + ".getDatabase(db.getName())"
	}
	switch {
	case collection == "":
	case code.IsIdentifier(collection) && example.IsReachedByName(collection):
		db += "." + collection
	default:
		db += ".getCollection(" + Quote(collection) + ")"
	}
	return Lexer.Tokens(db)
}

// call writes the receiver and the methods of a call.
func call(c *code.Call) ([]figure.Token, []code.Method) {
	if c.Explain != nil {
		on, methods := call(c.Explain)
		return append(on, Lexer.Tokens(".explain('executionStats')")...), methods
	}
	methods := Methods(notation, cmp.Or(c.Of.Method, c.Name), c, func(a example.Argument) example.Place { return a.Shell }, "")
	if c.Of.On == example.OnSession || c.Of.On == example.OnStream {
		return one(figure.Plain, cmp.Or(c.Session, code.Named(c.Object))), methods
	}
	return receiver(c.Object, c.Session), methods
}

// Run writes a call as it is entered, and in a script as a statement that prints whole
// documents, of which print would show six levels. The shell reads an entered cursor by
// itself; of one that a script printed it would read only twenty documents. A pipeline that
// writes it runs at once.
func (mongosh) Run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	if r.Of.Returns == example.ReturnsDocuments && !r.WritesCollection && (r.IsSaved || r.IsScript) {
		methods = append(methods, code.Method{Name: "toArray"})
	}
	if facts.Keeps(r) {
		on = append(Lexer.Tokens("const "+r.Variable+" = "), on...)
	}
	print := "print"
	if r.ReturnsDocuments() {
		print = "printjson"
	}
	if !r.IsScript {
		return brackets.Chain(on, methods)
	}
	return Statement(facts, r, brackets.Chain(on, methods), print)
}

// Send, Receive and Watch are not called: the shell waits for each result.
func (mongosh) Send(*code.Run) layout.Doc      { return nil }
func (mongosh) Receive([]*code.Run) layout.Doc { return nil }
func (mongosh) Watch(*code.Run) layout.Doc     { return nil }

// Checks tests errors by their codes, as the shell has no names for their classes.
func (mongosh) Checks(r *code.Run) (class string, checks []string) {
	failed := "error"
	switch r.Error.Code {
	case 0:
		return "", []string{"if (error.message === " + Quote(code.Expected(r.Error, false)) + ") throw error;"}
	case code.IllegalOperation:
		failed = "(error.originalError ?? error)"
	}
	return "", []string{fmt.Sprintf("if (%s.code !== %d) throw error;", failed, r.Error.Code) + code.Noted(" // ", r.Error)}
}

func (mongosh) Uses(figure.Token, bool) string { return "" }

func (mongosh) File(e *example.Example, _, statements []string) []string {
	return slices.Concat([]string{"db = db.getSiblingDB(" + Quote(e.Name) + ");"}, statements)
}
