package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

type zip struct {
	inputs, defaults []*Expr
	longest          bool
}

func parseZip(name string, arg any, scope *Scope) (*Expr, error) {
	got, err := named{
		fields: []string{"inputs", "defaults", "useLongestLength"}, notObject: 34460, unknown: 34464,
	}.split(name, arg)
	if err != nil {
		return nil, err
	}
	var z zip
	if got["inputs"] != nil {
		if z.inputs, err = zipList(got["inputs"], 34461, "inputs", scope); err != nil {
			return nil, err
		}
	}
	if got["defaults"] != nil {
		if z.defaults, err = zipList(got["defaults"], 34462, "defaults", scope); err != nil {
			return nil, err
		}
	}
	if v, given := got["useLongestLength"]; given {
		longest, ok := v.(bool)
		if !ok {
			return nil, errcode.New(34463, "useLongestLength must be a bool, found %s", value.TypeName(v))
		}
		z.longest = longest
	}
	if err := z.check(); err != nil {
		return nil, err
	}
	return fold(scope, append(z.inputs[:len(z.inputs):len(z.inputs)], z.defaults...), z.eval)
}

func zipList(v any, code int32, name string, scope *Scope) ([]*Expr, error) {
	a, ok := v.(bson.A)
	if !ok {
		return nil, errcode.New(code, "%s must be an array of expressions, found %s", name, value.TypeName(v))
	}
	return parseAll(a, scope)
}

func (z zip) check() error {
	switch {
	case len(z.inputs) == 0:
		return errcode.New(34465, "$zip requires at least one input array")
	case len(z.defaults) > 0 && !z.longest:
		return errcode.New(34466, "cannot specify defaults unless useLongestLength is true")
	case len(z.defaults) > 0 && len(z.defaults) != len(z.inputs):
		return errcode.New(34467, "defaults and inputs must have the same length")
	}
	return nil
}

func (z zip) eval(env *Env) (any, error) {
	inputs, ok, err := z.arrays(env)
	if !ok || err != nil {
		return bson.Null{}, err
	}
	defaults := make([]any, len(inputs))
	for i := range defaults {
		defaults[i] = bson.Null{}
	}
	for i, d := range z.defaults {
		v, err := d.Eval(env)
		if err != nil {
			return nil, err
		}
		defaults[i] = orNull(v)
	}
	if err := env.reserve(z.length(inputs), elementWeight*(2+len(inputs))); err != nil {
		return nil, err
	}
	out := make(bson.A, z.length(inputs))
	for row := range out {
		cells := make(bson.A, len(inputs))
		for i, input := range inputs {
			cells[i] = defaults[i]
			if row < len(input) {
				cells[i] = input[row]
			}
		}
		out[row] = cells
	}
	return out, nil
}

// arrays evaluates the inputs; ok is false if one of them is null.
func (z zip) arrays(env *Env) (inputs []bson.A, ok bool, err error) {
	for _, o := range z.inputs {
		v, err := o.Eval(env)
		if err != nil || value.IsNullish(v) {
			return nil, false, err
		}
		a, ok := v.(bson.A)
		if !ok {
			return nil, false, errcode.New(34468, "$zip found a non-array expression in input: %s", value.String(v))
		}
		inputs = append(inputs, a)
	}
	return inputs, true, nil
}

func (z zip) length(inputs []bson.A) int {
	n := len(inputs[0])
	for _, a := range inputs[1:] {
		if z.longest == (len(a) > n) {
			n = len(a)
		}
	}
	return n
}
