package update

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// parseSet is $set, and $setOnInsert, which runs for inserts only.
func parseSet(_ *Update, _, _ string, v any) (change, error) {
	return func(any, *place) (any, error) { return v, nil }, nil
}

func parseUnset(*Update, string, string, any) (change, error) {
	return func(any, *place) (any, error) { return value.Missing{}, nil }, nil
}

// parseExtreme is $min (-1) and $max (1), by the order of all BSON values.
func parseExtreme(want int) func(u *Update, name, path string, v any) (change, error) {
	return func(u *Update, _, _ string, v any) (change, error) {
		return func(old any, _ *place) (any, error) {
			if value.IsMissing(old) || u.collation().Compare(v, old)*want > 0 {
				return v, nil
			}
			return old, nil
		}, nil
	}
}

// arithmetic is $inc or $mul: int becomes long when it overflows, long is an error,
// a double beside a decimal counts with 15 digits.
type arithmetic struct {
	verb    string
	apply   func(a, b any) any
	initial func(operand any) any // of a field that is missing
}

func parseArithmetic(a arithmetic) func(u *Update, name, path string, operand any) (change, error) {
	return func(_ *Update, name, path string, operand any) (change, error) {
		if !value.IsNumber(operand) {
			return nil, errcode.New(errcode.TypeMismatch, "Cannot %s with non-numeric argument: {%s: %s}", a.verb, path, value.String(operand))
		}
		return func(old any, at *place) (any, error) {
			if value.IsMissing(old) {
				return a.initial(operand), nil
			}
			if !value.IsNumber(old) {
				return nil, errcode.New(errcode.TypeMismatch, "Cannot apply %s to a value of non-numeric type. {_id: %s} has the field '%s' of non-numeric type %s",
					name, value.String(value.Get(at.root, "_id")), at.lastName(), value.TypeName(old))
			}
			return compute(name, old, operand, a.apply(old, operand), at)
		}, nil
	}
}

func same(operand any) any { return operand }

func compute(name string, old, operand, result any, at *place) (any, error) {
	if hasOverflowed(old, operand, result) {
		return nil, errcode.New(errcode.BadValue, "Failed to apply %s operations to current value (%s) for document {_id: %s}",
			name, describe(old), value.String(value.Get(at.root, "_id")))
	}
	if value.TypeCode(result) == value.TypeCode(old) && value.Equal(result, old) {
		return old, nil
	}
	return result, nil
}

// hasOverflowed reports whether the result of two whole numbers is outside the range of
// longs, where expressions go on with a double and updates do not.
func hasOverflowed(a, b, result any) bool {
	_, double := result.(float64)
	return double && isWhole(a) && isWhole(b)
}

func isWhole(v any) bool {
	switch v.(type) {
	case int32, int64:
		return true
	}
	return false
}

func describe(v any) string {
	switch v.(type) {
	case int64:
		return "(NumberLong)" + value.String(v)
	case int32:
		return "(NumberInt)" + value.String(v)
	}
	return value.String(v)
}

func zeroLike(v any) any {
	switch v.(type) {
	case int64:
		return int64(0)
	case float64:
		return 0.0
	case bson.Decimal128:
		return value.ToDecimal(int32(0))
	}
	return int32(0)
}

// parseCurrentDate sets the command's time, as a date or a timestamp.
func parseCurrentDate(u *Update, _, _ string, v any) (change, error) {
	date := func(any, *place) (any, error) { return u.options.Now, nil }
	switch v := v.(type) {
	case bool:
		return date, nil
	case bson.D:
		if len(v) == 1 && v[0].Key == "$type" {
			switch v[0].Value {
			case "date":
				return date, nil
			case "timestamp":
				return func(any, *place) (any, error) { return u.options.Timestamp(), nil }, nil
			}
			return nil, errcode.New(errcode.BadValue, "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}")
		}
		for _, f := range v {
			if f.Key != "$type" {
				return nil, errcode.New(errcode.BadValue, "Unrecognized $currentDate option: %s", f.Key)
			}
		}
		return nil, errcode.New(errcode.BadValue, "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}")
	}
	return nil, errcode.New(errcode.BadValue, "%s is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).", value.TypeName(v))
}

// parseBit reads one or more of and, or, xor, in written order.
func parseBit(_ *Update, _, _ string, v any) (change, error) {
	steps, ok := v.(bson.D)
	if !ok {
		return nil, errcode.New(errcode.BadValue, "The $bit modifier is not compatible with a %s. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}", value.TypeName(v))
	}
	if len(steps) == 0 {
		return nil, errcode.New(errcode.BadValue, "You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}")
	}
	for _, s := range steps {
		if s.Key != "and" && s.Key != "or" && s.Key != "xor" {
			return nil, errcode.New(errcode.BadValue, "The $bit modifier only supports 'and', 'or', and 'xor', not '%s' which is an unknown operator: {%s: %s}", s.Key, s.Key, value.String(s.Value))
		}
		if !isWhole(s.Value) {
			return nil, errcode.New(errcode.BadValue, "The $bit modifier field must be an Integer(32/64 bit); a '%s' is not supported here: {%s: %s}", value.TypeName(s.Value), s.Key, value.String(s.Value))
		}
	}
	return func(old any, at *place) (any, error) {
		if value.IsMissing(old) {
			old = int32(0)
		}
		if !isWhole(old) {
			return nil, errcode.New(errcode.BadValue, "Cannot apply $bit to a value of non-integral type.{_id: %s} has the field %s of non-integer type %s",
				value.String(value.Get(at.root, "_id")), at.lastName(), value.TypeName(old))
		}
		for _, s := range steps {
			old = bits(s.Key, old, s.Value)
		}
		return old, nil
	}, nil
}

func bits(operator string, a, b any) any {
	x, y := toInt64(a), toInt64(b)
	switch operator {
	case "and":
		x &= y
	case "or":
		x |= y
	case "xor":
		x ^= y
	}
	_, aIsInt := a.(int32)
	_, bIsInt := b.(int32)
	if aIsInt && bIsInt {
		return value.IntOrLong(x)
	}
	return x
}

func toInt64(v any) int64 {
	if n, ok := v.(int32); ok {
		return int64(n)
	}
	n, _ := v.(int64)
	return n
}
