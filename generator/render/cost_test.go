package render

import (
	"testing"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

func TestCostMarksTheLeast(t *testing.T) {
	costing := func(name string, costs ...example.Cost) *example.Result {
		r := &example.Result{Example: &example.Example{Name: name}, Runs: make([]example.Run, 1)}
		r.Runs[0].Footprint.StoredBytes = example.Measured(500)
		for _, cost := range costs {
			r.Example.Steps = append(r.Example.Steps, example.Step{Answers: &example.Answers{ID: "one-ferry"}})
			r.Runs[0].Steps = append(r.Runs[0].Steps, example.StepResult{Cost: cost})
		}
		return r
	}
	cost := func(roundTrips, payload int64, read example.Quantity) example.Cost {
		return example.Cost{RoundTrips: example.Measured(roundTrips), DocumentsRead: read, DocumentsWritten: example.Measured(0), Payload: example.Measured(payload)}
	}
	a := costing("a", cost(1, 300, example.Measured(1)))
	b := costing("b", cost(1, 200, example.Measured(1)), cost(1, 50, example.Unmeasured(example.NoPlan)))
	table, err := CostKind.Draw([]*example.Result{a, b}, guide.Target{})
	if err != nil {
		t.Fatal(err)
	}
	want := []figure.Measure{
		{Name: "roundTrips", Values: []figure.Value{{Number: 1, Measured: true, Least: true}, {Number: 2, Measured: true}}},
		{Name: "documentsRead", Values: []figure.Value{{Number: 1, Measured: true}, {Why: "no-plan"}}},
		{Name: "bytesRead", Values: []figure.Value{{}, {}}},
		{Name: "indexEntriesWritten", Values: []figure.Value{{}, {}}},
		{Name: "payload", Values: []figure.Value{{Number: 300, Measured: true}, {Number: 250, Measured: true, Least: true}}},
		{Name: "storedBytes", Values: []figure.Value{{Number: 500, Measured: true}, {Number: 500, Measured: true}}},
		{Name: "indexEntries", Values: []figure.Value{{}, {}}},
	}
	if table.Answers != "one-ferry" || len(table.Models) != 2 || table.Models[1] != "b" {
		t.Errorf("%+v", table)
	}
	for i, row := range want {
		for j := range row.Values {
			if table.Rows[i].Name != row.Name || table.Rows[i].Values[j] != row.Values[j] {
				t.Errorf("row %d: %+v, want %+v", i, table.Rows[i], row)
			}
		}
	}
	if _, err := Cost([]*example.Result{a, b}, "two-ferries"); err == nil {
		t.Error("a question that nobody answers has a cost")
	}
	b.Runs, b.Status = nil, example.Skipped
	if table, err = CostKind.Draw([]*example.Result{a, b}, guide.Target{}); err != nil || table.Rows[0].Values[1] != (figure.Value{Why: "not-run"}) {
		t.Errorf("an example that did not run costs %+v, %v", table.Rows[0], err)
	}
}

func TestCostNamesItsQuestion(t *testing.T) {
	answering := func(ids ...string) *example.Result {
		r := &example.Result{Example: &example.Example{Name: "a"}}
		for _, id := range ids {
			r.Example.Steps = append(r.Example.Steps, example.Step{Answers: &example.Answers{ID: id}})
		}
		return r
	}
	for _, c := range []struct {
		ids  []string
		want string
	}{
		{[]string{"read", "write"}, "the link does not say which of 2 questions the table is about; write #cost/read or #cost/write"},
		{nil, `the steps answer no question that could be compared; give steps of each example the same "answers"`},
	} {
		if _, err := CostKind.Draw([]*example.Result{answering(c.ids...)}, guide.Target{}); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.ids, err, c.want)
		}
	}
}
