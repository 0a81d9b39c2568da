package match

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// comparisons maps each comparison operator to the orders of value and operand
// that satisfy it: below, equal, above.
var comparisons = map[string][3]bool{
	"$eq": {false, true, false}, "$lt": {true, false, false}, "$lte": {true, true, false},
	"$gt": {false, false, true}, "$gte": {false, true, true},
}

// compares builds a comparison with the operand. Values of another class than
// the operand's do not satisfy any, but MinKey and MaxKey compare with all, and
// a missing field counts as null where equality is allowed. Within a class,
// values compare by order.
func compares(operator string, operand any, collation *value.Collation) func(v any) bool {
	allowed := comparisons[operator]
	class := value.Class(operand)
	nan := value.IsNaN(operand)
	folded := collation.Fold(operand)
	return func(v any) bool {
		if value.Class(v) != class {
			return acrossClasses(v, operand, allowed)
		}
		if nan || class == value.ClassNumber && value.IsNaN(v) {
			return allowed[1] && nan && value.IsNaN(v)
		}
		return allowed[1+value.Compare(collation.Fold(v), folded)]
	}
}

func acrossClasses(v, operand any, allowed [3]bool) bool {
	switch operand.(type) {
	case bson.Null:
		return value.IsMissing(v) && allowed[1]
	case bson.MaxKey:
		return allowed[0]
	case bson.MinKey:
		return allowed[2]
	}
	return false
}
