package run

import (
	"bytes"
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// Most says how many documents are looked at, and how many bytes; 0 is all.
type Most struct{ Documents, Bytes int }

// looked are the documents of a collection, or some if those are too many.
type looked struct {
	documents []bson.Raw
	isAll     bool
}

// Documents returns the documents of a collection by _id, with a command that is
// not counted. It is not ok if they can't be read or are too many.
func (r *Runner) Documents(ctx context.Context, collection string, most Most) (documents []bson.Raw, ok bool) {
	if l, known := r.known.documents[collection]; known {
		return l.documents, l.isAll
	}
	find := bson.D{{Key: "find", Value: collection}, {Key: "sort", Value: bson.D{{Key: "_id", Value: int32(1)}}}}
	if most.Documents > 0 {
		find = append(find, bson.E{Key: "limit", Value: int64(most.Documents + 1)})
	}
	l, size := looked{}, 0
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
	r.known.documents[collection] = l
	return l.documents, l.isAll
}

// Changes compares the documents of a collection, both by _id: those that went
// or changed, then those that came.
func Changes(collection string, before, after []bson.Raw) []example.Change {
	now, known := map[string]bson.Raw{}, map[string]bool{}
	for _, document := range after {
		now[idOf(document)] = document
	}
	var all []example.Change
	for _, document := range before {
		known[idOf(document)] = true
		if changed := now[idOf(document)]; !bytes.Equal(changed, document) {
			all = append(all, example.Change{Collection: collection, Before: document, After: changed})
		}
	}
	for _, document := range after {
		if !known[idOf(document)] {
			all = append(all, example.Change{Collection: collection, After: document})
		}
	}
	return all
}

func idOf(document bson.Raw) string {
	id := document.Lookup("_id")
	return string(id.Type) + string(id.Value)
}
