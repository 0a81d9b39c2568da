package value

import (
	"math"
	"math/bits"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Add returns a + b in the widest of the two types. An int that overflows
// becomes a long, a long that overflows a double; so an update operator, which
// must refuse the latter, sees a double that came from whole operands.
func Add(a, b any) any {
	return arithmetic(a, b, addLongs, func(x, y float64) float64 { return x + y }, DecimalAdd)
}

// Subtract returns a - b, as Add.
func Subtract(a, b any) any {
	return arithmetic(a, b, subtractLongs, func(x, y float64) float64 { return x - y }, DecimalSubtract)
}

// Multiply returns a × b, as Add.
func Multiply(a, b any) any {
	return arithmetic(a, b, multiplyLongs, func(x, y float64) float64 { return x * y }, DecimalMultiply)
}

func arithmetic(a, b any,
	longs func(x, y int64) (int64, bool),
	doubles func(x, y float64) float64,
	decimals func(x, y bson.Decimal128) bson.Decimal128,
) any {
	x, xIsInt := integer(a)
	y, yIsInt := integer(b)
	switch {
	case isDecimal(a) || isDecimal(b):
		return decimals(ToDecimal(a), ToDecimal(b))
	case !xIsInt || !yIsInt:
		return doubles(ToDouble(a), ToDouble(b))
	}
	n, ok := longs(x, y)
	if !ok {
		return doubles(float64(x), float64(y))
	}
	return narrow(n, a, b)
}

func isDecimal(v any) bool {
	_, ok := v.(bson.Decimal128)
	return ok
}

// narrow makes the result of two ints an int again if it fits.
func narrow(n int64, a, b any) any {
	_, aIsInt := a.(int32)
	_, bIsInt := b.(int32)
	if aIsInt && bIsInt {
		return IntOrLong(n)
	}
	return n
}

// IntOrLong returns n as an int if it fits, else as a long.
func IntOrLong(n int64) any {
	if n == int64(int32(n)) {
		return int32(n)
	}
	return n
}

func addLongs(x, y int64) (int64, bool) {
	sum := x + y
	return sum, (x^sum)&(y^sum) >= 0
}

func subtractLongs(x, y int64) (int64, bool) {
	difference := x - y
	return difference, (x^y)&(x^difference) >= 0
}

func multiplyLongs(x, y int64) (int64, bool) {
	high, low := bits.Mul64(magnitude(x), magnitude(y))
	limit := uint64(math.MaxInt64)
	if (x < 0) != (y < 0) {
		limit++
	}
	return x * y, high == 0 && low <= limit
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}
