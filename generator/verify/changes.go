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
	if !r.first || s.ExpectError != nil || !s.Operation.Writes() || s.Session != "" || varies(s) {
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
		return changes(collection, before, after)
	}
}

// varies reports whether a step may store what another run would not: its time,
// a random number, an _id that the database makes.
func varies(s *example.Step) bool {
	return s.Operation.ByClock() || chance.MatchString(fmt.Sprint(s.Operation.Arguments)) ||
		s.Expect != nil && strings.Contains(ejson.Print(s.Expect.Value), `"$$`)
}

var chance = regexp.MustCompile(`\$currentDate|\$\$NOW|\$\$CLUSTER_TIME|\$rand|\$sampleRate|\$sample`)

// documentsOf gives the documents of a collection by _id, unless they are too many.
func (r *run) documentsOf(ctx context.Context, collection string) ([]bson.Raw, bool) {
	cursor, err := r.db.Collection(collection).Find(ctx, bson.D{}, options.Find().SetSort(bson.D{{Key: "_id", Value: 1}}).SetLimit(mostWatched+1))
	if err != nil {
		return nil, false
	}
	defer cursor.Close(ctx)
	var documents []bson.Raw
	total := 0
	for cursor.Next(ctx) {
		documents, total = append(documents, bytes.Clone(cursor.Current)), total+len(cursor.Current)
	}
	return documents, cursor.Err() == nil && len(documents) <= mostWatched && total <= mostWatchedBytes
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
