package verify

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/event"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// recorder counts the commands of one step and their bytes. The driver may
// report from several goroutines.
type recorder struct {
	database string // name of the run's database
	name     string // of the example, which counts in its place

	mu                sync.Mutex
	roundTrips, bytes int64
}

func (r *recorder) sums() (roundTrips, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.roundTrips, r.bytes
}

type recorderKey struct{}

// recording gives a context whose commands r counts. Commands under any other
// context are not counted: they are ours, not the step's.
func recording(ctx context.Context, r *recorder) context.Context {
	return context.WithValue(ctx, recorderKey{}, r)
}

func monitor() *event.CommandMonitor {
	add := func(ctx context.Context, roundTrips int64, document bson.Raw, leave ...string) {
		if r, ok := ctx.Value(recorderKey{}).(*recorder); ok {
			size := r.size(document, leave)
			r.mu.Lock()
			defer r.mu.Unlock()
			r.roundTrips += roundTrips
			r.bytes += size
		}
	}
	return &event.CommandMonitor{
		Started:   func(ctx context.Context, e *event.CommandStartedEvent) { add(ctx, 1, e.Command, generic...) },
		Succeeded: func(ctx context.Context, e *event.CommandSucceededEvent) { add(ctx, 0, e.Reply, genericReply...) },
		Failed: func(ctx context.Context, e *event.CommandFailedEvent) {
			var refused mongo.CommandError
			if errors.As(e.Failure, &refused) {
				add(ctx, 0, refused.Raw, genericReply...)
			}
		},
	}
}

// generic are the fields that every command may carry. They depend on the
// driver and the kind of server, not on the step.
var generic = []string{
	"$db", "lsid", "$clusterTime", "$readPreference", "comment", "maxTimeMS", "readConcern", "writeConcern",
	"apiVersion", "apiStrict", "apiDeprecationErrors", "txnNumber", "autocommit", "startTransaction",
}

// genericReply are the fields of a reply that depend on the kind of server.
var genericReply = []string{"ok", "$clusterTime", "operationTime", "electionId", "opTime"}

// cursorFields are those of a cursor that no result depends on.
var cursorFields = []string{"ns", "id"}

// size gives the bytes of a document without the fields to leave out, as if
// the database had the example's name.
func (r *recorder) size(document bson.Raw, leave []string) int64 {
	elements, err := document.Elements()
	if err != nil {
		return 0
	}
	const frame = 5 // a document's length and its end
	size := int64(frame)
	for _, e := range elements {
		key := e.Key()
		if slices.Contains(leave, key) {
			continue
		}
		if cursor, ok := e.Value().DocumentOK(); ok && key == "cursor" {
			size += int64(len(e)-len(cursor)) + r.size(cursor, cursorFields)
			continue
		}
		size += int64(len(e) - bytes.Count(e, []byte(r.database))*(len(r.database)-len(r.name)))
	}
	return size
}
