package verify

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// TestChanges: a change event has no fields that vary from run to run, and the stream
// is closed in the end.
func TestChanges(t *testing.T) {
	content := `{ "$schema": "./example.schema.json", "description": "x", "schema": { "beds": { "validator": null } }, "initialData": [],
  "steps": [
    { "id": "watch", "save": "changes", "operation": { "name": "watch", "object": "beds", "arguments": { "pipeline": [{ "$match": { "operationType": "insert" } }] } }, "expectResult": null },
    { "id": "add", "operation": { "name": "insertOne", "object": "beds", "arguments": { "document": { "_id": 2 } } }, "expectResult": { "insertedId": 2 } },
    { "id": "see", "answers": { "id": "see", "fields": [] }, "operation": { "name": "next", "object": "changes" },
      "expectResult": { "operationType": "insert", "fullDocument": { "_id": 2 }, "ns": { "db": "beds", "coll": "beds" }, "documentKey": { "_id": 2 } } }
  ] }`
	token := bson.D{{Key: "_data", Value: "82"}}
	f := startFake(t, func(name string, command bson.Raw) bson.D {
		db := command.Lookup("$db").StringValue()
		cursor := bson.D{{Key: "id", Value: int64(5)}, {Key: "ns", Value: db + ".beds"}, {Key: "postBatchResumeToken", Value: token}}
		switch name {
		case "aggregate":
			return bson.D{{Key: "cursor", Value: append(cursor, bson.E{Key: "firstBatch", Value: bson.A{}})}, {Key: "ok", Value: 1.0}}
		case "getMore":
			event := bson.D{
				{Key: "_id", Value: token}, {Key: "operationType", Value: "insert"}, {Key: "clusterTime", Value: bson.Timestamp{T: 1}},
				{Key: "fullDocument", Value: bson.D{{Key: "_id", Value: int32(2)}}}, {Key: "ns", Value: bson.D{{Key: "db", Value: db}, {Key: "coll", Value: "beds"}}},
				{Key: "documentKey", Value: bson.D{{Key: "_id", Value: int32(2)}}},
			}
			return bson.D{{Key: "cursor", Value: append(cursor, bson.E{Key: "nextBatch", Value: bson.A{event}})}, {Key: "ok", Value: 1.0}}
		case "insert":
			return bson.D{{Key: "n", Value: 1}, {Key: "ok", Value: 1.0}}
		}
		return bson.D{}
	})
	f.hello = replicaSet(f)
	results, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "beds", content)}})
	if err != nil || list != nil {
		t.Fatalf("%v %s", err, told(list))
	}
	if want := []string{"aggregate", "find", "insert", "find", "getMore", "killCursors", "dropDatabase"}; !slices.Equal(f.sent[2:], want) {
		t.Errorf("sent %v", f.sent)
	}
	if cost := results[0].Steps()[2].Cost; !reflect.DeepEqual(cost, example.UnmeasuredCost(example.NotCounted)) {
		t.Errorf("how long one waits for a change costs %+v", cost)
	}
	if !strings.HasPrefix(f.sent[0], "create") {
		t.Errorf("sent %v", f.sent)
	}
}
