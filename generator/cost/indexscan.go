//go:build !js

package cost

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// Why it is not known which entries of an index an operation examines.
const (
	whyNoPlan     = "explain does not show for certain what is read"
	whyWrites     = "it writes; the entries of a query are shown"
	whyJoins      = "it joins collections; the entries of a query on one are shown"
	whyClustered  = "it reads a clustered collection, which has no index besides its documents"
	whySeveral    = "its plan uses several indexes; the entries of one are shown"
	whyKeys       = "it is not known how the server orders the keys of this index, as where it has a collation"
	whyOtherCount = "the entries within its bounds are not as many as explain counts"
)

// mostScans is how many scans of a step that repeats itself are kept.
const mostScans = 2

func (m Meter) note(s example.IndexScan) {
	if m.Scans != nil && len(*m.Scans) < mostScans {
		*m.Scans = append(*m.Scans, s)
	}
}

// scan finds out which entries of an index a plan examines, and which of them lead to
// documents that are returned.
func (m Meter) scan(o example.Operation, p Plan) example.IndexScan {
	s := example.IndexScan{Collection: o.Object, Documents: p.documents}
	returned, ok := m.returned(o)
	switch s.Returned = int64(len(returned)); {
	case o.ChangesDocuments():
		s.Why = whyWrites
	case len(p.joins) > 0:
		s.Why = whyJoins
	case !ok || p.keys < 0 || len(p.Stages) == 0:
		s.Why = whyNoPlan
	case p.isClustered():
		s.Why = whyClustered
	case len(p.Indexes) > 1 || len(p.Indexes) == 1 && slices.Contains(p.Stages, "COLLSCAN"):
		s.Why = whySeveral
	case len(p.Indexes) == 1:
		s.Index, s.Examined = p.Indexes[0], p.keys
		s.Why = m.scanIndex(&s, o, p, returned)
	}
	return s
}

// returned returns the _ids of the documents that a query returns. Of a pipeline they
// are those that its first stages find, which later ones compute with.
func (m Meter) returned(o example.Operation) (map[string]bool, bool) {
	pipeline := bson.A{}
	stage := func(name string, argument any) { pipeline = append(pipeline, bson.D{{Key: name, Value: argument}}) }
	if stages, isPipeline := o.Argument("pipeline").(bson.A); isPipeline {
		for _, item := range stages {
			d, _ := item.(bson.D)
			if len(d) != 1 || !slices.Contains([]string{"$match", "$sort", "$skip", "$limit"}, d[0].Key) {
				break
			}
			pipeline = append(pipeline, d)
		}
	} else {
		q := o.Query()
		stage("$match", append(bson.D{}, q.Filter...))
		if len(q.Sort) > 0 {
			stage("$sort", q.Sort)
		}
		if skip := o.Argument("skip"); skip != nil {
			stage("$skip", skip)
		}
		if limit := o.Argument("limit"); limit != nil {
			stage("$limit", limit)
		} else if o.Name == "findOne" {
			stage("$limit", int32(1))
		}
	}
	stage("$project", bson.D{{Key: "_id", Value: int32(1)}})
	ids := map[string]bool{}
	for document, err := range m.rows(o.Object, collated(bson.D{{Key: "aggregate", Value: o.Object}, {Key: "pipeline", Value: pipeline}}, o.Query().Collation)) {
		if err != nil {
			return nil, false
		}
		ids[idOf(document)] = true
	}
	return ids, true
}

// scanIndex finds out what a plan reads of its only index. It returns why it is not
// known, "" if it is.
func (m Meter) scanIndex(s *example.IndexScan, o example.Operation, p Plan, returned map[string]bool) string {
	l, ok := m.layout(o.Object)
	if !ok {
		return whyNoPlan
	}
	x, ok := l.index(s.Index)
	if !ok {
		return whyKeys
	}
	spec := l.specs[slices.IndexFunc(l.specs, func(spec indexSpec) bool { return spec.Name == s.Index })]
	for _, e := range spec.Key {
		s.Fields = append(s.Fields, example.IndexField{Path: e.Key, Descending: descends(e.Value)})
	}
	for _, b := range p.bounds {
		s.Bounds = append(s.Bounds, strings.Join(b.ranges, ", "))
	}
	s.Entries = len(x.entries)
	records := int(countRecords(x.entries))
	s.LeftOut, s.IsMultikey = len(l.records)-records, records < len(x.entries)

	inside, looked, why := x.examined(spec.Key, p, l, returned)
	if why != "" {
		return why
	}
	if p.fetches() {
		fetched := map[int]bool{}
		for _, at := range looked {
			if inside[at] {
				fetched[x.entries[at].record] = true
			}
		}
		if int64(len(fetched)) != p.documents {
			return whyOtherCount
		}
	}
	states := make([]example.EntryState, len(x.entries))
	for at := range inside {
		states[at] = example.Within
	}
	for _, at := range looked {
		states[at] = example.Examined
		if inside[at] && returned[idOf(l.records[x.entries[at].record].document)] {
			states[at] = example.Returned
		}
	}
	s.Rows = spec.rows(l, x.entries, states)
	return ""
}

