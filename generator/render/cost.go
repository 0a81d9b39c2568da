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
// the examples answer only one.
var CostKind = Kind[figure.Cost]{
	[]guide.Pattern{
		{Fragment: "cost", Place: guide.Alone | guide.InList},
		{Fragment: "cost/<answers>", Place: guide.Alone | guide.InList},
	},
	func(results []*example.Result, t guide.Target) (figure.Cost, error) {
		if t.Question != "" {
			return Cost(results, t.Question)
		}
		question, err := onlyQuestion(results)
		if err != nil {
			return figure.Cost{}, err
		}
		return Cost(results, question)
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

// Cost gives the table of what answering a question costs, a column for each
// example.
func Cost(results []*example.Result, answers string) (figure.Cost, error) {
	table := figure.Cost{Answers: answers}
	costs, footprints := make([]example.Cost, len(results)), make([]example.Footprint, len(results))
	for i, r := range results {
		table.Models = append(table.Models, r.Example.Name)
		var ok bool
		if costs[i], ok = r.CostOf(answers, 0); !ok && r.Status == example.Passed {
			return table, fmt.Errorf("no step of the example %s answers %q", r.Example.Name, answers)
		} else if !ok {
			costs[i] = example.UnmeasuredCost(example.NotRun)
		}
		if run := r.At(0); run != nil {
			footprints[i] = run.Footprint
		}
	}
	for _, name := range example.Measures {
		if row := measure(name, costs); !nothing(row) {
			table.Rows = append(table.Rows, row)
		}
	}
	for _, name := range example.FootprintMeasures {
		table.Rows = append(table.Rows, measure(name, footprints))
	}
	return table, nil
}

// nothing reports whether a row has only zeros: what a question that reads
// writes, for one.
func nothing(row figure.Measure) bool {
	return !slices.ContainsFunc(row.Values, func(v figure.Value) bool { return !v.Measured || v.Number != 0 })
}

// measure marks the smallest value of a row, if all are known and not all are
// equal.
func measure[T interface{ Measure(string) example.Quantity }](name string, of []T) figure.Measure {
	row := figure.Measure{Name: name}
	least, largest, all := int64(-1), int64(-1), true
	for _, cost := range of {
		quantity := cost.Measure(name)
		n, ok := quantity.Number()
		row.Values = append(row.Values, figure.Value{Number: n, Measured: ok, Why: string(quantity.Why())})
		all = all && ok
		largest = max(largest, n)
		if least < 0 || n < least {
			least = n
		}
	}
	for i := range row.Values {
		row.Values[i].Least = all && least < largest && row.Values[i].Number == least
	}
	return row
}
