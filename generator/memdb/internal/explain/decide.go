package explain

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
)

// decide finds the plan, or refuses where the server might take another.
func (e *Explanation) decide() error {
	if e.Hint.Natural != 0 {
		e.plan.Reverse = e.Hint.Natural < 0
		return e.decideNatural()
	}
	if e.Hint.Index != nil || e.Limits.Min != nil || e.Limits.Max != nil {
		return errcode.NotImplemented("explain with hint, min or max")
	}
	if e.Collection == nil {
		return nil
	}
	conditions, others := plan.Conjuncts(e.Filter)
	if rewritten(e.Filter) && !(e.writesByOneID(conditions) && !others) {
		return errcode.NotImplemented("explain of a filter that the server rewrites")
	}
	if e.orderInDoubt(conditions) {
		return errcode.NotImplemented("explain of this with a collation")
	}
	if e.Collection.Indexes[0].Clustered {
		if isDecided, err := e.decideClustered(conditions, others); err != nil || isDecided {
			return err
		}
	}
	if x := e.expressIndex(conditions, others); x != nil {
		return e.decideExpress(x)
	}
	if err := e.certain(conditions, others); err != nil {
		return err
	}
	list := e.Query.Query.Candidates(e.Collection.Indexes)
	if len(list) > 1 || (len(list) == 1 && !list[0].Sorted && e.othersOrder(list[0].Index)) {
		return errcode.NotImplemented("explain where more than one index could be used")
	}
	if len(list) == 1 {
		e.plan = list[0]
		if e.plan.Bounds.Empty() {
			return errcode.NotImplemented("explain of conditions that nothing meets")
		}
		if e.plan.Explodes(e.Sort) || (e.plan.Reverse && !e.plan.Bounds.Contiguous()) {
			return errcode.NotImplemented("explain of a sort over several ranges of an index")
		}
	}
	kept, ok := plan.Kept(e.Projection)
	if !ok || len(e.Projection) == 0 {
		return nil
	}
	if e.plan.Index != nil && e.plan.Index.Collation != nil {
		return errcode.NotImplemented("explain of a projection from an index with a collation")
	}
	return e.decideCovered(kept)
}

// orderInDoubt reports whether a collation may lead the server to another plan: lists
// may hold equal strings, an index of another collation may have the order of values
// that are no strings.
func (e *Explanation) orderInDoubt(conditions []plan.Condition) bool {
	if e.Collation != nil && slices.ContainsFunc(plan.WithElements(conditions), func(c plan.Condition) bool { return c.Operator == "$in" }) {
		return true
	}
	for _, x := range e.Collection.Indexes {
		if x.Collation.Same(e.Collation) || x.Hidden {
			continue
		}
		for _, sorted := range e.Sort {
			if slices.ContainsFunc(x.Key, func(f bson.E) bool { return f.Key == sorted.Key }) {
				return true
			}
		}
	}
	return false
}

// decideNatural takes a scan of the collection, which $natural requires.
func (e *Explanation) decideNatural() error {
	if e.Limits.Given() {
		return errcode.NotImplemented("explain with min or max")
	}
	if rewritten(e.Filter) {
		return errcode.NotImplemented("explain of a filter that the server rewrites")
	}
	if e.Collection != nil && e.Collection.Indexes[0].Clustered {
		return errcode.NotImplemented("explain with $natural on a clustered collection")
	}
	return nil
}

// othersOrder reports whether an index that the filter does not narrow would have the
// order. The server thinks of one where the chosen one does not have it.
func (e *Explanation) othersOrder(chosen *storage.Index) bool {
	if len(e.Sort) == 0 {
		return false
	}
	for _, x := range e.Collection.Indexes {
		if x == chosen || x.Hidden || x.Partial != nil || x.Sparse {
			continue
		}
		if e.Query.Query.Ordered(x) {
			return true
		}
	}
	return false
}

// certain refuses conditions for which the bounds of an index are not known
// here, if some index could serve them.
func (e *Explanation) certain(conditions []plan.Condition, others bool) error {
	refuse := errcode.NotImplemented("explain of this filter with these indexes")
	if others && (len(e.Collection.Indexes) > 1 || mentions(e.Filter, "_id")) {
		return refuse
	}
	all, perPath := plan.WithElements(conditions), map[string]int{}
	for _, c := range all {
		perPath[c.Path]++
	}
	for _, x := range e.Collection.Indexes {
		if x.Hidden {
			continue
		}
		if x.Wildcard || x.Hashed {
			return refuse
		}
		if !plan.Apart(x, all) {
			return refuse
		}
		for i, field := range x.Key {
			for _, c := range all {
				if c.Path == field.Key && (!c.Exact() || (x.Multikey[i] != 0 && perPath[c.Path] > 1)) {
					return refuse
				}
				if strings.HasPrefix(field.Key, c.Path+".") && c.HoldsElements() && !c.Plain() {
					return refuse
				}
			}
		}
	}
	return nil
}

// mentions searches for a name anywhere in a filter, also in expressions.
func mentions(filter *match.Filter, name string) bool {
	found := false
	filter.Visit(func(path, _ string, operand any) {
		found = found || strings.Contains(path, name) || holdsName(operand, name)
	})
	return found
}

func holdsName(v any, name string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(v, name)
	case bson.D:
		return slices.ContainsFunc(v, func(f bson.E) bool {
			return strings.Contains(f.Key, name) || holdsName(f.Value, name)
		})
	case bson.A:
		return slices.ContainsFunc(v, func(e any) bool { return holdsName(e, name) })
	}
	return false
}
