package explain

import (
	"cmp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/plan"
)

// shownOperators are the conditions whose place in a plan's filter is known, in
// the order in which the server puts them.
var shownOperators = []string{"$eq", "$lte", "$lt", "$gt", "$gte"}

// shownFilter is the field of a plan with the filter that is tested there, as
// the server has it after parsing. It is left out where that is not known.
func shownFilter(conditions []plan.Condition, others bool) bson.D {
	unknown := func(c plan.Condition) bool {
		_, isRegex := c.Operand.(bson.Regex)
		return isRegex || !slices.Contains(shownOperators, c.Operator)
	}
	if others || len(conditions) == 0 || slices.ContainsFunc(conditions, unknown) {
		return nil
	}
	conditions = slices.Clone(conditions)
	slices.SortStableFunc(conditions, inOrder)
	shown := make(bson.A, len(conditions))
	for i, c := range conditions {
		shown[i] = bson.D{{Key: c.Path, Value: bson.D{{Key: c.Operator, Value: c.Operand}}}}
	}
	if len(shown) == 1 {
		return bson.D{{Key: "filter", Value: shown[0]}}
	}
	return bson.D{{Key: "filter", Value: bson.D{{Key: "$and", Value: shown}}}}
}

// inOrder compares conditions as the server puts them.
func inOrder(a, b plan.Condition) int {
	return cmp.Or(
		cmp.Compare(slices.Index(shownOperators, a.Operator), slices.Index(shownOperators, b.Operator)),
		cmp.Compare(a.Path, b.Path),
	)
}
