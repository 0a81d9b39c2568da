package memdb

import (
	"cmp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// shownOperators are the conditions whose place in a plan's filter is known, in
// the order in which the server puts them.
var shownOperators = []string{"$eq", "$lte", "$lt", "$gt", "$gte"}

// shownFilter is the field of a plan with the filter that is tested there, as
// the server has it after parsing. It is left out where that is not known.
func shownFilter(conditions []condition, others bool) bson.D {
	unknown := func(c condition) bool {
		_, isRegex := c.operand.(bson.Regex)
		return isRegex || !slices.Contains(shownOperators, c.operator)
	}
	if others || len(conditions) == 0 || slices.ContainsFunc(conditions, unknown) {
		return nil
	}
	conditions = slices.Clone(conditions)
	slices.SortStableFunc(conditions, func(a, b condition) int {
		return cmp.Or(
			cmp.Compare(slices.Index(shownOperators, a.operator), slices.Index(shownOperators, b.operator)),
			cmp.Compare(a.path, b.path),
		)
	})
	shown := make(bson.A, len(conditions))
	for i, c := range conditions {
		shown[i] = bson.D{{Key: c.path, Value: bson.D{{Key: c.operator, Value: c.operand}}}}
	}
	if len(shown) == 1 {
		return bson.D{{Key: "filter", Value: shown[0]}}
	}
	return bson.D{{Key: "filter", Value: bson.D{{Key: "$and", Value: shown}}}}
}
