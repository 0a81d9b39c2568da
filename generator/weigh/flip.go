package weigh

import (
	"cmp"
	"math"
	"slices"
)

// Flip is a rate of a question, a day, beyond which another model is the best.
type Flip struct {
	Rate float64
	// Low and High are the range that uncertain weights leave: between them either
	// of the two models may be the better one. Low may be 0 and High infinite.
	Low, High float64
	From, To  int // the model that is the best at the workload's rate, and the other
}

// Flips returns the rates of a question, a day, at which another model than the best
// one becomes the best: the nearest below the workload's rate and the nearest above
// it, where there are such, in this order. All other rates stay as they are.
func (w *Weighing) Flips(question int) []Flip {
	var flips []Flip
	best, rate := w.Best(), w.Questions[question].Day
	for _, isAbove := range []bool{false, true} {
		var nearest *Flip
		for other := range w.Models {
			if other == best {
				continue
			}
			line := w.along(question, best, other)
			at, ok := line.zero(w.Weights)
			if !ok || (at > rate) != isAbove || at == rate {
				continue
			}
			if nearest == nil || math.Abs(at-rate) < math.Abs(nearest.Rate-rate) {
				nearest = &Flip{Rate: at, From: best, To: other}
				nearest.Low, nearest.High = line.uncertain(w.Ranges, at, isAbove)
			}
		}
		if nearest != nil {
			flips = append(flips, *nearest)
		}
	}
	return flips
}

// line is the difference between two models as it depends on the rate of a question:
// start, and slope for each time a day.
type line struct{ start, slope Amounts }

// along returns the difference between two models for any rate of a question.
func (w *Weighing) along(question, model, other int) line {
	var l line
	for i, q := range w.Questions {
		each := w.amounts(model, i).plus(w.amounts(other, i).times(-1))
		if i == question {
			l.slope = each
		} else {
			l.start = l.start.plus(each.times(q.Day))
		}
	}
	return l
}

func (l line) at(rate float64) Amounts { return l.start.plus(l.slope.times(rate)) }

// zero returns the rate, above 0, at which the models are equal.
func (l line) zero(weights Weights) (rate float64, ok bool) {
	rate = -weights.of(l.start) / weights.of(l.slope)
	return rate, rate > 0 && !math.IsInf(rate, 0)
}

// uncertain returns the rates around a flip between which the weights decide. For a
// flip at which the first model stops to be the better one as the rate grows, it is
// surely so below low, and surely not above high; otherwise the other way round.
func (l line) uncertain(box Box, flip float64, isAbove bool) (low, high float64) {
	most := func(rate float64) float64 { return box.most(l.at(rate)) }
	least := func(rate float64) float64 { return box.least(l.at(rate)) }
	if isAbove {
		return l.crossing(most, flip, -1), l.crossing(least, flip, 1)
	}
	return l.crossing(least, flip, -1), l.crossing(most, flip, 1)
}

// crossing returns the rate nearest to a flip at which a difference is zero, below it
// (direction -1) or above (1): 0 or infinity if there is none. The difference is
// straight between the rates at which that of one unit is zero.
func (l line) crossing(difference func(rate float64) float64, flip, direction float64) float64 {
	knots := l.knots(flip, direction)
	from := flip
	sign := difference(from) > 0
	for _, to := range knots {
		a, b := difference(from), difference(to)
		if a == 0 {
			return from
		}
		if (b > 0) != sign || b == 0 {
			return from + (to-from)*a/(a-b)
		}
		from = to
	}
	if direction < 0 {
		return 0
	}
	// Beyond the last knot the difference is one straight line.
	a, b := difference(from), difference(from+1)
	if a == b || (b-a > 0) == sign {
		return math.Inf(1)
	}
	return from - a/(b-a)
}

// knots returns the rates beyond a flip at which the difference of one unit is zero,
// the nearest first; below the flip 0 is the last.
func (l line) knots(flip, direction float64) []float64 {
	var knots []float64
	if direction < 0 {
		knots = append(knots, 0)
	}
	for unit := range units {
		rate := -l.start[unit] / l.slope[unit]
		if rate > 0 && !math.IsInf(rate, 0) && (rate-flip)*direction > 0 {
			knots = append(knots, rate)
		}
	}
	slices.SortFunc(knots, func(a, b float64) int {
		if (a-b)*direction < 0 {
			return -1
		}
		return 1
	})
	return knots
}

// Flip returns the flip of a question that is nearest to the workload's rate, by the
// factor between them; false if the best model is so at any rate.
func (w *Weighing) Flip(question int) (Flip, bool) {
	flips := w.Flips(question)
	if len(flips) == 0 {
		return Flip{}, false
	}
	day := w.Questions[question].Day
	return slices.MinFunc(flips, func(a, b Flip) int { return cmp.Compare(away(a.Rate/day), away(b.Rate/day)) }), true
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
