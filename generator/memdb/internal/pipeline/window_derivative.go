package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// overKey is $derivative or $integral: a function of the sort key.
type overKey struct {
	frame   frame
	key     *expr.Expr // the sorted field as it is stored
	input   *expr.Expr
	perUnit int64 // milliseconds of the unit; 0: the key is a number
}

func (f *windowFunctionSpec) parseOverKey() (windowFunction, error) {
	o := &overKey{}
	if f.sort == nil || len(f.sort.Fields()) != 1 {
		return nil, errcode.New(errcode.FailedToParse, "%s requires a sortBy of one field", f.name)
	}
	var err error
	if o.key, err = expr.Parse("$"+f.sort.Fields()[0].Key, nil); err != nil {
		return nil, err
	}
	if o.frame, err = f.parseFrame(); err != nil {
		return nil, err
	}
	if err := o.arguments(f); err != nil {
		return nil, err
	}
	if f.name == "$integral" {
		return o.integral, nil
	}
	if f.window == nil {
		return nil, errcode.New(errcode.FailedToParse, "$derivative requires explicit window bounds")
	}
	return o.derivative, nil
}

// arguments reads {input, unit}.
func (o *overKey) arguments(f *windowFunctionSpec) error {
	spec, ok := f.arg.(bson.D)
	if !ok {
		return errcode.New(errcode.FailedToParse, "%s expects an object, but got a %s", f.name, value.TypeName(f.arg))
	}
	var err error
	for _, e := range spec {
		switch e.Key {
		case "input":
			o.input, err = expr.Parse(e.Value, f.p.Scope)
		case "unit":
			o.perUnit, err = fixedUnit(e.Value)
		default:
			err = errcode.New(errcode.FailedToParse, "%s got unexpected argument: %s", f.name, e.Key)
		}
		if err != nil {
			return err
		}
	}
	if o.input == nil {
		return errcode.New(errcode.FailedToParse, "%s requires an 'input' expression", f.name)
	}
	return nil
}

// fixedUnit returns the milliseconds of a unit that is always as long.
func fixedUnit(v any) (int64, error) {
	name, ok := v.(string)
	if !ok {
		return 0, errcode.New(errcode.FailedToParse, "unit' must be a string, but got %s", value.TypeName(v))
	}
	unit, err := date.ParseUnit(name)
	if err != nil {
		return 0, err
	}
	ms, ok := unit.Fixed()
	if !ok {
		return 0, errcode.New(5490710, "unit must be 'week' or smaller")
	}
	return ms, nil
}

// derivative is the slope from the first to the last document of each frame.
func (o *overKey) derivative(r *execution, part *partition) ([]any, error) {
	spans, err := o.frame.spans(part)
	if err != nil {
		return nil, err
	}
	out := make([]any, len(spans))
	for i, span := range spans {
		out[i] = any(bson.Null{})
		if span[0] < span[1] {
			if out[i], err = o.slope(r, part.docs[span[0]], part.docs[span[1]-1]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (o *overKey) slope(r *execution, first, last bson.D) (any, error) {
	var ends [4]any // key and input of both
	for i, doc := range []bson.D{first, last} {
		for j, of := range []*expr.Expr{o.key, o.input} {
			v, err := r.eval(of, doc)
			if err != nil {
				return nil, err
			}
			ends[2*i+j] = v
		}
	}
	if err := o.checkKeys(ends[0], ends[2]); err != nil {
		return nil, err
	}
	run, _ := expr.Difference(ends[2], ends[0]) // checked
	if value.IsNullish(ends[1]) || value.IsNullish(ends[3]) {
		return nil, errcode.New(5624903, "$derivative input must not be null or missing")
	}
	rise, ok := expr.Difference(ends[3], ends[1])
	if !ok {
		return nil, errcode.New(errcode.TypeMismatch, "can't $subtract %s from %s", value.TypeName(ends[1]), value.TypeName(ends[3]))
	}
	if value.CompareNumbers(run, int32(0)) == 0 {
		return bson.Null{}, nil
	}
	slope := quotient(rise, run)
	if o.perUnit > 0 {
		slope = value.Multiply(slope, o.perUnit)
	}
	return slope, nil
}

func (o *overKey) checkKeys(first, last any) error {
	_, a := first.(bson.DateTime)
	_, b := last.(bson.DateTime)
	switch {
	case o.perUnit > 0 && !(a && b):
		return errcode.New(5624900, "$derivative with 'unit' expects the sortBy field to be a Date")
	case o.perUnit > 0:
		return nil
	case a || b:
		return errcode.New(5624901, "$derivative where the sortBy is a Date requires an 'unit'")
	case !value.IsNumber(first) || !value.IsNumber(last):
		return errcode.New(5624902, "$derivative (with no 'unit') expects the sortBy field to be numeric")
	}
	return nil
}

// integral is the area over each frame.
func (o *overKey) integral(r *execution, part *partition) ([]any, error) {
	spans, err := o.frame.spans(part)
	if err != nil {
		return nil, err
	}
	keys, err := r.evaluate(o.key, part)
	if err != nil {
		return nil, err
	}
	inputs, err := r.evaluate(o.input, part)
	if err != nil {
		return nil, err
	}
	points := make([]any, len(part.docs))
	for i := range points {
		if isInFrame(spans, i) {
			if err := o.checkPoint(keys[i], inputs[i]); err != nil {
				return nil, err
			}
		}
		points[i] = [2]any{keys[i], inputs[i]}
	}
	return slide(&expr.Integral{PerUnit: o.perUnit}, spans, points, o.frame.isRange, r.env.Budget)
}

// isInFrame reports whether the ith document is in the frame of any.
func isInFrame(spans [][2]int, i int) bool {
	return spans[0][0] <= i && i < spans[len(spans)-1][1]
}

func (o *overKey) checkPoint(key, input any) error {
	_, isDate := key.(bson.DateTime)
	switch {
	case !value.IsNumber(input) || !isDate && !value.IsNumber(key):
		return errcode.New(5423900, "The input value of $integral window function must be a vector of 2 value, the first "+
			"value must be numeric or date type and the second must be numeric.")
	case o.perUnit > 0 && !isDate:
		return errcode.New(5423901, "$integral with 'unit' expects the sortBy field to be a Date")
	case o.perUnit == 0 && isDate:
		return errcode.New(5423902, "$integral (with no 'unit') expects the sortBy field to be numeric")
	}
	return nil
}
