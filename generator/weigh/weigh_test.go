package weigh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// random returns a weighing of some models with costs, rates and weights of many sizes.
func random(r *rand.Rand) *Weighing {
	w := &Weighing{CostModel: CostModel{Cache: 1 << 30}}
	size := func(low, high float64) float64 { return math.Exp(math.Log(low) + r.Float64()*math.Log(high/low)) }
	for i := range 1 + r.IntN(4) {
		q := Question{ID: fmt.Sprint(i), Day: size(1, 1e7), Peak: size(0.01, 1e3)}
		if i > 0 && r.IntN(3) == 0 {
			q.Of = "0"
		}
		w.Questions = append(w.Questions, q)
	}
	for range 2 + r.IntN(3) {
		m := Model{Documents: size(1e3, 1e12), Indexes: size(1e3, 1e10)}
		for range w.Questions {
			var a Amounts
			for unit := range a {
				if r.IntN(3) > 0 {
					a[unit] = math.Round(size(1, 1e3))
				}
			}
			m.Amounts, m.RoundTrips = append(m.Amounts, a), append(m.RoundTrips, 1)
		}
		w.Models = append(w.Models, m)
	}
	for unit := range w.Weights {
		w.Weights[unit] = size(0.1, 100)
		w.Ranges.Low[unit], w.Ranges.High[unit] = w.Weights[unit]/(1+r.Float64()*5), w.Weights[unit]*(1+r.Float64()*5)
	}
	return w
}

// asked returns a weighing in which a question has another rate, and those that follow it
// are asked in proportion.
func asked(w *Weighing, question int, rate float64) Weighing {
	changed := *w
	changed.Questions = slices.Clone(w.Questions)
	for i, q := range w.Questions {
		if i == question {
			changed.Questions[i].Day = rate
		} else if q.Of == w.Questions[question].ID {
			changed.Questions[i].Day *= rate / w.Questions[question].Day
		}
	}
	return changed
}

// pick returns weights in a box, at its ends or between.
func pick(r *rand.Rand, box Box) Weights {
	var weights Weights
	for unit := range weights {
		switch r.IntN(3) {
		case 0:
			weights[unit] = box.Low[unit]
		case 1:
			weights[unit] = box.High[unit]
		default:
			weights[unit] = box.Low[unit] + r.Float64()*(box.High[unit]-box.Low[unit])
		}
	}
	return weights
}

// If a verdict is clear, no weights within a factor of four make another model the
// best; if it is close, some do.
func TestClearIsClear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[Outcome]int{}
	for range 2000 {
		w := random(r)
		v := w.Verdict()
		seen[v.Outcome]++
		if v.Outcome != Clear {
			continue
		}
		for other := range w.Models {
			if other != v.Best && w.Day(other) < 1.1*w.Day(v.Best) {
				t.Fatalf("model %d is clearly the best, and model %d costs hardly more", v.Best, other)
			}
		}
		changed := *w
		for range 50 {
			changed.Weights = pick(r, w.Weights.Within(sureFactor))
			for other := range w.Models {
				if other != v.Best && (changed.Day(other) <= changed.Day(v.Best) || changed.Peak(other) <= changed.Peak(v.Best)) {
					t.Fatalf("model %d is clearly the best, and with %v model %d is", v.Best, changed.Weights, other)
				}
			}
		}
	}
	if seen[Clear] < 50 || seen[Close] < 50 {
		t.Errorf("too few of an outcome: %v", seen)
	}
}

// A tip is where two models are equal; beyond it the other one is the better.
func TestTips(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tips := 0
	for range 2000 {
		w := random(r)
		v := w.Verdict()
		for _, tip := range v.Tips {
			tips++
			changed := *w
			changed.Weights[tip.Unit] *= tip.Factor
			a, b := changed.Day(v.Best), changed.Day(tip.Model)
			if math.Abs(a-b) > 1e-6*(a+b) {
				t.Fatalf("at the tip %+v one takes %g and the other %g", tip, a, b)
			}
			beyond := tip.Factor * 1.01
			if tip.Factor < 1 {
				beyond = tip.Factor / 1.01
			}
			changed.Weights[tip.Unit] = w.Weights[tip.Unit] * beyond
			if changed.Day(v.Best) <= changed.Day(tip.Model) {
				t.Fatalf("beyond the tip %+v the best is still the better one", tip)
			}
		}
	}
	if tips < 500 {
		t.Errorf("only %d tips", tips)
	}
}

