package verify

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// TestWatchedChanges: the changes of documents by each step are found, but for values
// that vary from run to run.
func TestWatchedChanges(t *testing.T) {
	content := `{"$schema": "./example.schema.json", "description": "d", "schema": {"ferries": {"validator": null}},
		"initialData": [{"collectionName": "ferries", "documents": [{"_id": 1, "a": 1}, {"_id": 2, "a": 1}]}],
		"steps": [
			{"id": "all", "operation": {"name": "updateMany", "object": "ferries", "arguments": {"filter": {}, "update": {"$set": {"a": 2}}}}, "expectResult": {"matchedCount": 2, "modifiedCount": 2, "upsertedCount": 0}},
			{"id": "same", "operation": {"name": "updateOne", "object": "ferries", "arguments": {"filter": {"_id": 1}, "update": {"$set": {"a": 2}}}}, "expectResult": {"matchedCount": 1, "modifiedCount": 0, "upsertedCount": 0}},
			{"id": "clock", "operation": {"name": "updateOne", "object": "ferries", "arguments": {"filter": {"_id": 1}, "update": {"$currentDate": {"at": true}}}}, "expectResult": {"matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0}},
			{"id": "beside", "operation": {"name": "updateOne", "object": "ferries", "arguments": {"filter": {"_id": 1}, "update": {"$set": {"since": {"$date": "2024-05-01T00:00:00Z"}}}}}, "expectResult": {"matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0}},
			{"id": "forgotten", "operation": {"name": "updateOne", "object": "ferries", "arguments": {"filter": {"_id": 1}, "update": {"$unset": {"at": ""}}}}, "expectResult": {"matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0}},
			{"id": "come", "operation": {"name": "insertOne", "object": "ferries", "arguments": {"document": {"_id": 3}}}, "expectResult": {"insertedId": 3}},
			{"id": "go", "operation": {"name": "deleteOne", "object": "ferries", "arguments": {"filter": {"_id": 2}}}, "expectResult": {"deletedCount": 1}},
			{"id": "merge", "operation": {"name": "aggregate", "object": "ferries", "arguments": {"pipeline": [{"$match": {"_id": 3}}, {"$set": {"b": 1}}, {"$merge": {"into": "ferries"}}]}}, "expectResult": []},
			{"id": "made", "operation": {"name": "aggregate", "object": "ferries", "arguments": {"pipeline": [{"$match": {"_id": 3}}, {"$project": {"_id": 0, "c": {"$literal": 1}}}, {"$merge": {"into": "ferries"}}]}}, "expectResult": []},
			{"id": "made-again", "operation": {"name": "updateOne", "object": "ferries", "arguments": {"filter": {"c": 1}, "update": {"$set": {"c": 2}}}}, "expectResult": {"matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0}},
			{"id": "written", "operation": {"name": "insertOne", "object": "ferries", "arguments": {"document": {"_id": {"$oid": "65a1b2c3d4e5f60718293a4b"}}}}, "expectResult": {"insertedId": {"$oid": "65a1b2c3d4e5f60718293a4b"}}},
			{"id": "born", "save": "born", "operation": {"name": "insertOne", "object": "ferries", "arguments": {"document": {"a": 5}}}, "expectResult": {"insertedId": {"$$type": "objectId"}}},
			{"id": "named", "operation": {"name": "updateOne", "object": "ferries", "arguments": {"filter": {"_id": 1}, "update": {"$set": {"sister": {"$$saved": "born.insertedId"}}}}}, "expectResult": {"matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0}},
			{"id": "refused", "operation": {"name": "insertOne", "object": "ferries", "arguments": {"document": {"_id": 3}}}, "expectError": {"code": 11000, "codeName": "DuplicateKey", "contains": "ferries"}},
			{"id": "read", "operation": {"name": "findOne", "object": "ferries", "arguments": {"filter": {"_id": 3}}}, "expectResult": {"_id": 3, "b": 1}}]}`
	result, list := runMemdb(t, content)
	if list.Failed() {
		t.Fatal(told(list))
	}
	want := map[string][2]int{"all": {2, 0}, "beside": {1, 0}, "come": {1, 1}, "go": {1, -1}, "merge": {1, 0}, "made": {1, 1}, "made-again": {1, 0}, "written": {1, 1}}
	shown := map[string]string{}
	for i, step := range result.Steps() {
		id := result.Example.Steps[i].ID
		came := 0
		for _, c := range step.Changes {
			if c.Collection != "ferries" {
				t.Errorf("%s: %s", id, c.Collection)
			}
			if c.Before == nil {
				came++
			}
			if c.After == nil {
				came--
				continue
			}
			shown[id] += ejson.Print(bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: c.After})
		}
		if len(step.Changes) != want[id][0] || came != want[id][1] {
			t.Errorf("%s changed %d documents, %d more: %v", id, len(step.Changes), came, step.Changes)
		}
	}
	// Only the _ids and times that are the same in every run are kept.
	for id, want := range map[string]string{"beside": `{ "_id": 1, "a": 2, "since": { "$date": "2024-05-01T00:00:00Z" } }`, "made": `{ "c": 1 }`, "made-again": `{ "c": 2 }`, "written": `{ "_id": { "$oid": "65a1b2c3d4e5f60718293a4b" } }`} {
		if shown[id] != want {
			t.Errorf("%s shows %s, want %s", id, shown[id], want)
		}
	}
	if after := result.Steps()[0].Changes[0].After; after.Lookup("a").Int32() != 2 {
		t.Errorf("%v", after)
	}
}
