package render

import (
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Dialect is how examples are written for a driver, or for the shell.
type Dialect struct {
	// Name is what the program is called that runs the code, and Ending is that
	// of a script's file.
	Name, Ending string

	language string // of figures
	step     int    // columns of an indentation

	// Values.
	scalar func(n ejson.Node) ([]figure.Token, error)
	key    func(name string) figure.Token
	moves  bool // keys that are indexes of arrays, to the front
	saved  func(path string) string
	// special gives an argument that is not written as other values are; false
	// for one that is.
	special func(d *Dialect, t example.Type, n ejson.Node) (piece, bool, error)

	// Calls.
	place    func(a example.Argument) example.Place
	receiver func(collection string) []figure.Token
	// variable is the receiver of an operation on what a variable holds.
	variable func(of example.Descriptor, name string) []figure.Token
	method   func(d example.Descriptor) string
	// keyword names an option in the call; nil where options are a document.
	keyword func(a example.Argument) string
	// toArray is the method that reads a cursor to its end. Code that is typed into
	// a shell does without it, without the end of statements and without what
	// catches errors.
	toArray string
	typed   bool
	explain func(d *Dialect, o example.Operation) (chain, error)
	// inSession puts a call into a session; nil where the session is an option.
	inSession func(c chain, session string) chain

	// Statements.
	comment string
	end     string // of a statement in a script
	print   string
	assign  func(name string) []figure.Token
	start   func(d *Dialect) chain
	loop    func(body []figure.Line, times int) []figure.Line
	// attempt puts code that ends in an error where the error is caught; show says
	// that it is printed.
	attempt func(body []figure.Line, e *example.ExpectedError, show bool) []figure.Line
	// connect connects to a database. names are those of the types and classes that
	// the code then uses. empty makes the database empty, close ends a script.
	connect func(database string, names []string) []string
	empty   []string
	close   []string
}

// Dialects are those in which examples are written; the first is that of figures.
var Dialects = []*Dialect{mongosh, node, python}

// variables of a script that an example's own must not hide.
var taken = map[string]bool{"client": true, "db": true, "error": true, "process": true, "os": true, "list": true, "print": true, "range": true}

// named gives the variable for what an example names.
func named(name string) string {
	if taken[name] {
		return name + "_"
	}
	return name
}