// On both sides of a flip the models are as it says, the nearest one changes the best,
// and outside of its range no weights do otherwise.
func TestFlips(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	flips := 0
	for range 3000 {
		w := random(r)
		for question := range w.Questions {
			for _, flip := range w.Flips(question) {
				flips++
				if !(flip.Low <= flip.At && flip.At <= flip.High) {
					t.Fatalf("a flip is outside of its range: %+v", flip)
				}
				isAbove := flip.At > w.Questions[question].Day
				// isFirst reports whether the best of the workload is better than the other.
				isFirst := func(rate float64, weights Weights) (bool, bool) {
					changed := asked(w, question, rate)
					changed.Weights = weights
					a, b := changed.Day(flip.From), changed.Day(flip.To)
					return a < b, math.Abs(a-b) > 1e-6*(a+b)
				}
				if first, sure := isFirst(flip.At*0.99, w.Weights); sure && first != isAbove {
					t.Fatalf("below %+v the other model is the better one", flip)
				}
				if first, sure := isFirst(flip.At*1.01, w.Weights); sure && first == isAbove {
					t.Fatalf("above %+v nothing changed", flip)
				}
				for range 20 {
					weights := pick(r, w.Ranges)
					if first, sure := isFirst(flip.Low*0.99, weights); flip.Low > 0 && sure && first != isAbove {
						t.Fatalf("below the range of %+v it depends on the weights %v", flip, weights)
					}
					if first, sure := isFirst(flip.High*1.01, weights); !math.IsInf(flip.High, 1) && sure && first == isAbove {
						t.Fatalf("above the range of %+v it depends on the weights %v", flip, weights)
					}
				}
			}
		}
	}
	if flips < 2000 {
		t.Errorf("only %d flips", flips)
	}
}

// Between the workload's rate and its nearest flip the best model stays the best.
func TestNothingChangesBeforeAFlip(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		w := random(r)
		best := w.Best()
		for question, q := range w.Questions {
			low, high := 0.0, math.Inf(1)
			for _, flip := range w.Flips(question) {
				if flip.At < q.Day {
					low = flip.At
				} else {
					high = flip.At
				}
			}
			for range 20 {
				rate := low + (min(high, q.Day*1e3)-low)*(0.001+0.998*r.Float64())
				changed := asked(w, question, rate)
				if changed.Best() != best && math.Abs(changed.Day(best)-changed.Day(changed.Best())) > 1e-6*changed.Day(best) {
					t.Fatalf("at %g, between %g and %g, another model is the best", rate, low, high)
				}
			}
		}
	}
}

// Little work and little data don't decide; much data does, however rarely it is read.
func TestIndifferent(t *testing.T) {
	w := &Weighing{
		Questions: []Question{{ID: "sheet", Day: 3000, Peak: 1}},
		Models: []Model{
			{Amounts: []Amounts{{Commands: 1, DocumentsRead: 1}}, RoundTrips: []float64{1}, Documents: 1e6},
			{Amounts: []Amounts{{Commands: 2, DocumentsRead: 11}}, RoundTrips: []float64{2}, Documents: 1e6},
		},
		CostModel: CostModel{Weights: Weights{Commands: 50, DocumentsRead: 2}, RoundTrip: 500, Cache: 1e9},
	}
	if v := w.Verdict(); v.Outcome != Indifferent || v.Best != 0 {
		t.Errorf("got %+v", v)
	}
	if wait := w.Wait(1, 0); wait != 2*500+2*50+11*2 {
		t.Errorf("the wait is %g", wait)
	}
	w.Models[1].Documents = 2e9
	if v := w.Verdict(); v.Outcome != Clear {
		t.Errorf("more data than a cache: %+v", v)
	}
	w.Models[1].Documents, w.Questions[0].Peak = 1e6, 200
	if v := w.Verdict(); v.Outcome != Clear {
		t.Errorf("more work: %+v", v)
	}
}
