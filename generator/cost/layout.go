package cost

import (
	"bytes"
	"cmp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// The largest collection of which a layout is made, since it is held in memory.
const (
	mostLaidOut      = 300_000 // documents
	mostLaidOutBytes = 32 << 20
)

// recordIDField is what showRecordId adds at the end of a document.
const recordIDField = "$recordId"

// Layouts keep the layouts of collections, by their names, until their documents or
// indexes change. The caller of a Meter says when: it deletes those that changed.
type Layouts map[string]*layout

// layout is where the documents and index entries of a collection lie, as if nothing
// had been deleted or moved: documents in the order of their records' ids, which a
// server assigns as they are inserted, in a clustered collection in that of _id; index
// entries in the order of their keys; both one behind the other, in pages.
type layout struct {
	specs   []indexSpec
	records []record
	byID    map[string]int // the places of records, by the bytes of _id
	partial map[string]map[string]bool
	indexes map[string]*indexLayout
}

// record is a document in its place.
type record struct {
	document bson.Raw
	key      []byte // of a clustered collection
	id       int64  // of any other
	pages    pages
}

// pages are those from first on.
type pages struct{ first, n int }

// idSize returns the bytes of the record's id in a key of an index.
func (r record) idSize() int {
	if r.key != nil {
		return clusteredIDSize(r.key)
	}
	return recordIDSize(r.id)
}

// indexLayout has the entries of an index, in their order.
type indexLayout struct {
	entries []entry
	bytes   int64
}

// entry is a key of an index and the record that it leads to.
type entry struct {
	indexKey
	record int // its place
	page   int
}

// packer puts things into pages of size bytes, one behind the other. A thing that does not fit into
// what is left of a page begins the next; one that is larger than a page has as many
// as it needs, alone.
type packer struct{ size, page, used int }

func (p *packer) put(size int) pages {
	if p.used > 0 && p.used+size > p.size {
		p.page, p.used = p.page+1, 0
	}
	at := pages{p.page, max(1, (size+p.size-1)/p.size)}
	if p.used += size; at.n > 1 {
		p.page, p.used = p.page+at.n, 0
	}
	return at
}

// layout reads a collection. It is not ok if the server does not say where documents
// lie, as of a view or a time series, or if the collection is too large.
func (m Meter) layout(collection string) (*layout, bool) {
	if l, isKept := m.Layouts[collection]; isKept {
		return l, l != nil
	}
	l := m.readLayout(collection)
	if m.Layouts != nil {
		m.Layouts[collection] = l
	}
	return l, l != nil
}

func (m Meter) readLayout(collection string) *layout {
	l := &layout{byID: map[string]int{}, partial: map[string]map[string]bool{}, indexes: map[string]*indexLayout{}}
	var err error
	if l.specs, err = m.indexes(collection); err != nil || !keepsRecords(l.specs) {
		return nil
	}
	var ok bool
	if l.records, ok = m.records(collection, l.specs); !ok {
		return nil
	}
	slices.SortFunc(l.records, func(a, b record) int { return cmp.Or(bytes.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) })
	into := packer{size: example.RecordPage}
	for i := range l.records {
		r := &l.records[i]
		r.pages = into.put(len(r.document))
		l.byID[idOf(r.document)] = i
	}
	for _, spec := range l.specs {
		if spec.PartialFilterExpression == nil {
			continue
		}
		l.partial[spec.Name] = map[string]bool{}
		if !m.eachFound(collection, spec.PartialFilterExpression, nil, func(id string, _ bson.Raw) { l.partial[spec.Name][id] = true }) {
			return nil
		}
	}
	return l
}

// records returns the records of a collection. It is not ok if they can't be read, or are
// too many or too large.
func (m Meter) records(collection string, specs []indexSpec) (records []record, ok bool) {
	size := 0
	add := func(r record, ok bool) bool {
		size += len(r.document)
		records = append(records, r)
		return ok && size <= mostLaidOutBytes && len(records) <= mostLaidOut
	}
	if m.Records != nil {
		ids, documents, ok := m.Records(collection)
		for i := 0; ok && i < len(documents); i++ {
			if isClustered(specs) {
				ok = add(clusteredRecord(documents[i]))
			} else if ok = ids != nil; ok {
				ok = add(record{document: documents[i], id: ids[i]}, true)
			}
		}
		return records, ok
	}
	for found, err := range m.Documents(collection, recordsOf(collection, bson.D{}, specs)) {
		if err != nil || !add(recordOf(found, specs)) {
			return nil, false
		}
	}
	return records, true
}

// keepsRecords reports whether a collection with these indexes keeps its documents as
// they are: a time series has no index on _id.
func keepsRecords(specs []indexSpec) bool {
	return slices.ContainsFunc(specs, func(spec indexSpec) bool { return spec.Name == "_id_" || spec.Clustered })
}

func isClustered(specs []indexSpec) bool {
	return slices.ContainsFunc(specs, func(spec indexSpec) bool { return spec.Clustered })
}

// recordsOf returns the find of documents with the ids of their records. In a clustered
// collection these are their _ids.
func recordsOf(collection string, filter bson.D, specs []indexSpec) bson.D {
	find := bson.D{{Key: "find", Value: collection}, {Key: "filter", Value: filter}}
	if !isClustered(specs) {
		find = append(find, bson.E{Key: "showRecordId", Value: true})
	}
	return find
}

// recordOf returns the record of a document that such a find has found.
func recordOf(found bson.Raw, specs []indexSpec) (record, bool) {
	if isClustered(specs) {
		return clusteredRecord(bytes.Clone(found))
	}
	id := found.Lookup(recordIDField)
	n, ok := id.AsInt64OK()
	if !ok {
		return record{}, false
	}
	// The field is the last one.
	end := len(found) - len("\x00") - len(id.Value) - len(recordIDField) - len("\x00") - 1
	size := end + 1
	document := make(bson.Raw, size)
	copy(document, found[:end])
	document[0], document[1], document[2], document[3] = byte(size), byte(size>>8), byte(size>>16), byte(size>>24)
	return record{document: document, id: n}, true
}

// clusteredRecord returns the record of a document, whose _id is that of the record.
func clusteredRecord(document bson.Raw) (record, bool) {
	var key keyString
	ok := key.append(document.Lookup("_id"), false)
	key.end()
	return record{document: document, key: key.bytes}, ok
}

// index returns the entries of one of the indexes. It is not ok if the form of its
// keys is not known.
func (l *layout) index(name string) (*indexLayout, bool) {
	if x, isKnown := l.indexes[name]; isKnown {
		return x, x != nil
	}
	x := l.makeIndex(name)
	l.indexes[name] = x
	return x, x != nil
}

func (l *layout) makeIndex(name string) *indexLayout {
	i := slices.IndexFunc(l.specs, func(spec indexSpec) bool { return spec.Name == name })
	if i < 0 || !l.specs[i].plain() {
		return nil
	}
	spec, x := l.specs[i], &indexLayout{}
	if spec.Clustered { // it is the collection itself
		return x
	}
	for at, r := range l.records {
		if spec.PartialFilterExpression != nil && !l.partial[name][idOf(r.document)] {
			continue
		}
		keys, ok := spec.keysOf(r.document)
		if !ok {
			return nil
		}
		for _, key := range keys {
			key.size += r.idSize()
			x.entries = append(x.entries, entry{indexKey: key, record: at})
		}
	}
	slices.SortFunc(x.entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.bytes, b.bytes), cmp.Compare(a.record, b.record)) })
	into := packer{size: example.IndexPage}
	for i := range x.entries {
		e := &x.entries[i]
		e.page = into.put(e.size).first
		x.bytes += int64(e.size)
	}
	return x
}

// indexBytes returns the bytes of all entries of all indexes. It is not ok if there
// are not as many of them as the server counts.
func (l *layout) indexBytes(entries int64) (bytes int64, ok bool) {
	for _, spec := range l.specs {
		x, ok := l.index(spec.Name)
		if !ok {
			return 0, false
		}
		bytes += x.bytes
		entries -= int64(len(x.entries))
	}
	return bytes, entries == 0
}
