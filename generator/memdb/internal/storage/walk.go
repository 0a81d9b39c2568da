package storage

import "slices"

// Walk is a scan of an index that can be left between two entries, with writes to the
// index meanwhile: it goes on with the entry that then follows the last one it met
// (src/mongo/db/exec/classic/index_scan.cpp, with the cursor that it saves and
// restores).
type Walk struct {
	index    *Index
	way      way
	backward bool
	met      map[RecordID]bool // nil if no record can be met twice
	examined int

	ended   bool
	last    Entry // its key is a copy, and nil before the first
	place   position
	version uint64 // of the tree that the place is in
}

// way holds the functions that direct a walk. reached functions are false for the
// entries before some place, in the walk's direction, and true from there on.
type way interface {
	// start returns where to begin; nil is nowhere.
	start() (reached func(Entry) bool)
	// check reports whether a key is inside; if not, where to go on, or that no key
	// can follow.
	check(key []any) (seek func(Entry) bool, inside, done bool)
	// contiguous reports whether the keys inside follow each other.
	contiguous() bool
}

// Walk begins to walk within the bounds, in the index's order or against it. Each
// record is met once.
func (x *Index) Walk(bounds Bounds, backward bool) *Walk {
	if backward {
		bounds = slices.Clone(bounds)
		for i, intervals := range bounds {
			bounds[i] = slices.Clone(intervals)
			slices.Reverse(bounds[i])
		}
	}
	return x.walk(&scan{x, backward, bounds}, backward)
}

// WalkBetween begins to walk from the key from up to but without the key to, or from
// there down to the key from.
func (x *Index) WalkBetween(from, to []any, backward bool) *Walk {
	return x.walk(&between{x, backward, from, to}, backward)
}

func (x *Index) walk(by way, backward bool) *Walk {
	w := &Walk{index: x, way: by, backward: backward}
	if x.Multikeyed() {
		w.met = map[RecordID]bool{}
	}
	return w
}

// Scan visits the entries within the bounds in the index's order until visit returns
// false. It returns the number of keys that it looked at as the server counts them: a
// key outside that makes the scan seek on counts too, unless the bounds are one
// contiguous range.
func (x *Index) Scan(bounds Bounds, visit func(Entry) bool) (examined int) {
	w := x.walk(&scan{x, false, bounds}, false)
	for e, ok := w.step(); ok && visit(e); e, ok = w.step() {
	}
	return w.examined
}

// Index is the index that is walked through.
func (w *Walk) Index() *Index { return w.index }

// Examined is the number of keys that were looked at: see Scan.
func (w *Walk) Examined() int { return w.examined }

// Next returns the next record, zero if there are no more.
func (w *Walk) Next() RecordID {
	for e, ok := w.step(); ok; e, ok = w.step() {
		if w.met == nil {
			return e.ID
		}
		if !w.met[e.ID] {
			w.met[e.ID] = true
			return e.ID
		}
	}
	return 0
}

// Rest returns all records that are left.
func (w *Walk) Rest() []RecordID {
	var ids []RecordID
	for id := w.Next(); id != 0; id = w.Next() {
		ids = append(ids, id)
	}
	return ids
}

// step returns the next entry inside; its key is valid until the next write.
func (w *Walk) step() (Entry, bool) {
	for p := w.next(); !w.ended; {
		e, ok := w.index.entries.at(p)
		if !ok {
			break
		}
		seek, inside, done := w.way.check(e.Key)
		if done && w.way.contiguous() {
			break
		}
		w.examined++
		switch {
		case done:
			w.ended = true
		case inside:
			w.last = Entry{append(w.last.Key[:0], e.Key...), e.ID}
			w.place, w.version = p, w.index.entries.version
			return e, true
		default:
			p = w.seek(seek)
		}
	}
	w.ended = true
	return Entry{}, false
}

// next is the place after the last entry, or after where it was.
func (w *Walk) next() position {
	t := &w.index.entries
	switch {
	case w.ended:
	case w.last.Key == nil:
		if reached := w.way.start(); reached != nil {
			return w.seek(reached)
		}
		w.ended = true
	case t.version != w.version && w.backward:
		return t.searchBack(func(e Entry) bool { return t.compare(e, w.last) < 0 })
	case t.version != w.version:
		return t.search(func(e Entry) bool { return t.compare(e, w.last) > 0 })
	case w.backward:
		return t.before(w.place)
	default:
		return t.after(w.place)
	}
	return position{}
}

func (w *Walk) seek(reached func(Entry) bool) position {
	if w.backward {
		return w.index.entries.searchBack(reached)
	}
	return w.index.entries.search(reached)
}

// between is the way from a key up to but without another.
type between struct {
	index    *Index
	backward bool
	from, to []any
}

func (b *between) contiguous() bool { return true }

func (b *between) start() func(Entry) bool {
	if b.backward {
		return func(e Entry) bool { return b.index.CompareKeys(e.Key, b.to) < 0 }
	}
	return func(e Entry) bool { return b.index.CompareKeys(e.Key, b.from) >= 0 }
}

func (b *between) check(key []any) (seek func(Entry) bool, inside, done bool) {
	inside = b.index.CompareKeys(key, b.from) >= 0 && b.index.CompareKeys(key, b.to) < 0
	return nil, inside, !inside
}
