package cost

import (
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// walked is what a plan reads, page by page.
type walked struct {
	pages map[page]bool
	keys  int64 // index entries
}

// page is one of a collection, or of an index if that is named.
type page struct {
	collection, index string
	n                 int
}

func (w *walked) record(collection string, r record) {
	for n := range r.pages.n {
		w.pages[page{collection, "", r.pages.first + n}] = true
	}
}

func (w *walked) entry(collection, index string, e entry) {
	w.keys++
	w.pages[page{collection, index, e.page}] = true
}

// distinct returns the number of pages.
func (w *walked) distinct() example.Quantity {
	var names []string
	for p := range w.pages {
		names = append(names, fmt.Sprintf("%s %s %d", p.collection, p.index, p.n))
	}
	return example.Distinct(names)
}

// walk finds out which documents and index entries a plan reads. It is not ok if they
// are not certainly those.
func (m Meter) walk(o example.Operation, p Plan) (walked, bool) {
	w := walked{pages: map[page]bool{}}
	if len(p.Stages) == 0 { // there is no such collection
		return w, p.documents == 0
	}
	l, ok := m.layout(o.Object)
	if !ok {
		return w, false
	}
	switch {
	case len(p.Indexes) == 0 && p.isClustered():
		ok = m.walkClustered(&w, o, l, p)
	case len(p.Indexes) == 0 && slices.Contains(p.Stages, "COLLSCAN"):
		ok = w.scan(o.Object, l, p)
	case len(p.Indexes) == 1 && !slices.Contains(p.Stages, "COLLSCAN"):
		if ok = m.walkIndex(&w, o, l, p); !ok {
			w = walked{pages: map[page]bool{}}
			ok = w.examined(o.Object, l, p)
		}
	default:
		ok = false
	}
	return w, ok && m.walkJoins(&w, o)
}

// scan reads a collection from one of its ends. The scan may end before the other.
func (w *walked) scan(collection string, l *layout, p Plan) bool {
	n := len(l.records)
	if !p.isCombined {
		n = int(p.documents)
	}
	if n > len(l.records) {
		return false
	}
	records := l.records[:n]
	if p.isBackward {
		records = l.records[len(l.records)-n:]
	}
	for _, r := range records {
		w.record(collection, r)
	}
	return true
}

// walkIndex reads the entries within the bounds of the plan's only index, in its
// direction, and the documents that they lead to. If the scan ended early, these are
// the first ones.
func (m Meter) walkIndex(w *walked, o example.Operation, l *layout, p Plan) bool {
	name := p.Indexes[0]
	x, ok := l.index(name)
	if !ok {
		return false
	}
	if p.bounds == nil {
		return m.walkPoint(w, o, l, name, x, p)
	}
	spec := l.specs[slices.IndexFunc(l.specs, func(spec indexSpec) bool { return spec.Name == name })]
	within, ok := x.within(spec.Key, p.bounds)
	if !ok {
		return false
	}
	if p.isBackward {
		slices.Reverse(within)
	}
	isSeeking := slices.ContainsFunc(p.bounds, func(b fieldBounds) bool { return len(b.ranges) > 1 })
	endsEarly := p.keys >= 0 && (int64(len(within)) > p.keys || isSeeking && p.fetches() && p.documents < countRecords(within))
	if endsEarly && !isSeeking {
		within = within[:p.keys]
	}
	fetched := map[int]bool{}
	for _, e := range within {
		if endsEarly && isSeeking && p.fetches() && int64(len(fetched)) == p.documents && !fetched[e.record] {
			break
		}
		w.entry(o.Object, name, e)
		if p.fetches() {
			fetched[e.record] = true
			w.record(o.Object, l.records[e.record])
		}
	}
	if endsEarly && isSeeking && (!p.fetches() || w.keys > p.keys) {
		return false
	}
	return p.isCombined || !p.fetches() || int64(len(fetched)) == p.documents
}

// examined reads all entries that a plan examines where a range stands behind a field
// that gives the order: those outside of it lie between those inside.
func (w *walked) examined(collection string, l *layout, p Plan) bool {
	x, ok := l.index(p.Indexes[0])
	order := slices.IndexFunc(p.bounds, func(b fieldBounds) bool {
		return slices.Contains(b.ranges, "[MinKey, MaxKey]") || slices.Contains(b.ranges, "[MaxKey, MinKey]")
	})
	if !ok || order < 0 || p.isCombined || !p.fetches() {
		return false
	}
	key := l.specs[slices.IndexFunc(l.specs, func(spec indexSpec) bool { return spec.Name == p.Indexes[0] })].Key
	inside, ok := x.within(key, p.bounds)
	between, known := x.within(key[:order+1], p.bounds[:order+1])
	if !ok || !known {
		return false
	}
	if p.isBackward {
		slices.Reverse(between)
	}
	isInside := map[string]bool{}
	for _, e := range inside {
		isInside[e.bytes] = true
	}
	fetched := map[int]bool{}
	for _, e := range between[:min(len(between), max(0, int(p.keys)))] {
		w.entry(collection, p.Indexes[0], e)
		if isInside[e.bytes] {
			fetched[e.record] = true
			w.record(collection, l.records[e.record])
		}
	}
	return w.keys == p.keys && int64(len(fetched)) == p.documents
}

func (p Plan) fetches() bool { return slices.Contains(p.Stages, "FETCH") }

func countRecords(entries []entry) int64 {
	records := map[int]bool{}
	for _, e := range entries {
		records[e.record] = true
	}
	return int64(len(records))
}

// walkPoint reads the only document that an equality finds, by its only entry in the
// index: the server shows no bounds for that.
func (m Meter) walkPoint(w *walked, o example.Operation, l *layout, name string, x *indexLayout, p Plan) bool {
	q, found := o.Query(), -1
	if !m.eachFound(o.Object, q.Filter, q.Collation, func(id string, _ bson.Raw) {
		if at, ok := l.byID[id]; ok {
			found = at
		}
	}) {
		return false
	}
	if found < 0 {
		return p.isCombined || p.documents == 0
	}
	at := slices.IndexFunc(x.entries, func(e entry) bool { return e.record == found })
	if at < 0 || slices.ContainsFunc(x.entries[at+1:], func(e entry) bool { return e.record == found }) {
		return false
	}
	w.entry(o.Object, name, x.entries[at])
	w.record(o.Object, l.records[found])
	return p.isCombined || p.documents == 1
}

// walkJoins reads the documents that the joins of a pipeline find by an index on their
// foreign field, each with its entry.
func (m Meter) walkJoins(w *walked, o example.Operation) bool {
	pipeline, _ := o.Argument("pipeline").(bson.A)
	for i, item := range pipeline {
		lookup, isJoin := example.Joins(item)
		if !isJoin {
			continue
		}
		if lookup == nil || !m.walkJoin(w, o, pipeline[:i], lookup) {
			return false
		}
	}
	return true
}

func (m Meter) walkJoin(w *walked, o example.Operation, before bson.A, lookup bson.D) bool {
	join := struct{ From, LocalField, ForeignField string }{From: from(lookup)}
	argument, _ := lookup[0].Value.(bson.D)
	for _, e := range argument {
		text, _ := e.Value.(string)
		switch e.Key {
		case "localField":
			join.LocalField = text
		case "foreignField":
			join.ForeignField = text
		}
	}
	l, ok := m.layout(join.From)
	if !ok {
		return false
	}
	first := func(spec indexSpec) bool { return len(spec.Key) > 0 && spec.Key[0].Key == join.ForeignField }
	at := slices.IndexFunc(l.specs, first)
	if at < 0 || slices.ContainsFunc(l.specs[at+1:], first) {
		return false
	}
	name := l.specs[at].Name
	x, ok := l.index(name)
	if !ok {
		return false
	}
	byRecord := map[int][]entry{}
	for _, e := range x.entries {
		byRecord[e.record] = append(byRecord[e.record], e)
	}
	shown := bson.D{{Key: "_id", Value: int32(0)}, {Key: "found", Value: "$joined._id"}, {Key: "local", Value: "$" + join.LocalField}}
	command := bson.D{
		{Key: "aggregate", Value: o.Object},
		{Key: "pipeline", Value: append(slices.Clone(before), lookup, bson.D{{Key: "$project", Value: shown}}, bson.D{{Key: "$unwind", Value: "$found"}})},
	}
	if collation := o.Query().Collation; len(collation) > 0 {
		command = append(command, bson.E{Key: "collation", Value: collation})
	}
	for row, err := range m.rows(o.Object, command) {
		if err != nil {
			return false
		}
		record, isThere := l.byID[idOfValue(row.Lookup("found"))]
		if !isThere {
			return false
		}
		entries := matching(byRecord[record], row.Lookup("local"), descends(l.specs[at].Key[0].Value))
		if len(entries) != 1 {
			return false
		}
		w.entry(join.From, name, entries[0])
		w.record(join.From, l.records[record])
	}
	return true
}

// matching returns the entries whose first field is a value, or one of the elements of
// an array.
func matching(entries []entry, local bson.RawValue, isDescending bool) []entry {
	values := []bson.RawValue{local}
	if local.Type == bson.TypeArray {
		values = ejson.Elements(local)
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e entry) bool {
		return !slices.ContainsFunc(values, func(v bson.RawValue) bool {
			var key keyString
			return key.append(v, isDescending) && string(key.bytes) == e.field(0)
		})
	})
}
