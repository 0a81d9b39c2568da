package project

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// parser reads a specification field by field. Whether it includes or excludes is
// known only at the end; mode is what the first field says.
type parser struct {
	opt  Options
	out  *Projection
	mode mode
	id   mode // mode of _id as a whole
}

type mode byte

const (
	undecided mode = iota
	inclusion
	exclusion
)

func (p *parser) field(e bson.E) error {
	if rest, ok := strings.CutSuffix(e.Key, ".$"); ok {
		return p.positional(rest, e.Value)
	}
	parts, err := p.path(e.Key)
	if err != nil {
		return err
	}
	return p.value(parts, e.Value)
}

func (p *parser) path(path string) ([]string, error) {
	names := strings.Split(path, ".")
	if slices.Contains(names[1:], "$") {
		if p.opt.Find {
			return nil, errcode.New(31394, "As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.")
		}
		return nil, errcode.New(31324, "Cannot use positional operator in aggregation projection")
	}
	return expr.SplitPath(path)
}

// value reads the value of a path in the specification.
func (p *parser) value(path []string, v any) error {
	switch v := v.(type) {
	case bool, int32, int64, float64, bson.Decimal128:
		return p.flag(path, value.Truthy(v))
	case bson.D:
		return p.document(path, v)
	}
	if p.mode == exclusion {
		return errcode.New(31310, "Cannot use an expression or literal in an exclusion projection: %s", dotted(path))
	}
	return p.expression(path, v)
}

func dotted(path []string) string { return strings.Join(path, ".") }

// flag notes that a path is kept or dropped.
func (p *parser) flag(path []string, keep bool) error {
	word := exclusion
	if keep {
		word = inclusion
	}
	if len(path) == 1 && path[0] == "_id" {
		p.id = word
		_, err := p.add(path, named)
		return err
	}
	if err := p.collision(path); err != nil {
		return err
	}
	if err := p.decide(word, path); err != nil {
		return err
	}
	_, err := p.add(path, named)
	return err
}

// collision finds a path that leads below one that the specification has already.
func (p *parser) collision(path []string) error {
	at := p.out.root
	for i, name := range path[:len(path)-1] {
		if at = at.child(name); at == nil {
			break
		}
		if at.kind != inner {
			return errcode.New(31249, "Path collision at %s remaining portion %s", dotted(path), dotted(path[i+1:]))
		}
	}
	for _, s := range p.out.slices {
		if len(s.path) < len(path) && slices.Equal(s.path, path[:len(s.path)]) {
			return errcode.New(31249, "Path collision at %s remaining portion %s", dotted(path), dotted(path[len(s.path):]))
		}
	}
	return nil
}

func (p *parser) decide(word mode, path []string) error {
	switch {
	case p.mode == undecided:
		p.mode = word
	case p.mode == word:
	case word == exclusion:
		return errcode.New(31254, "Cannot do exclusion on field %s in inclusion projection", dotted(path))
	default:
		return errcode.New(31253, "Cannot do inclusion on field %s in exclusion projection", dotted(path))
	}
	return nil
}

