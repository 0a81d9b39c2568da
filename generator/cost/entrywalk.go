//go:build !js

package cost

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// entryWalk goes through an index as the server does: from one entry to the next within
// the bounds; where an entry is outside, which counts as examined, to the next that may
// be inside (IndexScan::doWork and IndexBoundsChecker, src/mongo/db/exec and
// src/mongo/db/query).
type entryWalk struct {
	entries      []entry
	bounds       [][]bound // of each field, in the order of the walk
	isBackward   bool
	isContiguous bool // the entries within the bounds follow each other
}

func newEntryWalk(entries []entry, key bson.D, p Plan) (*entryWalk, bool) {
	w := &entryWalk{entries: entries, isBackward: p.isBackward, isContiguous: true}
	if len(p.bounds) != len(key) {
		return nil, false
	}
	hasRange := false
	for i, field := range p.bounds {
		var bounds []bound
		for _, text := range field.ranges {
			b, ok := readBound(text, descends(key[i].Value))
			if !ok {
				return nil, false
			}
			bounds = append(bounds, b)
		}
		isAll := len(field.ranges) == 1 && (field.ranges[0] == "[MinKey, MaxKey]" || field.ranges[0] == "[MaxKey, MinKey]")
		isPoint := len(bounds) == 1 && bounds[0].low == bounds[0].high
		w.isContiguous = w.isContiguous && len(bounds) == 1 && (isAll || !hasRange)
		hasRange = hasRange || !isPoint
		slices.SortFunc(bounds, func(a, b bound) int { return strings.Compare(a.low, b.low) })
		if w.isBackward {
			slices.Reverse(bounds)
		}
		w.bounds = append(w.bounds, bounds)
	}
	return w, true
}

func (w *entryWalk) isInside(e entry) bool {
	for i, list := range w.bounds {
		if !slices.ContainsFunc(list, func(b bound) bool { return b.holds(e.field(i)) }) {
			return false
		}
	}
	return true
}

// place returns whether a value is before (-1), in (0) or behind (1) a range, in the
// order of the walk.
func (w *entryWalk) place(value string, b bound) int {
	place := 0
	switch {
	case b.holds(value):
	case value <= b.low:
		place = -1
	default:
		place = 1
	}
	if w.isBackward {
		return -place
	}
	return place
}

// looked returns the places of the entries that are examined, in the order of the walk.
func (w *entryWalk) looked() []int {
	var looked []int
	from := entry{}
	for at, isSeeking, field, nth := 0, true, 0, 0; at < len(w.entries); {
		place := at
		if w.isBackward {
			place = len(w.entries) - 1 - at
		}
		e := w.entries[place]
		if isSeeking && !w.reaches(e, from, field, nth) {
			at++
			continue
		}
		if isSeeking = false; w.isInside(e) {
			looked = append(looked, place)
			at++
			continue
		}
		var isDone bool
		field, nth, isDone = w.next(e)
		if isDone && w.isContiguous {
			break
		}
		if looked = append(looked, place); isDone {
			break
		}
		from, isSeeking = e, true
		at++
	}
	return looked
}

// next returns where to go on after an entry outside: at the nth range of a field,
// behind its last one if nth is their number. It is done if nothing can follow.
func (w *entryWalk) next(e entry) (field, nth int, isDone bool) {
	for field, bounds := range w.bounds {
		for nth, b := range bounds {
			place := w.place(e.field(field), b)
			if place == 0 {
				break
			}
			if place < 0 {
				return field, nth, false
			}
			if nth == len(bounds)-1 {
				return field, len(bounds), !w.hasMore(e, field)
			}
		}
	}
	return 0, 0, true
}

// hasMore reports whether the ranges of the fields before one reach beyond an entry.
func (w *entryWalk) hasMore(e entry, field int) bool {
	for i, bounds := range w.bounds[:field] {
		last, value := bounds[len(bounds)-1], e.field(i)
		if w.isBackward && last.low < value || !w.isBackward && last.high > value {
			return true
		}
	}
	return false
}

// reaches reports whether a walk that seeks on from an entry, to the nth range of a
// field, ends at this one.
func (w *entryWalk) reaches(e, from entry, field, nth int) bool {
	for i := range field {
		if e.field(i) != from.field(i) {
			return true
		}
	}
	if nth == len(w.bounds[field]) {
		return false
	}
	for i := field; i < len(w.bounds); i, nth = i+1, 0 {
		b, value := w.bounds[i][nth], e.field(i)
		if place := w.place(value, b); place != 0 {
			return place > 0
		}
		if start := b.low; !w.isBackward && value != start || w.isBackward && value != b.high {
			return true
		}
	}
	return true
}
