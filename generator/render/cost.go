package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// CostKind is what answering a question costs, which goes without saying where
// the examples answer only one. Without a size it is that of the first.
var CostKind = Kind[figure.Cost]{
	[]guide.Pattern{
		{Fragment: "cost", Place: guide.Alone | guide.InList},
		{Fragment: "cost/<answers>", Place: guide.Alone | guide.InList},
		{Fragment: "cost/<answers>/<size>", Place: guide.InList},
	},
	func(results []*example.Result, t guide.Target) (figure.Cost, error) {
		if t.Question != "" {
			return Cost(results, t.Question, t.Size)
		}
		question, err := onlyQuestion(results)
		if err != nil {
			return figure.Cost{}, err
		}
		return Cost(results, question, t.Size)
	},
}

// onlyQuestion gives the question that all of the examples answer.
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

// Cost gives what answering a question costs at a size, a column for each
// example.
func Cost(results []*example.Result, answers string, size int) (figure.Cost, error) {
	table := figure.Cost{Answers: answers}
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
	table.Rows = rows(costs)
	for _, name := range example.FootprintMeasures {
		table.Kept = append(table.Kept, measure(name, footprints))
	}
	return table, nil
}

// decisive are the measures in the order in which they decide. What a question
// writes goes before what it reads on the way.
var decisive = []string{"documentsWritten", "indexEntriesWritten", "bytesRead", "documentsRead", "roundTrips", "payload"}

// rows gives the measures of a question, of which those that are not known of
// all models decide last. Only zeros are no row: a question that reads writes
// nothing.
func rows(costs []example.Cost) []figure.Measure {
	var known, unknown []figure.Measure
	for _, name := range decisive {
		row := measure(name, costs)
		switch {
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