func (p *parser) document(path []string, d bson.D) error {
	if len(d) == 0 {
		return errcode.New(51270, "An empty sub-projection is not a valid value. Found empty object at path")
	}
	for _, e := range d {
		if strings.HasPrefix(e.Key, "$") && len(d) > 1 {
			return errcode.New(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.")
		}
	}
	if strings.HasPrefix(d[0].Key, "$") {
		return p.operator(path, d)
	}
	for _, e := range d {
		parts, err := expr.SplitPath(e.Key)
		if err != nil {
			return err
		}
		if err := p.value(append(slices.Clip(path), parts...), e.Value); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) expression(path []string, v any) error {
	parsed, err := expr.Parse(v, p.opt.Scope)
	if err != nil {
		return err
	}
	if err := p.decide(inclusion, path); err != nil {
		return err
	}
	n, err := p.add(path, compute)
	if err != nil {
		return err
	}
	n.expr = parsed
	at := p.out.root
	for _, name := range path {
		at.hasComputed = true
		at = at.child(name)
	}
	at.hasComputed = true
	return nil
}

// add makes the leaf of a path.
func (p *parser) add(path []string, k kind) (*node, error) {
	at := p.out.root
	for i, name := range path {
		last := i == len(path)-1
		next := at.child(name)
		switch {
		case next == nil:
			next = &node{name: name}
			if last {
				next.kind = k
			}
			at.children = append(at.children, next)
		case last:
			return nil, errcode.New(31250, "Path collision at %s", dotted(path))
		case next.kind != inner:
			return nil, p.collision(path)
		}
		at = next
	}
	return at, nil
}

func (p *parser) positional(text string, v any) error {
	if !p.opt.Find {
		return errcode.New(31324, "Cannot use positional operator in aggregation projection")
	}
	parts, err := p.path(text)
	if err != nil {
		return err
	}
	switch {
	case p.out.position != nil:
		return errcode.New(31276, "Cannot specify more than one positional projection per query.")
	case len(p.out.matches) > 0:
		return errcode.New(31256, "Cannot specify positional operator and $elemMatch.")
	case !isFlag(v):
		return errcode.New(31308, "positional projection cannot be used with an expression or sub object")
	case !value.Truthy(v):
		return errcode.New(31395, "positional projection cannot be used with exclusion")
	}
	if p.opt.Filter.Has("$expr") {
		return errcode.New(errcode.QueryFeatureNotAllowed, "$expr is not allowed in this context")
	}
	p.out.position = parts
	if err := p.decide(inclusion, parts); err != nil {
		return err
	}
	_, err = p.add(parts, named)
	return err
}

func isFlag(v any) bool {
	_, isBool := v.(bool)
	return isBool || value.IsNumber(v)
}

// isTaken reports whether the specification already has the path itself; conflicts with
// a part of it are found when the leaves are made.
func (p *parser) isTaken(path []string) bool {
	for _, s := range p.out.slices {
		if slices.Equal(s.path, path) {
			return true
		}
	}
	for _, m := range p.out.matches {
		if len(path) == 1 && m.name == path[0] {
			return true
		}
	}
	return false
}

// finish decides whether the specification includes or excludes, and puts _id, $slice
// and $elemMatch in their places.
func (p *parser) finish() (*Projection, error) {
	out := p.out
	out.isInclusion = p.isInclusion()
	for _, s := range out.slices {
		if err := p.place(s.path, out.isInclusion); err != nil {
			return nil, err
		}
	}
	for _, m := range out.matches {
		// In an inclusion the field comes last, so it is left out here.
		if err := p.place([]string{m.name}, false); err != nil {
			return nil, err
		}
	}
	if out.isInclusion && p.id == exclusion || !out.isInclusion && p.id == inclusion {
		out.root.drop("_id")
	}
	if out.isInclusion && p.id == undecided && out.root.child("_id") == nil {
		out.root.children = append(out.root.children, &node{name: "_id", kind: named})
	}
	return out, nil
}

// place checks that a path is free and, if it is kept, makes its leaf.
func (p *parser) place(path []string, keep bool) error {
	leaf, err := p.add(path, named)
	if err != nil || keep {
		return err
	}
	p.out.root.remove(path, leaf)
	return nil
}

// isInclusion reports whether the specification includes: without an ordinary field, a
// $slice keeps all other fields unless _id is included, an $elemMatch keeps only its
// field, and _id alone decides for itself.
func (p *parser) isInclusion() bool {
	switch {
	case p.mode != undecided:
		return p.mode == inclusion
	case len(p.out.slices) > 0:
		return p.id == inclusion
	case len(p.out.matches) > 0:
		return true
	}
	return p.id == inclusion
}

// meets reports whether a path is there, leads through a leaf or ends in one.
func (n *node) meets(path []string) bool {
	for i, name := range path {
		if n = n.child(name); n == nil {
			return false
		}
		if n.kind != inner || i == len(path)-1 {
			return true
		}
	}
	return false
}

func (n *node) drop(name string) {
	n.children = slices.DeleteFunc(n.children, func(c *node) bool { return c.name == name })
}

// remove takes a leaf away again, with the parents that were there only for it.
func (n *node) remove(path []string, leaf *node) {
	c := n.child(path[0])
	if c != leaf {
		c.remove(path[1:], leaf)
		if len(c.children) > 0 {
			return
		}
	}
	n.drop(path[0])
}