// examined returns the places of the entries that are within a plan's bounds, and of
// those that the server examines, which are as many as explain counts.
func (x *indexLayout) examined(key bson.D, p Plan, l *layout, returned map[string]bool) (inside map[int]bool, looked []int, why string) {
	inside = map[int]bool{}
	if p.bounds == nil { // an equality that finds one document, of which explain shows no bounds
		for at, e := range x.entries {
			if returned[idOf(l.records[e.record].document)] {
				inside[at] = true
				looked = append(looked, at)
			}
		}
		if int64(len(looked)) != p.keys {
			return nil, nil, whyOtherCount
		}
		return inside, looked, ""
	}
	w, ok := newEntryWalk(x.entries, key, p)
	if !ok {
		return nil, nil, whyKeys
	}
	for at, e := range x.entries {
		if w.isInside(e) {
			inside[at] = true
		}
	}
	looked = w.looked()
	if int64(len(looked)) < p.keys {
		return nil, nil, whyOtherCount
	}
	return inside, looked[:p.keys], "" // a limit may end the scan
}

// Of an index with more entries than wholeIndex, some are shown: of a stretch of entries
// that were examined the first and the last ones, and of several stretches the first
// and the last.
const (
	wholeIndex     = 9
	firstOfStretch = 2
	mostStretches  = 4
	firstStretches = 2
)

// rows returns entries of an index with what was done with them, and in the place of
// those that are left out their number.
func (s indexSpec) rows(l *layout, entries []entry, states []example.EntryState) []example.EntryRow {
	shown := shownEntries(states)
	var rows []example.EntryRow
	for at := 0; at < len(entries); {
		if shown[at] {
			rows = append(rows, example.EntryRow{Values: s.valuesOf(l.records[entries[at].record].document, entries[at].bytes), State: states[at]})
			at++
			continue
		}
		gap := example.EntryRow{State: states[at]}
		for ; at < len(entries) && !shown[at]; at++ {
			gap.LeftOut++
			if states[at] >= example.Examined {
				gap.LeftOutExamined++
			}
			if states[at] == example.Returned {
				gap.LeftOutReturned++
			}
			gap.State = min(gap.State, states[at])
		}
		rows = append(rows, gap)
	}
	return rows
}

// stretch is a number of entries one after the other, from the first to before the end,
// that were all examined, or all not.
type stretch struct{ first, end int }

func shownEntries(states []example.EntryState) []bool {
	shown := make([]bool, len(states))
	show := func(at int) {
		if at >= 0 && at < len(states) {
			shown[at] = true
		}
	}
	var examined []stretch
	for at := 0; at < len(states); {
		s := stretch{first: at}
		for at++; at < len(states) && (states[at] >= example.Examined) == (states[s.first] >= example.Examined); at++ {
		}
		if s.end = at; states[s.first] >= example.Examined {
			examined = append(examined, s)
		}
	}
	if len(examined) > mostStretches {
		examined = append(examined[:firstStretches:firstStretches], examined[len(examined)-1])
	}
	for i, s := range examined {
		for at := range firstOfStretch {
			show(min(s.first+at, s.end-1))
		}
		show(s.end - 1)
		for _, state := range []example.EntryState{example.Examined, example.Returned} {
			if at := slices.Index(states[s.first:s.end], state); at >= 0 {
				show(s.first + at)
			}
		}
		if i == 0 {
			show(s.first - 1)
		}
		if i == len(examined)-1 {
			show(s.end)
		}
	}
	// What is within the bounds ends where the next is outside.
	for at := range states {
		if at > 0 && (states[at] == example.Outside) != (states[at-1] == example.Outside) && (states[at] == example.Within || states[at-1] == example.Within) {
			show(at - 1)
			show(at)
		}
	}
	for at := range states { // one entry takes as much room as its number
		isAlone := (at == 0 || shown[at-1]) && (at == len(states)-1 || shown[at+1])
		shown[at] = shown[at] || isAlone || len(states) <= wholeIndex
	}
	return shown
}

// valuesOf returns the values of the key that a document has in the index. An empty
// array stands for undefined, which is its key.
func (s indexSpec) valuesOf(document bson.Raw, key string) []bson.RawValue {
	var found []bson.RawValue
	s.expand(bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: document}, map[string]bson.RawValue{}, func(values []bson.RawValue) bool {
		if k, _ := s.keyOf(values); k.bytes == key {
			found = values
		}
		return found == nil
	})
	for i, value := range found {
		if value.Type == bson.TypeUndefined {
			found[i] = bson.RawValue{Type: bson.TypeArray, Value: []byte{5, 0, 0, 0, 0}}
		}
	}
	return found
}
