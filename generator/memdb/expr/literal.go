package expr

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

var literals = table{
	"$literal": func(_ string, arg any, _ *Scope) (*Expr, error) { return literal(arg) },
	"$expr":    func(_ string, arg any, scope *Scope) (*Expr, error) { return Parse(arg, scope) },
	"$const":   func(_ string, arg any, _ *Scope) (*Expr, error) { return literal(arg) },
	"$let":     parseLet,
}

// literal makes an expression of a value as it is written. No text in it may be
// as long as the longest document.
func literal(v any) (*Expr, error) {
	if err := checkTexts(v); err != nil {
		return nil, err
	}
	return Constant(v), nil
}

func checkTexts(v any) error {
	switch v := v.(type) {
	case string:
		_, err := textResult(v)
		return err
	case bson.D:
		for _, e := range v {
			if err := checkTexts(e.Value); err != nil {
				return err
			}
		}
	case bson.A:
		for _, item := range v {
			if err := checkTexts(item); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseArray makes an array of expressions; an element without value is null.
func parseArray(a bson.A, scope *Scope) (*Expr, error) {
	elements, err := parseAll(a, scope)
	if err != nil {
		return nil, err
	}
	return fold(elements, func(env *Env) (any, error) {
		out := make(bson.A, len(elements))
		for i, e := range elements {
			v, err := e.Eval(env)
			if err != nil {
				return nil, err
			}
			out[i] = orNull(v)
		}
		return out, nil
	})
}

func parseAll(a bson.A, scope *Scope) ([]*Expr, error) {
	out := make([]*Expr, len(a))
	for i, v := range a {
		e, err := Parse(v, scope)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// parseObject makes a document of expressions; a field without value is left out.
func parseObject(d bson.D, scope *Scope) (*Expr, error) {
	fields := make([]*Expr, len(d))
	seen := make(map[string]bool, len(d))
	for i, f := range d {
		if err := checkObjectField(d, f.Key, seen); err != nil {
			return nil, err
		}
		e, err := Parse(f.Value, scope)
		if err != nil {
			return nil, err
		}
		fields[i] = e
	}
	return fold(fields, func(env *Env) (any, error) {
		out := make(bson.D, 0, len(fields))
		for i, e := range fields {
			v, err := e.Eval(env)
			if err != nil {
				return nil, err
			}
			if !missing(v) {
				out = append(out, bson.E{Key: d[i].Key, Value: v})
			}
		}
		return out, nil
	})
}

func checkObjectField(d bson.D, name string, seen map[string]bool) error {
	if strings.HasPrefix(name, "$") {
		return errcode.New(15983, "an expression object holds exactly one operator, but it has the fields %s", fieldNames(d))
	}
	if err := CheckFieldName(name); err != nil {
		return err
	}
	if seen[name] {
		return errcode.New(16406, "duplicate field name specified in object literal: %s", name)
	}
	seen[name] = true
	return nil
}

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
	return fold(append(values, body), func(env *Env) (any, error) {
		for i, e := range values[:len(slots)] {
			v, err := e.Eval(env)
			if err != nil {
				return nil, err
			}
			env.Set(slots[i], v)
		}
		return body.Eval(env)
	})
}
