package render

import (
	"fmt"
	"math"
	"slices"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// numbersKind is a figure of the cost of a question that reads together with one
// that changes, by how often each is asked. Without a size it is that at the first.
var numbersKind = Kind{
	[]guide.Pattern{
		{Fragment: "numbers/<answers>/<changes>", Place: guide.InList},
		{Fragment: "numbers/<answers>/<changes>/<size>", Place: guide.InList},
	},
	func(of Models, t guide.Target) (figure.Figure, error) {
		workload, err := WorkloadOf(of.Results, t.Question, t.Changes, t.Size)
		return figure.Figure{Panes: onePane(workload)}, err
	},
}

// counted is the measure of both reads and changes.
const counted = "bytesRead"

// WorkloadOf returns the cost of reads and changes together at a size. It also holds
// the costs at all sizes if those at sizes between can be reckoned from them.
func WorkloadOf(results []*example.Result, reads, changes string, size int) (figure.Workload, error) {
	var w figure.Workload
	for _, r := range results {
		w.Models = append(w.Models, r.Example.Name)
	}
	atSize, err := readsAndChanges(results, reads, changes, size)
	if err != nil {
		return w, err
	}
	w.Costs = [][]figure.ReadAndChange{atSize}
	w.Remarks = fewest(atSize)
	sizes := results[0].Example.Sizes
	if len(sizes) < 3 || slices.ContainsFunc(results, func(r *example.Result) bool { return !slices.Equal(r.Example.Sizes, sizes) }) {
		return w, nil
	}
	var all [][]figure.ReadAndChange
	for _, n := range sizes {
		costs, err := readsAndChanges(results, reads, changes, n)
		if err != nil {
			return w, err
		}
		all = append(all, costs)
	}
	if onLines(sizes, all) {
		w.Sizes, w.Costs, w.At = sizes, all, max(0, slices.Index(sizes, size))
	}
	return w, nil
}

// readsAndChanges returns the bytes that each model reads for a read and for a
// change.
func readsAndChanges(results []*example.Result, reads, changes string, size int) ([]figure.ReadAndChange, error) {
	var costs []figure.ReadAndChange
	for _, r := range results {
		read, err := bytesFor(r, reads, size)
		if err != nil {
			return nil, err
		}
		change, err := bytesFor(r, changes, size)
		if err != nil {
			return nil, err
		}
		costs = append(costs, figure.ReadAndChange{Read: read, Change: change})
	}
	return costs, nil
}

func bytesFor(r *example.Result, answers string, size int) (figure.Value, error) {
	cost, ok := r.CostOf(answers, size)
	switch {
	case !ok && r.Status == example.Passed:
		return figure.Value{}, fmt.Errorf("no step of the example %s answers %q", r.Example.Name, answers)
	case !ok:
		cost = example.UnmeasuredCost(example.NotRun)
	}
	return measure(counted, []example.Cost{cost}).Values[0], nil
}

// tolerance is the largest deviation of a number from a line, as a share of the
// number.
const tolerance = 0.02

// onLines reports whether numbers at other sizes can be reckoned: in all models the
// measured ones are on a line from the first size to the last.
func onLines(sizes []int, costs [][]figure.ReadAndChange) bool {
	for model := range costs[0] {
		for _, of := range []func(figure.ReadAndChange) figure.Value{
			func(c figure.ReadAndChange) figure.Value { return c.Read },
			func(c figure.ReadAndChange) figure.Value { return c.Change },
		} {
			first, last := of(costs[0][model]), of(costs[len(costs)-1][model])
			each := float64(last.Number-first.Number) / float64(sizes[len(sizes)-1]-sizes[0])
			for i, size := range sizes {
				value := of(costs[i][model])
				line := float64(first.Number) + each*float64(size-sizes[0])
				if !value.Measured || math.Abs(float64(value.Number)-line) > tolerance*float64(value.Number) {
					return false
				}
			}
		}
	}
	return true
}

// fewest returns sentences about the models that read the fewest bytes: those at one
// read a change, and then others from a larger number of reads on.
func fewest(costs []figure.ReadAndChange) []figure.Phrase {
	known := 0
	for _, cost := range costs {
		if cost.Sum(1).Measured {
			known++
		}
	}
	if known < 2 {
		return nil
	}
	models, next := fewestAt(costs, 1)
	if next == 0 {
		return []figure.Phrase{fewestWords("always", 1, models)}
	}
	remarks := []figure.Phrase{fewestWords("first", 1, models)}
	for next > 0 {
		reads := next
		models, next = fewestAt(costs, reads)
		remarks = append(remarks, fewestWords("turn", reads, models))
	}
	return remarks
}

func fewestWords(key string, reads int64, models []int) figure.Words {
	var letters figure.Enumeration
	for _, model := range models {
		letters = append(letters, figure.Letter(model))
	}
	return figure.Words{Key: "workload-words." + key, With: []figure.Argument{{Name: "count", Phrase: figure.Integer(reads)}, {Name: "model", Phrase: letters}}}
}

// fewestAt returns the models that read the fewest bytes at a number of reads a
// change, and the next number at which another model does, 0 if there is none.
func fewestAt(costs []figure.ReadAndChange, reads int64) (models []int, next int64) {
	best := -1
	less := func(a, b figure.ReadAndChange) bool {
		x, y := a.Sum(reads).Number, b.Sum(reads).Number
		return x < y || x == y && a.Read.Number < b.Read.Number
	}
	for i, cost := range costs {
		if cost.Sum(reads).Measured && (best < 0 || less(cost, costs[best])) {
			best = i
		}
	}
	for i, cost := range costs {
		switch saved := costs[best].Read.Number - cost.Read.Number; {
		case cost == costs[best]:
			models = append(models, i)
		case cost.Sum(reads).Measured && saved > 0:
			if turn := (cost.Change.Number-costs[best].Change.Number)/saved + 1; next == 0 || turn < next {
				next = turn
			}
		}
	}
	return models, next
}
