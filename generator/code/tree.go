// Package code prints examples as code of languages. A step becomes, once, a small tree
// of statements in no particular language (Run a call, Try it, Loop, a Transaction …); a
// language, which is a package of its own below this one, lowers them to its idioms, with
// templates and with expressions (calls, lists, documents); and package layout breaks the
// whole into lines.
//
// The code means the same BSON in each language, type by type. An operation or a value
// without such a form is an error, never an approximation.
package code

import (
	"modelbook/generator/code/layout"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Language lowers the tree to the idioms of a language with its driver.
type Language interface {
	Facts() *Facts
	// Variable returns a variable's name in the language's style.
	Variable(name string) string
	// Collection returns the receiver of a collection's operations, or of the database's
	// for "".
	Collection(name string) []figure.Token
	// Run writes a call, and saves or prints its result as the run says.
	Run(r *Run) layout.Doc
	// Send writes a call whose result is not waited for, and Receive waits for those of
	// several, and saves or prints them.
	Send(r *Run) layout.Doc
	Receive(runs []*Run) layout.Doc
	// Watch writes the call that opens a change stream, after the {id} of a stored resume
	// token if there is one, and keeps it in a variable.
	Watch(r *Run) layout.Doc
	// Checks returns the class of the error that a run expects, and statements that pass
	// on another error of that class.
	Checks(r *Run) (class string, checks []string)
	// Uses returns the name for whose sake a token needs an import or a function of the
	// program's, or "". A member follows a point.
	Uses(token figure.Token, isMember bool) string
	// File makes a program of statements and the names that Uses returned for them; of no
	// statements, the beginning of one.
	File(e *example.Example, names, statements []string) []string
}

// Facts are the names of a language, the style of its code, and the commands that run it.
type Facts struct {
	// Name is the name of the program that runs the code, Ending the end of a script's
	// file name, and Label the language's name in figures.
	Name, Ending, Label string
	// Least is the first version of the program that runs the code as it is written.
	Least string
	// Command runs a script, with the name of its file after it. Install are the commands
	// that fetch the driver where Command doesn't.
	Command string
	Install []string
	Comment string // mark of a comment
	// Page and Script are the margins of code on a page and in a script.
	Page, Script layout.Margins
	IsTabbed     bool // scripts are indented with tabs
	*Notation
	Templates Templates
	Empty     []string // statements that empty the database

	// MovesIndexes reports whether documents move keys that are numbers to the front.
	MovesIndexes bool
	// IsShell reports whether code is entered in a shell, which prints results and errors
	// and reads cursors by itself.
	IsShell bool
	// HasWholeProgram reports whether a page shows the program around the steps.
	HasWholeProgram bool
}

// Node is a statement of the tree.
type Node interface{ lower(l Language) layout.Doc }

// Run is a call and the use of its result.
type Run struct {
	*Call
	Variable string                 // for its result
	IsSaved  bool                   // later steps use the variable
	Needs    Need                   // of later steps, of the saved value
	Error    *example.ExpectedError // in which it ends, or nil
	// HasResult reports whether it returns something that a program can print, and Prints
	// whether this one does.
	HasResult, Prints bool
	IsScript          bool // it is in a script, where it prints its result
	IsRepeated        bool
	FindsNothing      bool          // the result is expected to be null
	InCallback        bool          // it is in a transaction that the driver runs
	Must              *example.Must // the count that decides whether the program goes on, or nil
	Fails             bool          // that count is expected to be another one
	Attempts          int           // of the Again that this run ends; 0 for others
}

// Try is a run that is expected to end in an error.
type Try struct{ Run *Run }

// Loop is a run that is sent several times.
type Loop struct {
	Run   *Run
	Times int
}

// Changes is a run that opens a change stream, or reads the next change from one.
type Changes struct{ Run *Run }

// Begin starts a session. A scoped one is used only by one transaction, which the driver
// runs.
type Begin struct {
	Session            string
	IsScript, IsScoped bool
}

// Enter comes before the first call in a session outside of callbacks.
type Enter struct{ Session string }

// End ends a session.
type End struct {
	Session  string
	IsScoped bool
}

// Transaction is a transaction that the driver runs as a callback.
type Transaction struct {
	Session  string
	IsScoped bool
	Body     Block
	End      *Title // of the step that commits or aborts
	Fails    *Run   // the run in it whose count ends it, or nil
}

// Title begins a step: a script has an empty line and a comment there.
type Title struct {
	Step     int
	IsScript bool
}

// Gap is an empty line.
type Gap struct{}

// Holds checks that a collection holds so many documents.
type Holds struct {
	Collection string
	Count      int
}

// Comment is code in comments, which is not run: the client died before it sent it.
type Comment struct{ Body Block }

// Block is a sequence of statements.
type Block []Node
