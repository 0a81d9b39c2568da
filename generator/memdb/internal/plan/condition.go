package plan

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Condition is one operator on one path that every matching document meets.
type Condition struct {
	match.Condition
	element *element // the $elemMatch that it is inside of, or nil
}

// Conjuncts lists the conditions of a filter that are joined by "and". others reports
// whether it has more conditions: $or, $expr and such.
func Conjuncts(filter *match.Filter) (list []Condition, others bool) {
	found := filter.Conjuncts()
	list = make([]Condition, len(found.Conditions))
	for i, c := range found.Conditions {
		list[i].Condition = c
	}
	return list, found.HasOthers || len(found.Alternatives) > 0
}

// numbered finds the paths that may name places in arrays: a filter reads them
// in two ways, an index in one.
func numbered(path string) bool {
	for part := range strings.SplitSeq(path, ".") {
		if part != "" && strings.Trim(part, "0123456789") == "" {
			return true
		}
	}
	return false
}

// Exact reports whether the bounds of a condition are the server's to the last key.
func (c Condition) Exact() bool {
	values := bson.A{c.Operand}
	switch c.Operator {
	case "$eq", "$gt", "$gte", "$lt", "$lte":
	case "$in":
		values, _ = c.Operand.(bson.A)
	default:
		return false
	}
	for _, v := range values {
		switch v.(type) {
		case bson.A, bson.Null, bson.Undefined, bson.Regex, bson.MinKey, bson.MaxKey:
			return false
		}
	}
	_, ok := c.Intervals(false)
	return ok
}

// holdsAll reports whether every document that meets the conditions is in a partial
// index.
func holdsAll(x *storage.Index, conditions []Condition, collation *value.Collation) bool {
	partial, others := Conjuncts(x.PartialFilter())
	return !others && !slices.ContainsFunc(partial, func(p Condition) bool {
		return !slices.ContainsFunc(conditions, func(q Condition) bool { return q.implies(p, x.Collation, collation) })
	})
}

// implies reports whether all documents that match q by one order match p by another;
// it may return false where that is unknown.
func (q Condition) implies(p Condition, pCollation, qCollation *value.Collation) bool {
	if q.Path != p.Path || !pCollation.Same(qCollation) && (value.HoldsText(q.Operand) || value.HoldsText(p.Operand)) {
		return false
	}
	if q.Operator == p.Operator && value.Equal(q.Operand, p.Operand) {
		return true
	}
	switch q.Operator {
	case "$in":
		list, ok := q.Operand.(bson.A)
		return ok && len(list) > 0 && !slices.ContainsFunc(list, func(v any) bool {
			one := q
			one.Operator, one.Operand = "$eq", v
			return !one.implies(p, pCollation, qCollation)
		})
	case "$lt", "$lte", "$gt", "$gte":
		if p.Operator == "$exists" {
			_, null := q.Operand.(bson.Null)
			return !null && value.Truthy(p.Operand)
		}
		return q.narrower(p, pCollation)
	case "$eq":
	default:
		return false
	}
	switch q.Operand.(type) {
	case bson.A, bson.Null, bson.Regex:
		return false
	}
	return p.Matches(q.Operand)
}

// narrower reports, for two bounds on the same side, whether the first is within the
// second (src/mongo/db/matcher/expression_algo.cpp).
func (q Condition) narrower(p Condition, collation *value.Collation) bool {
	if !strings.HasPrefix(p.Operator, q.Operator[:len("$lt")]) || value.Class(q.Operand) != value.Class(p.Operand) ||
		value.IsNaN(q.Operand) || value.IsNaN(p.Operand) {
		return false
	}
	c := collation.Compare(q.Operand, p.Operand)
	if strings.HasPrefix(q.Operator, "$g") {
		c = -c
	}
	return c < 0 || c == 0 && strings.HasSuffix(p.Operator, "e")
}
