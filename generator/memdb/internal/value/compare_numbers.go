package value

import (
	"cmp"
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// CompareNumbers orders two numbers of any of the four types by their exact
// value, without rounding either. NaN equals NaN and is below everything else;
// -0 equals 0.
func CompareNumbers(a, b any) int {
	x, xIsInt := integer(a)
	y, yIsInt := integer(b)
	if xIsInt && yIsInt {
		return cmp.Compare(x, y)
	}
	f, xIsDouble := a.(float64)
	g, yIsDouble := b.(float64)
	switch {
	case xIsDouble && yIsDouble:
		return cmp.Compare(f, g)
	case xIsInt && yIsDouble:
		return compareIntDouble(x, g)
	case xIsDouble && yIsInt:
		return -compareIntDouble(y, f)
	}
	return exact(a).compare(exact(b))
}

func integer(v any) (int64, bool) {
	switch v := v.(type) {
	case int32:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}

func compareIntDouble(n int64, f float64) int {
	switch {
	case f != f:
		return 1
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	whole, fraction := math.Modf(f)
	return cmp.Or(cmp.Compare(n, int64(whole)), cmp.Compare(0, fraction))
}

// exact returns the number's value with nothing lost.
func exact(v any) number {
	switch v := v.(type) {
	case int32:
		return fromInt(int64(v))
	case int64:
		return fromInt(v)
	case float64:
		return fromDouble(v)
	case bson.Decimal128:
		return unpack(v)
	}
	panic("value: not a number")
}
