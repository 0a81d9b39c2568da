package match

import (
	"errors"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

// parser reads a filter; inner is set inside $elemMatch, where what looks at the
// whole document is not allowed.
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

// element reads one field of a filter; it gives nil for $comment.
func (p parser) element(e bson.E, depth int) (node, error) {
	if strings.HasPrefix(e.Key, "$") {
		return p.topLevel(e, depth)
	}
	t, err := p.condition(e.Value, depth+1)
	if err != nil {
		return nil, err
	}
	return field{newPath(e.Key), t}, nil
}

func (p parser) topLevel(e bson.E, depth int) (node, error) {
	switch e.Key {
	case "$and", "$or", "$nor":
		return p.logical(e, depth)
	case "$expr":
		return p.expression(e.Value)
	case "$jsonSchema":
		return p.jsonSchema(e.Value)
	case "$comment":
		return nil, nil
	case "$ref", "$id", "$db":
		if p.validator && !p.inner {
			return nil, refuseValidator(e.Key)
		}
		t, err := p.equality(e.Value)
		return field{newPath(e.Key), t}, err
	case "$sampleRate":
		if p.inner {
			return nil, bad("$sampleRate can only be applied to the top-level document")
		}
	case "$where", "$text":
		if p.opt.Narrow {
			return nil, bad("%s is not allowed in this context", e.Key)
		}
	case "$alwaysTrue", "$alwaysFalse":
		if n, ok := value.Whole(e.Value); !ok || n != 1 {
			return nil, errcode.New(errcode.FailedToParse, "%s must be an integer value of 1", e.Key)
		}
		return constant(e.Key == "$alwaysTrue"), nil
	}
	if support.State(support.QueryOperator, e.Key) == support.Refused {
		return nil, errcode.NotImplemented(e.Key)
	}
	return nil, bad("unknown top level operator: %s. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.", e.Key)
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

func (p parser) expression(arg any) (node, error) {
	switch {
	case p.inner:
		return nil, bad("$expr can only be applied to the top-level document")
	case p.opt.NoExpr:
		return nil, errcode.New(224, "$expr is not allowed in this context")
	}
	parsed, err := expr.Parse(arg, p.opt.Scope)
	var constant expr.ConstantError
	if p.validator && errors.As(err, &constant) && !errcode.Refused(err) {
		return nil, refuseValidator("a constant in $expr that fails: " + err.Error())
	}
	if err != nil {
		return nil, err
	}
	return expression{parsed, arg}, nil
}

func (p parser) jsonSchema(arg any) (node, error) {
	switch {
	case p.validator && p.inner:
		return nil, refuseValidator("$jsonSchema in $elemMatch")
	case p.opt.Narrow && !p.validator:
		return nil, errcode.New(224, "$jsonSchema is not allowed in this context")
	}
	doc, ok := arg.(bson.D)
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

// written notes that a condition stands in the filter without an operator.
func written(t test, err error) (test, error) {
	if s, ok := t.(*single); ok {
		s.written = s.arg
	}
	return t, err
}

// isOperators tells an operator document from a value: its first name starts
// with "$", and it is not a reference in the old form.
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
		t, err := p.oneOf(doc, e, depth)
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

// oneOf reads one field of an operator document; it gives nil for $options,
// which $regex reads.
func (p parser) oneOf(doc bson.D, e bson.E, depth int) (test, error) {
	switch e.Key {
	case "$options":
		_, err := regexOf(doc)
		return nil, err
	case "$regex":
		return regexOf(doc)
	case "$near", "$nearSphere", "$geoNear":
		if p.opt.Narrow {
			return nil, nearError(doc, e)
		}
	}
	t, err := p.operator(e, depth)
	if s, ok := t.(*single); ok {
		s.written = bson.D{e}
	}
	return t, err
}

// nearError is the server's own error for operators that sort by distance, where
// they are not allowed.
func nearError(doc bson.D, e bson.E) error {
	switch e.Value.(type) {
	case bson.D, bson.A:
		if doc[0].Key == e.Key {
			return errcode.New(5626500, "$geoNear, $near, and $nearSphere are not allowed in this context")
		}
	}
	return bad("near must be first in: %s", value.String(doc))
}

func (p parser) operator(e bson.E, depth int) (test, error) {
	switch e.Key {
	case "$eq", "$gt", "$gte", "$lt", "$lte":
		return p.comparison(e.Key, e.Value)
	case "$ne":
		t, err := p.comparison("$ne", e.Value)
		if err != nil {
			return nil, err
		}
		return &not{e.Key, e.Value, t}, nil
	case "$in":
		return inList(e.Key, e.Value, p.collation())
	case "$nin":
		t, err := inList(e.Key, e.Value, p.collation())
		if err != nil {
			return nil, err
		}
		return &not{e.Key, e.Value, t}, nil
	case "$not":
		return p.negation(e.Value, depth)
	case "$elemMatch":
		return p.elemMatch(e.Value, depth)
	case "$all":
		return p.allOf(e.Value, depth)
	}
	if build, ok := singles[e.Key]; ok {
		return build(e.Key, e.Value)
	}
	if isPathless(e.Key) {
		return nil, bad("unknown operator: %s", e.Key)
	}
	if support.State(support.QueryOperator, e.Key) == support.Refused {
		return nil, errcode.NotImplemented(e.Key)
	}
	return nil, bad("unknown operator: %s", e.Key)
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

func (p parser) negation(arg any, depth int) (test, error) {
	var inner test
	var err error
	switch arg := arg.(type) {
	case bson.Regex:
		inner, err = written(regexTest(arg.Pattern, arg.Options, arg))
	case bson.D:
		if len(arg) == 0 {
			return nil, bad("$not cannot be empty")
		}
		inner, err = p.operators(arg, depth+1)
	default:
		return nil, bad("$not needs a regex or a document")
	}
	if err != nil {
		return nil, err
	}
	return &not{"$not", arg, inner}, nil
}

func (p parser) elemMatch(arg any, depth int) (test, error) {
	doc, ok := arg.(bson.D)
	if !ok {
		return nil, bad("$elemMatch needs an Object")
	}
	if isOperators(doc) && !isPathless(doc[0].Key) {
		t, err := p.operators(doc, depth+1)
		if err != nil {
			return nil, err
		}
		return &elemMatch{arg, t.onValue}, nil
	}
	p.inner = true
	nodes, err := p.document(doc, depth+1)
	if err != nil {
		return nil, err
	}
	return &elemMatch{arg, func(v any, r *run) bool {
		doc, ok := asDocument(v)
		return ok && nodes.matches(doc, r)
	}}, nil
}

func isPathless(operator string) bool {
	switch operator {
	case "$and", "$or", "$nor", "$expr", "$jsonSchema", "$where", "$text", "$comment", "$alwaysTrue", "$alwaysFalse",
		"$sampleRate", "$ref", "$id", "$db":
		return true
	}
	return false
}

// allOf reads $all, whose values stand for equalities or $elemMatch each.
func (p parser) allOf(arg any, depth int) (test, error) {
	list, ok := arg.(bson.A)
	if !ok {
		return nil, bad("$all needs an array")
	}
	elemMatches := len(list) > 0 && isElemMatch(list[0])
	tests := make(every, len(list))
	for i, item := range list {
		if isElemMatch(item) != elemMatches {
			return nil, bad("$all/$elemMatch has to be consistent")
		}
		t, err := p.allItem(item, elemMatches, depth)
		if err != nil {
			return nil, err
		}
		tests[i] = t
	}
	return &containsAll{arg, tests}, nil
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
		if isOperators(item) {
			return nil, bad("no $ expressions in $all")
		}
	}
	return p.equality(item)
}
