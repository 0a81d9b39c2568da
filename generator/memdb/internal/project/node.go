package project

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// node is one name of a projection: a leaf that keeps, drops or computes a field, or
// the projection of the fields below it.
type node struct {
	name        string
	children    []*node // in the order of the specification
	kind        kind
	expr        *expr.Expr
	hasComputed bool // something here or below is computed
}

type kind byte

const (
	inner   kind = iota
	named        // kept by an inclusion, dropped by an exclusion
	compute      // set to the value of expr
)

func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// include keeps the named fields in their stored order. Arrays are projected element
// by element; other values where the projection goes on are dropped. Where something
// is computed below, a dropped value leaves a Missing at its place, which may become a
// document.
func (n *node) include(doc bson.D) bson.D {
	out := make(bson.D, 0, len(n.children))
	for _, e := range doc {
		c := n.child(e.Key)
		switch {
		case c == nil || c.kind == compute: // the computed field comes after the others
		case c.kind == named:
			out = append(out, e)
		default:
			if v := c.includeIn(e.Value); c.hasComputed || !value.IsMissing(v) {
				out = append(out, bson.E{Key: e.Key, Value: v})
			}
		}
	}
	return out
}

func (n *node) includeIn(v any) any {
	switch v := v.(type) {
	case bson.D:
		return n.include(v)
	case bson.A:
		out := make(bson.A, 0, len(v))
		for _, item := range v {
			if kept := n.includeIn(item); n.hasComputed || !value.IsMissing(kept) {
				out = append(out, kept)
			}
		}
		return out
	}
	return value.Missing{}
}

// exclude drops the named fields and leaves all else as it is.
func (n *node) exclude(doc bson.D) bson.D {
	out := make(bson.D, 0, len(doc))
	for _, e := range doc {
		c := n.child(e.Key)
		switch {
		case c == nil:
			out = append(out, e)
		case c.kind == inner:
			out = append(out, bson.E{Key: e.Key, Value: c.excludeIn(e.Value)})
		}
	}
	return out
}

func (n *node) excludeIn(v any) any {
	switch v := v.(type) {
	case bson.D:
		return n.exclude(v)
	case bson.A:
		out := make(bson.A, len(v))
		for i, item := range v {
			out[i] = n.excludeIn(item)
		}
		return out
	}
	return v
}

// compute sets the computed fields: in place where doc has the field, else after the
// others in the order of the specification. One without a value is removed.
func (n *node) compute(doc bson.D, env *expr.Env) (bson.D, error) {
	for _, c := range n.children {
		if !c.hasComputed {
			continue
		}
		v, err := c.computeIn(value.Get(doc, c.name), env)
		if err != nil {
			return nil, err
		}
		doc = set(doc, c.name, v)
	}
	return doc, nil
}

// computeIn returns the new value of a field that has the value v. Below it, arrays
// are computed element by element, and a value that is no document becomes one.
func (n *node) computeIn(v any, env *expr.Env) (any, error) {
	if n.kind == compute {
		return n.expr.Eval(env)
	}
	if list, ok := v.(bson.A); ok {
		out := make(bson.A, len(list))
		for i, item := range list {
			computed, err := n.computeIn(item, env)
			if err != nil {
				return nil, err
			}
			out[i] = computed
		}
		return out, nil
	}
	doc, _ := v.(bson.D)
	doc, err := n.compute(append(bson.D{}, doc...), env)
	return doc, err
}

// set returns doc with the field set; Missing removes it. doc is changed.
func set(doc bson.D, name string, v any) bson.D {
	for i := range doc {
		if doc[i].Key != name {
			continue
		}
		if value.IsMissing(v) {
			return append(doc[:i], doc[i+1:]...)
		}
		doc[i].Value = v
		return doc
	}
	if value.IsMissing(v) {
		return doc
	}
	return append(doc, bson.E{Key: name, Value: v})
}
