package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
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
	return fold(scope, elements, func(env *Env) (any, error) {
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
		if err := checkObjectField(f.Key, seen); err != nil {
			return nil, err
		}
		e, err := Parse(f.Value, scope)
		if err != nil {
			return nil, err
		}
		fields[i] = e
	}
	return fold(scope, fields, func(env *Env) (any, error) {
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

func checkObjectField(name string, seen map[string]bool) error {
	if err := CheckFieldName(name); err != nil {
		return err
	}
	if seen[name] {
		return errcode.New(16406, "duplicate field name specified in object literal: %s", name)
	}
	seen[name] = true
	return nil
}
