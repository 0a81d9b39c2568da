// Package match reads query filters and tests documents with them.
//
// Parse takes the filter of a command and returns a Filter; all errors of form, and
// every refusal, come from it. Match takes a document and reports whether the filter
// finds it and, for the positional operators, which element of an array it found.
// Failure says why a validator refuses a document.
package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// Options are the settings of Parse.
type Options struct {
	Scope  *expr.Scope // variables that $expr may use, and how values compare
	NoExpr bool        // $expr is 224, as in upserts, partial filters and array filters
	Narrow bool        // no $where, $text, $near and $jsonSchema, as in partial filters, array filters, $pull and projections
	Query  bool        // of a command that looks for documents: tested in the server's order, not as written
}

// Filter is a parsed filter. It may be used from several goroutines.
type Filter struct {
	written all // the conditions as they were written, for those who plan and explain
	root    all // and in the order in which they are tested
	// isCollated: values compare by a collation, which may refuse a string.
	isCollated bool
	isQuery    bool // root is in the server's order
}

// Result reports whether a document was found. Index is the position, in the outermost
// array that a condition went through, of the element that met the last such
// condition; -1 if no condition went through an array.
type Result struct {
	OK    bool
	Index int
}

// Parse reads a filter.
func Parse(filter bson.D, opt Options) (*Filter, error) {
	p := parser{opt: opt}
	nodes, err := p.document(filter, 0)
	if err != nil {
		return nil, err
	}
	f := &Filter{written: nodes, root: nodes, isCollated: opt.Scope.Collation() != nil}
	if opt.Query {
		f.root, f.isQuery = canonical(nodes), true
	}
	return f, nil
}

// QueryOf returns the filter of a command that looks for the documents which several
// filters match, each of them parsed in the same scope.
func QueryOf(filters ...*Filter) *Filter {
	joined := &Filter{isQuery: true}
	for _, f := range filters {
		joined.written = append(joined.written, f.written...)
		joined.isCollated = joined.isCollated || f.isCollated
	}
	joined.root = canonical(joined.written)
	return joined
}

// Match tests a document. env has the variables of $expr; its Root is set here. The
// error is one that an expression returned for this document.
func (f *Filter) Match(doc bson.D, env *expr.Env) (Result, error) {
	r := run{env: env, index: -1}
	ok := f.root.matches(doc, &r)
	if r.err != nil {
		return Result{Index: -1}, r.err
	}
	if !ok {
		r.index = -1
	}
	return Result{OK: ok, Index: r.index}, nil
}

// run is the state of matching one document.
type run struct {
	env   *expr.Env
	index int   // see Result
	err   error // the first one that an expression returned
}

// silent runs without recording an index: inside a negation nothing is found.
func (r *run) silent(test func() bool) bool {
	index := r.index
	ok := test()
	r.index = index
	return ok
}

// node is a condition on a whole document.
type node interface {
	matches(doc bson.D, r *run) bool
}

// all is true if every one of its nodes is: the implicit and explicit $and.
type all []node

func (a all) matches(doc bson.D, r *run) bool {
	for _, n := range a {
		if !n.matches(doc, r) {
			return false
		}
	}
	return true
}

// explicitAnd is an $and as written. It differs from all only in the details of
// a validator.
type explicitAnd []node

func (a explicitAnd) matches(doc bson.D, r *run) bool { return all(a).matches(doc, r) }

// or is an $or. It does not say which element of an array was found.
type or []node

func (o or) matches(doc bson.D, r *run) bool {
	return r.silent(func() bool { return o.any(doc, r) })
}

func (o or) any(doc bson.D, r *run) bool {
	for _, n := range o {
		if n.matches(doc, r) {
			return true
		}
	}
	return false
}

type nor []node

func (o nor) matches(doc bson.D, r *run) bool {
	return !r.silent(func() bool { return or(o).any(doc, r) })
}

type constant bool

func (c constant) matches(bson.D, *run) bool { return bool(c) }

type expression struct {
	expr *expr.Expr
	spec any
	also all // conditions that must hold too
}

func (e expression) matches(doc bson.D, r *run) bool {
	if r.err != nil || !r.silent(func() bool { return e.also.matches(doc, r) }) {
		return false
	}
	v, err := evaluate(e.expr, doc, r.env)
	if err != nil {
		r.err = err
		return false
	}
	return value.Truthy(v)
}

func evaluate(e *expr.Expr, doc bson.D, env *expr.Env) (any, error) {
	defer env.Leave(env.Enter(doc))
	return e.Eval(env)
}

// field is a condition on the value at a path.
type field struct {
	path *path
	test test
}

func (f field) matches(doc bson.D, r *run) bool { return f.test.onPath(f.path, doc, r) }

const maxDepth = 100

func tooDeep() error {
	return errcode.New(errcode.Overflow, "exceeded maximum query tree depth of %d", maxDepth)
}
