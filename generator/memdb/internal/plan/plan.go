// Package plan chooses how a query reads a collection: through which index, within
// which bounds, in which direction, or by a scan of everything.
//
// It takes a Query and the indexes that there are, and returns a Plan. It knows no
// requests and no documents: the caller that runs the plan checks the filter again on
// each document that it reads, among which are all that match.
package plan

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/storage"
)

// Plan says how a query reads its collection: through an index within bounds,
// or, without one, all of it.
type Plan struct {
	Index   *storage.Index
	Bounds  storage.Bounds
	Reverse bool
	Sorted  bool // the index has the order of the sort

	bounded  bool  // some condition narrows the first field
	points   int   // leading fields of one value each
	from, to []any // the keys from one up to but without the other, instead of bounds
}

// Direction is the direction of the scan, as explain calls it.
func (p Plan) Direction() string {
	if p.Reverse {
		return "backward"
	}
	return "forward"
}

func (p Plan) better(q Plan) bool {
	if p.bounded != q.bounded {
		return p.bounded
	}
	if p.points != q.points {
		return p.points > q.points
	}
	return p.Sorted && !q.Sorted
}

// gives reports whether the index's order is that of a sort, forwards or in reverse;
// fields that have one value only don't disturb it. Of an array the sort takes an end,
// which need not be in the bounds, so its field has no order.
func (p Plan) gives(sort bson.D) (sorted, reverse bool) {
	if p.Index.Hashed {
		return false, false
	}
	at, decided := 0, false
	for i, field := range p.Index.Key {
		point := len(p.Bounds[i]) == 1 && p.Bounds[i][0].IsPoint()
		if at == len(sort) {
			break
		}
		if sort[at].Key != field.Key {
			if point {
				continue
			}
			break
		}
		if p.Index.Multikey[i] != 0 {
			return false, false
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

// excludesMissing reports whether no document without the fields is within the bounds:
// a sparse index does not have those.
func (p Plan) excludesMissing() bool {
	for _, intervals := range p.Bounds {
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

// Explodes reports whether the server would merge one scan for each of several points,
// because each of them has the order that all together do not.
func (p Plan) Explodes(sort bson.D) bool {
	if len(sort) == 0 || p.Sorted {
		return false
	}
	apart, several := p, false
	apart.Bounds = slices.Clone(apart.Bounds)
	for i, intervals := range apart.Bounds {
		if len(intervals) > 1 && allPoints(intervals) {
			apart.Bounds[i], several = intervals[:1], true
		}
	}
	sorted, _ := apart.gives(sort)
	return several && sorted
}

// Walk begins the plan's index scan.
func (p Plan) Walk() *storage.Walk {
	if p.from != nil {
		return p.Index.WalkBetween(p.from, p.to, p.Reverse)
	}
	return p.Index.Walk(p.Bounds, p.Reverse)
}
