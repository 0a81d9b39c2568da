package value

import (
	"math"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestArithmetic(t *testing.T) {
	for _, c := range []struct {
		name       string
		operation  func(a, b any) any
		a, b, want any
	}{
		{"ints", Add, int32(1), int32(2), int32(3)},
		{"int overflow", Add, int32(math.MaxInt32), int32(1), int64(1 << 31)},
		{"int underflow", Subtract, int32(math.MinInt32), int32(1), int64(-1<<31 - 1)},
		{"a long stays one", Add, int64(1), int32(2), int64(3)},
		{"long overflow", Add, int64(math.MaxInt64), int32(1), float64(1 << 63)},
		{"long underflow", Subtract, int64(math.MinInt64), int32(1), float64(-1 << 63)},
		{"int product", Multiply, int32(1 << 20), int32(1 << 20), int64(1 << 40)},
		{"long product", Multiply, int64(1 << 40), int64(1 << 40), float64(1 << 80)},
		{"smallest long", Multiply, int64(math.MinInt64), int32(1), int64(math.MinInt64)},
		{"smallest long negated", Multiply, int64(math.MinInt64), int32(-1), float64(1 << 63)},
		{"product down to the smallest long", Multiply, int64(1 << 62), int32(-2), int64(math.MinInt64)},
		{"int and double", Add, int32(1), 0.5, 1.5},
		{"plain doubles", Add, 0.1, 0.2, 0.30000000000000004},
		{"int and decimal", Add, int32(1), decimal(t, "2.50"), decimal(t, "3.50")},
		{"double and decimal", Add, 10.5, decimal(t, "2.5"), decimal(t, "13.0000000000000")},
		{"decimal times double", Multiply, decimal(t, "2"), 0.1, decimal(t, "0.200000000000000")},
	} {
		got := c.operation(c.a, c.b)
		if TypeName(got) != TypeName(c.want) || String(got) != String(c.want) {
			t.Errorf("%s: got %s %s, want %s %s", c.name, TypeName(got), String(got), TypeName(c.want), String(c.want))
		}
	}
}

func TestToLong(t *testing.T) {
	for _, c := range []struct {
		v    any
		mode Rounding
		want int64
		ok   bool
	}{
		{int32(-3), HalfEven, -3, true},
		{2.9, TowardZero, 2, true},
		{-2.9, TowardZero, -2, true},
		{2.5, HalfEven, 2, true},
		{3.5, HalfEven, 4, true},
		{decimal(t, "2.5"), HalfEven, 2, true},
		{decimal(t, "-9223372036854775808.4"), HalfEven, math.MinInt64, true},
		{decimal(t, "9223372036854775807.5"), HalfEven, 0, false},
		{decimal(t, "1E+6000"), TowardZero, 0, false},
		{decimal(t, "1E-6000"), TowardZero, 0, true},
		{decimal(t, "0E+20"), TowardZero, 0, true},
		{decimal(t, "-0E+6000"), HalfEven, 0, true},
		{float64(1 << 63), TowardZero, 0, false},
		{math.NaN(), TowardZero, 0, false},
		{math.Inf(1), TowardZero, 0, false},
	} {
		got, ok := ToLong(c.v, c.mode)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("ToLong(%s) = %d, %v; want %d, %v", String(c.v), got, ok, c.want, c.ok)
		}
	}
}

func TestWhole(t *testing.T) {
	for _, c := range []struct {
		v    any
		want int64
		ok   bool
	}{
		{int32(7), 7, true}, {7.0, 7, true}, {7.5, 0, false}, {decimal(t, "7.00"), 7, true},
		{decimal(t, "7.01"), 0, false}, {decimal(t, "7E+2"), 700, true}, {float64(1 << 63), 0, false},
		{float64(-1 << 63), math.MinInt64, true}, {math.NaN(), 0, false}, {"7", 0, false}, {true, 0, false},
	} {
		if got, ok := Whole(c.v); ok != c.ok || ok && got != c.want {
			t.Errorf("Whole(%s) = %d, %v; want %d, %v", String(c.v), got, ok, c.want, c.ok)
		}
	}
}

func TestClampLong(t *testing.T) {
	for _, c := range []struct {
		v    any
		want int64
	}{
		{1.9, 1}, {decimal(t, "1.5"), 2}, {decimal(t, "2.5"), 2}, {math.NaN(), 0}, {decimal(t, "NaN"), 0},
		{math.Inf(1), math.MaxInt64}, {decimal(t, "-1E+40"), math.MinInt64}, {int64(5), 5},
	} {
		if got := ClampLong(c.v); got != c.want {
			t.Errorf("ClampLong(%s) = %d, want %d", String(c.v), got, c.want)
		}
	}
}

func TestTruthy(t *testing.T) {
	for _, v := range []any{true, int32(1), math.NaN(), decimal(t, "0.1"), "", bson.A{}, bson.D{}, bson.MinKey{}} {
		if !Truthy(v) {
			t.Errorf("%s %s is false", TypeName(v), String(v))
		}
	}
	for _, v := range []any{false, int32(0), int64(0), math.Copysign(0, -1), decimal(t, "-0E+3"), bson.Null{}, bson.Undefined{}, Missing{}} {
		if Truthy(v) {
			t.Errorf("%s %s is true", TypeName(v), String(v))
		}
	}
}
