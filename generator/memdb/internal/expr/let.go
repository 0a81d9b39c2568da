package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// parseLet reads {vars: {name: expression}, in: expression}. The variables do
// not see each other.
func parseLet(_ string, arg any, scope *Scope) (*Expr, error) {
	d, ok := arg.(bson.D)
	if !ok {
		return nil, errcode.New(16874, "$let only supports an object as its argument")
	}
	for _, f := range d {
		if f.Key != "vars" && f.Key != "in" {
			return nil, errcode.New(16875, "Unrecognized parameter to $let: %s", f.Key)
		}
	}
	if missing(value.Get(d, "vars")) {
		return nil, errcode.New(16876, "Missing 'vars' parameter to $let")
	}
	if missing(value.Get(d, "in")) {
		return nil, errcode.New(16877, "Missing 'in' parameter to $let")
	}
	vars, ok := value.Get(d, "vars").(bson.D)
	if a, isList := value.Get(d, "vars").(bson.A); isList && len(a) > 0 {
		return nil, checkVariableName("0") // a list is read as a document with such names
	}
	if !ok {
		return nil, errcode.New(10065, "invalid parameter: expected an object (vars)")
	}
	return letIn(vars, value.Get(d, "in"), scope)
}

func letIn(vars bson.D, in any, scope *Scope) (*Expr, error) {
	inner := scope
	values := make([]*Expr, len(vars))
	slots := make([]Variable, len(vars))
	for i, f := range vars {
		if err := checkVariableName(f.Key); err != nil {
			return nil, err
		}
		e, err := Parse(f.Value, scope)
		if err != nil {
			return nil, err
		}
		values[i] = e
		inner, slots[i] = inner.Bind(f.Key)
	}
	body, err := Parse(in, inner)
	if err != nil {
		return nil, err
	}
	return fold(scope, append(values, body), func(env *Env) (any, error) {
		// All are computed first: the elements of a value's own $map stand where the
		// variables will.
		computed, err := evalAll(values[:len(slots)], env)
		if err != nil {
			return nil, err
		}
		for i, v := range computed {
			env.Set(slots[i], v)
		}
		return body.Eval(env)
	})
}
