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
	// least is the first version of the program that runs the code as it is written.
	least string
	// run is what one types to run a script, before the name of its file, and install
	// what fetches the driver where that is more than a word.
	run     string
	install []string

	language string // of figures
	step     int    // columns of an indentation

	// Values.
	scalar func(n ejson.Node) ([]figure.Token, error)
	key    func(name string) figure.Token
	closed bool // a comma behind the last of several lines
	joined bool // strings that stand one behind the other are one
	moves  bool // keys that are indexes of arrays, to the front
	tight  bool // no spaces between the braces of a document and its fields
	saved  func(path string) string
	// identifier is how a variable is called; nil where as the example has it.
	identifier func(name string) string
	// special gives an argument that is not written as other values are; false
	// for one that is.
	special func(d *Dialect, a example.Argument, n ejson.Node) (piece, bool, error)
	// compose writes a document or an array of values that are written; nil where
	// brackets make one.
	compose func(n ejson.Node, values []piece) piece

	// Calls.
	place    func(of example.Descriptor, a example.Argument) example.Place
	receiver func(collection string) []figure.Token
	// calls writes an operation where the rest of these fields does not say how.
	calls func(d *Dialect, of example.Descriptor, given []ejson.Field, session string) ([]method, error)
	// variable is the receiver of an operation on what a variable holds.
	variable func(of example.Descriptor, name string) []figure.Token
	method   func(d example.Descriptor) string
	// keyword names an option in the call; nil where options are a document.
	keyword func(a example.Argument) string
	// options writes those of a call as its last argument; nil where they are
	// keywords or a document.
	options func(of example.Descriptor, given []option) piece
	// leading are the arguments that stand before all others, of a call in a session
	// or, with "", in none; nil where the session is an option.
	leading func(session string) []piece
	// complete adds to a call what the driver asks for besides; nil for nothing.
	complete func(d *Dialect, o example.Operation, c chain) (chain, error)
	// layOut breaks a call into lines; nil where they break at brackets.
	layOut func(c chain) []figure.Line
	// toArray is the method that reads a cursor to its end; "" where a call has it by
	// itself. Code that is typed into
	// a shell does without it, without the end of statements and without what
	// catches errors.
	toArray string
	typed   bool
	explain func(d *Dialect, o example.Operation) (chain, error)
	// silent reports whether the driver gives nothing where an operation else gives
	// documents; nil where it never does.
	silent func(o example.Operation) bool
	// eager says that an aggregate runs when it is called, not when its cursor is read.
	eager bool
	// inSession puts a call into a session; nil where the session is an option.
	inSession func(c chain, session string) chain

	// Statements. One language has them all of its own; checked is then how code that
	// gives nothing but an error is run.
	statement func(d *Dialect, c chain, s sent) []figure.Line
	checked   func(operation string, lines []figure.Line) []figure.Line
	comment   string
	end       string // of a statement in a script
	// keeps reports whether what an operation gives is kept in a variable even where
	// no later step uses it; nil where none is.
	keeps func(of example.Descriptor) bool
	// print gives statements that print the value of an expression, which an
	// operation gives.
	print func(d *Dialect, expression []figure.Line, of example.Descriptor) []figure.Line
	// result begins a script's statement of which print reads no more than parts; nil
	// where print has the whole.
	result func(of example.Descriptor) []figure.Token
	// assign begins a statement that keeps what an operation gives.
	assign func(name string, of example.Descriptor) []figure.Token
	start  func(d *Dialect) chain
	// begin starts a session where not an assignment does.
	begin func(s sent) []figure.Line
	// callback gives what stands before and behind the statements of a transaction that
	// the driver runs, and repeats where it is refused for the moment; nil where
	// transactions are started and committed.
	callback func(session string) (head, foot []figure.Line)
	// within runs the callback in a session that is there for it alone, and ends that;
	// nil where the session is started and ended as others are.
	within func(session string) []figure.Line
	// inside changes statements that a callback has; nil where they stay.
	inside func(lines []figure.Line) []figure.Line
	// finish ends a session; nil where what starts it also sees to its end.
	finish func(session string) []figure.Token
	loop   func(body []figure.Line, times int) []figure.Line
	// attempt puts a step's code that ends in an error where the error is caught and
	// printed; show says that it stands in a script.
	attempt func(body []figure.Line, s *example.Step, show bool) []figure.Line
	// guard ends a program where what later steps need of what one keeps is not there.
	guard func(s *sent) []figure.Line
	// imports are what a file begins with. names are those that its code uses, of
	// types and classes, or what uses gives of a token. connect connects to the
	// database of an example, empty makes it empty, close ends a script.
	imports func(e *example.Example, names []string) []string
	uses    func(t figure.Token, member bool) string
	connect func(e *example.Example) []string
	empty   []string
	close   []string
	// holds ends a script where a collection does not hold so many documents, with a
	// message; holding are the names that it uses.
	holds   func(receiver string, count int, message string) []string
	holding []string
	// program makes a file of statements, which it connects, and of which a page shows
	// the whole; nil where they are one behind imports and the connection.
	program func(e *example.Example, names, statements []string) []string
	wide    int  // columns of code on a page, Columns if 0
	deep    int  // columns that a program's statements may be indented by
	tabs    bool // in scripts, in place of step spaces
}

// Dialects are those in which examples are written; the first is that of figures. A
// variable would bring the drivers' into the playground, which has the shell's alone.
func Dialects() []*Dialect { return []*Dialect{mongosh, node, python, golang, java} }
