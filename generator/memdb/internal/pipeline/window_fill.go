package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// parseFill is $locf, which repeats the last value over null and missing ones, and
// $linearFill, which interpolates between two values.
func (f *windowFunctionSpec) parseFill() (windowFunction, error) {
	if f.window != nil {
		return nil, errcode.New(errcode.FailedToParse, "%s does not accept a 'window' field", f.name)
	}
	linear := f.name == "$linearFill"
	if linear && (f.sort == nil || len(f.sort.Fields()) != 1) {
		return nil, errcode.New(605001, "$linearFill must be specified with a top level sortBy expression with exactly one element")
	}
	input, err := expr.Parse(f.arg, f.p.Scope)
	if err != nil {
		return nil, err
	}
	if linear {
		key, err := expr.Parse("$"+f.sort.Fields()[0].Key, nil)
		return linearFill(key, input), err
	}
	return func(r *execution, part *partition) ([]any, error) {
		values, err := r.evaluate(input, part)
		fillForward(values)
		return values, err
	}, nil
}

func fillForward(values []any) {
	last := any(bson.Null{})
	for i, v := range values {
		if !value.IsNullish(v) {
			last = v
		}
		values[i] = last
	}
}

// linearFill fills the gap between two numbers.
func linearFill(key, input *expr.Expr) windowFunction {
	return func(r *execution, part *partition) ([]any, error) {
		values, err := r.evaluate(input, part)
		if err != nil {
			return nil, err
		}
		keys, err := r.evaluate(key, part)
		if err != nil {
			return nil, err
		}
		last := -1
		for i, v := range values {
			if err := checkLinear(keys, i, v); err != nil {
				return nil, err
			}
			if value.IsNullish(v) {
				values[i] = bson.Null{}
				continue
			}
			for j := last + 1; last >= 0 && j < i; j++ {
				values[j] = between(keys[last], values[last], keys[i], v, keys[j])
			}
			last = i
		}
		return values, nil
	}
}

// checkLinear checks that $linearFill can interpolate with the ith key and value.
func checkLinear(keys []any, i int, v any) error {
	key := keys[i]
	_, isDate := key.(bson.DateTime)
	switch {
	case !value.IsNumber(v) && !value.IsNullish(v):
		return errcode.New(errcode.TypeMismatch, "Value to be filled must be numeric or nullish, but found %s", value.TypeName(v))
	case !isDate && !value.IsNumber(key):
		return errcode.New(errcode.TypeMismatch, "Value of the sortBy field must be numeric or a date, but found %s", value.TypeName(key))
	case i == 0:
		return nil
	case value.Compare(keys[i-1], key) == 0:
		return errcode.New(6050106, "There can be no repeated values in the sort field")
	}
	if _, ok := expr.Difference(key, keys[i-1]); !ok {
		return errcode.New(errcode.TypeMismatch, "Conflicting sort value types, previously received type %s, but found %s", value.TypeName(keys[i-1]), value.TypeName(key))
	}
	return nil
}

// between returns the height at x of the line from (x1, y1) to (x2, y2).
func between(x1, y1, x2, y2, x any) any {
	width, _ := expr.Difference(x2, x1) // checked
	along, _ := expr.Difference(x, x1)
	return value.Add(y1, value.Multiply(along, quotient(value.Subtract(y2, y1), width)))
}

func quotient(a, b any) any {
	_, da := a.(bson.Decimal128)
	_, db := b.(bson.Decimal128)
	if da || db {
		return value.DecimalDivide(value.ToDecimal(a), value.ToDecimal(b))
	}
	return value.ToDouble(a) / value.ToDouble(b)
}
