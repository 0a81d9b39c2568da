package example

import "slices"

// Measures are the names of what is measured, in the order of a cost table.
var Measures = []string{"roundTrips", "documentsExamined", "bytes", "storedBytes"}

// Measure gives a measure by its name; false means not measured.
func (c Cost) Measure(name string) (int64, bool) {
	n := map[string]int64{
		"roundTrips": c.RoundTrips, "documentsExamined": c.DocumentsExamined,
		"bytes": c.Bytes, "storedBytes": c.StoredBytes,
	}[name]
	return n, n >= 0
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
	var sum Cost
	found := false
	for i, step := range r.Steps {
		is := r.Example.Steps[i]
		switch {
		case is.ID == id:
			return step.Cost, true
		case is.Answers == nil || is.Answers.ID != id:
		case !found:
			sum, found = step.Cost, true
		default:
			sum = Cost{
				RoundTrips:        addMeasured(sum.RoundTrips, step.Cost.RoundTrips),
				DocumentsExamined: addMeasured(sum.DocumentsExamined, step.Cost.DocumentsExamined),
				Bytes:             addMeasured(sum.Bytes, step.Cost.Bytes),
				StoredBytes:       step.Cost.StoredBytes,
			}
		}
	}
	return sum, found
}

func addMeasured(a, b int64) int64 {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
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
