package memdb

import (
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// TestSnapshotReads: a read of level "snapshot" tells its time, at which others see
// the same, whatever was written meanwhile.
func TestSnapshotReads(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	db := New(Options{ReplicaSet: true, Clock: func() time.Time { return now }})
	do(t, db, `{"insert": "c", "documents": [{"_id": 1, "x": 1}, {"_id": 2, "x": 1}]}`)
	read := func(command string, at any) bson.D {
		concern := bson.D{{Key: "level", Value: "snapshot"}}
		if at != nil {
			concern = append(concern, bson.E{Key: "atClusterTime", Value: at})
		}
		return runDocument(t, db, append(valuetest.Document(t, command), bson.E{Key: "readConcern", Value: concern}))
	}
	first := read(`{"find": "c", "batchSize": 1}`, nil)
	cursor := value.Get(first, "cursor").(bson.D)
	at := value.Get(cursor, "atClusterTime")
	do(t, db, `{"update": "c", "updates": [{"q": {}, "u": {"$set": {"x": 2}}, "multi": true}]}`, `{"insert": "c", "documents": [{"_id": 3}]}`, `{"createIndexes": "c", "indexes": [{"key": {"x": 1}, "name": "x"}]}`)
	more := mustRun(t, db, bson.D{{Key: "getMore", Value: value.Get(cursor, "id")}, {Key: "collection", Value: "c"}})
	if got := value.String(value.Get(value.Get(more, "cursor").(bson.D), "nextBatch")); got != "[ { _id: 2, x: 1 } ]" {
		t.Errorf("read on: %s", got)
	}
	gives(t, read(`{"find": "c"}`, at), "[ { _id: 1, x: 1 }, { _id: 2, x: 1 } ]")
	gives(t, read(`{"find": "c", "filter": {"x": 1}, "sort": {"_id": -1}, "limit": 1}`, at), "[ { _id: 2, x: 1 } ]")
	gives(t, read(`{"aggregate": "c", "pipeline": [{"$group": {"_id": null, "x": {"$sum": "$x"}}}], "cursor": {}}`, at), "[ { _id: null, x: 2 } ]")
	distinct := read(`{"distinct": "c", "key": "x"}`, at)
	if value.String(value.Get(distinct, "values")) != "[ 1 ]" || value.Get(distinct, "atClusterTime") != at {
		t.Errorf("%s", show(distinct))
	}
	do(t, db, `{"drop": "c"}`)
	gives(t, read(`{"find": "c"}`, at), "[ { _id: 1, x: 1 }, { _id: 2, x: 1 } ]")
	gives(t, read(`{"find": "c"}`, nil), "[]")
	gives(t, read(`{"find": "c"}`, bson.Timestamp{T: at.(bson.Timestamp).T, I: 1}), `{"$numberInt":"238"}`)
	gives(t, read(`{"find": "c"}`, bson.Timestamp{T: at.(bson.Timestamp).T + 9}), `{"$numberInt":"72"}`)
	gives(t, read(`{"count": "c"}`, nil), `{"$numberInt":"72"}`)
	gives(t, read(`{"aggregate": "c", "pipeline": [{"$out": "d"}], "cursor": {}}`, nil), `{"$numberInt":"238"}`)
	now = now.Add(engine.SnapshotLifetime + time.Second)
	gives(t, read(`{"find": "c"}`, at), `{"$numberInt":"239"}`)
}

// TestSnapshotSpecification runs the drivers' tests on sessions that read
// snapshots: what those send is sent here.
func TestSnapshotSpecification(t *testing.T) {
	var tally specTally
	for _, path := range specFiles(t, "sessions") {
		tally.files++
		var file streamFile
		readSpecInto(t, path, &file)
		for _, test := range file.Tests {
			if !strings.Contains(path, "snapshot") {
				tally.leave("about what a driver keeps of its sessions")
				continue
			}
			single := appliesTo(file.Runs, "single") && appliesTo(test.Runs, "single")
			set := appliesTo(file.Runs, "replicaset") && appliesTo(test.Runs, "replicaset")
			if !single && !set {
				tally.leave("not for this version")
				continue
			}
			if test.Operations[0].Name == "startTransaction" {
				tally.leave(refusedByDriver)
				continue
			}
			tally.run(t, test.Description, func(t *testing.T) {
				r := newStreamRun(t, &file)
				r.db.engine.IsReplicaSet = set
				times := map[any]any{}
				for _, op := range test.Operations {
					snapshotStep(t, r, op, times)
				}
			})
		}
	}
	tally.log(t, "sessions", 19)
}

// snapshotStep sends an operation, in a session at the time of its first read.
func snapshotStep(t *testing.T, r *streamRun, op streamOperation, times map[any]any) {
	t.Helper()
	names := r.names[op.Object]
	command, _ := (&sessionRun{t: t, db: r.db, file: &sessionFile{Database: names[0], Collection: names[1]}}).command(sessionOperation{Name: op.Name, Object: op.Object, Arguments: op.Arguments})
	session := value.Get(op.Arguments, "session")
	if !value.IsMissing(session) {
		concern := bson.D{{Key: "level", Value: "snapshot"}}
		if at := times[session]; at != nil {
			concern = append(concern, bson.E{Key: "atClusterTime", Value: at})
		}
		command = append(command, bson.E{Key: "readConcern", Value: concern})
	}
	reply := runDocument(t, r.db, command)
	if failed(reply) != (op.Error != nil) {
		t.Fatalf("%s: %s", op.Name, show(reply))
	}
	switch want := op.Result.(type) {
	case bson.A:
		if !expected(resultOf(reply), want) {
			t.Errorf("%s: %s, want %s", op.Name, value.String(resultOf(reply)), value.String(want))
		}
	case bson.D:
		if found, ok := value.Get(reply, "value").(bson.D); ok && !expected(found, want) {
			t.Errorf("%s: %s, want %s", op.Name, show(reply), value.String(want))
		}
	}
	at := value.Get(reply, "atClusterTime")
	if cursor, ok := value.Get(reply, "cursor").(bson.D); ok {
		at = value.Get(cursor, "atClusterTime")
	}
	if !value.IsMissing(session) && !value.IsMissing(at) && times[session] == nil {
		times[session] = at
	}
}
