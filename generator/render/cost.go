package render

import (
	"fmt"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// Cost gives the table of what answering one question costs, a column for
// each example. Answers names the question; it may be empty if there is only
// one that all of them answer.
func Cost(results []*example.Result, answers string) (figure.Cost, error) {
	var examples []*example.Example
	for _, r := range results {
		examples = append(examples, r.Example)
	}
	if shared := example.SharedAnswers(examples); answers == "" && len(shared) == 1 {
		answers = shared[0]
	}
	table := figure.Cost{Answers: answers}
	costs := make([]example.Cost, len(results))
	for i, r := range results {
		table.Models = append(table.Models, r.Example.Name)
		var ok bool
		if costs[i], ok = r.CostOf(answers); !ok && r.Status == example.Passed {
			return table, fmt.Errorf("no step of the example %s answers %q", r.Example.Name, answers)
		} else if !ok {
			costs[i] = example.Cost{RoundTrips: -1, DocumentsExamined: -1, Bytes: -1, StoredBytes: -1}
		}
	}
	for _, name := range example.Measures {
		table.Rows = append(table.Rows, measure(name, costs))
	}
	return table, nil
}

// measure marks the smallest value of a row, if all are known and not all are
// equal.
func measure(name string, costs []example.Cost) figure.Measure {
	row := figure.Measure{Name: name}
	least, largest, all := int64(-1), int64(-1), true
	for _, cost := range costs {
		n, ok := cost.Measure(name)
		row.Values = append(row.Values, figure.Value{Number: n, Measured: ok})
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
