package cost

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// write measures an operation, sent by the commands that a driver makes of it.
func (d database) write(o example.Operation, commands ...bson.D) example.Cost {
	d.Helper()
	replies := NewRecorder("d", "d")
	finish := Meter{Run: d.run}.Count(o, all, false)
	if commands == nil {
		commands = []bson.D{o.Command()}
	}
	for _, command := range commands {
		replies.Sent(marshal(d.T, command))
		reply, err := d.run(command)
		if err != nil {
			d.Fatalf("%v: %v", command, err)
		}
		replies.Replied(command[0].Key, reply)
	}
	return finish(replies)
}

// size returns the BSON bytes of documents.
func (d database) size(texts ...string) (n int64) {
	d.Helper()
	for _, text := range texts {
		n += int64(len(extended(d.T, text)))
	}
	return n
}

// TestWritten holds what operations write to the index and to the oplog, against
// entries that were written by hand: of an insert the document, of a delete its _id, of
// an update its _id and the difference or the document.
func TestWritten(t *testing.T) {
	const id = `{ "_id": 1 }`
	diff := func(text string) string { return `{ "$v": 2, "diff": ` + text + ` }` }
	for _, c := range []struct {
		name, operation, arguments string
		entries                    []string // of the oplog; nil if it is not measured
		bytes                      string   // of the index
	}{
		{"an insert", "insertOne", `{ "document": { "_id": 3, "n": 1 } }`, []string{`{ "_id": 3, "n": 1 }`}, "10"},
		{"inserts", "insertMany", `{ "documents": [{ "_id": 3 }, { "_id": 4, "n": 200 }] }`, []string{`{ "_id": 3 }`, `{ "_id": 4, "n": 200 }`}, "20"},
		{"a delete", "deleteOne", `{ "filter": { "_id": 1 } }`, []string{id}, "10"},
		{"deletes", "deleteMany", `{ "filter": {} }`, []string{id, `{ "_id": 2 }`}, "21"},
		{"a delete of nothing", "deleteOne", `{ "filter": { "_id": 9 } }`, []string{}, "0"},
		{"a changed key", "updateOne", `{ "filter": { "_id": 1 }, "update": { "$set": { "n": 300 } } }`, []string{id, diff(`{ "u": { "n": 300 } }`)}, "11"},
		{"a key of another type", "updateOne", `{ "filter": { "_id": 1 }, "update": { "$set": { "n": 1.0 } } }`, []string{id, diff(`{ "u": { "n": 1.0 } }`)}, "11"},
		{"a field without an index", "updateOne", `{ "filter": { "_id": 1 }, "update": { "$push": { "a": 3 } } }`, []string{id, diff(`{ "sa": { "a": true, "u2": 3 } }`)}, "0"},
		{"a whole array", "updateOne", `{ "filter": { "_id": 1 }, "update": { "$pull": { "a": 1 } } }`, []string{id, diff(`{ "u": { "a": [2] } }`)}, "0"},
		{"an update of many", "updateMany", `{ "filter": {}, "update": { "$inc": { "m": 1 } } }`, []string{id, diff(`{ "i": { "m": 1 } }`), `{ "_id": 2 }`, diff(`{ "i": { "m": 1 } }`)}, "0"},
		{"an update that changes nothing", "updateOne", `{ "filter": { "_id": 1 }, "update": { "$set": { "n": 1 } } }`, []string{}, "0"},
		{"an upsert", "updateOne", `{ "filter": { "_id": 3 }, "update": { "$set": { "n": 1 } }, "upsert": true }`, []string{`{ "_id": 3, "n": 1 }`}, "10"},
		{"a replacement", "replaceOne", `{ "filter": { "_id": 1 }, "replacement": { "n": 1, "b": 1 } }`, []string{id, `{ "_id": 1, "n": 1, "b": 1 }`}, "0"},
		{"an element by a filter", "updateOne", `{ "filter": { "_id": 1 }, "update": { "$set": { "a.$[e]": 9 } }, "arrayFilters": [{ "e": 2 }] }`, []string{id, diff(`{ "sa": { "a": true, "u1": 9 } }`)}, "0"},
		{"find and update", "findOneAndUpdate", `{ "filter": { "_id": 1 }, "update": { "$set": { "b": 1 } } }`, []string{id, diff(`{ "i": { "b": 1 } }`)}, "0"},
		{"find and replace", "findOneAndReplace", `{ "filter": { "_id": 1 }, "replacement": { "n": 2 } }`, []string{id, `{ "_id": 1, "n": 2 }`}, "10"},
		{"find and delete", "findOneAndDelete", `{ "filter": { "_id": 1 } }`, []string{id}, "10"},
		{"find and insert", "findOneAndUpdate", `{ "filter": { "_id": 3 }, "update": { "$set": { "n": 1 } }, "upsert": true }`, []string{`{ "_id": 3, "n": 1 }`}, "10"},
		{"a pipeline", "updateOne", `{ "filter": { "_id": 1 }, "update": [{ "$set": { "n": 2 } }] }`, []string{id, diff(`{ "u": { "n": 2 } }`)}, "10"},
		{"$merge", "aggregate", `{ "pipeline": [{ "$set": { "n": 5 } }, { "$merge": { "into": "c" } }] }`, []string{id, diff(`{ "u": { "n": 5 } }`), `{ "_id": 2 }`, diff(`{ "u": { "n": 5 } }`)}, "21"},
		{"$merge that replaces", "aggregate", `{ "pipeline": [{ "$match": { "_id": 1 } }, { "$project": { "n": 1 } }, { "$merge": { "into": "c", "whenMatched": "replace" } }] }`, []string{id, `{ "_id": 1, "n": 1 }`}, "0"},
		{"$out", "aggregate", `{ "pipeline": [{ "$project": { "_id": 1 } }, { "$out": "made" }] }`, []string{id, `{ "_id": 2 }`}, "10"},
		{"a filter with a collation", "updateOne", `{ "filter": { "_id": 1 }, "update": { "$set": { "b": 1 } }, "collation": { "locale": "en" } }`, nil, "0"},
		{"a collection", "createCollection", `{ "collection": "made" }`, nil, "0"},
	} {
		d := newDatabase(t)
		d.must(`{ "createIndexes": "c", "indexes": [{ "key": { "n": 1 }, "name": "n" }] }`)
		d.insert("c", d.document(`{ "_id": 1, "n": 1, "a": [1, 2] }`), d.document(`{ "_id": 2, "n": 300 }`))
		o := example.Operation{Name: c.operation, Object: "c", Arguments: d.document(c.arguments)}
		got := d.write(o)
		n, isMeasured := got.OplogBytes.Number()
		if want := d.size(c.entries...); isMeasured != (c.entries != nil) || n != want {
			t.Errorf("%s: %s bytes of the oplog, want %d", c.name, text(got.OplogBytes), want)
		}
		if bytes := text(got.IndexBytesWritten); bytes != c.bytes {
			t.Errorf("%s: %s bytes of the index, want %s", c.name, bytes, c.bytes)
		}
	}
}

