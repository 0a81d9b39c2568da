package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// iterations are the operators which evaluate an expression for each element of
// an array.
var iterations = table{
	"$filter": parseFilter,
	"$map":    parseMap,
	"$reduce": parseReduce,
}

var (
	filterFields = named{
		fields: []string{"input", "as", "cond", "limit"}, notObject: 28646, unknown: 28647,
		missing: map[string]int32{"input": 28648, "cond": 28650},
	}
	mapFields = named{
		fields: []string{"input", "as", "in"}, notObject: 16878, unknown: 16879,
		missing: map[string]int32{"input": 16880, "in": 16882},
	}
	reduceFields = named{
		fields: []string{"input", "initialValue", "in"}, notObject: 40075, unknown: 40076,
		missing: map[string]int32{"input": 40077, "initialValue": 40078, "in": 40079},
	}
)

// bindElement adds the variable that holds the element, "this" unless as names it.
func bindElement(as any, scope *Scope) (*Scope, Variable, error) {
	name := "this"
	if as != nil {
		name, _ = as.(string)
		if err := checkVariableName(name); err != nil {
			return nil, 0, err
		}
	}
	inner, slot := scope.Bind(name)
	return inner, slot, nil
}

// parseIteration reads the arguments that $filter and $map share: the array, and the
// expression of this name for each of its elements.
func parseIteration(got map[string]any, each string, scope *Scope) (input, body *Expr, slot Variable, err error) {
	inner, slot, err := bindElement(got["as"], scope)
	if err != nil {
		return nil, nil, 0, err
	}
	input, err = Parse(got["input"], scope)
	if err != nil {
		return nil, nil, 0, err
	}
	body, err = Parse(got[each], inner)
	return input, body, slot, err
}

func parseFilter(name string, arg any, scope *Scope) (*Expr, error) {
	got, err := filterFields.split(name, arg)
	if err != nil {
		return nil, err
	}
	input, cond, slot, err := parseIteration(got, "cond", scope)
	if err != nil {
		return nil, err
	}
	limit := Constant(value.Missing{})
	if got["limit"] != nil {
		if limit, err = Parse(got["limit"], scope); err != nil {
			return nil, err
		}
	}
	f := filter{input, cond, limit, slot}
	return &Expr{eval: f.eval}, nil
}

type filter struct {
	input, cond, limit *Expr
	slot               Variable
}

func (f filter) eval(env *Env) (any, error) {
	array, ok, err := inputArray(f.input, env, 28651, "$filter")
	if !ok || err != nil {
		return bson.Null{}, err
	}
	limit, err := f.count(env, len(array))
	if err != nil {
		return nil, err
	}
	out := bson.A{}
	for _, element := range array {
		if err := env.Budget.Step(); err != nil {
			return nil, err
		}
		env.Set(f.slot, element)
		keep, err := f.cond.Eval(env)
		if err != nil {
			return nil, err
		}
		if !value.Truthy(keep) {
			continue
		}
		if len(out) == cap(out) {
			if err := env.reserve(len(out), 2*elementWeight); err != nil {
				return nil, err
			}
		}
		env.used += elementWeight
		if out = append(out, element); len(out) == limit {
			break
		}
	}
	env.used -= elementWeight * len(out) // settle counts them
	return out, nil
}

func (f filter) count(env *Env, all int) (int, error) {
	v, err := f.limit.Eval(env)
	if err != nil || value.IsNullish(v) {
		return all, err
	}
	n, ok := wholeInt32(v)
	if !ok {
		return 0, errcode.New(327391, "$filter: limit must be represented as a 32-bit integral value: %s", value.String(v))
	}
	if n <= 0 {
		return 0, errcode.New(327392, "$filter: limit must be greater than 0: %d", n)
	}
	return int(n), nil
}

// inputArray evaluates the input of an iteration; ok is false if it is null.
func inputArray(input *Expr, env *Env, code int32, name string) (array bson.A, ok bool, err error) {
	v, err := input.Eval(env)
	if err != nil || value.IsNullish(v) {
		return nil, false, err
	}
	array, ok = v.(bson.A)
	if !ok {
		return nil, false, errcode.New(code, "input to %s must be an array not %s", name, value.TypeName(v))
	}
	return array, true, nil
}

func parseMap(name string, arg any, scope *Scope) (*Expr, error) {
	got, err := mapFields.split(name, arg)
	if err != nil {
		return nil, err
	}
	input, in, slot, err := parseIteration(got, "in", scope)
	if err != nil {
		return nil, err
	}
	return &Expr{eval: func(env *Env) (any, error) {
		array, ok, err := inputArray(input, env, 16883, name)
		if !ok || err != nil {
			return bson.Null{}, err
		}
		var out bson.A
		err = env.whileReserved(len(array), elementWeight, func() error {
			out = make(bson.A, len(array))
			for i, element := range array {
				if err := env.Budget.Step(); err != nil {
					return err
				}
				env.Set(slot, element)
				v, err := in.Eval(env)
				if err != nil {
					return err
				}
				out[i] = orNull(v)
			}
			return nil
		})
		return out, err
	}}, nil
}

func parseReduce(name string, arg any, scope *Scope) (*Expr, error) {
	got, err := reduceFields.split(name, arg)
	if err != nil {
		return nil, err
	}
	inner, this := scope.Bind("this")
	inner, total := inner.Bind("value")
	input, err := Parse(got["input"], scope)
	if err != nil {
		return nil, err
	}
	initial, err := Parse(got["initialValue"], scope)
	if err != nil {
		return nil, err
	}
	in, err := Parse(got["in"], inner)
	if err != nil {
		return nil, err
	}
	return &Expr{eval: func(env *Env) (any, error) {
		array, ok, err := inputArray(input, env, 40080, name)
		if !ok || err != nil {
			return bson.Null{}, err
		}
		used := env.used
		v, err := initial.Eval(env)
		for i := 0; i < len(array) && err == nil; i++ {
			if err := env.Budget.Step(); err != nil {
				return nil, err
			}
			env.Set(this, array[i])
			env.Set(total, v)
			if v, err = in.Eval(env); err == nil {
				v, err = env.replaced(used, v)
			}
		}
		return v, err
	}}, nil
}
