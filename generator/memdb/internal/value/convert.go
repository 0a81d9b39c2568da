package value

import (
	"math"
	"math/big"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// ToDecimal converts a number as the server's arithmetic does: ints and longs
// exactly, doubles to exactly 15 significant digits (2.5 becomes
// 2.50000000000000).
func ToDecimal(v any) bson.Decimal128 {
	switch v := v.(type) {
	case bson.Decimal128:
		return v
	case float64:
		return doubleTo15Digits(v)
	}
	return exact(v).pack()
}

// ToDecimalExact converts a number with all the digits that fit: a double becomes its
// binary value, rounded to 34 digits.
func ToDecimalExact(v any) bson.Decimal128 {
	if d, ok := v.(bson.Decimal128); ok {
		return d
	}
	return exact(v).pack()
}

func doubleTo15Digits(f float64) bson.Decimal128 {
	const precision = 15
	d := fromDouble(f).pack()
	n := unpack(d)
	if n.kind != finite || n.isZero() {
		return d
	}
	exp := n.exp + digits(n.coef) - precision
	rounded := n.rescale(exp, HalfEven)
	if digits(rounded.coef) > precision {
		rounded = n.rescale(exp+1, HalfEven)
	}
	return rounded.pack()
}

// ToDouble converts a number to the nearest double.
func ToDouble(v any) float64 {
	switch v := v.(type) {
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		return v
	}
	n := exact(v)
	switch {
	case n.kind == notANumber:
		return math.NaN()
	case n.kind == infinite:
		return math.Inf(n.sign())
	}
	f, _ := strconv.ParseFloat(DecimalString(n.pack()), 64) // an error is ±Inf, which is right
	return f
}

// ToLong converts a number to a long, rounding by mode. ok is false if it is NaN
// or outside the range of longs.
func ToLong(v any, mode Rounding) (n int64, ok bool) {
	if i, ok := integer(v); ok {
		return i, true
	}
	d := exact(v)
	// Twenty digits don't fit; a far exponent must not make a number of that many.
	if d.kind != finite || !d.isZero() && digits(d.coef)+d.exp > 19 {
		return 0, false
	}
	if d.isZero() {
		return 0, true
	}
	d = d.rescale(0, mode)
	if d.isNegative {
		d.coef = new(big.Int).Neg(d.coef)
	}
	return d.coef.Int64(), d.coef.IsInt64()
}

// Whole returns the value of a number that is whole and fits a long, whatever
// its type, and whether it is.
func Whole(v any) (int64, bool) {
	if !IsNumber(v) {
		return 0, false
	}
	if f, ok := v.(float64); ok && (f != math.Trunc(f) || math.Abs(f) > 1<<63) {
		return 0, false
	}
	n, ok := ToLong(v, TowardZero)
	return n, ok && CompareNumbers(n, v) == 0
}

// ClampLong converts as the server reads numbers in commands: NaN is 0, a number out
// of range becomes the nearest long, fractions of doubles are cut off, those of
// decimals rounded half to even.
func ClampLong(v any) int64 {
	mode := TowardZero
	if _, ok := v.(bson.Decimal128); ok {
		mode = HalfEven
	}
	n, ok := ToLong(v, mode)
	switch {
	case ok:
		return n
	case IsNaN(v):
		return 0
	case CompareNumbers(v, int32(0)) < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

// IsNaN reports whether v is a double or a decimal that is NaN.
func IsNaN(v any) bool {
	switch v := v.(type) {
	case float64:
		return v != v
	case bson.Decimal128:
		return unpack(v).kind == notANumber
	}
	return false
}

// IsInf reports whether v is an infinite number.
func IsInf(v any) bool {
	switch v := v.(type) {
	case float64:
		return math.IsInf(v, 0)
	case bson.Decimal128:
		return unpack(v).kind == infinite
	}
	return false
}