// TestWrittenInBulk: of several requests each has its entries; where two change one
// document, or one in the middle fails, nothing is measured.
func TestWrittenInBulk(t *testing.T) {
	for _, c := range []struct {
		name, requests string
		commands       []string
		entries        []string
	}{
		{"requests of all kinds",
			`[{ "insertOne": { "document": { "_id": 3 } } }, { "updateOne": { "filter": { "_id": 1 }, "update": { "$inc": { "n": 1 } } } }, { "deleteOne": { "filter": { "_id": 2 } } }]`,
			[]string{`{ "insert": "c", "documents": [{ "_id": 3 }] }`, `{ "update": "c", "updates": [{ "q": { "_id": 1 }, "u": { "$inc": { "n": 1 } } }] }`, `{ "delete": "c", "deletes": [{ "q": { "_id": 2 }, "limit": 1 }] }`},
			[]string{`{ "_id": 3 }`, `{ "_id": 1 }`, `{ "$v": 2, "diff": { "u": { "n": 2 } } }`, `{ "_id": 2 }`}},
		{"two changes of a document",
			`[{ "updateOne": { "filter": { "_id": 1 }, "update": { "$inc": { "n": 1 } } } }, { "updateOne": { "filter": { "_id": 1 }, "update": { "$inc": { "n": 1 } } } }]`,
			[]string{`{ "update": "c", "updates": [{ "q": { "_id": 1 }, "u": { "$inc": { "n": 1 } } }, { "q": { "_id": 1 }, "u": { "$inc": { "n": 1 } } }] }`},
			nil},
		{"an insert and its delete",
			`[{ "insertOne": { "document": { "_id": 3 } } }, { "deleteOne": { "filter": { "_id": 3 } } }]`,
			[]string{`{ "insert": "c", "documents": [{ "_id": 3 }] }`, `{ "delete": "c", "deletes": [{ "q": { "_id": 3 }, "limit": 1 }] }`},
			nil},
		{"an insert that is refused",
			`[{ "insertOne": { "document": { "_id": 3 } } }, { "insertOne": { "document": { "_id": 1, "n": 7 } } }]`,
			[]string{`{ "insert": "c", "documents": [{ "_id": 3 }, { "_id": 1, "n": 7 }] }`},
			[]string{`{ "_id": 3 }`}},
	} {
		d := newDatabase(t)
		d.insert("c", d.document(`{ "_id": 1, "n": 1 }`), d.document(`{ "_id": 2 }`))
		var requests bson.A
		for _, item := range ejson.Elements(extended(t, `{ "v": `+c.requests+` }`).Lookup("v")) {
			var request bson.D
			if err := bson.Unmarshal(item.Document(), &request); err != nil {
				t.Fatal(err)
			}
			requests = append(requests, request)
		}
		var commands []bson.D
		for _, command := range c.commands {
			commands = append(commands, d.document(command))
		}
		got := d.write(example.Operation{Name: "bulkWrite", Object: "c", Arguments: bson.D{{Key: "requests", Value: requests}}}, commands...)
		n, isMeasured := got.OplogBytes.Number()
		if want := d.size(c.entries...); isMeasured != (c.entries != nil) || n != want {
			t.Errorf("%s: %s bytes of the oplog, want %d", c.name, text(got.OplogBytes), want)
		}
	}
}

