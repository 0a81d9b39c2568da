package weigh

import (
	"iter"
	"math"
	"slices"
)

// A path is the difference between two models as something grows, a rate or a size: in
// pieces that follow each other, each a straight line in every unit.
type path []piece

// piece is start, and slope for each one more, from one value to another, which may be
// infinite.
type piece struct {
	start, slope Amounts
	from, to     float64
}

func (p piece) at(x float64) Amounts { return p.start.plus(p.slope.times(x)) }

// outward yields the pieces beyond a value, the nearest first, each from its end that is
// nearer to the value to the other one.
func (p path) outward(x float64, isAbove bool) iter.Seq2[piece, [2]float64] {
	return func(yield func(piece, [2]float64) bool) {
		if isAbove {
			for _, of := range p {
				if of.to > x && !yield(of, [2]float64{max(of.from, x), of.to}) {
					return
				}
			}
			return
		}
		for _, of := range slices.Backward(p) {
			if of.from < x && !yield(of, [2]float64{min(of.to, x), of.from}) {
				return
			}
		}
	}
}

// flip returns the nearest value beyond x at which the models are equal, with the range
// that the weights in a box leave it; false if there is none.
func (p path) flip(weights Weights, box Box, x float64, isAbove bool) (flip Flip, ok bool) {
	for of, ends := range p.outward(x, isAbove) {
		at := -weights.of(of.start) / weights.of(of.slope)
		if math.IsNaN(at) || at == x || at <= 0 || at < min(ends[0], ends[1]) || at > max(ends[0], ends[1]) || math.IsInf(at, 0) {
			continue
		}
		flip = Flip{At: at}
		// Where the best model stops to be so as x grows, it is surely the better one as
		// long as even the highest difference is below 0.
		nearer, farther := box.most, box.least
		if !isAbove {
			nearer, farther = box.least, box.most
		}
		flip.Low, flip.High = p.crossing(nearer, at, false), p.crossing(farther, at, true)
		return flip, true
	}
	return flip, false
}

// crossing returns the nearest value beyond a flip at which a difference is zero: 0 or
// infinity if there is none.
func (p path) crossing(difference func(Amounts) float64, flip float64, isAbove bool) float64 {
	var sign bool
	isFirst := true
	for of, ends := range p.outward(flip, isAbove) {
		from := ends[0]
		if isFirst {
			sign, isFirst = difference(of.at(from)) > 0, false
		}
		for _, to := range of.knots(ends) {
			a, b := difference(of.at(from)), difference(of.at(to))
			if a == 0 {
				return from
			}
			if (b > 0) != sign || b == 0 {
				return from + (to-from)*a/(a-b)
			}
			from = to
		}
		if math.IsInf(ends[1], 1) {
			// Beyond the last knot the difference is one straight line.
			a, b := difference(of.at(from)), difference(of.at(from+1))
			if a == b || (b-a > 0) == sign {
				return math.Inf(1)
			}
			return from - a/(b-a)
		}
	}
	if isAbove {
		return math.Inf(1)
	}
	return 0
}

// knots returns the values between two ends at which the difference of one unit is
// zero, those that are nearest to the first end first, and the second end unless it is
// infinite.
func (p piece) knots(ends [2]float64) []float64 {
	low, high := min(ends[0], ends[1]), max(ends[0], ends[1])
	var knots []float64
	for unit := range units {
		if at := -p.start[unit] / p.slope[unit]; at > low && at < high {
			knots = append(knots, at)
		}
	}
	slices.Sort(knots)
	if ends[0] > ends[1] {
		slices.Reverse(knots)
	}
	if !math.IsInf(ends[1], 0) {
		knots = append(knots, ends[1])
	}
	return knots
}
