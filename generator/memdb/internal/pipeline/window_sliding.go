package pipeline

import "modelbook/generator/memdb/internal/expr"

// slide runs a function over each document's frame: values are added at the upper end
// before others are removed at the lower one, as in the server. Where a range leaps
// over values, these are added too and removed at once, which shows in the last
// digits.
func slide(at expr.Sliding, spans [][2]int, values []any, byRange bool, budget *expr.Budget) ([]any, error) {
	out := make([]any, len(spans))
	from, to := 0, 0
	for i, span := range spans {
		begin, gone := max(to, span[0]), min(to, span[0])
		if byRange && from < to && span[0] < span[1] {
			begin, gone = to, span[0]
		}
		for n := begin; n < span[1]; n++ {
			at.Add(values[n])
		}
		for n := from; n < gone; n++ {
			at.Remove(values[n])
		}
		from, to = span[0], max(begin, span[1])
		out[i] = at.Value()
		if err := budget.Steps(1 + span[1] - span[0]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// evaluate returns the input's value for each document.
func (r *execution) evaluate(input *expr.Expr, part *partition) ([]any, error) {
	values := make([]any, len(part.docs))
	for i, doc := range part.docs {
		v, err := r.eval(input, doc)
		if err != nil {
			return nil, err
		}
		if _, err := r.env.Budget.HoldValue(v); err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// slidingFunction runs a function whose frame may drop documents.
func slidingFunction(frame frame, input *expr.Expr, begin func() expr.Sliding) windowFunction {
	return func(r *execution, part *partition) ([]any, error) {
		spans, err := frame.spans(part)
		if err != nil {
			return nil, err
		}
		values, err := r.evaluate(input, part)
		if err != nil {
			return nil, err
		}
		return slide(begin(), spans, values, frame.isRange, r.env.Budget)
	}
}
