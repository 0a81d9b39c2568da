// Package project reads projections, those of find and those of the stages $project
// and $unset, and applies them to documents.
//
// Parse takes the specification of a command and returns a Projection; all errors of
// form, and every refusal, come from it. Apply takes a document and the filter's
// Result for it, and returns the projected document.
package project

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
)

// Options are the settings of Parse.
type Options struct {
	Find   bool          // $slice, $elemMatch and the positional $ have find's meaning
	Scope  *expr.Scope   // variables that expressions may use
	Filter *match.Filter // find's filter, which the positional $ needs
}

// Projection is a parsed specification. It may be used from several goroutines.
type Projection struct {
	root        *node // nil: everything stays
	isInclusion bool
	slices      []slice
	matches     []elemMatch
	position    []string // path of the positional $, nil without
}

// IsPositional reports whether Apply needs the filter's result.
func (p *Projection) IsPositional() bool { return p.position != nil }

// Parse reads a projection. An empty one leaves everything in find, and is an
// error in $project.
func Parse(spec bson.D, opt Options) (*Projection, error) {
	if len(spec) == 0 {
		if opt.Find {
			return &Projection{}, nil
		}
		return nil, errcode.New(51272, "Invalid $project :: caused by :: projection specification must have at least one field")
	}
	p := parser{opt: opt, out: &Projection{root: &node{}}}
	for _, e := range spec {
		if err := p.field(e); err != nil {
			return nil, err
		}
	}
	return p.finish()
}

// ParseUnset reads the argument of $unset: one path or a list of them.
func ParseUnset(arg any) (*Projection, error) {
	list, ok := arg.(bson.A)
	if !ok {
		list = bson.A{arg}
		if _, isText := arg.(string); !isText {
			return nil, errcode.New(31002, "$unset specification must be a string or an array")
		}
	}
	if len(list) == 0 {
		return nil, errcode.New(31119, "$unset specification must be a string or an array with at least one field")
	}
	for _, item := range list {
		if path, _ := item.(string); strings.Contains(path, "\x00") {
			return nil, errcode.New(9527900, "A field path in $unset may not contain an embedded null byte")
		}
	}
	var spec bson.D
	for _, item := range list {
		path, ok := item.(string)
		if !ok {
			return nil, errcode.New(31120, "$unset specification must be a string or an array containing only string values")
		}
		spec = append(spec, bson.E{Key: path, Value: false})
	}
	return Parse(spec, Options{})
}

// Apply projects a document. found is the filter's result for it; env has the
// variables of the expressions, its Root is set here.
func (p *Projection) Apply(doc bson.D, found match.Result, env *expr.Env) (bson.D, error) {
	if p.root == nil {
		return doc, nil
	}
	out, err := p.plain(doc, env)
	if err != nil {
		return nil, err
	}
	if p.position != nil {
		if out, err = positional(out, p.position, found.Index); err != nil {
			return nil, err
		}
	}
	for _, m := range p.matches {
		if out, err = m.apply(out, doc, p.isInclusion); err != nil {
			return nil, err
		}
	}
	for _, s := range p.slices {
		out = s.apply(out, s.path)
	}
	return out, nil
}

// plain applies the projection without the operators that only find has.
func (p *Projection) plain(doc bson.D, env *expr.Env) (bson.D, error) {
	if !p.isInclusion {
		return p.root.exclude(doc), nil
	}
	out := p.root.include(doc)
	if !p.root.hasComputed {
		return out, nil
	}
	defer env.Leave(env.Enter(doc))
	return p.root.compute(out, env)
}
