package expr

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

var roundings = table{
	"$ceil":  toWhole("$ceil", math.Ceil, value.Up),
	"$floor": toWhole("$floor", math.Floor, value.Down),
	"$round": between(1, 2, func(args []any) (any, error) { return toPlace(args, "$round", value.HalfEven) }),
	"$trunc": between(1, 2, func(args []any) (any, error) { return toPlace(args, "$trunc", value.TowardZero) }),
}

func toWhole(name string, double func(float64) float64, mode value.Rounding) parser {
	return unary(func(v any) (any, error) {
		switch n := v.(type) {
		case int32, int64:
			return n, nil
		case float64:
			return double(n), nil
		case bson.Decimal128:
			if value.IsInf(n) { // measured by documentdb/functional-tests
				return notANumber, nil
			}
			return quantize(n, 0, mode), nil
		}
		if value.IsNullish(v) {
			return bson.Null{}, nil
		}
		return nil, errcode.New(28765, "%s only supports numeric types, not %s", name, value.TypeName(v))
	})
}

// The least and the greatest decimal place to round to.
const (
	minPlace = -20
	maxPlace = 100
)

func toPlace(args []any, name string, mode value.Rounding) (any, error) {
	if value.IsNullish(args[0]) {
		return bson.Null{}, nil
	}
	if !value.IsNumber(args[0]) {
		return nil, errcode.New(51081, "%s only supports numeric types, not %s", name, value.TypeName(args[0]))
	}
	if len(args) == 1 {
		return roundTo(args[0], 0, mode)
	}
	if value.IsNullish(args[1]) {
		return bson.Null{}, nil
	}
	place, err := decimalPlace(args[1], name)
	if err != nil {
		return nil, err
	}
	return roundTo(args[0], place, mode)
}

func decimalPlace(v any, name string) (int, error) {
	if !value.IsNumber(v) {
		return 0, errcode.New(16004, "can't convert from BSON type %s to long", value.TypeName(v))
	}
	n, err := coerceLong(v)
	if err != nil {
		return 0, err
	}
	if _, whole := value.Whole(v); !whole {
		return 0, errcode.New(51082, "precision argument to %s must be a integral value", name)
	}
	if n < minPlace || n > maxPlace {
		return 0, errcode.New(51083, "cannot apply %s with precision value %d value must be in [-20, 100]", name, n)
	}
	return int(n), nil
}

func roundTo(v any, place int, mode value.Rounding) (any, error) {
	switch n := v.(type) {
	case bson.Decimal128:
		return roundDecimal(n, place, mode), nil
	case float64:
		return roundDouble(n, place, mode), nil
	}
	if place >= 0 {
		return v, nil
	}
	rounded, ok := value.ToLong(quantize(value.ToDecimal(v), -place, mode), value.TowardZero)
	if !ok {
		return nil, errcode.New(51080, "invalid conversion from Decimal128 result in rounding")
	}
	if isInt(v) && rounded < math.MinInt32 {
		return int32(rounded), nil // the server widens only upwards, and cuts the upper bits off here
	}
	return narrow(rounded, isInt(v)), nil
}

func roundDouble(f float64, place int, mode value.Rounding) float64 {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return f
	case place == 0 && mode == value.HalfEven:
		return math.RoundToEven(f)
	case place == 0:
		return math.Trunc(f)
	}
	return value.ToDouble(roundDecimal(value.ToDecimalExact(f), place, mode))
}

// roundDecimal returns a number that has no digit at the place with all its 34 digits,
// where quantize returns NaN.
func roundDecimal(d bson.Decimal128, place int, mode value.Rounding) bson.Decimal128 {
	if rounded := quantize(d, -place, mode); !value.IsNaN(rounded) {
		return rounded
	}
	return value.DecimalAdd(d, leastZero)
}

// leastZero is the zero with the least exponent; a sum with it has as many digits as
// fit.
var leastZero, _ = value.ParseDecimal("0E-6176")

var notANumber, _ = value.ParseDecimal("NaN")

func quantize(d bson.Decimal128, exponent int, mode value.Rounding) bson.Decimal128 {
	if value.IsNaN(d) || value.IsInf(d) {
		return d
	}
	return value.DecimalQuantize(d, exponent, mode)
}
