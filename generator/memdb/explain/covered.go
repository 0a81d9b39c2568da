package explain

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/plan"
	"modelbook/generator/memdb/value"
)

// coveredBy says whether a projection needs nothing but the keys of an index,
// so that no document is fetched.
func (e *Explanation) coveredBy() bool {
	if len(e.Projection) == 0 || e.plan.Index == nil {
		return false
	}
	needed := []string{"_id"}
	for _, f := range e.Projection {
		_, isBool := f.Value.(bool)
		switch {
		case !isBool && !value.IsNumber(f.Value):
			return false
		case f.Key == "_id" && !value.Truthy(f.Value):
			needed = needed[1:]
		case f.Key == "_id":
		case !value.Truthy(f.Value):
			return false
		default:
			needed = append(needed, f.Key)
		}
	}
	return len(needed) > 0 && e.answersFrom(needed)
}

// answersFrom says whether an index's keys hold all the fields needed, and all
// that the filter asks for.
func (e *Explanation) answersFrom(needed []string) bool {
	x := e.plan.Index
	if x.Multikeyed() || x.Sparse || x.Partial != nil {
		return false
	}
	conditions, others := plan.Conjuncts(e.Filter)
	for _, c := range conditions {
		needed = append(needed, c.Path)
	}
	return !others && !slices.ContainsFunc(needed, func(path string) bool {
		return !slices.ContainsFunc(x.Key, func(f bson.E) bool { return f.Key == path })
	})
}
