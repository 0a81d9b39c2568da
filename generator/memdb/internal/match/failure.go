package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

// The server's limits of a failure's document.
const (
	maxFailureSize  = 12 << 20
	maxFailureDepth = 190
)

// Accepts reports whether a document meets a validator. One whose expression
// fails does not; the error is one that ends the command.
func (f *Filter) Accepts(doc bson.D, env *expr.Env) (bool, error) {
	result, err := f.Match(doc, env)
	if err != nil && !errcode.EndsCommand(err) {
		return false, nil
	}
	return result.OK, err
}

// Failure is the errInfo of a document that a validator does not accept. The
// matcher must come from ParseValidator.
func (f *Filter) Failure(doc bson.D, env *expr.Env) (bson.D, error) {
	id := bson.E{Key: "failingDocumentId", Value: value.Get(doc, "_id")}
	if c, found := firstConstant(f.root); found {
		return unexplained(id, c), nil
	}
	for _, brief := range []bool{false, true} {
		x := &explainer{env: env, brief: brief}
		details := x.node(f.root, doc, false)
		if x.err != nil {
			return nil, x.err
		}
		info := bson.D{id}
		if brief {
			info = append(info, bson.E{Key: "truncated", Value: true})
		}
		info = append(info, bson.E{Key: "details", Value: details})
		if value.Size(info) > maxFailureSize {
			continue
		}
		if filledDepth(info) > maxFailureDepth {
			return bson.D{{Key: "reason", Value: "generated error was too deeply nested"}, {Key: "truncated", Value: true}}, nil
		}
		return info, nil
	}
	return bson.D{id, {Key: "note", Value: "detailed error was too large"}}, nil
}

// unexplained is the failure of a filter that has a constant: the server has no
// explanation for one.
func unexplained(id bson.E, c constant) bson.D {
	name := "$alwaysFalse"
	if c {
		name = "$alwaysTrue"
	}
	e := errcode.New(4994600, "Cannot generate validation error details: no annotation found for expression { %s: 1 }", name)
	return bson.D{
		id, {Key: "note", Value: "failed to generate document validation error"},
		{Key: "details", Value: bson.D{{Key: "code", Value: e.Code}, {Key: "codeName", Value: e.Name}, {Key: "errmsg", Value: e.Message}}},
	}
}

func firstConstant(n node) (constant, bool) {
	if c, ok := n.(constant); ok {
		return c, true
	}
	for _, inner := range inside(n) {
		if c, found := firstConstant(inner); found {
			return c, true
		}
	}
	return false, false
}

// inside returns the conditions that a logical operator joins.
func inside(n node) []node {
	switch n := n.(type) {
	case all:
		return n
	case explicitAnd:
		return n
	case or:
		return n
	case nor:
		return n
	}
	return nil
}

// filledDepth counts levels of nesting, empty documents and arrays left out.
func filledDepth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case bson.D:
		for _, f := range v {
			deepest = max(deepest, filledDepth(f.Value))
		}
		return deepest + min(len(v), 1)
	case bson.A:
		for _, e := range v {
			deepest = max(deepest, filledDepth(e))
		}
		return deepest + min(len(v), 1)
	}
	return 0
}
