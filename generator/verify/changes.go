package verify

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// What a step did is looked for in collections of at most this size.
const (
	mostWatched      = 2000
	mostWatchedBytes = 1 << 20
)

// watchChanges notes the documents that a step may change, and gives what tells
// of them after the step ran what became of them. A step of a transaction
// changes nothing that others see.
func (r *run) watchChanges(ctx context.Context, s *example.Step) func() []example.Change {
	nothing := func() []example.Change { return nil }
	if r.options.CheckOnly || !r.first || s.ExpectError != nil || !s.Operation.Writes() || s.Session != "" || varies(s) {
		return nothing
	}
	collection, _ := s.Operation.Target()
	before, ok := r.documentsOf(ctx, collection)
	if !ok {
		return nothing
	}
	return func() []example.Change {
		after, ok := r.documentsOf(ctx, collection)
		if !ok {
			return nil
		}
		return r.withoutMade(ctx, changes(collection, before, after))
	}
}

// withoutMade leaves out of documents an _id that the driver or the database made:
// another run would make another.
func (r *run) withoutMade(ctx context.Context, all []example.Change) []example.Change {
	var written map[bson.ObjectID]bool
	for i := range all {
		for _, document := range []*bson.Raw{&all[i].Before, &all[i].After} {
			id, ok := document.Lookup("_id").ObjectIDOK()
			if !ok {
				continue
			}
			if written == nil {
				written = r.writtenIDs(ctx)
			}
			if !written[id] {
				*document = withoutID(*document)
			}
		}
	}
	return all
}

var hexOfID = regexp.MustCompile(`\b[0-9a-f]{24}\b`)

// writtenIDs gives the ObjectIds that the example's data have for an _id, or its
// steps for anything.
func (r *run) writtenIDs(ctx context.Context) map[bson.ObjectID]bool {
	written, data := map[bson.ObjectID]bool{}, r.example.Data(r.result.Size).Under(ctx)
	for _, c := range r.example.Collections {
		for document := range data.Documents(c.Name) {
			if id, ok := document.Raw.Lookup("_id").ObjectIDOK(); ok {
				written[id] = true
			}
		}
	}
	for i := range r.example.Steps {
		for _, hex := range hexOfID.FindAllString(fmt.Sprint(r.example.Steps[i].Operation.Arguments), -1) {
			id, _ := bson.ObjectIDFromHex(hex) // it has 24 digits
			written[id] = true
		}
	}
	return written
}

func withoutID(document bson.Raw) bson.Raw {
	elements, _ := document.Elements()
	kept := bson.D{}
	for _, e := range elements {
		if e.Key() != "_id" {
			kept = append(kept, bson.E{Key: e.Key(), Value: e.Value()})
		}
	}
	encoded, _ := bson.Marshal(kept) // it came from the database
	return encoded
}

// varies reports whether a step may store what another run would not: its time,
// a random number, an _id that the database makes.
func varies(s *example.Step) bool {
	return s.Operation.ByClock() || chance.MatchString(fmt.Sprint(s.Operation.Arguments)) ||
		s.Expect != nil && strings.Contains(ejson.Print(s.Expect.Value), `"$$`)
}

var chance = regexp.MustCompile(`\$currentDate|\$\$NOW|\$\$CLUSTER_TIME|\$rand|\$sampleRate|\$sample`)

// watched are the documents of a collection by _id.
type watched struct {
	documents []bson.Raw
	few       bool // they are not too many to be compared
}

// documentsOf gives the documents of a collection by _id, unless they are too many.
func (r *run) documentsOf(ctx context.Context, collection string) ([]bson.Raw, bool) {
	if w, known := r.known.documents[collection]; known {
		return w.documents, w.few
	}
	cursor, err := r.db.Collection(collection).Find(ctx, bson.D{}, options.Find().SetSort(bson.D{{Key: "_id", Value: 1}}).SetLimit(mostWatched+1))
	if err != nil {
		return nil, false
	}
	defer cursor.Close(ctx)
	var w watched
	total := 0
	for total <= mostWatchedBytes && cursor.Next(ctx) {
		w.documents, total = append(w.documents, bytes.Clone(cursor.Current)), total+len(cursor.Current)
	}
	if cursor.Err() != nil {
		return nil, false
	}
	w.few = len(w.documents) <= mostWatched && total <= mostWatchedBytes
	r.known.documents[collection] = w
	return w.documents, w.few
}

// changes compares the documents of a collection, both by _id: those that went
// or changed, then those that came.
func changes(collection string, before, after []bson.Raw) []example.Change {
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
