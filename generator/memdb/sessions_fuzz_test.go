package memdb

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// changesInFuzz are what a session may do to the document with the number %[1]d.
var changesInFuzz = []string{
	`{"insert": "c", "documents": [{"_id": %[1]d, "a": [1, {"b": [2, 3]}], "d": {"e": 1, "f": {"g": "x"}}, "long": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}]}`,
	`{"delete": "c", "deletes": [{"q": {"_id": %[1]d}, "limit": 1}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": {"x": %[2]d}, "upsert": true}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": {"$set": {"d.e": %[2]d, "d.n.m": 1, "y": %[2]d}, "$unset": {"d.f.g": 1, "x": 1}}}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": {"$push": {"a": {"$each": [%[2]d, 5], "$slice": -6}}, "$inc": {"n": 1}}}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": {"$push": {"a": {"$each": [%[2]d], "$position": 1}}, "$rename": {"y": "z"}}}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": {"$set": {"a.4": {"b": [%[2]d]}}}}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": {"$set": {"a.$[x].b": [%[2]d]}}, "arrayFilters": [{"x.b": {"$exists": true}}]}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": {"$pop": {"a": 1}, "$addToSet": {"s": %[2]d}}}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": [{"$set": {"n": %[2]d, "d.f": {"h": 1, "g": "$n"}, "a": {"$slice": [{"$ifNull": ["$a", []]}, 2]}}}, {"$unset": "s"}]}]}`,
	`{"update": "c", "updates": [{"q": {"_id": %[1]d}, "u": [{"$replaceWith": {"$mergeObjects": [{"d": "$d", "w": %[2]d}, "$$ROOT"]}}]}]}`,
	`{"findAndModify": "c", "query": {"_id": %[1]d}, "update": {"$mul": {"n": 2}, "$currentDate": {"t": true}}, "new": true}`,
}

// FuzzSessions: whatever several sessions do in transactions and outside, nothing
// fails inside, the indexes fit, and who makes the changes anew that a stream tells
// has the same documents in the end.
func FuzzSessions(f *testing.F) {
	f.Add([]byte{0, 0, 0, 16, 0, 1, 32, 4, 2, 64, 5, 3, 9, 200, 1, 10, 7, 2})
	f.Add([]byte{1, 14, 0, 1, 0, 0, 2, 14, 0, 2, 0, 1, 1, 9, 3, 1, 12, 0, 2, 13, 0, 0, 8, 1})
	f.Add([]byte{0, 0, 0, 0, 2, 1, 0, 3, 1, 0, 10, 1, 0, 5, 1, 0, 6, 0, 0, 7, 0, 0, 9, 0, 0, 4, 0, 0, 8, 0, 0, 11, 0, 0, 9, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		db, clients := setOfOne(t, Options{}, 2)
		mustRun(t, db, valuetest.Document(t, `{"createIndexes": "c", "indexes": [{"key": {"a": 1}, "name": "a"}, {"key": {"w": 1}, "name": "w", "unique": true, "sparse": true}]}`))
		w := watch(t, db, `{}`, ``)
		open := map[int]bool{}
		for ; len(data) >= 3; data = data[3:] {
			reply := fuzzedStep(t, clients, open, int(data[0])%3-1, int(data[1])%(len(changesInFuzz)+3), int(data[2]))
			if code := value.Get(reply, "code"); code == any(int32(8)) {
				t.Fatalf("%s", show(reply))
			}
		}
		for i := range open {
			clients[i].end("abortTransaction")
		}
		if wrong, err := db.engine.Store.Collection("test", "c").Validate(nil); wrong != 0 || err != nil {
			t.Errorf("%d entries of indexes are wrong, %v", wrong, err)
		}
		again := New(Options{})
		for _, e := range w.events() {
			replay(t, again, e)
		}
		if got, want := sortedDocuments(t, again), sortedDocuments(t, db); got != want {
			t.Errorf("by the changes\n%s\nby the database\n%s", got, want)
		}
	})
}

// fuzzedStep lets a session, or none for -1, begin or end a transaction or change a
// document; outside a transaction only what no other stands in the way of.
func fuzzedStep(t *testing.T, clients []*client, open map[int]bool, session, what, n int) bson.D {
	switch ends := []string{"commitTransaction", "abortTransaction"}; {
	case what < len(changesInFuzz):
		command := fmt.Sprintf(changesInFuzz[what], n%3, n)
		switch {
		case session >= 0 && open[session]:
			reply := clients[session].in(command)
			if failed(reply) {
				delete(open, session)
			}
			return reply
		case len(open) == 0: // it would wait for the transaction
			return clients[0].send(command)
		}
	case session < 0:
	case what < len(changesInFuzz)+2 && open[session]:
		delete(open, session)
		return clients[session].end(ends[what-len(changesInFuzz)])
	case what == len(changesInFuzz)+2 && !open[session]:
		open[session] = true
		return clients[session].start(`{"find": "c"}`)
	}
	return bson.D{}
}

// replay does what an event tells.
func replay(t *testing.T, db *DB, e bson.D) {
	t.Helper()
	key := value.Get(e, "documentKey")
	update := func(u any) {
		mustRun(t, db, bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: key}, {Key: "u", Value: u}}}}})
	}
	switch value.Get(e, "operationType") {
	case "insert":
		mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{value.Get(e, "fullDocument")}}})
	case "replace":
		update(value.Get(e, "fullDocument"))
	case "delete":
		mustRun(t, db, bson.D{{Key: "delete", Value: "c"}, {Key: "deletes", Value: bson.A{bson.D{{Key: "q", Value: key}, {Key: "limit", Value: int32(1)}}}}})
	case "update":
		d := value.Get(e, "updateDescription").(bson.D)
		for _, cut := range value.Get(d, "truncatedArrays").(bson.A) {
			field := value.Get(cut.(bson.D), "field").(string)
			update(bson.D{{Key: "$push", Value: bson.D{{Key: field, Value: bson.D{{Key: "$each", Value: bson.A{}}, {Key: "$slice", Value: value.Get(cut.(bson.D), "newSize")}}}}}})
		}
		for _, path := range value.Get(d, "removedFields").(bson.A) {
			update(bson.D{{Key: "$unset", Value: bson.D{{Key: path.(string), Value: ""}}}})
		}
		for _, set := range value.Get(d, "updatedFields").(bson.D) {
			update(bson.D{{Key: "$set", Value: bson.D{set}}})
		}
	}
}

// sortedDocuments writes the documents of "c", their fields by name: in which order
// new ones came is not told.
func sortedDocuments(t *testing.T, db *DB) string {
	t.Helper()
	reply := mustRun(t, db, valuetest.Document(t, `{"find": "c", "sort": {"_id": 1}}`))
	return value.String(byName(resultOf(reply)))
}

func byName(v any) any {
	switch v := v.(type) {
	case bson.D:
		sorted := make(bson.D, len(v))
		for i, f := range v {
			sorted[i] = bson.E{Key: f.Key, Value: byName(f.Value)}
		}
		slices.SortFunc(sorted, func(a, b bson.E) int { return cmp.Compare(a.Key, b.Key) })
		return sorted
	case bson.A:
		list := make(bson.A, len(v))
		for i, e := range v {
			list[i] = byName(e)
		}
		return list
	}
	return v
}
