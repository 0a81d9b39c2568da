package shell

import (
	"math"
	"strconv"

	"modelbook/generator/ejson"
)

// maxSafe is the largest integer up to which a number of JavaScript is exact.
const maxSafe = 1<<53 - 1

// numberIn returns the number that a value is, if it is one.
func numberIn(v *ejson.Value) (float64, bool) {
	if named := v.Get("$numberDouble"); named != nil {
		v = named
	} else if v.Kind != ejson.Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	return f, err == nil
}

// wholeNumber returns an integer from least to most.
func wholeNumber(v *ejson.Value, least, most int64) (int64, bool) {
	f, ok := numberIn(v)
	if !ok || f != math.Trunc(f) || f < float64(least) || f > float64(most) {
		return 0, false
	}
	return int64(f), true
}

// integerIn returns the integer that is the only argument: in the digits of a
// string, with so many bits, or a number from least to most.
func integerIn(arguments []*ejson.Value, bits int, least, most int64) (int64, bool) {
	if v, ok := one(arguments, ejson.String); ok {
		n, err := strconv.ParseInt(v.Text, 10, bits)
		return n, err == nil
	}
	if len(arguments) != 1 {
		return 0, false
	}
	return wholeNumber(arguments[0], least, most)
}

func int32Of(arguments []*ejson.Value) (*ejson.Value, string) {
	n, ok := integerIn(arguments, 32, math.MinInt32, math.MaxInt32)
	if !ok {
		return nil, "an integer from -2147483648 to 2147483647"
	}
	return numberOf(float64(n)), ""
}

// long takes a number only where mongosh does not read it as the lower half of
// one: Long(-5) is 4294967291 there.
func long(arguments []*ejson.Value) (*ejson.Value, string) {
	return longFrom(arguments, 0, math.MaxInt32)
}

func numberLong(arguments []*ejson.Value) (*ejson.Value, string) {
	return longFrom(arguments, -maxSafe, maxSafe)
}

func longFrom(arguments []*ejson.Value, least, most int64) (*ejson.Value, string) {
	n, ok := integerIn(arguments, 64, least, most)
	if !ok {
		return nil, "the digits of an integer of at most 64 bits in a string"
	}
	return longOf(n), ""
}

func double(arguments []*ejson.Value) (*ejson.Value, string) {
	if len(arguments) == 1 {
		if f, ok := numberIn(arguments[0]); ok {
			return doubleOf(f), ""
		}
	}
	return nil, "a number"
}

func decimal128(arguments []*ejson.Value) (*ejson.Value, string) {
	v, ok := one(arguments, ejson.String)
	if !ok {
		return nil, "a number in a string"
	}
	return wrap("$numberDecimal", v), ""
}

// numberDecimal takes a number as JavaScript writes it.
func numberDecimal(arguments []*ejson.Value) (*ejson.Value, string) {
	if len(arguments) == 1 {
		if f, ok := numberIn(arguments[0]); ok {
			return wrap("$numberDecimal", stringOf(numberText(f))), ""
		}
	}
	return decimal128(arguments)
}