// TestIndexBytes holds the bytes of a collection's indexes to sums by hand: of an _id 1
// the type, one byte, the end and two for the id of the record.
func TestIndexBytes(t *testing.T) {
	for _, c := range []struct {
		name  string
		setup []string
		want  string
	}{
		{"_id", []string{`{ "insert": "c", "documents": [{ "_id": 1 }, { "_id": 1000 }, { "_id": "abc" }, { "_id": { "$oid": "65a000000000000000000001" } }] }`}, "35"},
		{"two fields", []string{`{ "createIndexes": "c", "indexes": [{ "key": { "a": 1, "b": -1 }, "name": "x" }] }`, `{ "insert": "c", "documents": [{ "_id": 1, "a": "x", "b": 2.5 }] }`}, "21"},
		{"an array", []string{`{ "createIndexes": "c", "indexes": [{ "key": { "a": 1 }, "name": "x" }] }`, `{ "insert": "c", "documents": [{ "_id": 1, "a": [1, 2, 2] }] }`}, "15"},
		{"a sparse index", []string{`{ "createIndexes": "c", "indexes": [{ "key": { "a": 1 }, "name": "x", "sparse": true }] }`, `{ "insert": "c", "documents": [{ "_id": 1 }] }`}, "5"},
		{"a partial index", []string{`{ "createIndexes": "c", "indexes": [{ "key": { "a": 1 }, "name": "x", "partialFilterExpression": { "a": { "$gt": 1 } } }] }`, `{ "insert": "c", "documents": [{ "_id": 1, "a": 1 }, { "_id": 2, "a": 2 }] }`}, "15"},
		{"a clustered collection", []string{`{ "create": "c", "clusteredIndex": { "key": { "_id": 1 }, "unique": true } }`, `{ "createIndexes": "c", "indexes": [{ "key": { "a": 1 }, "name": "x" }] }`, `{ "insert": "c", "documents": [{ "_id": "abc", "a": 1 }] }`}, "10"},
		{"a collation", []string{`{ "createIndexes": "c", "indexes": [{ "key": { "a": 1 }, "name": "x", "collation": { "locale": "en" } }] }`, `{ "insert": "c", "documents": [{ "_id": 1, "a": "b" }] }`}, "?"},
		{"more than is laid out", []string{
			`{ "insert": "c", "documents": [{ "_id": 1, "pad": "` + strings.Repeat("x", mostLaidOutBytes/32) + `" }] }`,
			`{ "aggregate": "c", "pipeline": [{ "$set": { "_id": { "$range": [0, 32] } } }, { "$unwind": "$_id" }, { "$out": "c" }], "cursor": {} }`,
		}, "?"},
		{"a time series", []string{`{ "create": "c", "timeseries": { "timeField": "t" } }`, `{ "insert": "c", "documents": [{ "_id": 1, "t": { "$date": "2026-01-01T00:00:00Z" } }] }`}, "?"},
	} {
		d := newDatabase(t)
		for _, command := range c.setup {
			d.must(command)
		}
		if got := text(Meter{Run: d.run}.IndexBytes("c")); got != c.want {
			t.Errorf("%s: %s bytes, want %s", c.name, got, c.want)
		}
	}
}
