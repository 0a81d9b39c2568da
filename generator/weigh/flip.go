package weigh

import (
	"cmp"
	"math"
	"slices"
)

// Flip is a rate of a question, a day, or a size beyond which another model is the best.
type Flip struct {
	At float64
	// Low and High are the range that uncertain weights leave: between them either
	// of the two models may be the better one. Low may be 0 and High infinite.
	Low, High float64
	From, To  int // the model that is the best for the workload, and the other
}

// Flips returns the rates of a question, a day, at which another model than the best
// one becomes the best: the nearest below the workload's rate and the nearest above
// it, where there are such within a factor of a thousand, in this order. Questions that
// follow it are asked in proportion; all other rates stay as they are.
func (w *Weighing) Flips(question int) []Flip {
	best := w.Best()
	return w.flips(best, w.Questions[question].Day, func(other int) path { return path{w.along(question, best, other)} })
}

// Flip returns the flip of a question that is nearest to the workload's rate, by the
// factor between them; false if the best model is so at any rate.
func (w *Weighing) Flip(question int) (Flip, bool) {
	return nearest(w.Flips(question), w.Questions[question].Day)
}

func nearest(flips []Flip, x float64) (Flip, bool) {
	if len(flips) == 0 {
		return Flip{}, false
	}
	return slices.MinFunc(flips, func(a, b Flip) int { return cmp.Compare(away(a.At/x), away(b.At/x)) }), true
}

// farthest is how many times a workload's value a flip is at most: beyond that it is
// about another application.
const farthest = 1000

// flips returns the nearest value below x and the nearest above it at which another
// model becomes the best, along the paths from the best one to each of the others.
func (w *Weighing) flips(best int, x float64, to func(other int) path) []Flip {
	var flips []Flip
	for _, isAbove := range []bool{false, true} {
		var nearest *Flip
		for _, other := range w.rivals(best) {
			flip, ok := to(other).flip(w.Weights, w.Ranges, x, isAbove)
			if ok && away(flip.At/x) <= farthest && (nearest == nil || math.Abs(flip.At-x) < math.Abs(nearest.At-x)) {
				flip.From, flip.To = best, other
				nearest = &flip
			}
		}
		if nearest != nil {
			flips = append(flips, *nearest)
		}
	}
	return flips
}

// along returns the difference between two models for any rate of a question.
func (w *Weighing) along(question, model, other int) piece {
	p := piece{to: math.Inf(1)}
	asked := w.Questions[question]
	for i, q := range w.Questions {
		each := w.amounts(model, i).plus(w.amounts(other, i).times(-1))
		switch {
		case i == question:
			p.slope = p.slope.plus(each)
		case q.Of != "" && q.Of == asked.ID:
			p.slope = p.slope.plus(each.times(q.Day / asked.Day))
		default:
			p.start = p.start.plus(each.times(q.Day))
		}
	}
	return p
}

// Rounded returns a computed number with as many digits as it is worth, which is two.
func Rounded(n float64) float64 {
	if n == 0 || math.IsInf(n, 0) {
		return n
	}
	decimals := 1 - int(math.Floor(math.Log10(math.Abs(n))))
	if unit := math.Pow10(decimals); decimals >= 0 {
		return math.Round(n*unit) / unit
	}
	unit := math.Pow10(-decimals) // exact, as that below 1 is not
	return math.Round(n/unit) * unit
}
