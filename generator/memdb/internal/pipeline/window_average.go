package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

func (f *windowFunctionSpec) parseMovingAverage() (windowFunction, error) {
	spec, err := f.parseOptions("input", "N", "alpha")
	if err != nil {
		return nil, err
	}
	n, alpha := value.Get(spec, "N"), value.Get(spec, "alpha")
	if value.IsMissing(value.Get(spec, "input")) || value.IsMissing(n) == value.IsMissing(alpha) {
		return nil, errcode.New(errcode.FailedToParse, "$expMovingAvg requires 'input' and exactly one of 'N' and 'alpha'")
	}
	weight, err := movingWeight(n, alpha)
	if err != nil {
		return nil, err
	}
	input, err := expr.Parse(value.Get(spec, "input"), f.p.Scope)
	if err != nil {
		return nil, err
	}
	return func(r *execution, part *partition) ([]any, error) {
		values, err := r.evaluate(input, part)
		return movingAverages(values, weight), err
	}, nil
}

// movingAverages computes in decimals; the result is a double until an input is a
// decimal.
func movingAverages(values []any, weight bson.Decimal128) []any {
	out := make([]any, len(values))
	rest := value.Subtract(int32(1), weight)
	average, decimal := any(bson.Null{}), false
	for i, v := range values {
		if value.IsNumber(v) {
			_, isDecimal := v.(bson.Decimal128)
			decimal = decimal || isDecimal
			v = value.ToDecimal(v)
			if value.IsNumber(average) {
				v = value.Add(value.Multiply(v, weight), value.Multiply(average, rest))
			}
			average = v
		}
		out[i] = average
		if value.IsNumber(average) && !decimal {
			out[i] = value.ToDouble(average)
		}
	}
	return out
}

// movingWeight returns how much the newest value counts: alpha, or 2 / (N + 1).
func movingWeight(n, alpha any) (bson.Decimal128, error) {
	if value.IsMissing(alpha) {
		whole, ok := value.Whole(n)
		if !ok || whole <= 0 {
			return bson.Decimal128{}, errcode.New(errcode.FailedToParse, "'N' of $expMovingAvg must be an integer greater than 0")
		}
		return value.DecimalDivide(value.ToDecimal(int32(2)), value.DecimalAdd(value.ToDecimal(whole), value.ToDecimal(int32(1)))), nil
	}
	if !value.IsNumber(alpha) || value.CompareNumbers(alpha, int32(0)) <= 0 || value.CompareNumbers(alpha, int32(1)) >= 0 {
		return bson.Decimal128{}, errcode.New(errcode.FailedToParse, "'alpha' of $expMovingAvg must be between 0 and 1 (exclusive)")
	}
	return value.ToDecimal(alpha), nil
}
