package update

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Delta is how an update changed a document, as change streams report it. Source:
// src/mongo/db/pipeline/change_stream_document_diff_parser.cpp.
type Delta struct {
	Updated   bson.D // by their paths: fields that were set, with their values
	Removed   bson.A // the paths of fields that were removed
	Truncated bson.A // {field, newSize} of arrays that were cut
}

// documentDelta is the difference of two documents: their own fields, and those of
// documents and arrays in them.
type documentDelta struct {
	deletes          []string
	updates, inserts bson.D
	inner            []innerDelta
}

// innerDelta is the difference in the value of a field, a document or an array.
type innerDelta struct {
	name  string
	delta delta
}

// arrayDelta is the difference of two arrays: values, or deltas, by their place.
type arrayDelta struct {
	newSize  int // negative if none was cut off
	elements map[int]any
}

type delta interface {
	addTo(d *Delta, path string)
	// document is the difference as the log has it. Source:
	// src/mongo/db/update/document_diff_serialization.cpp.
	document() bson.D
}

func (at *documentDelta) addTo(d *Delta, path string) {
	for _, f := range slices.Concat(at.updates, at.inserts) {
		d.Updated = append(d.Updated, bson.E{Key: path + f.Key, Value: f.Value})
	}
	for _, name := range at.deletes {
		d.Removed = append(d.Removed, path+name)
	}
	for _, f := range at.inner {
		f.delta.addTo(d, path+f.name+".")
	}
}

func (at *arrayDelta) addTo(d *Delta, path string) {
	if at.newSize >= 0 {
		d.Truncated = append(d.Truncated, bson.D{{Key: "field", Value: strings.TrimSuffix(path, ".")}, {Key: "newSize", Value: int32(at.newSize)}})
	}
	for _, i := range slices.Sorted(maps.Keys(at.elements)) {
		if inner, ok := at.elements[i].(delta); ok {
			inner.addTo(d, path+strconv.Itoa(i)+".")
			continue
		}
		d.Updated = append(d.Updated, bson.E{Key: path + strconv.Itoa(i), Value: at.elements[i]})
	}
}

func (at *documentDelta) document() bson.D {
	doc, deletes := bson.D{}, bson.D{}
	for _, name := range at.deletes {
		deletes = append(deletes, bson.E{Key: name, Value: false})
	}
	for _, section := range []bson.E{{Key: "d", Value: deletes}, {Key: "u", Value: at.updates}, {Key: "i", Value: at.inserts}} {
		if len(section.Value.(bson.D)) > 0 {
			doc = append(doc, section)
		}
	}
	for _, f := range at.inner {
		doc = append(doc, bson.E{Key: "s" + f.name, Value: f.delta.document()})
	}
	return doc
}

func (at *arrayDelta) document() bson.D {
	doc := bson.D{{Key: "a", Value: true}}
	if at.newSize >= 0 {
		doc = append(doc, bson.E{Key: "l", Value: int32(at.newSize)})
	}
	for _, i := range slices.Sorted(maps.Keys(at.elements)) {
		if inner, ok := at.elements[i].(delta); ok {
			doc = append(doc, bson.E{Key: "s" + strconv.Itoa(i), Value: inner.document()})
			continue
		}
		doc = append(doc, bson.E{Key: "u" + strconv.Itoa(i), Value: at.elements[i]})
	}
	return doc
}

// Entry returns the field "o" of the entry of the server's oplog for an update that
// made one document of another, where Apply wrote the log: the difference of the
// documents, or the whole document if it was replaced. Source:
// src/mongo/db/update/update_oplog_entry_serialization.h.
func (u *Update) Entry(log *Log, before, after bson.D) bson.D {
	var d *documentDelta
	switch {
	case u.pipeline != nil:
		d, _ = diffDocuments(before, after, entryFrame)
	case u.replacement == nil:
		d = log.difference(after)
	}
	if d == nil {
		return after
	}
	return entry(d)
}

func entry(d *documentDelta) bson.D {
	return bson.D{{Key: "$v", Value: int32(2)}, {Key: "diff", Value: d.document()}}
}

func deltaOf(by delta) *Delta {
	d := &Delta{Updated: bson.D{}, Removed: bson.A{}, Truncated: bson.A{}}
	by.addTo(d, "")
	return d
}

// SetFields returns how $merge set the fields of a document: by $set.
func SetFields(before, after bson.D) *Delta { return deltaOf(setFields(before, after)) }

// SetFieldsEntry is the field "o" of the entry of such a change, as Entry is.
func SetFieldsEntry(before, after bson.D) bson.D { return entry(setFields(before, after)) }

func setFields(before, after bson.D) *documentDelta {
	log := &Log{}
	for _, f := range after {
		switch old := value.Get(before, f.Key); {
		case value.IsMissing(old):
			log.add([]step{{name: f.Key}}, created)
		case !identical(old, f.Value):
			log.add([]step{{name: f.Key}}, updated)
		}
	}
	return log.difference(after)
}

// Delta returns how Apply, which wrote the log, made one document of another; nil if
// the server reports a replacement.
func (u *Update) Delta(log *Log, before, after bson.D) *Delta {
	switch {
	case u.pipeline != nil:
		return Diff(before, after)
	case u.replacement != nil:
		return nil
	}
	return deltaOf(log.difference(after))
}
