package weigh

import (
	"math"
	"math/rand/v2"
	"testing"
)

// growing returns weighings of two models at some sizes. Where isStraight, amounts are on
// a line.
func growing(r *rand.Rand, isStraight bool) BySize {
	one := random(r)
	one.Models = one.Models[:2]
	s := BySize{}
	slope := make([][2]Amounts, len(one.Questions))
	for i := range slope {
		for model := range 2 {
			for unit := range units {
				slope[i][model][unit] = math.Round(20 * r.Float64())
			}
		}
	}
	size := 0.0
	for range 3 + r.IntN(3) {
		size += math.Ceil(100 * r.Float64())
		at := *one
		at.Models = nil
		for model := range 2 {
			m := one.Models[model]
			m.Amounts = nil
			for i, a := range one.Models[model].Amounts {
				by := slope[i][model].times(size)
				if !isStraight {
					by = by.times(r.Float64())
				}
				m.Amounts = append(m.Amounts, a.plus(by))
			}
			at.Models = append(at.Models, m)
		}
		s.Sizes, s.At = append(s.Sizes, size), append(s.At, &at)
	}
	return s
}

// difference returns by how much the first model is dearer at a size, as amounts are
// taken to be there.
func (s BySize) difference(x float64, weights Weights) float64 {
	last := len(s.Sizes) - 1
	i := 0
	for i < last-1 && x > s.Sizes[i+1] {
		i++
	}
	a, b := s.At[i].difference(0, 1, daily), s.At[i+1].difference(0, 1, daily)
	share := (x - s.Sizes[i]) / (s.Sizes[i+1] - s.Sizes[i])
	return weights.of(a.times(1-share)) + weights.of(b.times(share))
}

func TestFlipsOfSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	within, beyond := 0, 0
	for round := range 4000 {
		s := growing(r, round%2 == 0)
		last := s.Sizes[len(s.Sizes)-1]
		i := r.IntN(len(s.Sizes))
		w := s.At[i]
		for _, flip := range s.Flips(s.Sizes[i]) {
			if flip.At > last {
				beyond++
			} else {
				within++
			}
			if !(flip.Low <= flip.At && flip.At <= flip.High) {
				t.Fatalf("a flip is outside of its range: %+v", flip)
			}
			// sign is of the difference, as seen from the model that is the best.
			sign := func(x float64, weights Weights) (isDearer, isSure bool) {
				d := s.difference(x, weights)
				if flip.From == 1 {
					d = -d
				}
				return d > 0, math.Abs(d) > 1e-6*weights.of(w.total(0, daily))
			}
			near := flip.At + (s.Sizes[i]-flip.At)*1e-3
			far := flip.At + (flip.At-s.Sizes[i])*1e-3
			if dearer, sure := sign(near, w.Weights); sure && dearer {
				t.Fatalf("before %+v, from %g, the other model is the better one", flip, s.Sizes[i])
			}
			if dearer, sure := sign(far, w.Weights); sure && !dearer && far > s.Sizes[0] && round%2 == 0 { // a curve may turn back at once
				t.Fatalf("beyond %+v, from %g, nothing changed", flip, s.Sizes[i])
			}
			// From the range to the workload's size, no weights make the other the best.
			edge := flip.Low
			if flip.At < s.Sizes[i] {
				edge = flip.High
			}
			for range 20 {
				x := edge + (flip.At-edge)*(-0.001)
				if edge == 0 || math.IsInf(edge, 0) || x < s.Sizes[0] {
					continue
				}
				if dearer, sure := sign(x, pick(r, w.Ranges)); sure && dearer {
					t.Fatalf("just outside of the range of %+v it depends on the weights", flip)
				}
			}
		}
	}
	if within < 500 || beyond < 50 {
		t.Errorf("%d flips between sizes, %d beyond", within, beyond)
	}
}

// Where amounts are on no line, nothing is said of sizes beyond those that were weighed.
func TestNoFlipBeyondACurve(t *testing.T) {
	at := func(a, b float64) *Weighing {
		return &Weighing{
			Questions: []Question{{Day: 1}},
			Models:    []Model{{Amounts: []Amounts{{Commands: a}}}, {Amounts: []Amounts{{Commands: b}}}},
			CostModel: NewCostModel(nil),
		}
	}
	s := BySize{Sizes: []float64{1, 2, 3}, At: []*Weighing{at(1, 10), at(2, 10), at(3, 10)}}
	if flip, ok := s.Flip(2); !ok || math.Abs(flip.At-10) > 1e-9 || flip.To != 1 {
		t.Errorf("on a line: %+v, %v", flip, ok)
	}
	s.At[1] = at(1.2, 10)
	if flip, ok := s.Flip(2); ok {
		t.Errorf("on a curve: %+v", flip)
	}
}
