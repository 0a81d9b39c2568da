package play_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/play"
)

// bikes is an example of two clients, whose steps are counted from 0.
const bikes = `{
  "$schema": "./example.schema.json",
  "description": "x",
  "runOnRequirements": [{ "topologies": ["replicaset"] }],
  "schema": { "bikes": { "validator": null } },
  "initialData": [{ "collectionName": "bikes", "documents": [{ "_id": 1, "free": true }] }],
  "steps": [
    { "id": "watches", "client": "b", "save": "changes", "operation": { "name": "watch", "object": "bikes", "arguments": { "pipeline": [{ "$project": { "operationType": 1, "documentKey": 1 } }] } }, "expectResult": null },
    { "id": "starts", "client": "a", "session": "first", "operation": { "name": "startTransaction" }, "expectResult": null },
    { "id": "takes", "client": "a", "session": "first", "operation": { "name": "updateOne", "object": "bikes", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "free": false } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "commits", "client": "a", "session": "first", "operation": { "name": "commitTransaction" }, "expectResult": null },
    { "id": "receives", "client": "b", "operation": { "name": "next", "object": "changes" }, "expectResult": { "operationType": "update", "documentKey": { "_id": 1 } } }
  ]
}`

func prepared(t *testing.T, step int) *play.Session {
	t.Helper()
	session, err := play.Open(diag.NewText("examples/bikes-x.json", []byte(bikes)), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Prepare(t.Context(), step); err != nil {
		t.Fatal(err)
	}
	return session
}

func printed(t *testing.T, step int) string {
	t.Helper()
	e, list := example.Parse(diag.NewText("examples/bikes-x.json", []byte(bikes)))
	source, err := play.Source(e, step, 0)
	if err != nil || list.Failed() {
		t.Fatal(err, list)
	}
	return source
}

// TestTransaction: others see the writes of a transaction once it is committed, and
// its steps run in its session.
func TestTransaction(t *testing.T) {
	session := prepared(t, 2)
	if got := plain(session.Run(t.Context(), printed(t, 2))); !strings.Contains(got, "modifiedCount: 1") || strings.Contains(got, "changed") {
		t.Errorf("in the transaction: %s", got)
	}
	if got := plain(session.Run(t.Context(), "db.bikes.countDocuments({ free: true })")); got != "1\n" {
		t.Errorf("outside of it: %s", got)
	}
	session = prepared(t, 3)
	if got := plain(session.Run(t.Context(), printed(t, 3))); !strings.Contains(got, "changed bikes") || !strings.Contains(got, "+  free: false") {
		t.Errorf("committed: %s", got)
	}
	if got := plain(session.Run(t.Context(), "db.bikes.countDocuments({ free: true })")); got != "0\n" {
		t.Errorf("outside, afterwards: %s", got)
	}
	session = prepared(t, 3)
	source := "first.getDatabase(db.getName()).bikes.insertOne({ _id: 2 })\nfirst.commitTransaction()"
	if outcome := session.Run(t.Context(), source); len(outcome.Statements) != 2 || !strings.Contains(plain(outcome), "new bikes\n+{\n+  _id: 2\n+}") {
		t.Errorf("a changed text in the session: %s", plain(outcome))
	}
	session = prepared(t, 1)
	session.Run(t.Context(), printed(t, 1))
	if got := session.Run(t.Context(), printed(t, 1)).Statements[0].Error; got == nil || !strings.Contains(got.Message, "in progress") {
		t.Errorf("begun twice: %+v", got)
	}
}

// TestWriteWaits: a write waits for the transaction in its way. Here the wait ends
// only with the write's context.
func TestWriteWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session := prepared(t, 3)
		ctx, cancel := context.WithCancel(t.Context())
		var outcome play.Outcome
		go func() { outcome = session.Run(ctx, "db.bikes.deleteOne({ _id: 1 })") }()
		synctest.Wait()
		if outcome.Statements != nil {
			t.Errorf("it did not wait: %+v", outcome)
		}
		cancel()
		synctest.Wait()
		if len(outcome.Statements) != 1 || outcome.Statements[0].Error == nil {
			t.Errorf("it did not end: %+v", outcome)
		}
	})
}

// TestStream: a stream returns each change once, and an error where a client would
// wait.
func TestStream(t *testing.T) {
	session := prepared(t, 4)
	if got := plain(session.Run(t.Context(), printed(t, 4))); got != "{ operationType: 'update', documentKey: { _id: 1 } }\n" {
		t.Error(got)
	}
	if got := session.Run(t.Context(), printed(t, 4)).Statements[0].Error; got == nil || !strings.Contains(got.Message, "waits here") {
		t.Errorf("a second change: %+v", got)
	}
}
