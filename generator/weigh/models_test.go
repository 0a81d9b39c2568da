package weigh

import (
	"math"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// answering returns a result of an example whose steps answer these questions, each for
// so many of all that is measured.
func answering(name string, each int64, questions ...string) *example.Result {
	r := &example.Result{Example: &example.Example{Name: name}, Status: example.Passed, Runs: make([]example.Run, 1)}
	n := example.Measured(each)
	r.Runs[0].Footprint = example.Footprint{StoredBytes: example.Measured(4e9), IndexBytes: example.Measured(1e9)}
	for _, question := range questions {
		r.Example.Steps = append(r.Example.Steps, example.Step{ID: question, Answers: &example.Answers{ID: question}})
		r.Runs[0].Steps = append(r.Runs[0].Steps, example.StepResult{Cost: example.Cost{
			RoundTrips: n, KeysRead: n, DocumentsRead: n, BytesRead: example.Measured(1024 * each), DocumentsWritten: n,
			IndexEntriesWritten: n, OplogBytes: example.Measured(1024 * each), PagesRead: n,
		}})
	}
	return r
}

func workloadOf(ids ...string) *guide.Workload {
	w := &guide.Workload{Data: 2, Pos: diag.Pos{File: "g.md", Line: 7}}
	for i, id := range ids {
		w.Rates = append(w.Rates, guide.Rate{ID: id, Times: 100, Period: guide.Periods[1], Peak: 1, Pos: diag.Pos{File: "g.md", Line: 9 + i}})
	}
	return w
}

func TestOf(t *testing.T) {
	w, messages := Of(workloadOf("sheet"), []*example.Result{answering("a", 1, "sheet"), answering("b", 3, "sheet")}, NewCostModel(nil))
	if len(messages) > 0 {
		t.Fatal(messages)
	}
	// Of 10 GB, a tenth fits the cache of 1 GB.
	want := 0.0
	for unit, weight := range NewCostModel(nil).Weights {
		if Unit(unit) == Pages {
			weight *= 0.9
		}
		want += 3 * weight
	}
	if got := w.Work(1, 0); math.Abs(got-100*want) > 1e-6*got {
		t.Errorf("the work of a day is %g, want %g", got, 100*want)
	}
	hot := workloadOf("sheet")
	hot.Rates[0].IsCached = true
	w, _ = Of(hot, []*example.Result{answering("a", 1, "sheet"), answering("b", 3, "sheet")}, NewCostModel(nil))
	if got, want := w.Work(1, 0), 100*(want-3*0.9*NewCostModel(nil).Weights[Pages]); math.Abs(got-want) > 1e-6*got {
		t.Errorf("of what is always in the cache it is %g, want %g", got, want)
	}
	if w.Models[1].Bytes() != 10e9 {
		t.Errorf("%g bytes", w.Models[1].Bytes())
	}
}

func TestOfMistakes(t *testing.T) {
	unmeasured := answering("b", 1, "sheet")
	unmeasured.Runs[0].Steps[0].Cost.KeysRead = example.Unmeasured(example.NoPlan)
	noIndexes := answering("b", 1, "sheet")
	noIndexes.Runs[0].Footprint.IndexBytes = example.Quantity{}
	failed := answering("b", 1, "sheet")
	failed.Status = example.Failed
	for _, c := range []struct {
		workload *guide.Workload
		other    *example.Result
		want     string
	}{
		{workloadOf("sheets"), answering("b", 1, "sheet"), "g.md:9: no step of the example a answers sheets, which has a rate (did you mean sheet?)"},
		{workloadOf("sheet", "rename"), answering("b", 1, "sheet", "rename"), "g.md:10: no step of the example a answers rename, which has a rate"},
		{workloadOf("sheet"), answering("b", 1, "sheet", "rename"), "g.md:7: the example b answers rename, which has no rate"},
		{workloadOf("sheet"), unmeasured, "g.md:9: keysRead of sheet was not measured in the example b, so that it can't be weighed: explain"},
		{workloadOf("sheet"), noIndexes, "g.md:7: indexBytes of the model was not measured in the example b"},
		{&guide.Workload{Data: 1, Size: 5, Rates: workloadOf("sheet").Rates}, answering("b", 1, "sheet"), "the example a does not run at the size 5"},
		{workloadOf("sheet"), failed, ""},
		{workloadOf("sheet"), nil, ""},
	} {
		w, messages := Of(c.workload, []*example.Result{answering("a", 1, "sheet"), c.other}, NewCostModel(nil))
		var said []string
		for _, m := range messages {
			text := m.Pos.String() + ": " + m.Text
			if m.Hint != "" {
				text += " (" + m.Hint + ")"
			}
			said = append(said, text)
		}
		if got := strings.Join(said, "\n"); w != nil || !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("got %v and\n%s\nwant\n%s", w, got, c.want)
		}
	}
}

func TestNewCostModel(t *testing.T) {
	m := NewCostModel(map[string]float64{"command": 30, "cache": 8, "roundTrip": 100})
	if m.Weights[Commands] != 30 || m.Ranges.Low[Commands] != 20 || m.Ranges.High[Commands] != 45 || m.Cache != 8e9 || m.RoundTrip != 100 {
		t.Errorf("got %+v", m)
	}
	for i, term := range Terms() {
		if !(0 < term.Low && term.Low < term.Value && term.Value < term.High) {
			t.Errorf("%+v is no value within a range", term)
		}
		if m.Terms()[i].Name != term.Name {
			t.Errorf("%s is at another place", term.Name)
		}
	}
}

func TestRounded(t *testing.T) {
	for n, want := range map[float64]float64{0: 0, 0.0123: 0.012, 0.999: 1, 9.96: 10, 1.04: 1, 78947: 79000, 5104: 5100, 12: 12, 3: 3, math.Inf(1): math.Inf(1)} {
		if got := Rounded(n); got != want {
			t.Errorf("Rounded(%g) = %v, want %v", n, got, want)
		}
	}
}
