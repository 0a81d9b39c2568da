package weigh

import (
	"cmp"
	"fmt"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// measured are the measures of a question that are amounts of work, each with how
// many of its unit one of it is.
var measured = [units]struct {
	name string
	each float64
}{
	Commands:         {"roundTrips", 1},
	Keys:             {"keysRead", 1},
	DocumentsRead:    {"documentsRead", 1},
	KiBRead:          {"bytesRead", 1.0 / 1024},
	DocumentsWritten: {"documentsWritten", 1},
	EntriesWritten:   {"indexEntriesWritten", 1},
	OplogKiB:         {"oplogBytes", 1.0 / 1024},
	Pages:            {"pagesRead", 1},
}

// Of weighs models, each an example, for a workload. A message says, at its place in
// the front matter, which rate no example answers or which measure is not known; then
// there is no weighing. Messages about examples that did not pass were given before:
// then there is neither.
func Of(workload *guide.Workload, results []*example.Result, costs CostModel) (*Weighing, diag.List) {
	w := &Weighing{CostModel: costs}
	var messages diag.List
	for _, r := range results {
		if r == nil || r.Status != example.Passed {
			return nil, nil
		}
	}
	for _, rate := range workload.Rates {
		for _, r := range results {
			if ids := r.Example.AnswersIDs(); !slices.Contains(ids, rate.ID) {
				messages.Add(diag.Message{Pos: rate.Pos, Text: fmt.Sprintf("no step of the example %s answers %s, which has a rate", r.Example.Name, rate.ID), Hint: diag.Suggest(rate.ID, "questions", ids)})
			}
		}
	}
	w.Questions = QuestionsOf(workload)
	for _, r := range results {
		for _, id := range r.Example.AnswersIDs() {
			if _, ok := workload.Rate(id); !ok {
				messages.Errorf(workload.Pos, "the example %s answers %s, which has no rate", r.Example.Name, id)
			}
		}
	}
	if messages != nil {
		return nil, messages
	}
	for _, r := range results {
		model, found := modelOf(workload, r)
		messages, w.Models = append(messages, found...), append(w.Models, model)
	}
	if messages != nil {
		return nil, messages
	}
	return w, nil
}

// QuestionsOf returns the questions of a workload.
func QuestionsOf(workload *guide.Workload) []Question {
	var questions []Question
	for _, rate := range workload.Rates {
		questions = append(questions, Question{ID: rate.ID, Day: rate.Day(), Peak: rate.AtPeak(), Of: rate.Of})
	}
	return questions
}

// AtSizes weighs models that can be weighed at all sizes that their examples have in
// common, and returns which of these is the workload's. There is nothing by size where
// they have only one, or where one can't be weighed.
func AtSizes(workload *guide.Workload, results []*example.Result, costs CostModel) (s BySize, size float64) {
	sizes := results[0].Example.Sizes
	if len(sizes) < 2 || slices.ContainsFunc(results, func(r *example.Result) bool { return !slices.Equal(r.Example.Sizes, sizes) }) {
		return s, 0
	}
	for _, size := range sizes {
		now := *workload
		now.Size = size
		w, messages := Of(&now, results, costs)
		if messages != nil {
			return BySize{}, 0
		}
		s.Sizes, s.At = append(s.Sizes, float64(size)), append(s.At, w)
	}
	return s, float64(cmp.Or(workload.Size, sizes[0]))
}

// WithAmountsOf returns the weighing with what its questions take at another size of the
// examples. The data of the application stay as they are, and so does the share of them
// that the cache holds. It returns nil if the models can't be weighed at that size.
func (w *Weighing) WithAmountsOf(size int, workload *guide.Workload, results []*example.Result) *Weighing {
	resized := *workload
	resized.Size = size
	other, messages := Of(&resized, results, w.CostModel)
	if other == nil || messages != nil {
		return nil
	}
	for i, m := range w.Models {
		other.Models[i].Documents, other.Models[i].Indexes = m.Documents, m.Indexes
	}
	return other
}

// modelOf returns how an example that passed answers a workload's questions.
func modelOf(workload *guide.Workload, r *example.Result) (Model, diag.List) {
	m := Model{Name: r.Example.Name}
	var messages diag.List
	number := func(pos diag.Pos, of, name string, quantity example.Quantity) float64 {
		n, ok := quantity.Number()
		if !ok {
			messages.Errorf(pos, "%s of %s was not measured in the example %s, so that it can't be weighed: %s", name, of, r.Example.Name, quantity.Why())
		}
		return float64(n)
	}
	run := r.At(workload.Size)
	if run == nil {
		messages.Errorf(workload.Pos, "the example %s does not run at the size %d, by which it is weighed", r.Example.Name, workload.Size)
		return m, messages
	}
	m.Documents = number(workload.Pos, "the model", "storedBytes", run.Footprint.Measure("storedBytes")) * workload.Data
	m.Indexes = number(workload.Pos, "the model", "indexBytes", run.Footprint.Measure("indexBytes")) * workload.Data
	for _, rate := range workload.Rates {
		cost, _ := r.CostOf(rate.ID, workload.Size)
		var amounts Amounts
		for unit, measure := range measured {
			if Unit(unit) == Pages && rate.IsCached {
				continue
			}
			amounts[unit] = number(rate.Pos, rate.ID, measure.name, cost.Measure(measure.name)) * measure.each
		}
		m.Amounts = append(m.Amounts, amounts)
		m.RoundTrips = append(m.RoundTrips, number(rate.Pos, rate.ID, "roundTrips", cost.Measure("roundTrips")))
	}
	return m, messages
}
