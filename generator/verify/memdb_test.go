package verify

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
)

// startMemdb serves a new embedded database for one test.
func startMemdb(t *testing.T) string {
	t.Helper()
	server, err := wire.Listen(memdb.New(memdb.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.URI()
}

// runMemdb runs one example on a new embedded database.
func runMemdb(t *testing.T, content string) (example.Result, diag.List) {
	t.Helper()
	results, server, list, err := runNoted(t.Context(), Options{URI: startMemdb(t), Examples: []*example.Example{load(t, "huts", content)}})
	if err != nil {
		t.Fatal(err)
	}
	if server.Name != "memdb" || server.Version == "" {
		t.Errorf("server: %+v", server)
	}
	return results[0], list
}

// everyOperation calls each operation once. Its costs were measured; a change
// of any is a change for the pages.
const everyOperation = `{
  "$schema": "./example.schema.json",
  "description": "x",
  "schema": { "huts": {
    "validator": null,
    "indexes": [{ "key": { "name": 1 }, "unique": true }] } },
  "initialData": [{ "collectionName": "huts", "documents": [
    { "_id": 1, "name": "Triglav", "beds": 100, "tags": ["a", "b"] }, { "_id": 2, "name": "Dolič", "beds": 20, "tags": [] }] }],
  "expectCost": { "storedBytes": 123, "indexEntries": 4 },
  "steps": [
    { "id": "find", "operation": { "name": "find", "object": "huts", "arguments": { "filter": { "beds": { "$gt": 10 } }, "projection": { "name": 1 }, "sort": { "_id": -1 }, "skip": 1, "limit": 1 } },
      "expectResult": [{ "_id": 1, "name": "Triglav" }], "expectCost": { "roundTrips": 1, "documentsRead": 2, "bytesRead": 123 } },
    { "id": "find-in-batches", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "batchSize": 1, "projection": { "_id": 1 }, "sort": { "_id": 1 } } },
      "expectResult": [{ "_id": 1 }, { "_id": 2 }], "expectCost": { "roundTrips": 3 } },
    { "id": "find-one", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "name": "Nowhere" } } }, "expectResult": null },
    { "id": "count", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 2 },
    { "id": "distinct", "operation": { "name": "distinct", "object": "huts", "arguments": { "fieldName": "tags", "filter": {} } }, "unordered": true, "expectResult": ["b", "a"] },
    { "id": "aggregate", "operation": { "name": "aggregate", "object": "huts", "arguments": { "pipeline": [{ "$group": { "_id": null, "beds": { "$sum": "$beds" } } }] } }, "expectResult": [{ "_id": null, "beds": 120 }] },
    { "id": "insert-one", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 3, "name": "Komna" } } }, "expectResult": { "insertedId": 3 } },
    { "id": "insert-many", "operation": { "name": "insertMany", "object": "huts", "arguments": { "documents": [{ "_id": 4, "name": "x" }, { "_id": { "$numberLong": "5" }, "name": "y" }] } },
      "expectResult": { "insertedIds": { "0": 4, "1": { "$numberLong": "5" } } } },
    { "id": "insert-twice", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 6, "name": "x" } } },
      "expectError": { "code": 11000, "codeName": "DuplicateKey", "contains": "huts.huts index: name_1" } },
    { "id": "update-one", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "tags.$[t]": "c" } }, "arrayFilters": [{ "t": "a" }] } },
      "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "update-upsert", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 9 }, "update": { "$set": { "name": "z" } }, "upsert": true } },
      "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 1, "upsertedId": 9 } },
    { "id": "update-many", "operation": { "name": "updateMany", "object": "huts", "arguments": { "filter": { "beds": { "$exists": true } }, "update": [{ "$set": { "half": { "$divide": ["$beds", 2] } } }] } },
      "expectResult": { "matchedCount": 2, "modifiedCount": 2, "upsertedCount": 0 } },
    { "id": "replace", "operation": { "name": "replaceOne", "object": "huts", "arguments": { "filter": { "_id": 9 }, "replacement": { "name": "zz" } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "modify", "operation": { "name": "findOneAndUpdate", "object": "huts", "arguments": { "filter": { "_id": 2 }, "update": { "$inc": { "beds": 1 } }, "projection": { "beds": 1 }, "returnDocument": "After" } }, "expectResult": { "_id": 2, "beds": 21 } },
    { "id": "modify-replace", "operation": { "name": "findOneAndReplace", "object": "huts", "arguments": { "filter": { "_id": 9 }, "replacement": { "name": "zzz" } } }, "expectResult": { "_id": 9, "name": "zz" } },
    { "id": "modify-delete", "operation": { "name": "findOneAndDelete", "object": "huts", "arguments": { "filter": { "_id": 9 } } }, "expectResult": { "_id": 9, "name": "zzz" } },
    { "id": "delete-one", "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 4 } } }, "expectResult": { "deletedCount": 1 } },
    { "id": "delete-many", "operation": { "name": "deleteMany", "object": "huts", "arguments": { "filter": { "beds": { "$exists": false } } } }, "expectResult": { "deletedCount": 2 } },
    { "id": "bulk", "operation": { "name": "bulkWrite", "object": "huts", "arguments": { "requests": [
        { "insertOne": { "document": { "_id": 7, "name": "q" } } }, { "updateOne": { "filter": { "_id": 7 }, "update": { "$set": { "beds": 1 } } } },
        { "updateMany": { "filter": {}, "update": { "$unset": { "half": "" } } } }, { "replaceOne": { "filter": { "_id": 8 }, "replacement": { "name": "r" }, "upsert": true } },
        { "deleteOne": { "filter": { "_id": 7 } } }, { "deleteMany": { "filter": { "_id": 8 } } }] } },
      "expectResult": { "insertedCount": 1, "matchedCount": 4, "modifiedCount": 3, "deletedCount": 2, "upsertedCount": 1, "upsertedIds": { "3": 8 } } },
    { "id": "start", "session": "anna", "operation": { "name": "startTransaction" }, "expectResult": null },
    { "id": "inside", "session": "anna", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 11 } } }, "expectError": { "code": 20, "codeName": "IllegalOperation", "contains": "replica set" } },
    { "id": "abort", "session": "anna", "operation": { "name": "abortTransaction" }, "expectResult": null },
    { "id": "start-again", "session": "anna", "operation": { "name": "startTransaction" }, "expectResult": null, "expectCost": { "roundTrips": 0 } },
    { "id": "commit-nothing", "session": "anna", "operation": { "name": "commitTransaction" }, "expectResult": null, "expectCost": { "roundTrips": 0 } },
    { "id": "index", "operation": { "name": "createIndex", "object": "huts", "arguments": { "keys": { "beds": -1 }, "sparse": true } }, "expectResult": "beds_-1" },
    { "id": "indexes", "operation": { "name": "listIndexes", "object": "huts" }, "unordered": true, "expectResult": [
        { "v": 2, "key": { "_id": 1 }, "name": "_id_" }, { "v": 2, "key": { "beds": -1 }, "name": "beds_-1", "sparse": true }, { "v": 2, "key": { "name": 1 }, "name": "name_1", "unique": true }] },
    { "id": "no-index", "operation": { "name": "dropIndex", "object": "huts", "arguments": { "name": "beds_-1" } }, "expectResult": null, "expectCost": { "documentsRead": 0, "indexEntriesWritten": 2 } },
    { "id": "estimate", "operation": { "name": "estimatedDocumentCount", "object": "huts" }, "expectResult": 2, "expectCost": { "documentsRead": 0, "bytesRead": 0 } },
    { "id": "explain", "operation": { "name": "explain", "object": "huts", "arguments": { "operation": { "find": { "filter": { "beds": { "$gt": 20 } }, "sort": { "name": 1 }, "limit": 1 } } } },
      "expectResult": { "stages": ["FETCH", "IXSCAN"], "indexes": ["name_1"], "documents": 1 } },
    { "id": "explain-one", "operation": { "name": "explain", "object": "huts", "arguments": { "operation": { "find": { "filter": { "_id": 2 } } } } }, "expectResult": { "stages": ["FETCH", "IXSCAN"], "indexes": ["_id_"], "documents": 1 } },
    { "id": "explain-group", "operation": { "name": "explain", "object": "huts", "arguments": { "operation": { "aggregate": { "pipeline": [{ "$match": { "beds": 21 } }, { "$group": { "_id": 1 } }] } } } }, "expectResult": { "stages": ["COLLSCAN"], "indexes": [], "documents": 2 } },
    { "id": "rename", "operation": { "name": "rename", "object": "huts", "arguments": { "to": "cabins" } }, "expectResult": null, "expectCost": { "documentsWritten": 0 } },
    { "id": "rename-again", "operation": { "name": "rename", "object": "cabins", "arguments": { "to": "huts", "dropTarget": true } }, "expectResult": null },
    { "id": "rename-nothing", "operation": { "name": "rename", "object": "cabins", "arguments": { "to": "huts" } }, "expectError": { "code": 26, "codeName": "NamespaceNotFound" } },
    { "id": "watch", "save": "changes", "operation": { "name": "watch", "object": "huts" }, "expectError": { "code": 40573, "codeName": "Location40573" } },
    { "id": "modify-collection", "operation": { "name": "runCommand", "arguments": { "command": { "collMod": "huts", "validator": { "name": { "$type": "string" } } } } }, "expectResult": { "ok": 1.0 } },
    { "id": "command", "operation": { "name": "runCommand", "arguments": { "command": { "count": "huts" } } }, "expectResult": { "n": 2, "ok": 1.0 } },
    { "id": "create", "operation": { "name": "createCollection", "arguments": { "collection": "keys", "validator": { "hut": { "$type": "int" } }, "validationLevel": "strict", "validationAction": "error" } }, "expectResult": null, "expectCost": { "documentsWritten": 0 } },
    { "id": "create-again", "operation": { "name": "createCollection", "arguments": { "collection": "keys" } }, "expectError": { "code": 48, "codeName": "NamespaceExists" } },
    { "id": "view", "operation": { "name": "createView", "arguments": { "collection": "names", "viewOn": "huts", "pipeline": [{ "$unset": "beds" }] } }, "expectResult": null, "expectCost": { "documentsRead": 0 } },
    { "id": "in-view", "operation": { "name": "countDocuments", "object": "names", "arguments": { "filter": {} } }, "expectResult": 2 },
    { "id": "drop", "operation": { "name": "drop", "object": "huts" }, "expectResult": null }
  ]
}
`

func TestEveryOperation(t *testing.T) {
	result, list := runMemdb(t, everyOperation)
	for _, m := range list {
		t.Errorf("%s: %s\n%s", m.Pos, m.Text, m.Detail)
	}
	ran := map[string]bool{}
	for _, s := range result.Example.Steps {
		ran[s.Operation.Name] = true
	}
	for _, d := range example.Operations() {
		if !ran[d.Name] && d.Name != "next" { // see TestChanges
			t.Errorf("%s did not run", d.Name)
		}
	}
	if len(result.Steps()) != len(result.Example.Steps) {
		t.Errorf("%d of %d steps ran", len(result.Steps()), len(result.Example.Steps))
	}
}

// TestUpdateHolds: what --update wrote passes the next run unchanged.
func TestUpdateHolds(t *testing.T) {
	wrong := strings.NewReplacer(`"beds": 120`, `"beds": 1`, `"roundTrips": 3`, `"roundTrips": 9`, `"beds": 21`, `"beds": 22`, `"code": 11000, "codeName": "DuplicateKey"`, `"code": 2, "codeName": "BadValue"`).Replace(everyOperation)
	uri := startMemdb(t)
	run := func(content string) example.Result {
		results, _, list, err := runNoted(t.Context(), Options{URI: uri, Examples: []*example.Example{load(t, "huts", content)}, Update: true})
		if err != nil || list != nil {
			t.Fatalf("%v %s", err, told(list))
		}
		return results[0]
	}
	first := run(wrong)
	if first.Updated == nil {
		t.Fatal("nothing was updated")
	}
	if again := run(string(first.Updated)); again.Updated != nil {
		t.Errorf("updated again to\n%s", again.Updated)
	}
}

// TestRunLeavesNothing: after a run, passed or not, its databases are gone.
func TestRunLeavesNothing(t *testing.T) {
	uri := startMemdb(t)
	for _, content := range []string{everyOperation, strings.Replace(everyOperation, `"beds": 120`, `"beds": 1`, 1)} {
		if _, _, _, err := runNoted(t.Context(), Options{URI: uri, Examples: []*example.Example{load(t, "huts", content)}}); err != nil {
			t.Fatal(err)
		}
	}
	c, err := connect(t.Context(), Options{URI: uri})
	if err != nil {
		t.Fatal(err)
	}
	defer c.close(t.Context())
	names, err := c.ListDatabaseNames(t.Context(), map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, "modelbook_") {
			t.Errorf("%s is left", name)
		}
	}
}
