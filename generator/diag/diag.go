// Package diag holds positions in the files of a handbook, messages about them,
// and lists of messages.
//
// A stage of the build takes a value and returns a value and a List. It never
// prints and never stops at the first mistake. The front ends sort the lists of
// all stages and print them once, in the format that was asked for.
package diag

import (
	"cmp"
	"fmt"
	"path"
	"slices"
)

// Pos is a place in a file. File is the path inside the source folder, with
// slashes. Line and Col count from 1, Col in Unicode code points; Line 0
// means the file as a whole.
type Pos struct {
	File string
	Line int
	Col  int
}

// String returns file:line:col, or the part of it that is known.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Severity decides how a message changes the exit status.
type Severity uint8

const (
	// Error fails the run.
	Error Severity = iota
	// Warning is printed and fails nothing.
	Warning
	// Notice is information that the reader may want.
	Notice
)

// String returns the word that messages are printed with.
func (s Severity) String() string { return [...]string{"error", "warning", "notice"}[s] }

// Message is about one thing in one place.
type Message struct {
	Pos
	Severity Severity
	// Text describes the mistake, in one line, without a full stop.
	Text string
	// Hint is advice on how to correct it, or empty.
	Hint string
	// Source is the line that Pos points into, or is empty.
	Source string
	// Detail is further text of several lines, such as a diff, or is empty.
	Detail string
	// Update names the example whose text "verify --update" makes to hold, and the
	// pages' numbers with it, so that this is no mistake any more; "" for none.
	Update string
	// Follows is the place of the mistake that may have caused this one. If there
	// is an error at that place, this one is not printed.
	Follows Pos
}

// List is a list of messages in no particular order. Its zero value is empty
// and ready to use.
type List []Message

// Errorf adds an error without a hint.
func (l *List) Errorf(pos Pos, format string, args ...any) {
	l.Add(Message{Pos: pos, Text: fmt.Sprintf(format, args...)})
}

// Add adds m.
func (l *List) Add(m Message) { *l = append(*l, m) }

// Below returns the messages of a folder's files as those of the folder that it is
// in, by its path there with slashes.
func (l List) Below(folder string) List {
	below := slices.Clone(l)
	for i := range below {
		if below[i].File != "" {
			below[i].File = path.Join(folder, below[i].File)
		}
		if below[i].Follows.File != "" {
			below[i].Follows.File = path.Join(folder, below[i].Follows.File)
		}
	}
	return below
}

// Typed returns the messages with the commands that they name as they are typed by
// who reads at t.
func (l List) Typed(t *Terminal) List {
	typed := slices.Clone(l)
	for i := range typed {
		typed[i].Text, typed[i].Hint = t.Typed(typed[i].Text), t.Typed(typed[i].Hint)
	}
	return typed
}

// Failed reports whether the list has an error.
func (l List) Failed() bool {
	return slices.ContainsFunc(l, func(m Message) bool { return m.Severity == Error })
}

// Errors returns the errors alone.
func (l List) Errors() List {
	var errors List
	for _, m := range l.causes() {
		if m.Severity == Error {
			errors.Add(m)
		}
	}
	return errors
}

// causes returns the messages without those that follow from another.
func (l List) causes() List {
	wrong := map[Pos]bool{}
	for _, m := range l {
		if m.Severity == Error && m.Follows == (Pos{}) {
			wrong[m.Pos] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(l), func(m Message) bool { return m.Follows != (Pos{}) && wrong[m.Follows] })
}

// Sorted returns the messages by file, line, column and text, each once, and
// without those that follow from another.
func (l List) Sorted() List {
	sorted := l.causes()
	slices.SortStableFunc(sorted, func(a, b Message) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Text, b.Text),
		)
	})
	return slices.CompactFunc(sorted, func(a, b Message) bool { return a == b })
}
