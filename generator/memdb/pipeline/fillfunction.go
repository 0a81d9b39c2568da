package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/value"
)

// filled is $locf, which repeats the last value over null and missing ones, and
// $linearFill, which goes straight from one value to the next.
func (f *windowSpec) filled() (windowFunction, error) {
	if f.window != nil {
		return nil, errcode.New(9, "%s does not accept a 'window' field", f.name)
	}
	linear := f.name == "$linearFill"
	if linear && (f.sort == nil || len(f.sort.Fields()) != 1) {
		return nil, errcode.New(605001, "$linearFill must be specified with a top level sortBy expression with exactly one element")
	}
	input, err := expr.Parse(f.arg, f.p.Scope)
	if err != nil {
		return nil, err
	}
	return func(r *running, part *partition) ([]any, error) {
		values := make([]any, len(part.docs))
		for i, doc := range part.docs {
			v, err := r.eval(input, doc)
			if err != nil {
				return nil, err
			}
			if value.IsNullish(v) {
				v = bson.Null{}
			}
			values[i] = v
		}
		if linear {
			return values, fillLinear(values, part.keys)
		}
		fillForward(values)
		return values, nil
	}, nil
}

func fillForward(values []any) {
	for i := 1; i < len(values); i++ {
		if value.IsNullish(values[i]) {
			values[i] = values[i-1]
		}
	}
}

// fillLinear fills what lies between two numbers.
func fillLinear(values []any, keys [][]any) error {
	last := -1
	for i, v := range values {
		if value.IsNullish(v) {
			continue
		}
		if !value.IsNumber(v) {
			return errcode.New(605004, "$linearFill needs its input to be a number, found %s", value.TypeName(v))
		}
		for j := last + 1; last >= 0 && j < i; j++ {
			filled, err := between(keys[last][0], values[last], keys[i][0], v, keys[j][0])
			if err != nil {
				return err
			}
			values[j] = filled
		}
		last = i
	}
	return nil
}

// between gives the height at x of the line from (x1, y1) to (x2, y2).
func between(x1, y1, x2, y2, x any) (any, error) {
	width, err := keyDistance(x1, x2)
	if err != nil {
		return nil, err
	}
	along, err := keyDistance(x1, x)
	if err != nil {
		return nil, err
	}
	if value.CompareNumbers(width, int32(0)) == 0 {
		return nil, errcode.New(605005, "there can be no repeated values in the sort field of $linearFill")
	}
	rise := value.Multiply(value.Subtract(y2, y1), along)
	return value.Add(y1, quotient(rise, width)), nil
}

func keyDistance(from, to any) (any, error) {
	a, isDate := from.(bson.DateTime)
	b, bothDates := to.(bson.DateTime)
	if isDate && bothDates {
		return int64(b) - int64(a), nil
	}
	if !value.IsNumber(from) || !value.IsNumber(to) {
		return nil, errcode.New(605002, "$linearFill needs its sort field to hold numbers or dates only")
	}
	return value.Subtract(to, from), nil
}

func quotient(a, b any) any {
	_, da := a.(bson.Decimal128)
	_, db := b.(bson.Decimal128)
	if da || db {
		return value.DecimalDivide(value.ToDecimal(a), value.ToDecimal(b))
	}
	return value.ToDouble(a) / value.ToDouble(b)
}
