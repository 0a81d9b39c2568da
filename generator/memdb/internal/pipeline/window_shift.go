package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

func (f *windowFunctionSpec) parseShift() (windowFunction, error) {
	spec, err := f.parseOptions("output", "by", "default")
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
	return func(r *execution, part *partition) ([]any, error) {
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
