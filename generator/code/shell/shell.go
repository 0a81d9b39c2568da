// Package shell writes code for MongoDB's shell, mongosh: what pages show of
// operations, values and schemas, and scripts that it loads.
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

// Margins are those of code on a page, half of whose canvas it then fills. A key or a
// name that is wider than that by itself goes beyond it.
var Margins = layout.Margins{Width: 52, Step: Step}

var facts = &code.Facts{
	Name: "mongosh", Ending: ".mongosh.js", Label: "shell", Command: "mongosh --file", Comment: "// ",
	Page: Margins, Script: layout.Margins{Width: 88, Step: Step},
	Empty: []string{"db.dropDatabase();"}, MovesIndexes: true, IsShell: true,
}

var javascript = JavaScript{
	Brackets: code.Brackets{Step: Step}, Scalar: Scalar,
	Place: func(a example.Argument) example.Place { return a.Shell },
}

func (mongosh) Facts() *code.Facts          { return facts }
func (mongosh) Variable(name string) string { return name }

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
	name := cmp.Or(c.Of.Method, c.Name)
	switch {
	case c.Explain != nil:
		on, methods := call(c.Explain)
		return append(on, Lexer.Tokens(".explain('executionStats')")...), methods
	case c.Of.On == example.OnSession || c.Of.On == example.OnStream:
		return one(figure.Plain, cmp.Or(c.Session, code.Named(c.Object))), javascript.Methods(name, c, "")
	}
	return receiver(c.Object, c.Session), javascript.Methods(name, c, "")
}

// Run writes a call as one types it, and in a script as a statement that prints its
// result. The shell reads a cursor that is typed by itself; of one that a script
// prints it reads twenty documents.
func (mongosh) Run(r *code.Run) layout.Doc {
	on, methods := call(r.Call)
	if r.Of.Returns == example.ReturnsDocuments && (r.IsSaved || r.IsScript) {
		methods = append(methods, code.Method{Name: "toArray"})
	}
	if r.IsSaved {
		on = append(Assigned(r.Variable), on...)
	}
	statement := javascript.Chain(on, methods)
	if !r.IsScript {
		return statement
	}
	print := figure.Token{Class: figure.Function, Text: "print"}
	if r.ReturnsDocuments() {
		print.Text = "printjson" // whole, of which print shows six levels
	}
	switch {
	case r.Prints && r.IsSaved:
		return code.Lines(Ended(statement), Guard(r), Printed(print, layout.Text(one(figure.Plain, r.Variable)...), ""))
	case r.Prints:
		return code.Lines(Printed(print, statement, ""), Guard(r))
	}
	return code.Lines(Ended(statement), Guard(r))
}

// Try catches the error of a script's step. A page has the call alone: the shell prints
// its error. It has no names for classes of errors and knows them by their codes.
func (l mongosh) Try(r *code.Run, e *example.ExpectedError) layout.Doc {
	body := l.Run(r)
	if !r.IsScript {
		return body
	}
	expected := code.Expected(e, false)
	check := fmt.Sprintf("if (error.message === %s) throw error;", Quote(expected))
	switch {
	case e.Code == code.IllegalOperation:
		check = fmt.Sprintf("if ((error.originalError ?? error).code !== %d) throw error;", e.Code) + code.Noted(" // ", e)
	case e.Code != 0:
		check = fmt.Sprintf("if (error.code !== %d) throw error;", e.Code) + code.Noted(" // ", e)
	}
	return Catching(body, expected, true, []string{check}, "print(error);")
}

func (l mongosh) Loop(r *code.Run, times int) layout.Doc { return Loop(l.Run(r), times) }

func (mongosh) Begin(b *code.Begin) layout.Doc {
	start := layout.Text(Lexer.Tokens("const " + b.Session + " = db.getMongo().startSession()")...)
	if !b.IsScript {
		return start
	}
	return Ended(start)
}

func (mongosh) End(e *code.End) layout.Doc { return Lexer.Lines(e.Session + ".endSession();") }

func (mongosh) Transaction(*code.Transaction) (head, foot layout.Doc) { return nil, nil }

func (mongosh) Holds(h *code.Holds) layout.Doc { return Holds(receiver(h.Collection, ""), h) }

func (mongosh) Uses(figure.Token, bool) string { return "" }

func (mongosh) File(e *example.Example, _, statements []string) []string {
	return slices.Concat([]string{"db = db.getSiblingDB(" + Quote(e.Name) + ");"}, statements)
}
