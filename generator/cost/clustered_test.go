package cost

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// TestClusteredRange: a scan of a clustered collection reads the documents of its range,
// not the one behind, which the server reads to see that the range has ended.
func TestClusteredRange(t *testing.T) {
	d := newDatabase(t)
	d.must(`{ "create": "c", "clusteredIndex": { "key": { "_id": 1 }, "unique": true } }`)
	for i := range int32(10) {
		d.insert("c", bson.D{{Key: "_id", Value: i}, {Key: "n", Value: i % 2}})
	}
	for _, c := range []struct{ name, operation, arguments, documents, bytes string }{
		{"inside", "find", `{ "filter": { "_id": { "$gte": 2, "$lt": 6 } } }`, "4", "84"},
		{"to the end", "find", `{ "filter": { "_id": { "$gte": 2 } } }`, "8", "168"},
		{"all of them", "find", `{ "filter": {} }`, "10", "210"},
		{"ended by a limit", "find", `{ "filter": { "_id": { "$gte": 2, "$lt": 8 }, "n": 1 }, "sort": { "_id": 1 }, "limit": 2 }`, "4", "84"},
		{"sorted by another field", "find", `{ "filter": { "_id": { "$gte": 2, "$lt": 6 } }, "sort": { "n": 1, "_id": 1 } }`, "?", "?"},
		{"one", "findOne", `{ "filter": { "_id": 4 } }`, "1", "21"},
		{"deleted", "deleteMany", `{ "filter": { "_id": { "$gte": 2, "$lt": 6 } } }`, "4", "84"},
	} {
		got := d.read(c.operation, "c", c.arguments)
		if documents, bytes := text(got.DocumentsRead), text(got.BytesRead); documents != c.documents || bytes != c.bytes {
			t.Errorf("%s: %s documents, %s bytes, want %s, %s", c.name, documents, bytes, c.documents, c.bytes)
		}
	}
}
