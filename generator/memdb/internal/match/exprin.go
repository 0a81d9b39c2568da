package match

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
)

// uncollated returns the conditions that the server makes of each $in in an $expr
// whose first operand is a field, to find its documents by an index too. They compare
// by bytes, without the collation (src/mongo/db/matcher/rewrite_expr.cpp).
func (p parser) uncollated(spec any) (all, error) {
	doc, ok := spec.(bson.D)
	if p.collation() == nil || !ok || len(doc) != 1 {
		return nil, nil
	}
	operands, _ := doc[0].Value.(bson.A)
	switch doc[0].Key {
	case "$in":
		return p.uncollatedIn(operands)
	case "$and", "$or":
		return p.uncollatedParts(doc[0].Key, operands)
	}
	return nil, nil
}

func (p parser) uncollatedParts(name string, operands bson.A) (out all, err error) {
	for _, operand := range operands {
		parts, err := p.uncollated(operand)
		if err != nil {
			return nil, err
		}
		out = append(out, parts...)
	}
	if name == "$or" && len(out) > 0 {
		return nil, errcode.NotImplemented("$in of a field in an $or of $expr under a collation")
	}
	return out, nil
}

func (p parser) uncollatedIn(operands bson.A) (all, error) {
	if len(operands) != 2 {
		return nil, nil
	}
	first, err := expr.Parse(operands[0], p.opt.Scope)
	if err != nil {
		return nil, err
	}
	second, err := expr.Parse(operands[1], p.opt.Scope)
	if err != nil {
		return nil, err
	}
	path, isField := first.Path()
	constant, _ := second.Constant()
	values, isList := constant.(bson.A)
	if !isField || !isList || slices.ContainsFunc(values, isOtherInFilters) {
		return nil, nil
	}
	byBytes := list{keys: make(map[string]bool, len(values))}
	for _, v := range values {
		byBytes.keys[byBytes.collation.Key(v)] = true
	}
	return all{field{newPath(path), &single{name: "$in", last: spread, holds: byBytes.has}}}, nil
}

// isOtherInFilters reports whether a value in an $in means something else in a
// filter than in an expression.
func isOtherInFilters(v any) bool {
	switch v.(type) {
	case bson.A, bson.Null, bson.Undefined, bson.Regex:
		return true
	}
	return false
}
