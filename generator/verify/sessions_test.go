package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// replicaSet holds the fields of hello from a member of a replica set.
func replicaSet(f *fake) bson.D {
	host := strings.TrimPrefix(f.uri, "mongodb://")
	return bson.D{{Key: "setName", Value: "rs0"}, {Key: "hosts", Value: bson.A{host}}, {Key: "primary", Value: host}, {Key: "me", Value: host}}
}

// twoClients books one bed twice, in two transactions; then a third client dies
// in the middle of one.
const twoClients = `{ "$schema": "./example.schema.json", "description": "x", "schema": { "beds": { "validator": null } }, "initialData": [],
  "steps": [
    { "id": "begin", "client": "first", "session": "anna", "operation": { "name": "startTransaction" }, "expectResult": null },
    { "id": "book", "client": "first", "session": "anna", "answers": { "id": "book", "fields": [] }, "operation": { "name": "updateOne", "object": "beds", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "by": "a" } } } },
      "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "begin-too", "client": "second", "session": "boris", "operation": { "name": "startTransaction" }, "expectResult": null },
    { "id": "look", "client": "second", "session": "boris", "operation": { "name": "findOne", "object": "beds", "arguments": { "filter": { "_id": 1 } } }, "expectResult": null },
    { "id": "book-too", "client": "second", "session": "boris", "operation": { "name": "updateOne", "object": "beds", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "by": "b" } } } },
      "expectError": { "code": 112, "codeName": "WriteConflict" } },
    { "id": "abort", "client": "second", "session": "boris", "operation": { "name": "abortTransaction" }, "expectResult": null },
    { "id": "commit", "client": "first", "session": "anna", "operation": { "name": "commitTransaction" }, "expectResult": null, "expectCost": { "roundTrips": 1 } },
    { "id": "outside", "client": "second", "operation": { "name": "insertOne", "object": "beds", "arguments": { "document": { "_id": 2 } } }, "expectResult": { "insertedId": 2 } },
    { "id": "begin-third", "client": "third", "session": "carla", "operation": { "name": "startTransaction" }, "expectResult": null },
    { "id": "half", "client": "third", "session": "carla", "operation": { "name": "insertOne", "object": "beds", "arguments": { "document": { "_id": 3 } } }, "expectResult": { "insertedId": 3 } },
    { "id": "never", "client": "third", "session": "carla", "unsent": true, "operation": { "name": "commitTransaction" } }
  ] }`

// TestSessions: the commands of two clients arrive in the file's order, each in its own
// transaction. Those that a dead client did not send do not arrive, and the server is
// told that its transaction is over.
func TestSessions(t *testing.T) {
	var sent []string
	numbers := map[string]string{}
	f := startFake(t, func(name string, command bson.Raw) bson.D {
		session := fmt.Sprint(command.Lookup("lsid", "id"))
		if numbers[session] == "" {
			numbers[session] = fmt.Sprint(len(numbers))
		}
		if command.Lookup("autocommit").IsZero() {
			sent = append(sent, name)
		} else {
			start, _ := command.Lookup("startTransaction").BooleanOK()
			sent = append(sent, fmt.Sprintf("%s in %d start %v", name, command.Lookup("txnNumber").Int64(), start))
		}
		second := strings.Contains(command.Lookup("updates").String(), `"b"`)
		switch {
		case name == "update" && second:
			return append(fails(112, "WriteConflict", "Write conflict"), bson.E{Key: "errorLabels", Value: bson.A{"TransientTransactionError"}})
		case name == "find":
			return finds("d.beds")
		case name == "update":
			return bson.D{{Key: "n", Value: 1}, {Key: "nModified", Value: 1}, {Key: "ok", Value: 1.0}}
		case name == "insert":
			return bson.D{{Key: "n", Value: 1}, {Key: "ok", Value: 1.0}}
		}
		return bson.D{}
	})
	f.hello = replicaSet(f)
	results, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "beds", twoClients)}})
	if err != nil || list != nil {
		t.Fatalf("%v %s", err, told(list))
	}
	want := []string{"create", "validate", "update in 1 start true", "find in 1 start true", "update in 1 start false", "abortTransaction in 1 start false",
		"commitTransaction in 1 start false", "find", "insert", "find", // the documents before and after
		"insert in 1 start true", "abortTransaction in 1 start false", "dropDatabase"}
	if !slices.Equal(sent, want) {
		t.Errorf("sent\n%s\nwant\n%s", strings.Join(sent, "\n"), strings.Join(want, "\n"))
	}
	if len(numbers) < 3 {
		t.Errorf("the transactions have %d sessions", len(numbers))
	}
	book := results[0].Steps()[1].Cost
	inside := example.Unmeasured(example.InTransaction)
	if book.DocumentsWritten != example.Measured(1) || book.DocumentsRead != inside || book.BytesRead != inside || book.IndexEntriesWritten != inside {
		t.Errorf("%+v", book)
	}
	if steps := results[0].Steps(); len(steps) != 11 {
		t.Errorf("%d steps", len(steps))
	}
}

// TestRequirements: an example that the server can't run is skipped, sends
// nothing, and is no mistake; on a member of a replica set it runs.
func TestRequirements(t *testing.T) {
	content := strings.Replace(twoClients, `"description": "x"`, `"description": "x", "runOnRequirements": [{ "topologies": ["replicaset"] }]`, 1)
	f := startFake(t, nil)
	run := func() example.Result {
		results, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "beds", content)}})
		if err != nil || list != nil && results[0].Status == example.Skipped {
			t.Fatalf("%v %s", err, told(list))
		}
		return results[0]
	}
	if r := run(); r.Status != example.Skipped || r.Reason != "it needs a replica set" || len(r.Runs) > 0 || len(f.sent) > 0 {
		t.Errorf("%v %q, sent %v", r.Status, r.Reason, f.sent)
	}
	f.hello = replicaSet(f)
	if r := run(); r.Status == example.Skipped || len(f.sent) == 0 {
		t.Errorf("%v %q, sent %v", r.Status, r.Reason, f.sent)
	}
}
