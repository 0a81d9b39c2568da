// Package code prints examples as code of languages. A step becomes, once, a small tree
// of statements that say what happens (Run a call, Try it, Loop, a Transaction …); a
// language, which is a package of its own below this one, lowers them to its idioms, with
// templates and with expressions (calls, lists, documents); and package layout breaks the
// whole into lines.
//
// What is printed means the same BSON in each language, type by type. An operation or
// a value without such a form is an error, never an approximation.
package code

import (
	"modelbook/generator/code/layout"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Language lowers the tree to the idioms of a language with its driver.
type Language interface {
	Facts() *Facts
	// Variable is how a variable is called.
	Variable(name string) string
	// Collection is what the operations of a collection are called on.
	Collection(name string) []figure.Token
	// Run makes a call and does with its result what the run says.
	Run(r *Run) layout.Doc
	// Checks are the class of the error that a run expects, and statements that let
	// another error of that class pass.
	Checks(r *Run) (class string, checks []string)
	// Uses is the name that a token has from elsewhere, or ""; a member stands behind a
	// point.
	Uses(token figure.Token, isMember bool) string
	// File makes a program of statements and the names that they use.
	File(e *example.Example, names, statements []string) []string
}

// Facts are what a language is called, how its code reads, and how it is typed and run.
type Facts struct {
	// Name is what the program is called that runs the code, and Ending is that of a
	// script's file; Label is the language's name in figures.
	Name, Ending, Label string
	// Least is the first version of the program that runs the code as it is written.
	Least string
	// Command is what one types to run a script, before the name of its file, and Install
	// what fetches the driver where that is more than a word.
	Command string
	Install []string
	Comment string // mark of a comment
	// Page and Script are the margins of code on a page and in a script.
	Page, Script layout.Margins
	IsTabbed     bool // scripts are indented with tabs
	*Notation
	Templates    Templates
	Empty, Close []string // statements that empty the database, and that end a script

	// MovesIndexes says that a document has keys that are numbers first.
	MovesIndexes bool
	// IsShell says that code is typed into a shell, which prints results and errors by
	// itself and reads cursors.
	IsShell bool
	// HasWholeProgram says that a page shows the program around the steps.
	HasWholeProgram bool
}

// Node is a statement of the tree.
type Node interface{ lower(l Language) layout.Doc }

// Run is a call and what is done with its result.
type Run struct {
	*Call
	Variable string                 // for what it returns
	IsSaved  bool                   // later steps use the variable
	Needs    Need                   // of what is saved
	Error    *example.ExpectedError // in which it ends
	// HasResult says that it returns something that a program can print, and Prints that
	// this one does.
	HasResult, Prints bool
	IsScript          bool // it stands in a script, where it prints its result
	IsRepeated        bool
	FindsNothing      bool // the result is expected to be null
	InCallback        bool // it stands in a transaction that the driver runs
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

// Begin starts a session. One that is scoped is there for a transaction alone, which the
// driver runs.
type Begin struct {
	Session            string
	IsScript, IsScoped bool
}

// Enter stands before the first call in a session that is in no callback.
type Enter struct{ Session string }

// End ends a session.
type End struct {
	Session  string
	IsScoped bool
}

// Transaction is one that the driver runs as a callback.
type Transaction struct {
	Session  string
	IsScoped bool
	Body     Block
	Commit   *Title // of the step that commits
}

// Title begins a step: a script has an empty line and a comment there.
type Title struct {
	Step     int
	IsScript bool
}

// Gap is an empty line.
type Gap struct{}

// Holds asks whether a collection holds so many documents.
type Holds struct {
	Collection string
	Count      int
}

// Comment is code that is not run: its client died before it sent it.
type Comment struct{ Body Block }

// Block is statements below each other.
type Block []Node
