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

	"modelbook/generator/example"
)

// recorder counts the commands of one step, their bytes and what their replies
// say that they wrote. The driver may report from several goroutines.
type recorder struct {
	database string // name of the run's database
	name     string // of the example, which counts in its place

	mu                  sync.Mutex
	roundTrips, payload int64
	documents           int64           // written
	many                bool            // the command updates more than one document
	uncertain           bool            // a reply does not say how many it wrote
	upserted            []bson.RawValue // the _ids
}

func (r *recorder) sums() (roundTrips, payload int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.roundTrips, r.payload
}

// written gives how many documents the commands wrote, as their replies say.
func (r *recorder) written() example.Quantity {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.uncertain {
		return example.Unmeasured(example.NotCounted)
	}
	return example.Measured(r.documents)
}

// reply notes what a reply says of documents that were written. An update of
// many that fails on the way does not count those before.
func (r *recorder) reply(command string, reply bson.Raw) {
	n, _ := reply.Lookup("n").AsInt64OK()
	switch command {
	case "insert", "delete":
		r.documents += n
	case "update":
		modified, _ := reply.Lookup("nModified").AsInt64OK()
		r.documents += modified
		for _, row := range elementsOrNone(reply.Lookup("upserted")) {
			r.documents++
			r.upserted = append(r.upserted, cloned(row.Document().Lookup("_id")))
		}
		r.uncertain = r.uncertain || r.many && len(elementsOrNone(reply.Lookup("writeErrors"))) > 0
	case "findAndModify":
		n, _ := reply.Lookup("lastErrorObject", "n").AsInt64OK()
		r.documents += n
		if id := reply.Lookup("lastErrorObject", "upserted"); !id.IsZero() {
			r.upserted = append(r.upserted, cloned(id))
		}
	}
}

func cloned(v bson.RawValue) bson.RawValue {
	return bson.RawValue{Type: v.Type, Value: bytes.Clone(v.Value)}
}

// updatesMany reports whether a command has an update of many documents.
func updatesMany(command bson.Raw) bool {
	return slices.ContainsFunc(elementsOrNone(command.Lookup("updates")), func(update bson.RawValue) bool {
		multi, _ := update.Document().Lookup("multi").BooleanOK()
		return multi
	})
}

type recorderKey struct{}

// recording gives a context whose commands r counts. Commands under any other
// context are not counted: they are ours, not the step's.
func recording(ctx context.Context, r *recorder) context.Context {
	return context.WithValue(ctx, recorderKey{}, r)
}

func monitor() *event.CommandMonitor {
	with := func(ctx context.Context, note func(r *recorder)) {
		if r, ok := ctx.Value(recorderKey{}).(*recorder); ok {
			r.mu.Lock()
			defer r.mu.Unlock()
			note(r)
		}
	}
	return &event.CommandMonitor{
		Started: func(ctx context.Context, e *event.CommandStartedEvent) {
			with(ctx, func(r *recorder) {
				r.roundTrips++
				r.many = updatesMany(e.Command)
				r.payload += r.size(e.Command, generic)
			})
		},
		Succeeded: func(ctx context.Context, e *event.CommandSucceededEvent) {
			with(ctx, func(r *recorder) {
				r.payload += r.size(e.Reply, genericReply)
				r.reply(e.CommandName, e.Reply)
			})
		},
		Failed: func(ctx context.Context, e *event.CommandFailedEvent) {
			var refused mongo.CommandError
			if errors.As(e.Failure, &refused) {
				with(ctx, func(r *recorder) { r.payload += r.size(refused.Raw, genericReply) })
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
