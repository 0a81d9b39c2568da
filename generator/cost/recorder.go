package cost

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Recorder counts the commands of one step, their bytes and the documents that
// they wrote according to their replies. A driver may report from several
// goroutines. A nil Recorder counts nothing.
type Recorder struct {
	database []byte
	name     string

	mu                  sync.Mutex
	roundTrips, payload int64
	documents           int64           // written
	isMany              bool            // the command updates more than one document
	isUncertain         bool            // a reply does not say how many it wrote
	upserted            []bson.RawValue // the _ids
	inserted            []bson.RawValue // the _ids in the commands, whether they were accepted or not
	writes              []bson.Raw      // the commands that update documents
}

// NewRecorder makes a recorder of commands to the database of a run, in whose
// place the name of the example counts.
func NewRecorder(database, name string) *Recorder {
	return &Recorder{database: []byte(database), name: name}
}

type recorderKey struct{}

// Recording returns a context whose commands the recorder counts. Those under any
// other are not counted: they are not the step's.
func Recording(ctx context.Context, r *Recorder) context.Context {
	return context.WithValue(ctx, recorderKey{}, r)
}

// RecorderOf returns the recorder of the commands that are sent under a context; nil
// if they are not counted.
func RecorderOf(ctx context.Context) *Recorder {
	r, _ := ctx.Value(recorderKey{}).(*Recorder)
	return r
}

func (r *Recorder) sums() (roundTrips, payload int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.roundTrips, r.payload
}

// stored returns the _ids of documents that may be new.
func (r *Recorder) stored() []bson.RawValue {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Concat(r.upserted, r.inserted)
}

// written returns how many documents the commands wrote, as their replies say.
func (r *Recorder) written() example.Quantity {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.isUncertain {
		return example.Unmeasured(example.NotCounted)
	}
	return example.Measured(r.documents)
}

// reply notes how many documents were written according to a reply. An update of
// many that fails on the way does not count the documents before the failure.
func (r *Recorder) reply(command string, reply bson.Raw) {
	n, _ := reply.Lookup("n").AsInt64OK()
	switch command {
	case "insert", "delete":
		r.documents += n
	case "update":
		modified, _ := reply.Lookup("nModified").AsInt64OK()
		r.documents += modified
		for _, row := range ejson.Elements(reply.Lookup("upserted")) {
			r.documents++
			r.upserted = append(r.upserted, cloned(row.Document().Lookup("_id")))
		}
		r.isUncertain = r.isUncertain || r.isMany && len(ejson.Elements(reply.Lookup("writeErrors"))) > 0
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
	return slices.ContainsFunc(ejson.Elements(command.Lookup("updates")), func(update bson.RawValue) bool {
		multi, _ := update.Document().Lookup("multi").BooleanOK()
		return multi
	})
}

// Sent notes a command that goes to the server.
func (r *Recorder) Sent(command bson.Raw) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.roundTrips++
	r.isMany = updatesMany(command)
	for _, document := range ejson.Elements(command.Lookup("documents")) {
		r.inserted = append(r.inserted, cloned(document.Document().Lookup("_id")))
	}
	if !command.Lookup("update").IsZero() {
		r.writes = append(r.writes, bytes.Clone(command))
	}
	r.payload += r.size(command, generic)
}

// Replied notes the reply to a command of that name.
func (r *Recorder) Replied(command string, reply bson.Raw) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.payload += r.size(reply, genericReply)
	r.reply(command, reply)
}

// Refused notes the reply to a command that failed.
func (r *Recorder) Refused(reply bson.Raw) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.payload += r.size(reply, genericReply)
}

// generic are the fields that every command may carry. They depend on the
// driver and the kind of server, not on the step.
var generic = []string{
	"$db", "lsid", "$clusterTime", "$readPreference", "comment", "maxTimeMS", "readConcern", "writeConcern",
	"apiVersion", "apiStrict", "apiDeprecationErrors", "txnNumber", "autocommit", "startTransaction",
}

// IsGeneric reports whether every command may carry a field of that name.
func IsGeneric(field string) bool { return slices.Contains(generic, field) }

// genericReply are the fields of a reply that depend on the kind of server.
var genericReply = []string{"ok", "$clusterTime", "operationTime", "electionId", "opTime"}

// cursorFields are those of a cursor that no result depends on.
var cursorFields = []string{"ns", "id"}

// transactionNumber is how servers name a transaction. Its number depends on what
// ran before in the same server session, which drivers keep and use again.
var transactionNumber = regexp.MustCompile(`\btxnNumber: (\d+)`)

// size returns the bytes of a document without the fields to leave out, as if the
// database had the example's name and all transactions numbers below 10; 0 if it is
// not a document.
func (r *Recorder) size(document bson.Raw, leave []string) int64 {
	const frame = 5 // a document's length and its end
	if len(document) < frame {
		return 0
	}
	size := int64(frame)
	for rest := []byte(document[4:]); len(rest) > 1; {
		e, after, ok := bsoncore.ReadElement(rest)
		if !ok {
			return 0
		}
		rest = after
		key := e.KeyBytes()
		if slices.ContainsFunc(leave, func(field string) bool { return field == string(key) }) {
			continue
		}
		if cursor, ok := e.Value().DocumentOK(); ok && string(key) == "cursor" {
			size += int64(len(e)-len(cursor)) + r.size(bson.Raw(cursor), cursorFields)
			continue
		}
		size += int64(len(e) - bytes.Count(e, r.database)*(len(r.database)-len(r.name)))
		if string(key) == "errmsg" {
			for _, number := range transactionNumber.FindAllSubmatch(e, -1) {
				size -= int64(len(number[1]) - 1)
			}
		}
	}
	return size
}
