package verify

import (
	"strings"
	"testing"

	"modelbook/generator/example"
)

// TestSaveAndRepeat: a later step uses what an earlier one returned, and a
// repeated one counts.
func TestSaveAndRepeat(t *testing.T) {
	content := `{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "v": { "n": [7, 8] } }, { "_id": 2 }, { "_id": 3 }] }],
  "steps": [
    { "id": "read", "operation": { "name": "find", "object": "huts", "arguments": { "filter": { "_id": 1 } } }, "save": "found", "expectResult": [{ "_id": 1, "v": { "n": [7, 8] } }] },
    { "id": "write", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": { "$$saved": "found.0._id" } }, "update": { "$set": { "v": { "$$saved": "found.0.v.n.1" }, "all": { "$$saved": "found" } } } } },
      "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "see", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }, "expectResult": { "_id": 1, "v": 8, "all": [{ "_id": 1, "v": { "n": [7, 8] } }] } },
    { "id": "each", "answers": { "id": "each", "fields": ["_id"] }, "repeat": 3, "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": { "$$index": 1 } } } }, "expectResult": { "_id": 3 },
      "expectCost": { "roundTrips": 3, "documentsRead": 3 } },
    { "id": "add", "repeat": 2, "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": { "$$index": 10 } } } }, "expectResult": { "insertedId": 11 }, "expectCost": { "documentsWritten": 2, "indexEntriesWritten": 2 } }
  ] }`
	if _, list := runMemdb(t, content); list != nil {
		t.Errorf("%s", told(list))
		t.Log(list[0].Detail)
	}
	result, list := runMemdb(t, strings.Replace(content, "found.0.v.n.1", "found.0.v.n.2", 1))
	if got := told(list); !strings.Contains(got, `the step "write" fails: nothing was saved at "found.0.v.n.2"`) || result.Status != example.Failed {
		t.Errorf("got %s", got)
	}
}
