package render

import (
	"reflect"
	"slices"
	"testing"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

func TestCost(t *testing.T) {
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
	table, err := costOfTarget([]*example.Result{a, b}, guide.Target{})
	if err != nil {
		t.Fatal(err)
	}
	known := func(a, b int64) []figure.Value {
		return []figure.Value{{Number: a, Measured: true}, {Number: b, Measured: true}}
	}
	want := []figure.Measure{
		{Name: "roundTrips", Values: known(1, 2)},
		{Name: "payload", Values: known(300, 250)},
		{Name: "indexEntriesWritten", Values: []figure.Value{{}, {}}},
		{Name: "indexBytesWritten", Values: []figure.Value{{}, {}}},
		{Name: "oplogBytes", Values: []figure.Value{{}, {}}},
		{Name: "bytesRead", Values: []figure.Value{{}, {}}},
		{Name: "documentsRead", Values: []figure.Value{{Number: 1, Measured: true}, {Why: "no-plan"}}},
		{Name: "keysRead", Values: []figure.Value{{}, {}}},
		{Name: "storedBytes", Values: known(500, 500)},
		{Name: "indexEntries", Values: []figure.Value{{}, {}}},
		{Name: "indexBytes", Values: []figure.Value{{}, {}}},
	}
	got := slices.Concat(table.Rows, table.Kept)
	if len(table.Kept) != 3 || len(got) != len(want) {
		t.Fatalf("%+v", table)
	}
	if len(table.Models) != 2 || table.Models[1] != "b" {
		t.Errorf("%+v", table)
	}
	for i, row := range want {
		for j := range row.Values {
			if got[i].Name != row.Name || got[i].Values[j] != row.Values[j] {
				t.Errorf("row %d: %+v, want %+v", i, got[i], row)
			}
		}
	}
	if _, err := CostOf([]*example.Result{a, b}, "two-ferries", 0); err == nil {
		t.Error("a question that nobody answers has a cost")
	}
	b.Runs, b.Status = nil, example.Skipped
	if table, err = costOfTarget([]*example.Result{a, b}, guide.Target{}); err != nil || table.Rows[0].Values[1] != (figure.Value{Why: "not-run"}) {
		t.Errorf("an example that did not run costs %+v, %v", table.Rows[0], err)
	}
}

// TestDecidingMeasure: the writes of a question decide before its reads, and known
// measures before unknown ones.
func TestDecidingMeasure(t *testing.T) {
	one, two := example.Measured(1), example.Measured(2)
	for _, c := range []struct {
		cost example.Cost
		want string
	}{
		{example.Cost{RoundTrips: one, DocumentsRead: one, BytesRead: two, DocumentsWritten: one, IndexEntriesWritten: one, Payload: two}, "documentsWritten"},
		{example.Cost{RoundTrips: one, DocumentsRead: one, BytesRead: two, DocumentsWritten: example.Measured(0), IndexEntriesWritten: example.Measured(0), Payload: two}, "bytesRead"},
		{example.Cost{RoundTrips: one, DocumentsWritten: example.Measured(0), Payload: two}, "roundTrips"},
	} {
		if got := rows([]example.Cost{c.cost, c.cost}, nil)[0].Name; got != c.want {
			t.Errorf("%s decides, want %s", got, c.want)
		}
	}
}

// TestPagesOfLittleData: pages that are read are a row where there are some.
func TestPagesOfLittleData(t *testing.T) {
	read := []example.Cost{{PagesRead: example.Measured(3)}, {PagesRead: example.Measured(60)}}
	for stored, want := range map[int64]bool{leastPages<<15 - 1: false, leastPages << 15: true} {
		all := rows(read, []example.Footprint{{StoredBytes: example.Measured(1)}, {StoredBytes: example.Measured(stored)}})
		if got := slices.ContainsFunc(all, func(m figure.Measure) bool { return m.Name == "pagesRead" }); got != want {
			t.Errorf("pages of %d bytes are a row: %v, want %v", stored, got, want)
		}
	}
}

// TestCostAtASize: a table shows the size that its link names.
func TestCostAtASize(t *testing.T) {
	r := &example.Result{Example: &example.Example{Name: "a", Sizes: []int{10, 1000}, Steps: []example.Step{{Answers: &example.Answers{ID: "one"}}}}}
	for _, size := range r.Example.Sizes {
		r.Runs = append(r.Runs, example.Run{
			Size: size, Footprint: example.Footprint{StoredBytes: example.Measured(int64(size))},
			Steps: []example.StepResult{{Cost: example.Cost{BytesRead: example.Measured(int64(size))}}},
		})
	}
	for size, want := range map[int]int64{0: 10, 1000: 1000} {
		table, err := costOfTarget([]*example.Result{r}, guide.Target{Question: "one", Size: size})
		if err != nil || table.Rows[0].Values[0].Number != want || table.Kept[0].Values[0].Number != want {
			t.Errorf("size %d: %+v, %v", size, table, err)
		}
	}
}

// TestCostCountsDocuments: a table of examples with sizes says how many documents
// there are, of each collection that has as many in all models.
func TestCostCountsDocuments(t *testing.T) {
	model := func(huts, guests int) *example.Result {
		e := &example.Example{Sizes: []int{10, 1000}, Collections: []example.Collection{{Name: "huts"}, {Name: "guests"}}}
		e.Collections[0].Written = make([]example.Document, huts)
		e.Collections[1].Written = make([]example.Document, guests)
		return &example.Result{Example: e, Status: example.Skipped}
	}
	one, other := model(250, 3), model(250, 4)
	for _, c := range []struct {
		results []*example.Result
		want    []Count
	}{
		{[]*example.Result{one}, []Count{{"huts", 250}, {"guests", 3}}},
		{[]*example.Result{one, other}, []Count{{"huts", 250}}},
		{[]*example.Result{{Example: &example.Example{Collections: one.Example.Collections}, Status: example.Skipped}}, nil},
	} {
		table, err := CostOf(c.results, "one", 0)
		if err != nil || !slices.Equal(table.Counts, c.want) {
			t.Errorf("%v, %v; want %v", table.Counts, err, c.want)
		}
	}
	if said := (Cost{Counts: []Count{{"huts", 250}}}).said(); !reflect.DeepEqual(said, figure.Enumeration{figure.Because(figure.Text("huts"), figure.Integer(250))}) {
		t.Errorf("%v", said)
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
		if _, err := costOfTarget([]*example.Result{answering(c.ids...)}, guide.Target{}); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.ids, err, c.want)
		}
	}
}
