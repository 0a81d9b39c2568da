package plan

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// served returns the conditions that an index can serve, as its keys have their
// operands: all under its own collation, those without strings under another.
func served(x *storage.Index, conditions []Condition, collation *value.Collation) []Condition {
	same := x.Collation.Same(collation)
	if same && collation == nil {
		return conditions
	}
	out := make([]Condition, 0, len(conditions))
	for _, c := range conditions {
		if same {
			c.Operand = collation.Fold(c.Operand)
		} else if !independent(c.Operand, c.Operator == "$in") {
			continue
		}
		out = append(out, c)
	}
	return out
}

// serve makes the plan by which an index serves a query with these conditions; ok is false
// if it can't.
func (q Query) serve(x *storage.Index, conditions []Condition) (p Plan, ok bool) {
	return fit(x, served(x, conditions, q.Collation), q.servedSort(x))
}

// servedSort returns the sort if the index has the order for it.
func (q Query) servedSort(x *storage.Index) bson.D {
	if !x.Collation.Same(q.Collation) {
		return nil
	}
	return q.Sort
}

// Independent reports whether comparing with an operand never depends on a collation.
func Independent(operand any) bool { return independent(operand, false) }

// independent looks also into a list of operands.
func independent(operand any, list bool) bool {
	switch v := operand.(type) {
	case string, bson.Symbol, bson.D:
		return false
	case bson.A:
		return list && !slices.ContainsFunc(v, func(e any) bool { return !independent(e, false) })
	}
	return true
}

// fit makes the plan that uses an index; ok is false if it can't serve.
func fit(x *storage.Index, conditions []Condition, sort bson.D) (p Plan, ok bool) {
	if x.Wildcard {
		return fitWildcard(x, conditions)
	}
	p = Plan{Index: x}
	arrays := joined{}
	for i, field := range x.Key {
		intervals, found := fieldBounds(x, i, conditions, arrays)
		switch {
		case !found:
			intervals = []storage.Interval{storage.Everything}
		case i == 0:
			p.bounded = true
		}
		if p.points == i && len(intervals) == 1 && intervals[0].IsPoint() {
			p.points++
		}
		if storage.Descending(field.Value) {
			slices.Reverse(intervals)
		}
		p.Bounds = append(p.Bounds, intervals)
	}
	if len(sort) > 0 {
		p.Sorted, p.Reverse = p.gives(sort)
	}
	return p, !x.Sparse || p.excludesMissing()
}

// fieldBounds narrows one field of an index by all conditions on it, or by one
// only where a document may have several values.
func fieldBounds(x *storage.Index, i int, conditions []Condition, arrays joined) (found []storage.Interval, narrows bool) {
	several := x.Multikey[i] != 0
	for _, c := range conditions {
		if c.Path != x.Key[i].Key {
			continue
		}
		intervals, ok := c.Intervals(several)
		if !ok || (x.Key[i].Value == "hashed" && !allPoints(intervals)) {
			continue
		}
		switch {
		case narrows && several:
		case narrows:
			found = intersect(found, intervals)
		default:
			if narrows = arrays.take(c, x.Multikey[i]); narrows {
				found = intervals
			}
		}
	}
	return found, narrows
}

func allPoints(list []storage.Interval) bool {
	return !slices.ContainsFunc(list, func(in storage.Interval) bool { return !in.IsPoint() })
}

// fitWildcard uses an index on "$**" for the one path that it finds narrowed.
func fitWildcard(x *storage.Index, conditions []Condition) (Plan, bool) {
	for _, c := range conditions {
		if !x.Covers(c.Path) {
			continue
		}
		intervals, ok := c.Intervals(true)
		if !ok || slices.ContainsFunc(intervals, notScalar) {
			continue
		}
		if storage.Descending(x.Key[0].Value) {
			slices.Reverse(intervals)
		}
		return Plan{
			Index:   x,
			Bounds:  storage.Bounds{{storage.Point(c.Path)}, intervals},
			bounded: true,
			points:  1,
		}, true
	}
	return Plan{}, false
}

// notScalar finds the values that a wildcard index holds in pieces, or not at
// all.
func notScalar(in storage.Interval) bool {
	switch in.Low.(type) {
	case bson.D, bson.A, bson.Null, bson.Undefined:
		return true
	}
	return false
}
