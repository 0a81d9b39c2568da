package expr

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// summation adds ints, longs and doubles without losing digits: high is the sum
// rounded to a double, low the part that was rounded off (Knuth's two-sum). plain is
// kept for infinities, which the correction turns into NaN.
type summation struct {
	high, low, plain float64
}

func (s *summation) addDouble(x float64) {
	s.plain += x
	sum, rest := twoSum(s.high, x)
	s.high, s.low = fastTwoSum(sum, s.low+rest)
}

func (s *summation) addLong(n int64) {
	high := n >> 32 << 32
	s.addDouble(float64(n - high))
	s.addDouble(float64(high))
}

func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	part := sum - a
	return sum, (a - (sum - part)) + (b - part)
}

func fastTwoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	return sum, b - (sum - a)
}

func (s *summation) double() float64 {
	if math.IsNaN(s.high) {
		return s.plain
	}
	return s.high
}

// long returns the sum as a long, if it is in range.
func (s *summation) long() (int64, bool) {
	if math.IsNaN(s.high) || math.Abs(s.high) > 1<<63 {
		return 0, false
	}
	exact := value.DecimalAdd(value.ToDecimalExact(s.high), value.ToDecimalExact(s.low))
	return value.ToLong(exact, value.TowardZero)
}

func (s *summation) decimal() bson.Decimal128 {
	if math.IsNaN(s.high) {
		return value.ToDecimalExact(s.plain)
	}
	return value.DecimalAdd(value.ToDecimalExact(s.high), value.ToDecimalExact(s.low))
}

// numbers sums the inputs of $sum and $avg: decimals apart from the others.
type numbers struct {
	others    summation
	decimals  bson.Decimal128
	isDecimal bool
	isDouble  bool
	isLong    bool
	count     int64
}

// add counts v in; a value that is no number is ignored.
func (n *numbers) add(v any) {
	switch x := v.(type) {
	case int32:
		n.others.addDouble(float64(x))
	case int64:
		n.isLong = true
		n.others.addLong(x)
	case float64:
		n.isDouble = true
		n.others.addDouble(x)
	case bson.Decimal128:
		if !n.isDecimal {
			n.isDecimal, n.decimals = true, value.ToDecimal(int32(0))
		}
		n.decimals = value.DecimalAdd(n.decimals, x)
	default:
		return
	}
	n.count++
}

func (n *numbers) decimal() bson.Decimal128 {
	return value.DecimalAdd(n.decimals, n.others.decimal())
}

type sum struct{ numbers }

func newSum(*value.Collation, int) state { return &sum{} }

func (s *sum) add(v any) error {
	s.numbers.add(v)
	return nil
}

func (s *sum) weight() int { return 0 }

func (s *sum) value(*Env) any {
	if s.isDecimal {
		return s.decimal()
	}
	if s.isDouble {
		return s.others.double()
	}
	n, ok := s.others.long()
	if !ok {
		return s.others.double()
	}
	return narrow(n, !s.isLong)
}

type average struct {
	numbers
	isExact bool // a long counts as what it is, not as the double next to it
}

func newAverage(isExact bool) func(*value.Collation, int) state {
	return func(*value.Collation, int) state { return &average{isExact: isExact} }
}

func (a *average) add(v any) error {
	if n, isLong := v.(int64); isLong && !a.isExact {
		v = float64(n)
	}
	a.numbers.add(v)
	return nil
}

func (a *average) weight() int { return 0 }

func (a *average) value(*Env) any {
	switch {
	case a.count == 0:
		return bson.Null{}
	case a.isDecimal:
		return value.DecimalDivide(a.decimal(), value.ToDecimal(a.count))
	}
	return a.others.double() / float64(a.count)
}

// deviation is Welford's running standard deviation, in doubles.
type deviation struct {
	sample   float64 // 1 for the sample's, 0 for the population's
	count    float64
	mean, m2 float64
}

func newDeviation(sample float64) func(o *value.Collation, n int) state {
	return func(*value.Collation, int) state { return &deviation{sample: sample} }
}

func (d *deviation) add(v any) error {
	if !value.IsNumber(v) {
		return nil
	}
	x := value.ToDouble(v)
	d.count++
	delta := x - d.mean
	if delta != 0 {
		d.mean += delta / d.count
		d.m2 += delta * (x - d.mean)
	}
	return nil
}

func (d *deviation) weight() int { return 0 }

func (d *deviation) value(*Env) any {
	if d.count <= d.sample {
		return bson.Null{}
	}
	return math.Sqrt(d.m2 / (d.count - d.sample))
}
