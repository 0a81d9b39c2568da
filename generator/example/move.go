package example

import (
	"fmt"

	"modelbook/generator/diag"
)

// Move says that steps of an example move the data that it begins with into the
// model of another example. Between the steps, and before and after them, are gaps:
// gap n is before the nth step, counted from 0, and the last gap is after the last
// step.
type Move struct {
	To    *Example
	Steps []int // the indexes of the steps that make it up, in the order of the file
	// Programs are those that write while the move runs, each with the gaps in which
	// it does: the old one, one that writes both models, and the new one.
	Programs []Program
	// Questions are those that both examples answer, in the order of the other one.
	Questions []MovedQuestion
	Drops     []MovedField
	// Unordered are arrays whose order says nothing, and Ranks numbers that say no more
	// than the order of the documents that refer to the same one.
	Unordered, Ranks []MovedField
	Pos              diag.Pos // of the other example's name
}

// Program is a program that writes while a move runs.
type Program struct {
	Name        string // "old", "both" or "new"
	First, Last int    // gaps
}

// Writes reports whether the program writes in a gap.
func (p Program) Writes(gap int) bool { return p.First <= gap && gap <= p.Last }

// MovedQuestion is a question that is answered before and after a move.
type MovedQuestion struct {
	ID     string
	Fields []string
	Writes bool // while the move runs: it is a write, and not paused
	// From and To are the steps that answer it, and those before them that they need,
	// by their indexes.
	From, To []int
}

// MovedField is a field of which a move says something.
type MovedField struct {
	Field string // collection.path
	Pos   diag.Pos
}

const (
	arrivesKeys = "example! steps old both new stopped paused drops unordered ranks without"
	spanKeys    = "from until"
)

// stopped names the gaps in which no program writes.
const stopped = "stopped"

// Gap names a gap in words, such as `before the step "copy"`.
func (m *Move) Gap(e *Example, gap int) string {
	if gap == len(m.Steps) {
		return fmt.Sprintf("after the step %q", e.Steps[m.Steps[gap-1]].ID)
	}
	return fmt.Sprintf("before the step %q", e.Steps[m.Steps[gap]].ID)
}
