package render

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// costKind is a table of the costs of a question, which the link need not name if
// the examples answer only one. Without a size they are those at the first.
var costKind = Kind{
	[]guide.Pattern{
		{Fragment: "cost", Place: guide.Alone | guide.InList},
		{Fragment: "cost/<answers>", Place: guide.Alone | guide.InList},
		{Fragment: "cost/<answers>/<size>", Place: guide.InList},
	},
	func(of Models, t guide.Target) (figure.Figure, error) {
		return drawn(costOfTarget(of.Results, t))
	},
}

// Cost is the cost of a question, with a row for each measure and a column for each
// model.
type Cost struct {
	Question string
	Models   []string         // names of the examples
	Rows     []figure.Measure // the one that decides first
	Kept     []figure.Measure // the footprint of each model, the same for every question
	Counts   []Count          // at the size of the examples; none if they have only one
}

// Count is the number of documents of a collection before the first step.
type Count struct {
	Collection string
	Documents  int
}

// Figure returns a matrix of one question. Readers find it by the words of its
// captions, so it needs no names.
func (c Cost) Figure() figure.Figure {
	return figure.Figure{Panes: onePane(figure.Matrix{Said: c.said(), Models: c.Models, Questions: [][]figure.Measure{c.Rows}, Asked: []string{c.Question}, Kept: c.Kept})}
}

// said returns the counts of documents, which the rows do not show.
func (c Cost) said() figure.Phrase {
	if len(c.Counts) == 0 {
		return nil
	}
	var counts figure.Enumeration
	for _, n := range c.Counts {
		counts = append(counts, figure.Because(figure.Text(n.Collection), figure.Integer(n.Documents)))
	}
	return counts
}

func costOfTarget(results []*example.Result, t guide.Target) (Cost, error) {
	if t.Question != "" {
		return CostOf(results, t.Question, t.Size)
	}
	question, err := onlyQuestion(results)
	if err != nil {
		return Cost{}, err
	}
	return CostOf(results, question, t.Size)
}

// onlyQuestion returns the only question that all examples answer.
func onlyQuestion(results []*example.Result) (string, error) {
	var examples []*example.Example
	for _, r := range results {
		examples = append(examples, r.Example)
	}
	shared := example.SharedAnswers(examples)
	switch len(shared) {
	case 0:
		return "", errors.New(`the steps answer no question that could be compared; give steps of each example the same "answers"`)
	case 1:
		return shared[0], nil
	}
	return "", fmt.Errorf("the link does not say which of %d questions the table is about; write #cost/%s", len(shared), strings.Join(shared, " or #cost/"))
}

// CostOf returns the cost of a question at a size, with a column for each example.
func CostOf(results []*example.Result, answers string, size int) (Cost, error) {
	table := Cost{Question: answers}
	costs, footprints := make([]example.Cost, len(results)), make([]example.Footprint, len(results))
	for i, r := range results {
		table.Models = append(table.Models, r.Example.Name)
		var ok bool
		if costs[i], ok = r.CostOf(answers, size); !ok && r.Status == example.Passed {
			return table, fmt.Errorf("no step of the example %s answers %q", r.Example.Name, answers)
		} else if !ok {
			costs[i] = example.UnmeasuredCost(example.NotRun)
		}
		if run := r.At(size); run != nil {
			footprints[i] = run.Footprint
		}
	}
	table.Rows = rows(costs, footprints)
	for _, name := range example.FootprintMeasures {
		table.Kept = append(table.Kept, measure(name, footprints))
	}
	table.Counts = counts(results, size)
	return table, nil
}

// counts returns the numbers of documents of the collections at a size. It leaves
// out a collection that has another number in another model.
func counts(results []*example.Result, size int) []Count {
	var all []Count
	differ := map[string]bool{}
	for _, r := range results {
		if len(r.Example.Sizes) < 2 {
			continue
		}
		data := r.Example.Data(cmp.Or(size, r.Example.FirstSize()))
		for _, c := range r.Example.Collections {
			n := Count{c.Name, data.Count(c.Name)}
			i := slices.IndexFunc(all, func(known Count) bool { return known.Collection == n.Collection })
			if i < 0 {
				all = append(all, n)
				continue
			}
			differ[n.Collection] = differ[n.Collection] || all[i] != n
		}
	}
	return slices.DeleteFunc(all, func(n Count) bool { return differ[n.Collection] })
}

// decisive are the measures in the order in which they decide: those of writes come
// before those of reads.
var decisive = []string{
	"documentsWritten", "indexEntriesWritten", "indexBytesWritten", "oplogBytes",
	"bytesRead", "documentsRead", "pagesRead", "keysRead", "roundTrips", "payload",
}

// leastPages is how many pages of 32 KiB the documents of a model fill where pages that
// are read tell something: of fewer, nearly all are read by anything.
const leastPages = 10

// fillPages reports whether the documents of a model fill so many pages.
func fillPages(footprints []example.Footprint) bool {
	return slices.ContainsFunc(footprints, func(f example.Footprint) bool {
		bytes, ok := f.StoredBytes.Number()
		return ok && bytes >= leastPages<<15
	})
}

// rows returns the measures of a question; those that are not known of all models
// come last. It leaves out a measure that is zero in all, as a question that only reads
// writes nothing, and pages of models that have hardly any.
func rows(costs []example.Cost, footprints []example.Footprint) []figure.Measure {
	var known, unknown []figure.Measure
	for _, name := range decisive {
		row := measure(name, costs)
		switch {
		case name == "pagesRead" && !fillPages(footprints):
		case row.Alike() && row.Values[0].Measured && row.Values[0].Number == 0:
		case slices.ContainsFunc(row.Values, func(v figure.Value) bool { return !v.Measured }):
			unknown = append(unknown, row)
		default:
			known = append(known, row)
		}
	}
	return append(known, unknown...)
}

func measure[T interface{ Measure(string) example.Quantity }](name string, of []T) figure.Measure {
	row := figure.Measure{Name: name}
	for _, cost := range of {
		quantity := cost.Measure(name)
		n, ok := quantity.Number()
		row.Values = append(row.Values, figure.Value{Number: n, Measured: ok, Why: string(quantity.Why())})
	}
	return row
}
