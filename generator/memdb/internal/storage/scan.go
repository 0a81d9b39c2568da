package storage

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Interval is a range of values of one field of an index, from Low to High in
// ascending order of values.
type Interval struct {
	Low, High     any
	LowIn, HighIn bool // whether the ends belong to it
}

// Everything is the interval of all values.
var Everything = Interval{bson.MinKey{}, bson.MaxKey{}, true, true}

// Point is the interval of one value.
func Point(v any) Interval { return Interval{v, v, true, true} }

// IsPoint reports whether an interval holds one value only.
func (in Interval) IsPoint() bool { return in.LowIn && in.HighIn && value.Equal(in.Low, in.High) }

// Bounds are, for each field of an index, the intervals that a scan visits, in
// the order in which the index meets them.
type Bounds [][]Interval

// CompareKeys compares two keys in the order of the index.
func (x *Index) CompareKeys(a, b []any) int { return x.entries.compareKeys(a, b) }

// Empty reports whether some field has no interval: no entry is within the bounds.
func (b Bounds) Empty() bool {
	return slices.ContainsFunc(b, func(intervals []Interval) bool { return len(intervals) == 0 })
}

// Contiguous reports whether the bounds are points, then at most one range, then
// everything.
func (b Bounds) Contiguous() bool {
	ranged := false
	for _, intervals := range b {
		if len(intervals) != 1 {
			return false
		}
		switch {
		case intervals[0].everything():
			ranged = true
		case ranged:
			return false
		case !intervals[0].IsPoint():
			ranged = true
		}
	}
	return true
}

func (in Interval) everything() bool {
	return in.LowIn && in.HighIn && value.TypeName(in.Low) == "minKey" && value.TypeName(in.High) == "maxKey"
}

// scan is a walk's way within bounds.
type scan struct {
	index    *Index
	backward bool
	bounds   Bounds // in the order in which the walk meets them
}

func (s *scan) contiguous() bool { return s.bounds.Contiguous() }

// start is reached where an entry can be inside for the first time.
func (s *scan) start() func(Entry) bool {
	if s.bounds.Empty() {
		return nil
	}
	return s.from(nil, 0)
}

// compareKeys compares keys in the order of the walk.
func (s *scan) compareKeys(a, b []any) int {
	if s.backward {
		return s.index.entries.compareKeys(b, a)
	}
	return s.index.entries.compareKeys(a, b)
}

// descending reports whether the walk meets a field's greater values first.
func (s *scan) descending(f int) bool { return s.index.entries.descending[f] != s.backward }

// from returns the test for the first entry that is behind the fixed values and, in
// the fields after them, not before the first interval of each.
func (s *scan) from(fixed []any, interval int) func(Entry) bool {
	return func(e Entry) bool {
		if c := s.compareKeys(fixed, e.Key); c != 0 {
			return c < 0
		}
		at := interval
		for f := len(fixed); f < len(s.bounds); f++ {
			place := s.place(f, s.bounds[f][at], e.Key[f])
			if place != 0 {
				return place > 0
			}
			if !s.atLow(f, s.bounds[f][at], e.Key[f]) {
				return true
			}
			at = 0
		}
		return true
	}
}

// atLow reports whether a value is the very end of an interval that a scan meets
// first.
func (s *scan) atLow(f int, in Interval, v any) bool {
	if s.descending(f) {
		return value.Equal(v, in.High)
	}
	return value.Equal(v, in.Low)
}

// place returns whether a value is before (-1), in (0) or behind (1) an interval in
// the order of the walk.
func (s *scan) place(f int, in Interval, v any) int {
	low, high := value.Compare(v, in.Low), value.Compare(v, in.High)
	place := 0
	switch {
	case low < 0 || (low == 0 && !in.LowIn):
		place = -1
	case high > 0 || (high == 0 && !in.HighIn):
		place = 1
	}
	if s.descending(f) {
		return -place
	}
	return place
}

// check reports whether a key is inside; if not, where to go on, or that no key can
// follow.
func (s *scan) check(key []any) (seek func(Entry) bool, inside, done bool) {
	for f := range s.bounds {
		interval, place := s.locate(f, key[f])
		if place == 0 {
			continue
		}
		if interval < len(s.bounds[f]) {
			return s.from(key[:f], interval), false, false
		}
		return s.behind(key[:f])
	}
	return nil, true, false
}

// locate finds the first interval of a field that a value is not behind.
func (s *scan) locate(f int, v any) (interval, place int) {
	for i, in := range s.bounds[f] {
		if place := s.place(f, in, v); place <= 0 {
			return i, place
		}
	}
	return len(s.bounds[f]), 1
}

// behind goes on after all entries with the given first values.
func (s *scan) behind(fixed []any) (seek func(Entry) bool, inside, done bool) {
	if len(fixed) == 0 {
		return nil, false, true
	}
	for f := range fixed {
		if s.moreAt(f, fixed[f]) {
			break
		}
		if f == len(fixed)-1 {
			return nil, false, true
		}
	}
	return func(e Entry) bool { return s.compareKeys(fixed, e.Key) < 0 }, false, false
}

// moreAt reports whether a field's intervals reach beyond a value.
func (s *scan) moreAt(f int, v any) bool {
	last := s.bounds[f][len(s.bounds[f])-1]
	if s.descending(f) {
		return value.Compare(last.Low, v) < 0
	}
	return value.Compare(last.High, v) > 0
}
