package example

import (
	"reflect"
	"slices"
	"testing"
)

func cost(roundTrips int64, read Quantity, payload int64) Cost {
	return Cost{RoundTrips: Measured(roundTrips), DocumentsRead: read, Payload: Measured(payload)}
}

func TestCostOf(t *testing.T) {
	answers := &Answers{ID: "ferry-with-certificate"}
	run := Run{Size: 10, Steps: []StepResult{
		{Cost: cost(1, Measured(3), 200)}, {Cost: cost(7, Measured(7), 7)}, {Cost: cost(2, Unmeasured(JoinPlan), 30)},
	}}
	twice := Run{Size: 20, Steps: []StepResult{{Cost: cost(2, Measured(6), 400)}}}
	r := &Result{
		Example: &Example{Sizes: []int{10, 20}, Steps: []Step{{ID: "first", Answers: answers}, {ID: "other"}, {ID: "second", Answers: answers}, {ID: "not-run"}}},
		Runs:    []Run{run, twice},
	}
	for _, c := range []struct {
		id   string
		size int
		want Cost
	}{
		{"first", 0, cost(1, Measured(3), 200)},
		{"first", 10, cost(1, Measured(3), 200)},
		{"first", 20, cost(2, Measured(6), 400)},
		{"ferry-with-certificate", 0, cost(3, Unmeasured(JoinPlan), 230)},
	} {
		if got, ok := r.CostOf(c.id, c.size); !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("CostOf(%s, %d) = %+v, %v, want %+v", c.id, c.size, got, ok, c.want)
		}
	}
	for id, size := range map[string]int{"not-run": 0, "nowhere": 10, "first": 30, "other": 20} {
		if got, ok := r.CostOf(id, size); ok {
			t.Errorf("CostOf(%s, %d) = %+v", id, size, got)
		}
	}
}

// TestAlongside: what is sent at the same time takes the round trips of the
// longest; everything else adds up.
func TestAlongside(t *testing.T) {
	answers := &Answers{ID: "page"}
	steps := []Step{{ID: "a"}, {ID: "b", Alongside: "a"}, {ID: "c", Alongside: "a"}, {ID: "d"}, {ID: "e", Alongside: "d"}}
	var results []StepResult
	for i, roundTrips := range []int64{1, 3, 2, 1, 1} {
		steps[i].Answers = answers
		results = append(results, StepResult{Cost: cost(roundTrips, Measured(1), 10)})
	}
	r := &Result{Example: &Example{Steps: steps}, Runs: []Run{{Steps: results}}}
	if got, _ := r.CostOf("page", 0); !reflect.DeepEqual(got, cost(4, Measured(5), 50)) {
		t.Errorf("%+v", got)
	}
	if commands, ok := r.CommandsOf("page", 0); !ok || commands != Measured(8) {
		t.Errorf("%+v commands", commands)
	}
	if commands, ok := r.CommandsOf("b", 0); !ok || commands != Measured(3) {
		t.Errorf("%+v commands of a step", commands)
	}
	if commands, ok := r.CommandsOf("nowhere", 0); ok {
		t.Errorf("%+v commands", commands)
	}
	results[1].Cost.RoundTrips = Unmeasured(NotCounted)
	if got, _ := r.CostOf("page", 0); got.RoundTrips != Unmeasured(NotCounted) {
		t.Errorf("%+v", got)
	}
}

// TestDistinct: things that two steps share count once, things that only one has and
// plain numbers are added.
func TestDistinct(t *testing.T) {
	two, three := Distinct([]string{"a", "b", "a"}), Distinct([]string{"b", "c", "d"})
	for _, c := range []struct {
		name string
		sum  Quantity
		want int64
	}{
		{"one alone", two, 2},
		{"both", two.Plus(three), 4},
		{"both, and one of them again", two.Plus(three).Plus(two), 4},
		{"with a number", two.Plus(Measured(5)).Plus(three), 9},
		{"a number first", Measured(5).Plus(two), 7},
	} {
		if n, ok := c.sum.Number(); !ok || n != c.want {
			t.Errorf("%s: %d, %v, want %d", c.name, n, ok, c.want)
		}
	}
	if got := two.Plus(Unmeasured(NoPlan)); got != Unmeasured(NoPlan) {
		t.Errorf("%+v", got)
	}
}

// TestDocuments: a model has the documents of all its collections.
func TestDocuments(t *testing.T) {
	e := &Example{Collections: []Collection{{Name: "a", Written: make([]Document, 3)}, {Name: "b", Written: make([]Document, 4)}}}
	if got := (&Result{Example: e}).Documents(0); got != 7 {
		t.Errorf("%d", got)
	}
}

// TestMeasures holds that each quantity of a cost is one measure.
func TestMeasures(t *testing.T) {
	checkMeasures(t, measures, func(c *Cost, name string) Quantity { return c.Measure(name) })
	checkMeasures(t, footprintMeasures, func(f *Footprint, name string) Quantity { return f.Measure(name) })
}

func checkMeasures[T any](t *testing.T, measures []measure[T], measure func(*T, string) Quantity) {
	t.Helper()
	of := new(T)
	for i, m := range measures {
		if m.about == "" || *m.of(of) != (Quantity{}) {
			t.Errorf("%s: %+v", m.name, m)
		}
		*m.of(of) = Measured(int64(i) + 1)
		if got := measure(of, m.name); got != Measured(int64(i)+1) {
			t.Errorf("%s gives %+v", m.name, got)
		}
	}
	fields := reflect.ValueOf(of).Elem()
	for i := range fields.NumField() {
		if _, isQuantity := fields.Field(i).Interface().(Quantity); isQuantity && fields.Field(i).IsZero() {
			t.Errorf("%s has no measure", fields.Type().Field(i).Name)
		}
	}
	if _, ok := measure(of, "seconds").Number(); ok {
		t.Error("seconds are measured")
	}
}

// TestQuantities: nothing is 0 because it was forgotten.
func TestQuantities(t *testing.T) {
	if _, ok := (Quantity{}).Number(); ok {
		t.Error("nothing is a number")
	}
	if got := Measured(5).Minus(Measured(7)).Plus(Measured(3)); got != Measured(1) {
		t.Errorf("%+v", got)
	}
	for _, got := range []Quantity{Measured(1).Plus(Unmeasured(JoinPlan)), Unmeasured(JoinPlan).Plus(Measured(1)), Measured(1).Minus(Unmeasured(JoinPlan))} {
		if _, ok := got.Number(); ok || got.Why() != JoinPlan {
			t.Errorf("%+v", got)
		}
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
