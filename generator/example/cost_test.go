package example

import (
	"reflect"
	"slices"
	"testing"
)

func TestCostOf(t *testing.T) {
	answers := &Answers{ID: "ferry-with-certificate"}
	r := &Result{
		Example: &Example{Steps: []Step{{ID: "first", Answers: answers}, {ID: "other"}, {ID: "second", Answers: answers}, {ID: "not-run"}}},
		Steps: []StepResult{
			{Cost: Cost{RoundTrips: 1, DocumentsExamined: 3, Bytes: 200, StoredBytes: 900}},
			{Cost: Cost{RoundTrips: 7, DocumentsExamined: 7, Bytes: 7, StoredBytes: 7}},
			{Cost: Cost{RoundTrips: 2, DocumentsExamined: -1, Bytes: 30, StoredBytes: 950}},
		},
	}
	for id, want := range map[string]Cost{
		"first":                  {RoundTrips: 1, DocumentsExamined: 3, Bytes: 200, StoredBytes: 900},
		"ferry-with-certificate": {RoundTrips: 3, DocumentsExamined: -1, Bytes: 230, StoredBytes: 950},
	} {
		if got, ok := r.CostOf(id); !ok || got != want {
			t.Errorf("CostOf(%s) = %+v, %v, want %+v", id, got, ok, want)
		}
	}
	for _, id := range []string{"not-run", "nowhere"} {
		if got, ok := r.CostOf(id); ok {
			t.Errorf("CostOf(%s) = %+v", id, got)
		}
	}
	if n, ok := (Cost{DocumentsExamined: -1, Bytes: 5}).Measure("documentsExamined"); ok {
		t.Errorf("an unmeasured measure is %d", n)
	}
}

// TestMeasures holds that each field of a cost is one measure.
func TestMeasures(t *testing.T) {
	var cost Cost
	fields := reflect.ValueOf(&cost).Elem()
	for i, m := range measures {
		*m.of(&cost) = int64(i) + 1
		if n, ok := cost.Measure(m.name); m.total == nil || m.about == "" || !ok || n != int64(i)+1 {
			t.Errorf("%s: %+v gives %d, %v", m.name, m, n, ok)
		}
	}
	for i := range fields.NumField() {
		if fields.Field(i).Int() == 0 {
			t.Errorf("%s has no measure", fields.Type().Field(i).Name)
		}
	}
	if _, ok := cost.Measure("seconds"); ok {
		t.Error("seconds are measured")
	}
}

func TestSharedAnswers(t *testing.T) {
	answering := func(ids ...string) *Example {
		e := &Example{Steps: []Step{{ID: "none"}}}
		for _, id := range ids {
			e.Steps = append(e.Steps, Step{Answers: &Answers{ID: id}})
		}
		return e
	}
	got := SharedAnswers([]*Example{answering("a", "b", "b", "c"), answering("c", "b"), answering("b", "c", "d")})
	if !slices.Equal(got, []string{"b", "c"}) {
		t.Errorf("shared answers are %v, want b and c", got)
	}
}
