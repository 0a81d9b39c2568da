package memdb

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
)

// decide finds the plan, or refuses where the server might take another.
func (e *explained) decide() error {
	if e.natural != 0 {
		e.plan.reverse = e.natural < 0
		return e.decideNatural()
	}
	if e.hint != nil || e.min != nil || e.max != nil {
		return errcode.NotImplemented("explain with hint, min or max")
	}
	if e.coll == nil {
		return nil
	}
	conditions, others := conjuncts(e.filter)
	if rewritten(e.filter) {
		return errcode.NotImplemented("explain of a filter that the server rewrites")
	}
	if e.orderInDoubt(conditions) {
		return errcode.NotImplemented("explain of this with a collation")
	}
	if x := e.expressIndex(conditions, others); x != nil {
		return e.decideExpress(x)
	}
	if err := e.certain(conditions, others); err != nil {
		return err
	}
	list := candidates(e.coll, e.filter, e.explainSort(), e.collation)
	if len(list) > 1 || (len(list) == 1 && e.othersOrder(list[0].index)) {
		return errcode.NotImplemented("explain where more than one index could be used")
	}
	if len(list) == 1 {
		e.plan = list[0]
		if e.plan.bounds.Empty() {
			return errcode.NotImplemented("explain of conditions that nothing meets")
		}
		if e.explodes() || (e.plan.reverse && !e.plan.bounds.Contiguous()) {
			return errcode.NotImplemented("explain of a sort over several ranges of an index")
		}
	}
	if e.covered = e.coveredBy(); e.covered && e.plan.index.Collation != nil {
		return errcode.NotImplemented("explain of a projection from an index with a collation")
	}
	return nil
}

// orderInDoubt finds what the server may do otherwise where a collation is in
// play: lists may hold what is equal, an index of another collation may give the
// order of values that are no strings.
func (e *explained) orderInDoubt(conditions []condition) bool {
	if e.collation != nil && slices.ContainsFunc(conditions, func(c condition) bool { return c.operator == "$in" }) {
		return true
	}
	for _, x := range e.coll.Indexes {
		if x.Collation.Same(e.collation) || x.Hidden {
			continue
		}
		for _, sorted := range e.explainSort() {
			if slices.ContainsFunc(x.Key, func(f bson.E) bool { return f.Key == sorted.Key }) {
				return true
			}
		}
	}
	return false
}

// decideNatural takes a scan of the collection, which is what $natural asks for.
func (e *explained) decideNatural() error {
	if len(e.min) > 0 || len(e.max) > 0 {
		return errcode.NotImplemented("explain with min or max")
	}
	if rewritten(e.filter) {
		return errcode.NotImplemented("explain of a filter that the server rewrites")
	}
	return nil
}

func (e *explained) explainSort() bson.D {
	if e.sort == nil {
		return nil
	}
	return e.sort.Fields()
}

// othersOrder says whether an index that the filter does not narrow would give
// the order, where the chosen one does not.
func (e *explained) othersOrder(chosen *storage.Index) bool {
	if e.sort == nil {
		return false
	}
	for _, x := range e.coll.Indexes {
		if x == chosen || x.Hidden || x.Partial != nil || x.Sparse {
			continue
		}
		if p, ok := fit(x, nil, servedSort(x, e.explainSort(), e.collation)); ok && p.sorted {
			return true
		}
	}
	return false
}

// explodes says whether the server would merge one scan for each of several
// points, because each of them gives the order that all together do not.
func (e *explained) explodes() bool {
	if e.sort == nil || e.plan.sorted {
		return false
	}
	apart, several := e.plan, false
	apart.bounds = slices.Clone(apart.bounds)
	for i, intervals := range apart.bounds {
		if len(intervals) > 1 && allPoints(intervals) {
			apart.bounds[i], several = intervals[:1], true
		}
	}
	sorted, _ := apart.gives(e.explainSort())
	return several && sorted
}

// certain refuses conditions for which the bounds of an index are not known
// here, if some index could serve them.
func (e *explained) certain(conditions []condition, others bool) error {
	refuse := errcode.NotImplemented("explain of this filter with these indexes")
	if others && (len(e.coll.Indexes) > 1 || mentions(e.filter, "_id")) {
		return refuse
	}
	perPath := map[string]int{}
	for _, c := range conditions {
		perPath[c.path]++
	}
	for _, x := range e.coll.Indexes {
		if x.Hidden {
			continue
		}
		if x.Wildcard || x.Hashed {
			return refuse
		}
		for i, field := range x.Key {
			for _, c := range conditions {
				if c.path == field.Key && (!c.exact() || (x.Multikey[i] && perPath[c.path] > 1)) {
					return refuse
				}
				if strings.HasPrefix(field.Key, c.path+".") && c.operator == "$elemMatch" {
					return refuse
				}
			}
		}
	}
	return nil
}

// exact holds for the conditions whose bounds are the server's to the last key.
func (c condition) exact() bool {
	values := bson.A{c.operand}
	switch c.operator {
	case "$eq", "$gt", "$gte", "$lt", "$lte":
	case "$in":
		values, _ = c.operand.(bson.A)
	default:
		return false
	}
	for _, v := range values {
		switch v.(type) {
		case bson.A, bson.Null, bson.Undefined, bson.Regex, bson.MinKey, bson.MaxKey:
			return false
		}
	}
	_, ok := c.intervals(false)
	return ok
}

// mentions looks for a name anywhere in a filter, also in expressions.
func mentions(v any, name string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(v, name)
	case bson.D:
		return slices.ContainsFunc(v, func(f bson.E) bool {
			return strings.Contains(f.Key, name) || mentions(f.Value, name)
		})
	case bson.A:
		return slices.ContainsFunc(v, func(e any) bool { return mentions(e, name) })
	}
	return false
}
