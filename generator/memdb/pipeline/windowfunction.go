package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

// windowSpec is one function of $setWindowFields as it is written.
type windowSpec struct {
	*windows
	p      *parsing
	name   string
	arg    any
	window any    // nil: none
	extra  string // the first other name, which no function takes
}

func (f *windowSpec) parse() (windowFunction, error) {
	switch support.State(support.WindowFunction, f.name) {
	case support.Unknown:
		return nil, errcode.New(errcode.FailedToParse, "Unrecognized window function, %s", f.name)
	case support.Refused:
		return nil, errcode.NotImplemented("the window function " + f.name)
	}
	switch f.name {
	case "$rank", "$denseRank", "$documentNumber":
		return f.rank()
	}
	if f.extra != "" {
		return nil, errcode.New(errcode.FailedToParse, "Window function found an unknown argument: %s", f.extra)
	}
	switch f.name {
	case "$shift":
		return f.shift()
	case "$expMovingAvg":
		return f.movingAverage()
	case "$locf", "$linearFill":
		return f.filled()
	case "$covariancePop", "$covarianceSamp":
		return f.covariance()
	case "$derivative", "$integral":
		return f.overKey()
	}
	return f.accumulated()
}

// accumulated runs an accumulator over each document's frame. If all frames
// begin at the first document, it goes on from one to the next.
func (f *windowSpec) accumulated() (windowFunction, error) {
	frame, err := f.frame()
	if err != nil {
		return nil, err
	}
	if d, ok := f.arg.(bson.D); f.name == "$count" && (!ok || len(d) > 0) {
		return nil, errcode.New(errcode.FailedToParse, "$count only accepts an empty object as input")
	}
	by, err := expr.ParseWindowAccumulator(f.name, f.arg, f.p.Scope)
	if err != nil {
		return nil, err
	}
	if !frame.lower.unbounded && expr.NewSliding(f.name) != nil {
		return f.sliding(frame, by.Input()), nil
	}
	return func(r *running, part *partition) ([]any, error) {
		spans, err := frame.spans(part)
		if err != nil {
			return nil, err
		}
		out := make([]any, len(spans))
		var at *expr.Running
		reached := 0
		for i, span := range spans {
			if at == nil || !frame.lower.unbounded {
				if at, err = f.begin(r, by, part); err != nil {
					return nil, err
				}
				reached = span[0]
			}
			for ; reached < span[1]; reached++ {
				r.env.Root = part.docs[reached]
				if err := at.Add(r.env); err != nil {
					return nil, err
				}
			}
			out[i] = at.Value(r.env)
		}
		return out, nil
	}, nil
}

// begin starts an accumulator; its n may depend on the partition.
func (f *windowSpec) begin(r *running, by *expr.Accumulator, part *partition) (*expr.Running, error) {
	r.env.Root, _ = part.id.(bson.D)
	return by.Begin(r.env)
}

func (f *windowSpec) rank() (windowFunction, error) {
	if f.window != nil || f.extra != "" {
		return nil, errcode.New(5371601, "Rank style window functions take no other arguments")
	}
	if d, ok := f.arg.(bson.D); !ok || len(d) > 0 {
		return nil, errcode.New(5371603, "%s must be specified with '{}' as the value", f.name)
	}
	if f.sort == nil || len(f.sort.Fields()) != 1 {
		return nil, errcode.New(5371602, "%s must be specified with a top level sortBy expression with exactly one element", f.name)
	}
	return func(_ *running, part *partition) ([]any, error) {
		out := make([]any, len(part.docs))
		rank, dense := 0, 0
		for i := range out {
			if i == 0 || f.sort.Compare(part.keys[i-1], part.keys[i]) != 0 {
				rank, dense = i+1, dense+1
			}
			out[i] = int32(map[string]int{"$rank": rank, "$denseRank": dense, "$documentNumber": i + 1}[f.name])
		}
		return out, nil
	}, nil
}

// options reads the argument of a function that takes a document.
func (f *windowSpec) options(names ...string) (bson.D, error) {
	if f.window != nil {
		return nil, errcode.New(errcode.FailedToParse, "%s does not accept a 'window' field", f.name)
	}
	if f.sort == nil {
		return nil, errcode.New(errcode.FailedToParse, "%s requires a sortBy", f.name)
	}
	spec, ok := f.arg.(bson.D)
	if !ok {
		return nil, errcode.New(errcode.FailedToParse, "Argument to %s must be an object", f.name)
	}
	for _, e := range spec {
		known := false
		for _, name := range names {
			known = known || e.Key == name
		}
		if !known {
			return nil, errcode.New(errcode.FailedToParse, "Unknown argument in %s: %s", f.name, e.Key)
		}
	}
	return spec, nil
}

func (f *windowSpec) shift() (windowFunction, error) {
	spec, err := f.options("output", "by", "default")
	if err != nil {
		return nil, err
	}
	by := value.Get(spec, "by")
	n, ok := value.Whole(by)
	if !ok || value.IsMissing(value.Get(spec, "output")) {
		return nil, errcode.New(errcode.FailedToParse, "$shift requires 'output' and a whole number 'by'")
	}
	output, err := expr.Parse(value.Get(spec, "output"), f.p.Scope)
	if err != nil {
		return nil, err
	}
	otherwise := any(bson.Null{})
	if d := value.Get(spec, "default"); !value.IsMissing(d) {
		e, err := expr.Parse(d, f.p.Scope.Immediate())
		if err != nil {
			return nil, err
		}
		if otherwise, ok = e.Constant(); !ok {
			return nil, errcode.New(errcode.FailedToParse, "'$shift:default' expression must yield a constant value.")
		}
	}
	return func(r *running, part *partition) ([]any, error) {
		out := make([]any, len(part.docs))
		for i := range out {
			from := int64(i) + n
			if from < 0 || from >= int64(len(out)) {
				out[i] = otherwise
				continue
			}
			v, err := r.eval(output, part.docs[from])
			if err != nil {
				return nil, err
			}
			if value.IsMissing(v) {
				v = bson.Null{}
			}
			out[i] = v
		}
		return out, nil
	}, nil
}

func (f *windowSpec) movingAverage() (windowFunction, error) {
	spec, err := f.options("input", "N", "alpha")
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
	return func(r *running, part *partition) ([]any, error) {
		values, err := r.evaluate(input, part)
		return movingAverages(values, weight), err
	}, nil
}

// movingAverages computes in decimals; the result is a double until there was one.
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

// movingWeight gives how much the newest value counts: alpha, or 2 / (N + 1).
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
