package match

import (
	"errors"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// parser reads a filter; inner is set inside $elemMatch, where operators on the whole
// document are not allowed.
type parser struct {
	opt       Options
	inner     bool
	validator bool // reads the validator of a collection
}

// order is how the filter's values compare.
func (p parser) collation() *value.Collation { return p.opt.Scope.Collation() }

func bad(format string, args ...any) error {
	return errcode.New(errcode.BadValue, format, args...)
}

// document reads the conditions of one document, which must all hold.
func (p parser) document(filter bson.D, depth int) (all, error) {
	if depth > maxDepth {
		return nil, tooDeep()
	}
	nodes := make(all, 0, len(filter))
	for _, e := range filter {
		n, err := p.element(e, depth)
		if err != nil {
			return nil, err
		}
		if n != nil {
			nodes = append(nodes, n)
		}
	}
	return nodes, nil
}

// element reads one field of a filter; it returns nil for $comment.
func (p parser) element(e bson.E, depth int) (node, error) {
	if strings.HasPrefix(e.Key, "$") {
		return p.documentOperator(e, depth)
	}
	t, err := p.condition(e.Value, depth+1)
	if err != nil {
		return nil, err
	}
	return field{newPath(e.Key), t}, nil
}

func (p parser) logical(e bson.E, depth int) (node, error) {
	list, ok := e.Value.(bson.A)
	if !ok || len(list) == 0 {
		return nil, bad("%s must be a nonempty array", e.Key)
	}
	branches := make([]node, len(list))
	for i, item := range list {
		doc, ok := item.(bson.D)
		if !ok {
			return nil, bad("%s entries need to be full objects", e.Key)
		}
		branch, err := p.document(doc, depth+1)
		if err != nil {
			return nil, err
		}
		branches[i] = branch
	}
	switch e.Key {
	case "$or":
		return or(branches), nil
	case "$nor":
		return nor(branches), nil
	}
	return explicitAnd(branches), nil
}

func (p parser) expression(e bson.E, _ int) (node, error) {
	switch {
	case p.inner:
		return nil, bad("$expr can only be applied to the top-level document")
	case p.opt.NoExpr:
		return nil, errcode.New(errcode.QueryFeatureNotAllowed, "$expr is not allowed in this context")
	}
	parsed, err := expr.Parse(e.Value, p.opt.Scope)
	var constant expr.ConstantError
	if p.validator && errors.As(err, &constant) && !errcode.Refused(err) {
		return nil, refuseValidator("a constant in $expr that fails: " + err.Error())
	}
	if err != nil {
		return nil, err
	}
	also, err := p.uncollated(e.Value)
	if p.validator && len(also) > 0 {
		return nil, refuseValidator("$in of a field in $expr under a collation")
	}
	return expression{parsed, e.Value, also}, err
}

func (p parser) jsonSchema(e bson.E, _ int) (node, error) {
	switch {
	case p.validator && p.inner:
		return nil, refuseValidator("$jsonSchema in $elemMatch")
	case p.opt.Narrow && !p.validator:
		return nil, errcode.New(errcode.QueryFeatureNotAllowed, "$jsonSchema is not allowed in this context")
	}
	doc, ok := e.Value.(bson.D)
	if !ok {
		return nil, errcode.New(errcode.TypeMismatch, "$jsonSchema must be an object")
	}
	return parseSchema(doc)
}

// condition reads the value of a field: an operator document, or a value that
// the field must equal.
func (p parser) condition(v any, depth int) (test, error) {
	switch v := v.(type) {
	case bson.D:
		if isOperators(v) {
			return p.operators(v, depth)
		}
	case bson.Regex:
		return written(regexTest(v.Pattern, v.Options, v))
	}
	return written(p.equality(v))
}

// written notes that a condition is in the filter without an operator.
func written(t test, err error) (test, error) {
	if s, ok := t.(*single); ok {
		s.written, s.isValue = s.arg, true
	}
	return t, err
}

// isOperators reports whether a document has operators and is not a value: its first
// name starts with "$", and it is not a reference in the old form.
func isOperators(doc bson.D) bool {
	return len(doc) > 0 && strings.HasPrefix(doc[0].Key, "$") && !isDBRef(doc)
}

func isDBRef(doc bson.D) bool {
	ref, id := false, false
	for _, e := range doc {
		ref = ref || e.Key == "$ref"
		id = id || e.Key == "$id"
	}
	return ref && id
}

func (p parser) equality(v any) (test, error) { return p.comparison("$eq", v) }

// operators reads {$gt: 1, $lt: 5}.
func (p parser) operators(doc bson.D, depth int) (test, error) {
	if depth > maxDepth {
		return nil, tooDeep()
	}
	tests := make(every, 0, len(doc))
	for _, e := range doc {
		t, err := p.valueOperator(operand{e.Key, e.Value, doc, depth})
		if err != nil {
			return nil, err
		}
		if t != nil {
			tests = append(tests, t)
		}
	}
	if len(tests) == 1 {
		return tests[0], nil
	}
	return tests, nil
}

func (p parser) comparison(operator string, operand any) (test, error) {
	if _, ok := operand.(bson.Undefined); ok {
		return nil, bad("cannot compare to undefined")
	}
	if _, ok := operand.(bson.Regex); ok && operator != "$eq" {
		return nil, bad("Can't have RegEx as arg to predicate over field '%s'.", operator)
	}
	compare := operator
	if operator == "$ne" {
		compare = "$eq"
	}
	return &single{name: compare, arg: operand, last: spread, holds: compares(compare, operand, p.collation())}, nil
}

func (p parser) negation(o operand) (test, error) {
	var inner test
	var err error
	switch arg := o.arg.(type) {
	case bson.Regex:
		inner, err = written(regexTest(arg.Pattern, arg.Options, arg))
	case bson.D:
		if len(arg) == 0 {
			return nil, bad("$not cannot be empty")
		}
		inner, err = p.operators(arg, o.depth+1)
	default:
		return nil, bad("$not needs a regex or a document")
	}
	if err != nil {
		return nil, err
	}
	return &not{o.name, o.arg, inner}, nil
}

func (p parser) elemMatch(o operand) (test, error) {
	doc, ok := o.arg.(bson.D)
	if !ok {
		return nil, bad("$elemMatch needs an Object")
	}
	if isOperators(doc) && !standsAtTop(doc[0].Key) {
		t, err := p.operators(doc, o.depth+1)
		if err != nil {
			return nil, err
		}
		return &elemMatch{arg: o.arg, value: t}, nil
	}
	p.inner = true
	nodes, err := p.document(doc, o.depth+1)
	if err != nil {
		return nil, err
	}
	return &elemMatch{arg: o.arg, documents: nodes}, nil
}

// allOf reads $all, whose values are equalities or $elemMatch each.
func (p parser) allOf(o operand) (test, error) {
	list, ok := o.arg.(bson.A)
	if !ok {
		return nil, bad("$all needs an array")
	}
	elemMatches := len(list) > 0 && isElemMatch(list[0])
	tests := make(every, len(list))
	for i, item := range list {
		if isElemMatch(item) != elemMatches {
			return nil, bad("$all/$elemMatch has to be consistent")
		}
		t, err := p.allItem(item, elemMatches, o.depth)
		if err != nil {
			return nil, err
		}
		tests[i] = t
	}
	return &containsAll{o.arg, tests}, nil
}

func isElemMatch(v any) bool {
	doc, ok := v.(bson.D)
	return ok && len(doc) > 0 && doc[0].Key == "$elemMatch"
}

func (p parser) allItem(item any, elemMatch bool, depth int) (test, error) {
	if elemMatch {
		return p.operators(item.(bson.D), depth+1)
	}
	switch item := item.(type) {
	case bson.Regex:
		return regexTest(item.Pattern, item.Options, item)
	case bson.D:
		if isOperators(item) && (valueOperators[item[0].Key] != nil || slices.Contains(refusedValueOperators, item[0].Key)) {
			return nil, bad("no $ expressions in $all")
		}
	}
	return p.equality(item)
}
