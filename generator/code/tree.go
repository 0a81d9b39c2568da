// Package code prints examples as code of languages. A step becomes, once, a small tree
// of statements that say what happens (Run a call, Try it, Loop, a Transaction …); a
// language, which is a package of its own below this one, lowers each of them to its
// idioms with expressions (calls, lists, documents); and package layout breaks the whole
// into lines.
//
// What is printed means the same BSON in each language, type by type. An operation or
// a value without such a form is an error, never an approximation.
package code

import (
	"fmt"

	"modelbook/generator/code/layout"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Language lowers the tree to the idioms of a language with its driver. Each of its
// methods is a statement of the tree or a fixed piece of a program.
type Language interface {
	Facts() *Facts
	// Variable is how a variable is called.
	Variable(name string) string

	// Run makes a call and does with its result what the run says.
	Run(r *Run) layout.Doc
	// Try makes a call that ends in an error, which is caught and, if it is the one that
	// is expected, printed.
	Try(r *Run, e *example.ExpectedError) layout.Doc
	// Loop makes a call several times.
	Loop(r *Run, times int) layout.Doc
	// Begin and End are those of a session; nil where others see to it.
	Begin(b *Begin) layout.Doc
	End(e *End) layout.Doc
	// Transaction is what stands before and behind the statements of a transaction that
	// the driver runs, and repeats where it is refused for the moment.
	Transaction(t *Transaction) (head, foot layout.Doc)
	// Holds ends a program where a collection does not hold so many documents.
	Holds(h *Holds) layout.Doc

	// Uses is the name that a token has from elsewhere, or ""; a member stands behind a
	// point.
	Uses(token figure.Token, isMember bool) string
	// File makes a program of statements and the names that they use.
	File(e *example.Example, names, statements []string) []string
}

// Facts are what a language is called and how its code is typed and run.
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
	IsTabbed     bool     // scripts are indented with tabs
	Empty        []string // statements that empty the database
	Close        []string // that end a script

	// MovesIndexes says that a document has keys that are numbers first.
	MovesIndexes bool
	// IsShell says that code is typed into a shell, which prints results and errors by
	// itself and reads cursors.
	IsShell bool
	// HasCallbacks says that the driver runs transactions.
	HasCallbacks bool
	// HasWholeProgram says that a page shows the program around the steps.
	HasWholeProgram bool
}

// Node is a statement of the tree.
type Node interface{ lower(l Language) layout.Doc }

// Run is a call and what is done with its result.
type Run struct {
	*Call
	Variable string // for what it returns
	IsSaved  bool   // later steps use the variable
	Needs    Need   // of what is saved
	// HasResult says that it returns something that a program can print, and Prints that
	// this one does.
	HasResult, Prints bool
	IsScript          bool // it stands in a script, where it prints its result
	IsRepeated        bool
	FindsNothing      bool // the result is expected to be null
	// InCallback says that it stands in a transaction that the driver runs, and Enters that
	// it is the first call in its session that does not.
	InCallback, Enters bool
}

func (r *Run) lower(l Language) layout.Doc { return l.Run(r) }

// Try is a run that is expected to end in an error.
type Try struct {
	Run   *Run
	Error *example.ExpectedError
}

func (t *Try) lower(l Language) layout.Doc { return l.Try(t.Run, t.Error) }

// Loop is a run that is sent several times.
type Loop struct {
	Run   *Run
	Times int
}

func (n *Loop) lower(l Language) layout.Doc { return l.Loop(n.Run, n.Times) }

// Begin starts a session, and End ends it. One that is scoped is there for a
// transaction alone, which the driver runs.
type (
	Begin struct {
		Session            string
		IsScript, IsScoped bool
	}
	End struct {
		Session  string
		IsScoped bool
	}
)

func (b *Begin) lower(l Language) layout.Doc { return l.Begin(b) }
func (e *End) lower(l Language) layout.Doc   { return l.End(e) }

// Transaction is one that the driver runs as a callback.
type Transaction struct {
	Session string
	// IsScoped says that its session is there for it alone.
	IsScoped bool
	Body     Block
	Commit   Node // the title of the step that commits
}

func (t *Transaction) lower(l Language) layout.Doc {
	head, foot := l.Transaction(t)
	return layout.Concat(head, layout.Nest(t.Body.lower(l)), t.Commit.lower(l), foot)
}

// Title begins a step: a script has an empty line and a comment there.
type Title struct {
	Step     int
	IsScript bool
}

func (t *Title) lower(Language) layout.Doc {
	if t.IsScript {
		return layout.Concat(layout.Empty(), layout.Mark(t.Step))
	}
	return layout.Concat(layout.Hard(), layout.Mark(t.Step))
}

// Gap is an empty line.
type Gap struct{}

func (*Gap) lower(Language) layout.Doc { return layout.Empty() }

// Holds asks whether a collection holds so many documents.
type Holds struct {
	Collection string
	Count      int
}

func (h *Holds) lower(l Language) layout.Doc { return l.Holds(h) }

// Message says that it does not.
func (h *Holds) Message() string {
	return fmt.Sprintf("%s does not hold %d documents", h.Collection, h.Count)
}

// Comment is code that is not run: its client died before it sent it.
type Comment struct{ Body Block }

func (c *Comment) lower(l Language) layout.Doc {
	of := l.Facts()
	return layout.Commented(of.Comment, layout.Within(of.Page.Width, c.Body.lower(l)))
}

// Block is statements below each other.
type Block []Node

func (b Block) lower(l Language) layout.Doc {
	var docs []layout.Doc
	isBegun := true
	for _, n := range b {
		doc := n.lower(l)
		if doc == nil {
			continue
		}
		switch n.(type) {
		case *Title, *Gap:
			isBegun = true
		default:
			if !isBegun {
				docs = append(docs, layout.Hard())
			}
			isBegun = false
		}
		docs = append(docs, doc)
	}
	return layout.Concat(docs...)
}

// Lines are statements below each other, without those that are nil.
func Lines(docs ...layout.Doc) layout.Doc {
	var all []layout.Doc
	for _, d := range docs {
		if d == nil {
			continue
		}
		if len(all) > 0 {
			all = append(all, layout.Hard())
		}
		all = append(all, d)
	}
	return layout.Concat(all...)
}
