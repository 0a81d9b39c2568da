package render

import (
	"fmt"
	"math/big"
	"slices"
	"sort"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// GrowthKind is how a measure of a question grows with the examples' sizes.
var GrowthKind = Kind[figure.Growth]{
	[]guide.Pattern{{Fragment: "growth/<answers>/<measure>", Place: guide.InList}},
	func(results []*example.Result, t guide.Target) (figure.Growth, error) {
		return Growth(results, t.Question, t.Measure)
	},
}

// largestReckoned is the size up to which growth is reckoned.
const largestReckoned = 1_000_000

// Growth gives a curve for each example. One that did not run has none.
func Growth(results []*example.Result, answers, measure string) (figure.Growth, error) {
	growth := figure.Growth{Measure: measure, Bytes: slices.Contains([]string{"bytesRead", "payload"}, measure)}
	for _, r := range results {
		if len(r.Example.Sizes) < 2 {
			return growth, fmt.Errorf(`the example %s runs at one size; a curve needs several "sizes"`, r.Example.Name)
		}
		growth.Models = append(growth.Models, r.Example.Name)
		growth.Curves = append(growth.Curves, curve(r, answers, measure))
	}
	return growth, nil
}

func curve(r *example.Result, answers, measure string) figure.Curve {
	var c figure.Curve
	single := measure == "bytesRead" // one document is read, at every size
	for _, run := range r.Runs {
		cost, ok := r.CostOf(answers, run.Size)
		if !ok {
			continue
		}
		quantity := cost.Measure(measure)
		if n, measured := quantity.Number(); measured {
			c.Measured = append(c.Measured, figure.GrowthPoint{Size: int64(run.Size), Value: n})
		}
		documents, measured := cost.DocumentsRead.Number()
		single = single && measured && documents == 1
	}
	rule, ok := ruleOf(c.Measured)
	if !ok {
		return c
	}
	for size := nextDecade(c.Measured[len(c.Measured)-1].Size); size <= largestReckoned; size *= 10 {
		c.Reckoned = append(c.Reckoned, figure.GrowthPoint{Size: size, Value: rule.at(size)})
	}
	if single && rule.slope.Sign() > 0 {
		c.Full = int64(sort.Search(1<<30, func(n int) bool { return rule.at(int64(n)) > figure.MaxDocument })) - 1
	}
	return c
}

func nextDecade(size int64) int64 {
	decade := int64(1)
	for decade <= size {
		decade *= 10
	}
	return decade
}

// rule says how bytes grow: by as much with each element, and by the digits of
// the positions, which BSON stores as the names of an array's elements.
type rule struct {
	from   figure.GrowthPoint
	slope  *big.Rat
	arrays int64 // that grow by an element each time
}

// ruleOf finds the rule that goes through all points, of which three are needed
// to tell that it is one.
func ruleOf(points []figure.GrowthPoint) (rule, bool) {
	if len(points) < 3 {
		return rule{}, false
	}
	const mostArrays = 3
	for arrays := range int64(mostArrays) {
		r := rule{from: points[0], arrays: arrays}
		last := points[len(points)-1]
		rise := last.Value - points[0].Value - arrays*(digitsTo(last.Size)-digitsTo(points[0].Size))
		r.slope = big.NewRat(rise, last.Size-points[0].Size)
		if !slices.ContainsFunc(points, func(p figure.GrowthPoint) bool { return r.at(p.Size) != p.Value || !r.whole(p.Size) }) {
			return r, true
		}
	}
	return rule{}, false
}

// exact gives the value at a size, which is whole where the rule holds.
func (r rule) exact(size int64) *big.Rat {
	grown := new(big.Rat).Mul(r.slope, big.NewRat(size-r.from.Size, 1))
	digits := r.arrays * (digitsTo(size) - digitsTo(r.from.Size))
	return grown.Add(grown, big.NewRat(r.from.Value+digits, 1))
}

func (r rule) whole(size int64) bool { return r.exact(size).IsInt() }

func (r rule) at(size int64) int64 {
	v := r.exact(size)
	return new(big.Int).Quo(v.Num(), v.Denom()).Int64()
}

// digitsTo gives how many digits the positions of n elements have together: "0",
// "1", … "n-1".
func digitsTo(n int64) int64 {
	digits, from, each := int64(0), int64(0), int64(1)
	for to := int64(10); from < n; to *= 10 {
		digits += (min(n, to) - from) * each
		from, each = to, each+1
	}
	return digits
}
