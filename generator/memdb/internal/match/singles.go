package match

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

func existence(name string, arg any) (test, error) {
	exists := &single{name: name, arg: arg, holds: func(v any) bool { return !value.IsMissing(v) }}
	if value.Truthy(arg) {
		return exists, nil
	}
	return &not{name, arg, exists}, nil
}

func size(name string, arg any) (test, error) {
	n, ok := value.Whole(arg)
	switch {
	case !value.IsNumber(arg):
		return nil, bad("Failed to parse $size. Expected a number in: $size: %s", value.String(arg))
	case !ok:
		return nil, bad("Failed to parse $size. Expected an integer: $size: %s", value.String(arg))
	case n > math.MaxInt32 || n < math.MinInt32:
		return nil, bad("Failed to parse $size. Cannot represent in int: $size: %s", value.String(arg))
	case n < 0:
		return nil, bad("Failed to parse $size. Expected a non-negative number in: $size: %s", value.String(arg))
	}
	return &single{name: name, arg: arg, holds: func(v any) bool {
		list, ok := v.(bson.A)
		return ok && int64(len(list)) == n
	}}, nil
}

// typeSet is the argument of $type and bsonType.
type typeSet struct {
	codes  map[int]bool
	number bool
}

func (s typeSet) has(v any) bool {
	return s.number && value.IsNumber(v) || s.codes[value.TypeCode(v)]
}

func types(name string, arg any) (test, error) {
	set := typeSet{codes: map[int]bool{}}
	list, ok := arg.(bson.A)
	if !ok {
		list = bson.A{arg}
	}
	if len(list) == 0 {
		return nil, errcode.New(errcode.FailedToParse, "%s must match at least one type", name)
	}
	for _, item := range list {
		if err := set.add(item); err != nil {
			return nil, err
		}
	}
	return &single{name: name, arg: arg, last: spread, holds: func(v any) bool { return !value.IsMissing(v) && set.has(v) }}, nil
}

func (s *typeSet) add(item any) error {
	if alias, ok := item.(string); ok {
		if alias == "number" {
			s.number = true
			return nil
		}
		code, known := value.TypeCodeOf(alias)
		if !known {
			return bad("Unknown type name alias: %s", alias)
		}
		s.codes[code] = true
		return nil
	}
	if !value.IsNumber(item) {
		return errcode.New(errcode.TypeMismatch, "type must be represented as a number or a string")
	}
	code, ok := value.Whole(item)
	if !ok || code != -1 && code != 127 && (code < 1 || code > 19) {
		return bad("Invalid numerical type code: %s", value.String(item))
	}
	s.codes[int(code)] = true
	return nil
}

func modulo(name string, arg any) (test, error) {
	list, ok := arg.(bson.A)
	if !ok {
		return nil, bad("malformed mod, needs to be an array")
	}
	if len(list) != 2 {
		return nil, bad("malformed mod, needs exactly two elements")
	}
	divisor, err := modOperand("divisor", list[0])
	if err != nil {
		return nil, err
	}
	remainder, err := modOperand("remainder", list[1])
	if err != nil {
		return nil, err
	}
	if divisor == 0 {
		return nil, bad("divisor cannot be 0")
	}
	return &single{name: name, arg: arg, last: spread, holds: func(v any) bool {
		if !value.IsNumber(v) {
			return false
		}
		n, ok := value.ToLong(v, value.TowardZero)
		return ok && n%divisor == remainder
	}}, nil
}

func modOperand(what string, v any) (int64, error) {
	if !value.IsNumber(v) {
		return 0, bad("malformed mod, %s not a number", what)
	}
	n, ok := value.ToLong(v, value.TowardZero)
	if !ok {
		return 0, bad("malformed mod, %s value is invalid: %s", what, value.String(v))
	}
	return n, nil
}
