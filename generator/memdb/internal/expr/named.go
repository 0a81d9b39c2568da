package expr

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// named describes the arguments of an operator that takes a document, and the codes of
// its errors.
type named struct {
	fields    []string
	notObject int32
	unknown   int32
	missing   map[string]int32 // of the required fields
}

// split checks arg and returns its fields by name; fields that were left out are
// absent.
func (n named) split(name string, arg any) (map[string]any, error) {
	d, ok := arg.(bson.D)
	if !ok {
		return nil, errcode.New(n.notObject, "%s only supports an object as its argument, found: %s", name, value.TypeName(arg))
	}
	got := make(map[string]any, len(d))
	for _, f := range d {
		if !n.has(f.Key) {
			return nil, errcode.New(n.unknown, "Unrecognized argument to %s: %s", name, f.Key)
		}
		got[f.Key] = f.Value
	}
	for _, field := range n.fields {
		if code, required := n.missing[field]; required && got[field] == nil {
			return nil, errcode.New(code, "Missing '%s' parameter to %s", field, name)
		}
	}
	return got, nil
}

func (n named) has(name string) bool {
	for _, f := range n.fields {
		if f == name {
			return true
		}
	}
	return false
}

// parse is split with every field read as an expression, in the order of
// n.fields; nil for those left out.
func (n named) parse(name string, arg any, scope *Scope) ([]*Expr, error) {
	got, err := n.split(name, arg)
	if err != nil {
		return nil, err
	}
	out := make([]*Expr, len(n.fields))
	for i, field := range n.fields {
		v, ok := got[field]
		if !ok {
			continue
		}
		if out[i], err = Parse(v, scope); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// parserOf makes an operator of n from its parsed fields, nil for those left out.
func (n named) parserOf(build func(name string, operands []*Expr, scope *Scope) (*Expr, error)) parser {
	return func(name string, arg any, scope *Scope) (*Expr, error) {
		operands, err := n.parse(name, arg, scope)
		if err != nil {
			return nil, err
		}
		return build(name, operands, scope)
	}
}

// operator makes an operator of n whose fields are all evaluated before apply;
// one that was left out is leftOut there.
func (n named) operator(apply func(args []any) (any, error)) parser {
	return n.parserOf(func(_ string, operands []*Expr, scope *Scope) (*Expr, error) {
		for i, o := range operands {
			if o == nil {
				operands[i] = Constant(leftOut{})
			}
		}
		return strict(scope, operands, apply)
	})
}
