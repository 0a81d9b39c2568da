package memdb

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/expr"
	"modelbook/generator/memdb/match"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

// plan says how a query reads its collection: through an index within bounds,
// or, without one, all of it.
type plan struct {
	index   *storage.Index
	bounds  storage.Bounds
	bounded bool // some condition narrows the first field
	reverse bool
	sorted  bool // the index gives the order that was asked for
	points  int  // leading fields of one value each

	from, to []any // with min and max: the keys from one up to but without the other
}

// choose finds the plan for a filter and a sort. A document that the filter
// matches is always within the plan; the filter is checked again on each. Of
// several indexes that help, the one with most leading equalities is taken.
func choose(c *collection, filter, sort bson.D, collation *value.Collation) plan {
	var best plan
	for _, p := range candidates(c, filter, sort, collation) {
		if best.index == nil || p.better(best) {
			best = p
		}
	}
	return best
}

func (p plan) direction() string {
	if p.reverse {
		return "backward"
	}
	return "forward"
}

func withoutNumbered(conditions []condition) []condition {
	return slices.DeleteFunc(conditions, func(c condition) bool { return numbered(c.path) })
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

func (p plan) better(q plan) bool {
	if p.bounded != q.bounded {
		return p.bounded
	}
	if p.points != q.points {
		return p.points > q.points
	}
	return p.sorted && !q.sorted
}

// candidates lists the plans that use an index: those whose first field the
// filter narrows, else those that give the order.
func candidates(c *collection, filter, sort bson.D, collation *value.Collation) []plan {
	conditions, _ := conjuncts(filter)
	conditions = withoutNumbered(conditions)
	var narrowing, ordering []plan
	for _, x := range c.Indexes {
		if x.Hidden || !holdsAll(x, conditions, collation) {
			continue
		}
		p, ok := fit(x, served(x, conditions, collation), servedSort(x, sort, collation))
		switch {
		case ok && p.bounded:
			narrowing = append(narrowing, p)
		case ok && p.sorted && !x.Sparse:
			ordering = append(ordering, p)
		}
	}
	if len(narrowing) > 0 {
		return narrowing
	}
	return ordering
}

// holdsAll says whether every document that meets the conditions is in the
// index, which may leave out some.
func holdsAll(x *storage.Index, conditions []condition, collation *value.Collation) bool {
	if x.Partial == nil {
		return true
	}
	partial, others := conjuncts(x.Partial)
	return !others && !slices.ContainsFunc(partial, func(p condition) bool {
		return !slices.ContainsFunc(conditions, func(q condition) bool { return q.implies(p, x.Collation, collation) })
	})
}

// implies holds if whoever meets q by one order meets p by another; it may say
// no where it can't tell.
func (q condition) implies(p condition, pCollation, qCollation *value.Collation) bool {
	if q.path != p.path || !pCollation.Same(qCollation) && (value.HoldsText(q.operand) || value.HoldsText(p.operand)) {
		return false
	}
	if q.operator == p.operator && value.Equal(q.operand, p.operand) {
		return true
	}
	if q.operator != "$eq" {
		return false
	}
	switch q.operand.(type) {
	case bson.A, bson.Null, bson.Regex:
		return false
	}
	m, err := match.Parse(bson.D{{Key: "x", Value: bson.D{{Key: p.operator, Value: p.operand}}}}, match.Options{Scope: expr.NewScope(pCollation)})
	if err != nil {
		return false
	}
	result, err := m.Match(bson.D{{Key: "x", Value: q.operand}}, nil)
	return err == nil && result.OK
}

// served gives the conditions that an index can serve, as its keys have their
// operands: all under its own collation, those without strings under another.
func served(x *storage.Index, conditions []condition, collation *value.Collation) []condition {
	var out []condition
	same := x.Collation.Same(collation)
	for _, c := range conditions {
		if same {
			c.operand = collation.Fold(c.operand)
		} else if !free(c.operand, c.operator == "$in") {
			continue
		}
		out = append(out, c)
	}
	return out
}

// free says whether the collation has no part in what equals or borders on an
// operand, or one in its list.
func free(operand any, list bool) bool {
	switch v := operand.(type) {
	case string, bson.Symbol, bson.D:
		return false
	case bson.A:
		return list && !slices.ContainsFunc(v, func(e any) bool { return !free(e, false) })
	}
	return true
}

// servedSort gives a sort if the index has the order for it.
func servedSort(x *storage.Index, sort bson.D, collation *value.Collation) bson.D {
	if !x.Collation.Same(collation) {
		return nil
	}
	return sort
}

// fit makes the plan that uses an index; ok is false if it can't serve.
func fit(x *storage.Index, conditions []condition, sort bson.D) (p plan, ok bool) {
	if x.Wildcard {
		return fitWildcard(x, conditions)
	}
	p = plan{index: x}
	spread := false
	for i, field := range x.Key {
		intervals, found := fieldBounds(x, i, conditions)
		if found && x.Multikey[i] {
			// The conditions on two fields of one array may be met by
			// different elements: only the first may narrow.
			found, spread = !spread, true
		}
		switch {
		case !found:
			intervals = []storage.Interval{everything}
		case i == 0:
			p.bounded = true
		}
		if p.points == i && len(intervals) == 1 && intervals[0].IsPoint() {
			p.points++
		}
		if storage.Descending(field.Value) {
			slices.Reverse(intervals)
		}
		p.bounds = append(p.bounds, intervals)
	}
	if len(sort) > 0 {
		p.sorted, p.reverse = p.gives(sort)
	}
	return p, !x.Sparse || p.excludesMissing()
}

// fieldBounds narrows one field of an index by all conditions on it, or by one
// only where a document may have several values.
func fieldBounds(x *storage.Index, i int, conditions []condition) ([]storage.Interval, bool) {
	var found []storage.Interval
	any := false
	for _, c := range conditions {
		if c.path != x.Key[i].Key {
			continue
		}
		intervals, ok := c.intervals(x.Multikey[i])
		if !ok || (x.Key[i].Value == "hashed" && !allPoints(intervals)) {
			continue
		}
		switch {
		case !any:
			found, any = intervals, true
		case !x.Multikey[i]:
			found = intersect(found, intervals)
		}
	}
	return found, any
}

func allPoints(list []storage.Interval) bool {
	return !slices.ContainsFunc(list, func(in storage.Interval) bool { return !in.IsPoint() })
}

// excludesMissing holds if no document without the fields is within the
// bounds: a sparse index does not have those.
func (p plan) excludesMissing() bool {
	for _, intervals := range p.bounds {
		null := slices.ContainsFunc(intervals, func(in storage.Interval) bool {
			_, ok := overlap(in, storage.Point(bson.Null{}))
			return ok
		})
		if !null {
			return true
		}
	}
	return false
}

// gives says whether the index's order is that of a sort, forwards or in
// reverse; fields that have one value only don't disturb it.
func (p plan) gives(sort bson.D) (sorted, reverse bool) {
	if slices.Contains(p.index.Multikey, true) || p.index.Hashed {
		return false, false
	}
	at, decided := 0, false
	for i, field := range p.index.Key {
		point := len(p.bounds[i]) == 1 && p.bounds[i][0].IsPoint()
		if at == len(sort) {
			break
		}
		if sort[at].Key != field.Key {
			if point {
				continue
			}
			break
		}
		backwards := storage.Descending(field.Value) != storage.Descending(sort[at].Value)
		at++
		if point {
			continue
		}
		if decided && backwards != reverse {
			return false, false
		}
		reverse, decided = backwards, true
	}
	return at == len(sort), reverse
}

// fitWildcard uses an index on "$**" for the one path that it finds narrowed.
func fitWildcard(x *storage.Index, conditions []condition) (plan, bool) {
	for _, c := range conditions {
		if !x.Covers(c.path) {
			continue
		}
		intervals, ok := c.intervals(true)
		if !ok || slices.ContainsFunc(intervals, notScalar) {
			continue
		}
		if storage.Descending(x.Key[0].Value) {
			slices.Reverse(intervals)
		}
		return plan{
			index:   x,
			bounds:  storage.Bounds{{storage.Point(c.path)}, intervals},
			bounded: true,
			points:  1,
		}, true
	}
	return plan{}, false
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

func (p plan) scan(visit func(storage.Entry) bool) (examined int) {
	if p.from != nil {
		return p.index.ScanBetween(p.from, p.to, visit)
	}
	return p.index.Scan(p.bounds, visit)
}

// records runs the plan's index scan: the records in the index's order, each
// once. examined is the number of keys looked at.
func (p plan) records(limit int) (ids []storage.RecordID, examined int) {
	seen := map[storage.RecordID]bool{}
	examined = p.scan(func(e storage.Entry) bool {
		if p.index.Multikeyed() {
			if seen[e.ID] {
				return true
			}
			seen[e.ID] = true
		}
		ids = append(ids, e.ID)
		return limit <= 0 || len(ids) < limit
	})
	if p.reverse {
		slices.Reverse(ids)
	}
	return ids, examined
}
