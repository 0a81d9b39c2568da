package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// reading returns an example whose question "r" reads the first and whose change "c"
// the second number of bytes, at each of the sizes 10, 20, 40.
func reading(bytes ...[2]int64) *example.Result {
	r := &example.Result{Example: &example.Example{Name: "a", Steps: []example.Step{{Answers: &example.Answers{ID: "r"}}, {Answers: &example.Answers{ID: "c"}}}}}
	sizes := []int{10, 20, 40}
	for i, of := range bytes {
		r.Example.Sizes = append(r.Example.Sizes, sizes[i])
		var steps []example.StepResult
		for _, n := range of {
			steps = append(steps, example.StepResult{Cost: example.Cost{BytesRead: example.Measured(n)}})
		}
		r.Runs = append(r.Runs, example.Run{Size: sizes[i], Steps: steps})
	}
	return r
}

// TestWorkloadTurns: the model that reads the fewest bytes is named for each number
// of reads a change from which on it does, and that number is the first one.
func TestWorkloadTurns(t *testing.T) {
	for name, c := range map[string]struct {
		costs [][2]int64
		want  string
	}{
		"one turn":          {[][2]int64{{770, 2308}, {810, 62}, {520, 1620}}, "first 1 B; turn 6 C"},
		"two turns":         {[][2]int64{{100, 0}, {50, 100}, {10, 1000}}, "first 1 A; turn 3 B; turn 23 C"},
		"as much at a turn": {[][2]int64{{3, 0}, {2, 4}}, "first 1 A; turn 5 B"},
		"never":             {[][2]int64{{5, 5}, {6, 6}}, "always 1 A"},
		"alike":             {[][2]int64{{5, 5}, {5, 5}, {6, 0}}, "first 1 C; turn 6 AB"},
		"alike at one read": {[][2]int64{{5, 5}, {6, 4}}, "always 1 A"},
		"one model":         {[][2]int64{{5, 5}}, ""},
	} {
		var results []*example.Result
		for _, cost := range c.costs {
			results = append(results, reading(cost))
		}
		w, err := WorkloadOf(results, "r", "c", 0)
		if got := turnsOf(w); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, c.want)
		}
		fewestByTrying(t, name, w)
	}
}

// fewestByTrying compares the remarks with all numbers of reads.
func fewestByTrying(t *testing.T, name string, w figure.Workload) {
	for reads := int64(1); reads < 50 && len(w.Remarks) > 0; reads++ {
		var said string
		for remark := range strings.SplitSeq(turnsOf(w), "; ") {
			var key, letters string
			var from int64
			fmt.Sscan(remark, &key, &from, &letters)
			if from <= reads {
				said = letters
			}
		}
		var sums []int64
		for _, cost := range w.Costs[w.At] {
			sums = append(sums, cost.Sum(reads).Number)
		}
		if first := int(said[0] - 'A'); sums[first] != slices.Min(sums) {
			t.Errorf("%s: at %d reads %s is said to read the fewest of %v", name, reads, said, sums)
		}
	}
}

func turnsOf(w figure.Workload) string {
	var said []string
	for _, remark := range w.Remarks {
		words := remark.(figure.Words)
		text := fmt.Sprint(strings.TrimPrefix(words.Key, "workload-words."), " ", words.With[0].Phrase, " ")
		for _, letter := range words.With[1].Phrase.(figure.Enumeration) {
			text += string(rune('A' + letter.(figure.Letter)))
		}
		said = append(said, text)
	}
	return strings.Join(said, "; ")
}

// TestWorkloadSizes: other numbers are reckoned only if all measured ones are on
// lines.
func TestWorkloadSizes(t *testing.T) {
	flat := reading([2]int64{5, 7}, [2]int64{5, 7}, [2]int64{5, 7})
	for name, c := range map[string]struct {
		result *example.Result
		want   bool
	}{
		"a line":      {reading([2]int64{5, 100}, [2]int64{5, 200}, [2]int64{5, 400}), true},
		"nearly":      {reading([2]int64{5, 100}, [2]int64{5, 203}, [2]int64{5, 400}), true},
		"no line":     {reading([2]int64{5, 100}, [2]int64{5, 210}, [2]int64{5, 400}), false},
		"two sizes":   {reading([2]int64{5, 100}, [2]int64{5, 200}), false},
		"other sizes": {reading([2]int64{5, 100}), false},
	} {
		w, err := WorkloadOf([]*example.Result{flat, c.result}, "r", "c", 10)
		if err != nil || (w.Sizes != nil) != c.want || w.Rows()[0].Values[1].Number != 105 {
			t.Errorf("%s: %+v, %v", name, w, err)
		}
	}
	w, err := WorkloadOf([]*example.Result{flat}, "r", "c", 40)
	if err != nil || w.At != 2 {
		t.Errorf("%+v, %v", w, err)
	}
}

// TestWorkloadKnows: a cost that was not measured is not 0, and a question without an
// answer is an error.
func TestWorkloadKnows(t *testing.T) {
	notRun := reading()
	notRun.Status = example.Skipped
	w, err := WorkloadOf([]*example.Result{reading([2]int64{1, 2}), notRun}, "r", "c", 0)
	if value := w.Rows()[1].Values[1]; err != nil || value.Measured || value.Why != string(example.NotRun) || w.Remarks != nil {
		t.Errorf("%+v, %v", w, err)
	}
	if _, err := WorkloadOf([]*example.Result{reading([2]int64{1, 2})}, "r", "other", 0); err == nil {
		t.Error("nobody answers")
	}
}
