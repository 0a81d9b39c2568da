package example

import "slices"

// Cost is what a step cost, or is expected to. Negative means not measured, or
// not expected to be anything.
type Cost struct {
	RoundTrips        int64
	DocumentsExamined int64
	Bytes             int64
	StoredBytes       int64
}

// NotMeasured is the value of a measure that has no certain answer.
const NotMeasured = -1

// measure is one thing that is measured.
type measure struct {
	name  string // in "expectCost" and in links
	about string // for those who edit examples
	of    func(*Cost) *int64
	// total gives the measure of two steps, one after the other.
	total func(first, second int64) int64
}

// measures has a row for each field of Cost, in the order of a cost table.
var measures = []measure{
	{"roundTrips", "Commands sent", func(c *Cost) *int64 { return &c.RoundTrips }, sum},
	{"documentsExamined", "Documents read, as explain says", func(c *Cost) *int64 { return &c.DocumentsExamined }, sum},
	{"bytes", "BSON bytes of commands and replies, without what every command carries", func(c *Cost) *int64 { return &c.Bytes }, sum},
	{"storedBytes", "BSON bytes of all documents after the step", func(c *Cost) *int64 { return &c.StoredBytes }, later},
}

// sum is not measured if one of its parts is not.
func sum(first, second int64) int64 {
	if first < 0 || second < 0 {
		return NotMeasured
	}
	return first + second
}

func later(_, second int64) int64 { return second }

// Measures are the names of what is measured, in the order of a cost table.
var Measures = func() []string {
	var names []string
	for _, m := range measures {
		names = append(names, m.name)
	}
	return names
}()

// Measure gives a measure by its name; false means not measured.
func (c Cost) Measure(name string) (int64, bool) {
	for _, m := range measures {
		if m.name == name {
			n := *m.of(&c)
			return n, n >= 0
		}
	}
	return NotMeasured, false
}

// plus gives what two steps cost together.
func (c Cost) plus(next Cost) Cost {
	for _, m := range measures {
		*m.of(&c) = m.total(*m.of(&c), *m.of(&next))
	}
	return c
}

// AnswersIDs names the questions that the example answers, in order.
func (e *Example) AnswersIDs() []string {
	var ids []string
	for _, step := range e.Steps {
		if step.Answers != nil && !slices.Contains(ids, step.Answers.ID) {
			ids = append(ids, step.Answers.ID)
		}
	}
	return ids
}

// CostOf gives what a step cost, or all steps together that answer a
// question: their sum, and what is stored after the last of them. A measure
// that one of them lacks is not measured. False means that no step that ran
// has this id or answers this question.
func (r *Result) CostOf(id string) (Cost, bool) {
	var total Cost
	found := false
	for i, step := range r.Steps {
		is := r.Example.Steps[i]
		switch {
		case is.ID == id:
			return step.Cost, true
		case is.Answers == nil || is.Answers.ID != id:
		case !found:
			total, found = step.Cost, true
		default:
			total = total.plus(step.Cost)
		}
	}
	return total, found
}

// SharedAnswers names the questions that all of the examples answer, in the
// order of the first.
func SharedAnswers(examples []*Example) []string {
	shared := examples[0].AnswersIDs()
	for _, e := range examples[1:] {
		ids := e.AnswersIDs()
		shared = slices.DeleteFunc(shared, func(id string) bool { return !slices.Contains(ids, id) })
	}
	return shared
}
