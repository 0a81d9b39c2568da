package render

import (
	"math/big"
	"slices"
)

// rule is a rule by which bytes grow: by a constant with each element, and by the
// digits of its index, which BSON stores as the name of an array's element.
type rule struct {
	from   GrowthPoint
	slope  *big.Rat
	arrays int64 // number of arrays that grow by an element
}

// ruleOf returns the rule that fits all points, and whether there is one. Any two
// points fit a rule, so at least three are needed.
func ruleOf(points []GrowthPoint) (rule, bool) {
	if len(points) < 3 {
		return rule{}, false
	}
	const mostArrays = 3
	for arrays := range int64(mostArrays) {
		r := rule{from: points[0], arrays: arrays}
		last := points[len(points)-1]
		rise := last.Value - points[0].Value - arrays*(digitsTo(last.Size)-digitsTo(points[0].Size))
		r.slope = big.NewRat(rise, last.Size-points[0].Size)
		if !slices.ContainsFunc(points, func(p GrowthPoint) bool { return r.at(p.Size) != p.Value || !r.whole(p.Size) }) {
			return r, true
		}
	}
	return rule{}, false
}

// exact returns the value at a size, which is an integer where the rule holds.
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

// digitsTo returns the number of digits in the indexes of n elements together: "0",
// "1", … "n-1".
func digitsTo(n int64) int64 {
	digits, from, each := int64(0), int64(0), int64(1)
	for to := int64(10); from < n; to *= 10 {
		digits += (min(n, to) - from) * each
		from, each = to, each+1
	}
	return digits
}
