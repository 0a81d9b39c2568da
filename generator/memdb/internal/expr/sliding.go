package expr

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Sliding is the result of a window function over a window that moves: values are
// added at one end and removed at the other. The server does the same instead of
// beginning anew, which shows in the results: a sum of longs comes back as an int if
// it fits, and the last digits of a deviation are those of the subtraction.
type Sliding interface {
	Add(v any)
	Remove(v any) // a value that was added and not yet removed, oldest first
	Value() any
}

// slidingSum keeps infinities and NaN apart from the sum, so that they can be removed
// again.
type slidingSum struct {
	sum
	nans, positive, negative int
	doubles, decimals        int
}

func newSlidingSum() Sliding { return &slidingSum{} }

func (s *slidingSum) Add(v any)    { s.update(v, 1) }
func (s *slidingSum) Remove(v any) { s.update(v, -1) }

func (s *slidingSum) update(v any, sign int) {
	switch v.(type) {
	case float64:
		s.doubles += sign
	case bson.Decimal128:
		s.decimals += sign
	}
	switch {
	case !value.IsNumber(v):
	case value.IsNaN(v):
		s.nans += sign
	case value.IsInf(v) && value.CompareNumbers(v, int32(0)) > 0:
		s.positive += sign
	case value.IsInf(v):
		s.negative += sign
	case sign > 0:
		s.numbers.add(v)
	default:
		s.numbers.add(value.Multiply(v, int32(-1)))
	}
}

func (s *slidingSum) Value() any {
	switch {
	case s.nans > 0 || s.positive > 0 && s.negative > 0:
		return s.special(math.NaN())
	case s.positive > 0:
		return s.special(math.Inf(1))
	case s.negative > 0:
		return s.special(math.Inf(-1))
	}
	total := s.sum.value(nil)
	switch t := total.(type) {
	case bson.Decimal128:
		if s.decimals == 0 {
			return s.withoutDecimals(t)
		}
	case float64:
		if s.doubles == 0 && math.Abs(t) < 1<<63 {
			return narrow(int64(math.Round(t)), true)
		}
	case int64:
		return narrow(t, true)
	}
	return total
}

func (s *slidingSum) special(x float64) any {
	if s.decimals > 0 {
		return value.ToDecimal(x)
	}
	return x
}

// withoutDecimals is the sum after the last decimal has left.
func (s *slidingSum) withoutDecimals(total bson.Decimal128) any {
	if s.doubles == 0 {
		if n, ok := value.ToLong(total, value.HalfEven); ok {
			return narrow(n, true)
		}
	}
	return value.ToDouble(total)
}

type slidingAverage struct {
	sum   slidingSum
	count int64
}

func (a *slidingAverage) Add(v any)    { a.update(v, 1) }
func (a *slidingAverage) Remove(v any) { a.update(v, -1) }

func (a *slidingAverage) update(v any, sign int) {
	if value.IsNumber(v) {
		a.sum.update(v, sign)
		a.count += int64(sign)
	}
}

func (a *slidingAverage) Value() any {
	if a.count == 0 {
		return bson.Null{}
	}
	if total, ok := a.sum.Value().(bson.Decimal128); ok {
		return value.DecimalDivide(total, value.ToDecimal(a.count))
	}
	return value.ToDouble(a.sum.Value()) / float64(a.count)
}

// slidingDeviation sums the values and the squares of their distances from the
// mean.
type slidingDeviation struct {
	sample  int64 // 1 for the sample's, 0 for the population's
	count   int64 // finite values
	special int   // the others
	sum     sum   // the first as it came, the others as doubles
	m2      summation
}

func (d *slidingDeviation) Add(v any)    { d.update(v, 1) }
func (d *slidingDeviation) Remove(v any) { d.update(v, -1) }

func (d *slidingDeviation) update(v any, sign int64) {
	switch {
	case !value.IsNumber(v):
		return
	case value.IsNaN(v) || value.IsInf(v):
		d.special += int(sign)
		return
	case d.count == 0:
		d.count = 1
		d.sum.numbers.add(v)
		return
	case d.count+sign == 0:
		*d = slidingDeviation{sample: d.sample}
		return
	}
	x := value.ToDouble(v)
	distance := float64(d.count)*x - value.ToDouble(d.sum.value(nil))
	d.count += sign
	d.sum.numbers.add(x * float64(sign))
	d.m2.addDouble(distance * distance * float64(sign) / float64(d.count*(d.count-sign)))
}

// Value returns an int where the server does: it has a plain zero for a deviation
// that can't be another.
func (d *slidingDeviation) Value() any {
	count := d.count - d.sample
	switch {
	case d.special > 0 || count <= 0:
		return bson.Null{}
	case d.m2.double() < 0 || d.sample == 0 && d.count == 1:
		d.m2 = summation{}
		return int32(0)
	}
	return math.Sqrt(d.m2.double() / float64(count))
}

// slidingMaximum keeps the last of equal values, where $max keeps the first.
type slidingMaximum struct {
	values []any
}

func (m *slidingMaximum) Add(v any)  { m.values = append(m.values, v) }
func (m *slidingMaximum) Remove(any) { m.values = m.values[1:] }

func (m *slidingMaximum) Value() any {
	best := extreme{sign: 1, keepsLast: true}
	for _, v := range m.values {
		_ = best.add(v) // it has no errors
	}
	return best.value(nil)
}
