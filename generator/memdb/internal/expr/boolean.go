package expr

import "modelbook/generator/memdb/internal/value"

var booleans = table{
	"$and": lazy(func(env *Env, operands []*Expr) (any, error) { return until(env, operands, false) }).decidedBy(false),
	"$or":  lazy(func(env *Env, operands []*Expr) (any, error) { return until(env, operands, true) }).decidedBy(true),
	"$not": unary(func(v any) (any, error) { return !value.Truthy(v), nil }),
}

// until evaluates operands up to the first whose truth is stop and reports whether
// there was one: $or as it is, $and with both inverted.
func until(env *Env, operands []*Expr, stop bool) (any, error) {
	for _, o := range operands {
		v, err := o.Eval(env)
		if err != nil {
			return nil, err
		}
		if value.Truthy(v) == stop {
			return stop, nil
		}
	}
	return !stop, nil
}
