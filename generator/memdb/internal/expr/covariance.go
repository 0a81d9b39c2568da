package expr

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// covariance is that of pairs [x, y] of numbers, kept up to date pair by pair; other
// values do not count.
type covariance struct {
	sample       int64 // 1 for the sample's, 0 for the population's
	count        int64
	meanX, meanY slidingAverage
	products     slidingSum
}

// NewCovariance returns $covarianceSamp, or without sample $covariancePop.
func NewCovariance(sample bool) Sliding {
	if sample {
		return &covariance{sample: 1}
	}
	return &covariance{}
}

func (c *covariance) Add(v any) {
	x, y, ok := c.pair(v, 1)
	if !ok {
		return
	}
	c.count++
	fromX := distance(x, c.meanX.Value())
	c.meanX.Add(x)
	c.meanY.Add(y)
	c.products.Add(product(fromX, distance(y, c.meanY.Value())))
}

func (c *covariance) Remove(v any) {
	x, y, ok := c.pair(v, -1)
	if !ok {
		return
	}
	c.count--
	if c.count == 0 {
		*c = covariance{sample: c.sample}
		return
	}
	c.meanX.Remove(x)
	c.products.Remove(product(distance(x, c.meanX.Value()), distance(y, c.meanY.Value())))
	c.meanY.Remove(y)
}

// pair returns the two numbers. If one is not finite, it only makes the result so.
func (c *covariance) pair(v any, sign int) (x, y any, ok bool) {
	list, _ := v.(bson.A)
	if len(list) != 2 || !value.IsNumber(list[0]) || !value.IsNumber(list[1]) {
		return nil, nil, false
	}
	x, y = list[0], list[1]
	special := func(v any) bool { return value.IsNaN(v) || value.IsInf(v) }
	if special(x) || special(y) {
		c.products.update(notFinite(x, y), sign)
		return nil, nil, false
	}
	return x, y, true
}

// notFinite returns the infinity among x and y, or NaN if they disagree.
func notFinite(x, y any) any {
	total := slidingSum{}
	decimal := false
	for _, v := range []any{x, y} {
		if value.IsNaN(v) || value.IsInf(v) {
			total.Add(value.ToDouble(v))
		}
		if _, ok := v.(bson.Decimal128); ok && !value.IsNaN(v) {
			decimal = true
		}
	}
	if decimal {
		return value.ToDecimal(total.Value())
	}
	return total.Value()
}

// distance is null from a mean without values.
func distance(v, mean any) any {
	if value.IsNullish(mean) {
		return mean
	}
	return value.Subtract(v, mean)
}

func product(a, b any) any {
	if value.IsNullish(a) || value.IsNullish(b) {
		return bson.Null{}
	}
	return value.Multiply(a, b)
}

func (c *covariance) Value() any {
	if c.count == 1 && c.sample == 0 {
		return 0.0
	}
	count := c.count - c.sample
	if count <= 0 {
		return bson.Null{}
	}
	return divideBy(c.products.Value(), float64(count))
}

func divideBy(v any, by float64) any {
	if d, ok := v.(bson.Decimal128); ok {
		return value.DecimalDivide(d, value.ToDecimal(by))
	}
	return value.ToDouble(v) / by
}

// Integral is the area under the line through points [x, y], x ascending, by
// trapezoids; x are numbers or dates, which count in milliseconds.
type Integral struct {
	PerUnit int64 // milliseconds of the unit that the result is in; 0: none
	points  [][2]any
	nans    int
	area    slidingSum
}

// Add appends a point.
func (i *Integral) Add(v any) {
	p := v.([2]any)
	i.nans += nansOf(p)
	if n := len(i.points); n > 0 {
		i.area.Add(trapezoid(i.points[n-1], p))
	}
	i.points = append(i.points, p)
}

// Remove removes the first point.
func (i *Integral) Remove(v any) {
	p := v.([2]any)
	i.nans -= nansOf(p)
	i.points = i.points[1:]
	if len(i.points) > 0 {
		i.area.Remove(trapezoid(p, i.points[0]))
	}
}

// Value returns the area, null without a point.
func (i *Integral) Value() any {
	switch {
	case len(i.points) == 0:
		return bson.Null{}
	case i.nans > 0:
		return math.NaN()
	case i.PerUnit > 0:
		return divideBy(i.area.Value(), float64(i.PerUnit))
	}
	return i.area.Value()
}

func nansOf(p [2]any) int {
	if value.IsNaN(p[0]) || value.IsNaN(p[1]) {
		return 1
	}
	return 0
}

// trapezoid returns zero if a point is NaN.
func trapezoid(from, to [2]any) any {
	width, ok := Difference(to[0], from[0])
	if !ok || nansOf(from)+nansOf(to) > 0 {
		return int32(0)
	}
	return divideBy(value.Multiply(value.Add(to[1], from[1]), width), 2)
}

// Difference is a - b of two numbers or two dates, those in milliseconds as a long.
func Difference(a, b any) (any, bool) {
	x, dateA := a.(bson.DateTime)
	y, dateB := b.(bson.DateTime)
	if dateA && dateB {
		return int64(x) - int64(y), true
	}
	if !value.IsNumber(a) || !value.IsNumber(b) {
		return nil, false
	}
	return value.Subtract(a, b), true
}
