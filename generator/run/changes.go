package run

import (
	"bytes"
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// Most limits the documents that are read, and their bytes; 0 is no limit.
type Most struct{ Documents, Bytes int }

// cachedDocuments are the documents of a collection, or none if they are more than
// a Most allows.
type cachedDocuments struct {
	documents []bson.Raw
	isAll     bool
}

// Documents returns the documents of a collection sorted by _id. They are read
// with a command that is not counted. It is not ok if they can't be read or are
// too many.
func (r *Runner) Documents(ctx context.Context, collection string, most Most) (documents []bson.Raw, ok bool) {
	if l, isCached := r.cache.documents[collection]; isCached {
		return l.documents, l.isAll
	}
	find := bson.D{{Key: "find", Value: collection}, {Key: "sort", Value: bson.D{{Key: "_id", Value: int32(1)}}}}
	if most.Documents > 0 {
		find = append(find, bson.E{Key: "limit", Value: int64(most.Documents + 1)})
	}
	l, size := cachedDocuments{}, 0
	for document, err := range r.Meter(ctx).Documents(collection, find) {
		if err != nil {
			return nil, false
		}
		l.documents = append(l.documents, document)
		size += len(document)
	}
	l.isAll = (most.Documents == 0 || len(l.documents) <= most.Documents) && (most.Bytes == 0 || size <= most.Bytes)
	if !l.isAll {
		l.documents = nil
	}
	r.cache.documents[collection] = l
	return l.documents, l.isAll
}

// Changes compares the documents of a collection before and after, both sorted by
// _id. It returns the deleted and changed documents, then the new ones. It copies them, as
// each of those that it is given may hold a whole reply in memory.
func Changes(collection string, before, after []bson.Raw) []example.Change {
	for len(before) > 0 && len(after) > 0 && bytes.Equal(before[0], after[0]) {
		before, after = before[1:], after[1:]
	}
	now, known := map[string]bson.Raw{}, map[string]bool{}
	for _, document := range after {
		now[IDOf(document)] = document
	}
	var all []example.Change
	for _, document := range before {
		known[IDOf(document)] = true
		if changed := now[IDOf(document)]; !bytes.Equal(changed, document) {
			all = append(all, example.Change{Collection: collection, Before: bytes.Clone(document), After: bytes.Clone(changed)})
		}
	}
	for _, document := range after {
		if !known[IDOf(document)] {
			all = append(all, example.Change{Collection: collection, After: bytes.Clone(document)})
		}
	}
	return all
}

// IDOf returns what tells a document from the others of its collection.
func IDOf(document bson.Raw) string {
	id := document.Lookup("_id")
	return string(id.Type) + string(id.Value)
}
