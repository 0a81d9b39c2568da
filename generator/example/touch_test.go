package example

import (
	"fmt"
	"strings"
	"testing"
)

// TestTouches: which steps may change places.
func TestTouches(t *testing.T) {
	const around = `{ "$schema": "./example.schema.json", "description": "x",
  "schema": { "huts": { "validator": null }, "trips": { "validator": null, "indexes": [{ "key": { "guide": 1 }, "unique": true, "partialFilterExpression": { "isOpen": true } }] },
    "notes": { "validator": null, "options": { "capped": true, "size": 4096 } } },
  "initialData": [], "steps": [
    { "id": "a", "operation": FIRST },
    { "id": "b", "operation": SECOND }],
  "explore": { "clients": { "anna": ["a"], "bo": ["b"] }, "holds": [{ "id": "h", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 0 }] } }`
	in := func(name, collection, arguments string) string {
		return fmt.Sprintf(`{ "name": %q, "object": %q, "arguments": { %s } }`, name, collection, arguments)
	}
	update := func(collection, filter, set string) string {
		return in("updateOne", collection, fmt.Sprintf(`"filter": %s, "update": { "$set": { %s } }`, filter, set))
	}
	aggregate := func(collection, stages string) string {
		return in("aggregate", collection, `"pipeline": [`+stages+`]`)
	}
	hut1, hut2 := update("huts", `{ "_id": 1 }`, `"n": 1`), update("huts", `{ "_id": 2 }`, `"n": 1`)
	tests := []struct {
		first, second string
		want          bool
	}{
		{hut1, hut2, true},
		{hut1, hut1, false},
		{hut1, update("huts", `{ "_id": 1.0 }`, `"n": 1`), false},
		{hut1, update("huts", `{ "_id": "1" }`, `"n": 1`), true},
		{hut1, update("huts", `{ "_id": { "$in": [2, 3] } }`, `"n": 1`), true},
		{hut1, update("huts", `{ "_id": { "$gt": 2 } }`, `"n": 1`), false},
		{hut1, update("huts", `{ "_id": { "$in": [`+manyIDs(32)+`] } }`, `"n": 1`), true},
		{hut1, update("huts", `{ "_id": { "$in": [`+manyIDs(33)+`] } }`, `"n": 1`), false},
		{hut1, update("huts", `{ "n": 2 }`, `"n": 1`), false},
		{hut1, update("trips", `{ "n": 2 }`, `"n": 1`), true},
		{hut1, in("insertOne", "huts", `"document": { "_id": 3 }`), true},
		{hut1, in("insertOne", "huts", `"document": { "n": 3 }`), false},
		{hut1, in("deleteOne", "huts", `"filter": { "_id": 2 }`), true},
		{hut1, in("deleteMany", "huts", `"filter": {}`), false},
		{hut1, in("bulkWrite", "huts", `"requests": [{ "deleteOne": { "filter": { "_id": 2 } } }]`), true},
		{hut1, in("bulkWrite", "huts", `"requests": [{ "deleteOne": { "filter": { "_id": 2 } } }, { "deleteOne": { "filter": { "_id": 1 } } }]`), false},
		{hut1, in("findOne", "huts", `"filter": { "_id": 2 }`), true},
		{hut1, in("findOne", "huts", `"filter": { "_id": 1 }`), false},
		{hut1, in("find", "huts", `"filter": {}, "sort": { "_id": 1 }`), false},
		{in("findOne", "huts", `"filter": { "_id": 1 }`), in("find", "huts", `"filter": {}, "sort": { "_id": 1 }`), true},
		{hut1, aggregate("huts", `{ "$match": { "_id": 2 } }`), true},
		{hut1, aggregate("trips", `{ "$match": { "_id": 2 } }`), true},
		{hut1, aggregate("trips", `{ "$match": { "_id": 2 } }, { "$lookup": { "from": "huts", "localField": "a", "foreignField": "_id", "as": "b" } }, { "$project": { "b": 0 } }`), false},
		{hut1, aggregate("trips", `{ "$match": { "_id": 2 } }, { "$facet": { "x": [{ "$unionWith": "huts" }, { "$count": "n" }] } }`), false},
		{hut1, aggregate("trips", `{ "$merge": { "into": "huts" } }`), false},
		{hut1, aggregate("trips", `{ "$merge": { "into": "trips" } }`), true},
		{hut1, `{ "name": "runCommand", "arguments": { "command": { "collMod": "trips" } } }`, false},
		// A unique index lets other documents have a say.
		{update("trips", `{ "_id": 1 }`, `"n": 1`), update("trips", `{ "_id": 2 }`, `"n": 1`), true},
		{update("trips", `{ "_id": 1 }`, `"guide": 1`), update("trips", `{ "_id": 2 }`, `"n": 1`), false},
		{update("trips", `{ "_id": 1 }`, `"isOpen": true`), update("trips", `{ "_id": 2 }`, `"n": 1`), false},
		{in("insertOne", "trips", `"document": { "_id": 3 }`), in("insertOne", "trips", `"document": { "_id": 4 }`), false},
		{in("insertOne", "huts", `"document": { "_id": 3 }`), in("insertOne", "huts", `"document": { "_id": 4 }`), true},
		// A capped collection drops documents.
		{in("insertOne", "notes", `"document": { "_id": 3 }`), in("findOne", "notes", `"filter": { "_id": 1 }`), false},
	}
	for _, tt := range tests {
		e, list := parse(t, strings.NewReplacer("FIRST", tt.first, "SECOND", tt.second).Replace(around))
		if list != "" {
			t.Fatal(list)
		}
		touches := e.Touches(e.Explore)
		if a, b := touches[0][0], touches[1][0]; a.Commutes(b) != tt.want || b.Commutes(a) != tt.want {
			t.Errorf("%s and\n%s: %v, %v, want %v", tt.first, tt.second, a.Commutes(b), b.Commutes(a), tt.want)
		}
	}
}

// manyIDs are so many numbers, none of which is 1.
func manyIDs(n int) string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprint(100 + i)
	}
	return strings.Join(ids, ", ")
}

// TestTouchesOfTransactions: steps of a transaction and those of another client, by
// whether they may change places.
func TestTouchesOfTransactions(t *testing.T) {
	e, list := parse(t, `{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } }, "initialData": [], "steps": [
    { "id": "starts", "session": "s", "operation": { "name": "startTransaction" } },
    { "id": "reads", "session": "s", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } },
    { "id": "writes", "session": "s", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 2 }, "update": { "$set": { "n": 1 } } } } },
    { "id": "commits", "session": "s", "operation": { "name": "commitTransaction" } },
    { "id": "reads-1", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } },
    { "id": "reads-2", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 2 } } } },
    { "id": "writes-1", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "n": 1 } } } } },
    { "id": "writes-2", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 2 }, "update": { "$set": { "n": 1 } } } } }],
  "explore": { "clients": { "anna": ["starts", "reads", "writes", "commits"], "bo": ["reads-1", "reads-2", "writes-1", "writes-2"] },
    "holds": [{ "id": "h", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 0 }] } }`)
	if list != "" {
		t.Fatal(list)
	}
	touches, got := e.Touches(e.Explore), ""
	for i, a := range touches[0] {
		got += e.Steps[e.Explore.Clients[0].Steps[i]].ID + ":"
		for _, b := range touches[1] {
			got += fmt.Sprint(" ", a.Commutes(b))
		}
		got += "\n"
	}
	// The snapshot decides what the transaction sees, and which writes it conflicts with.
	want := `starts: true true true true
reads: true true false false
writes: true true true false
commits: true false true false
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
