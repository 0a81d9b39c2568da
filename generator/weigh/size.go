package weigh

import (
	"math"
	"slices"
)

// BySize are weighings of the same models at rising sizes of their examples.
type BySize struct {
	Sizes []float64
	At    []*Weighing // at each size
	// IsWhole says that there is nothing beyond the last size.
	IsWhole bool
}

// onLine is by how much of itself an amount may miss a line that is drawn through
// smaller sizes.
const onLine = 0.02

// Flips returns the sizes at which another model than the best one becomes the best:
// the nearest below a size, which is one of those weighed, and the nearest above it. In
// between, amounts are taken to be on a line from each size to the next; beyond the last
// one, on the line from the first to the last if those between are on it, too.
func (s BySize) Flips(size float64) []Flip {
	i := slices.Index(s.Sizes, size)
	if i < 0 || len(s.Sizes) < 2 {
		return nil
	}
	w := s.At[i]
	best := w.Best()
	return w.flips(best, size, func(other int) path { return s.path(best, other) })
}

// Flip returns the flip that is nearest to a size, by the factor between them.
func (s BySize) Flip(size float64) (Flip, bool) { return nearest(s.Flips(size), size) }

// path returns the difference between two models from the first size on.
func (s BySize) path(model, other int) path {
	var p path
	differences := make([]Amounts, len(s.Sizes))
	for i, w := range s.At {
		differences[i] = w.difference(model, other, daily)
	}
	last := len(s.Sizes) - 1
	for i := range last {
		p = append(p, through(s.Sizes[i], differences[i], s.Sizes[i+1], differences[i+1]))
	}
	if !s.IsWhole && last >= 2 && s.isStraight(model) && s.isStraight(other) {
		beyond := through(s.Sizes[0], differences[0], s.Sizes[last], differences[last])
		// The line goes on from where the last piece ends.
		beyond.start = differences[last].plus(beyond.slope.times(-s.Sizes[last]))
		beyond.from, beyond.to = s.Sizes[last], math.Inf(1)
		p = append(p, beyond)
	}
	return p
}

// through returns the piece between two points.
func through(x float64, a Amounts, y float64, b Amounts) piece {
	slope := b.plus(a.times(-1)).times(1 / (y - x))
	return piece{start: a.plus(slope.times(-x)), slope: slope, from: x, to: y}
}

// isStraight reports whether the amounts of a model at the sizes between are on the line
// from the first to the last.
func (s BySize) isStraight(model int) bool {
	last := len(s.Sizes) - 1
	first, end := s.At[0].total(model, daily), s.At[last].total(model, daily)
	line := through(s.Sizes[0], first, s.Sizes[last], end)
	for i := 1; i < last; i++ {
		now, on := s.At[i].total(model, daily), line.at(s.Sizes[i])
		for unit := range now {
			if math.Abs(now[unit]-on[unit]) > onLine*math.Abs(now[unit]) {
				return false
			}
		}
	}
	return true
}
