package example

import (
	"cmp"
	"slices"
)

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

// CostOf returns the cost of a step, or of all steps together that answer a
// question, at one of the example's sizes; 0 is the first. A measure that one of
// the steps lacks has no certain answer. False means that no step that ran at
// that size has this id or answers this question.
func (r *Result) CostOf(id string, size int) (Cost, bool) {
	run := r.At(size)
	if run == nil {
		return Cost{}, false
	}
	var total answerCost
	for i, step := range run.Steps {
		is := r.Example.Steps[i]
		switch {
		case is.ID == id:
			return step.Cost, true
		case is.Answers != nil && is.Answers.ID == id:
			total.add(&is, step.Cost)
		}
	}
	return total.Cost, total.steps > 0
}

// CommandsOf returns how many commands the steps of CostOf send. Those that are sent
// at the same time count each, unlike in the round trips.
func (r *Result) CommandsOf(id string, size int) (Quantity, bool) {
	run := r.At(size)
	if run == nil {
		return Quantity{}, false
	}
	total, found := Measured(0), false
	for i, step := range run.Steps {
		is := r.Example.Steps[i]
		switch {
		case is.ID == id:
			return step.Cost.RoundTrips, true
		case is.Answers != nil && is.Answers.ID == id:
			total, found = total.Plus(step.Cost.RoundTrips), true
		}
	}
	return total, found
}

// Documents returns how many documents the model has before its first step, at one of
// the example's sizes; 0 is the first.
func (r *Result) Documents(size int) int {
	data, n := r.Example.Data(cmp.Or(size, r.Example.FirstSize())), 0
	for _, c := range r.Example.Collections {
		n += data.Count(c.Name)
	}
	return n
}

// At returns the run at one of the example's sizes, 0 for the first; nil if there
// was none.
func (r *Result) At(size int) *Run {
	for i := range r.Runs {
		if size == 0 || r.Runs[i].Size == size {
			return &r.Runs[i]
		}
	}
	return nil
}

// answerCost adds up steps that answer a question. Steps that are sent at the
// same time take as many round trips as the longest of them.
type answerCost struct {
	Cost
	steps   int
	longest Quantity // round trips of the steps that go together
}

func (a *answerCost) add(s *Step, cost Cost) {
	trips := cost.RoundTrips
	if s.Alongside != "" {
		n, _ := trips.Number()
		longest, _ := a.longest.Number()
		if trips.isMeasured {
			trips = Measured(max(0, n-longest))
		}
		a.longest = a.longest.Plus(trips)
	} else {
		a.longest = trips
	}
	cost.RoundTrips = trips
	if a.steps++; a.steps == 1 {
		a.Cost = cost
		return
	}
	a.Cost = a.Cost.Plus(cost)
}
