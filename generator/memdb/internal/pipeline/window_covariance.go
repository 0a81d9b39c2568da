package pipeline

import "modelbook/generator/memdb/internal/expr"

// parseCovariance is $covariancePop or $covarianceSamp.
func (f *windowFunctionSpec) parseCovariance() (windowFunction, error) {
	frame, err := f.parseFrame()
	if err != nil {
		return nil, err
	}
	input, err := expr.Parse(f.arg, f.p.Scope)
	if err != nil {
		return nil, err
	}
	return slidingFunction(frame, input, func() expr.Sliding { return expr.NewCovariance(f.name == "$covarianceSamp") }), nil
}
