package expr

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

var divisions = table{
	"$divide": binary(divide),
	"$mod":    binary(mod),
	"$abs":    unary(abs),
}

var (
	divideByZero = errcode.New(errcode.BadValue, "can't $divide by zero")
	modByZero    = errcode.New(16610, "can't $mod by zero")
)

// SlotBasedError returns the error that the server's newer engine has in the place of
// err: it runs the $group at the head of a pipeline.
func SlotBasedError(err error) error {
	switch err {
	case divideByZero:
		return errcode.New(4848401, "can't $divide by zero")
	case modByZero:
		return errcode.New(4848403, "can't $mod by zero")
	}
	return err
}

func isZero(v any) bool { return value.CompareNumbers(v, int32(0)) == 0 }

func divide(a, b any) (any, error) {
	switch {
	case value.IsNullish(a) || value.IsNullish(b):
		return bson.Null{}, nil
	case !value.IsNumber(a) || !value.IsNumber(b):
		return nil, errcode.New(errcode.TypeMismatch, "$divide only supports numeric types, not %s and %s", value.TypeName(a), value.TypeName(b))
	case isZero(b):
		return nil, divideByZero
	case isDecimal(a) || isDecimal(b):
		return value.DecimalDivide(value.ToDecimal(a), value.ToDecimal(b)), nil
	}
	return value.ToDouble(a) / value.ToDouble(b), nil
}

// mod has the sign of the dividend; a double on either side makes it a double.
func mod(a, b any) (any, error) {
	switch {
	case value.IsNullish(a) || value.IsNullish(b):
		return bson.Null{}, nil
	case !value.IsNumber(a) || !value.IsNumber(b):
		return nil, errcode.New(16611, "$mod only supports numeric types, not %s and %s", value.TypeName(a), value.TypeName(b))
	case isDecimal(a) || isDecimal(b):
		if isZero(b) {
			return nil, errcode.New(5733415, "can't $mod by zero")
		}
		return value.DecimalRemainder(value.ToDecimal(a), value.ToDecimal(b)), nil
	case isZero(b):
		return nil, modByZero
	}
	_, double := a.(float64)
	if _, ok := b.(float64); double || ok {
		return math.Mod(value.ToDouble(a), value.ToDouble(b)), nil
	}
	return modLong(a, b), nil
}

func modLong(a, b any) any {
	dividend, _ := value.Whole(a)
	divisor, _ := value.Whole(b)
	rest := int64(0)
	if divisor != -1 { // the smallest long modulo -1 would trap
		rest = dividend % divisor
	}
	_, long := b.(int64)
	if long || !isInt(a) {
		return rest
	}
	return int32(rest)
}

func abs(v any) (any, error) {
	switch n := v.(type) {
	case int32:
		return narrow(max(int64(n), -int64(n)), true), nil
	case int64:
		if n == math.MinInt64 {
			return nil, errcode.New(28680, "can't take $abs of long long min")
		}
		return max(n, -n), nil
	case float64:
		return math.Abs(n), nil
	case bson.Decimal128:
		return value.DecimalAbs(n), nil
	}
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	return nil, errcode.New(28765, "$abs only supports numeric types, not %s", value.TypeName(v))
}
