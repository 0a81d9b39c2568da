package cost

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
)

// TestKeysOf holds the keys that are counted here to those of a server: as many
// for each document in each index.
func TestKeysOf(t *testing.T) {
	documents := []string{
		`{}`, `{ "a": 1 }`, `{ "a": null }`, `{ "a": [] }`, `{ "a": [1, 2, 1] }`, `{ "a": [[1, 2], [1, 2], 3] }`, `{ "a": [1, 1.0] }`,
		`{ "a": { "b": 1 } }`, `{ "a": { "b": [1, 2] } }`, `{ "a": [{ "b": 1 }, { "b": 2 }, {}] }`, `{ "a": [{ "b": [1, 2] }, { "b": [2, 3] }] }`,
		`{ "a": [{ "b": 1, "c": 1 }, { "b": 1, "c": 2 }, { "b": 1, "c": 1 }] }`, `{ "a": [{ "b": [1, 2], "c": 5 }, { "c": 6 }, 7] }`,
		`{ "a": { "b": [], "c": 1 } }`, `{ "a": [[{ "b": 1 }]] }`, `{ "c": 3 }`, `{ "a": [5, 6], "c": 3 }`,
	}
	indexes := []indexSpec{
		{Key: bson.D{{Key: "a", Value: int32(1)}}}, {Key: bson.D{{Key: "a.b", Value: int32(-1)}}},
		{Key: bson.D{{Key: "a.b", Value: int32(1)}, {Key: "a.c", Value: int32(1)}}}, {Key: bson.D{{Key: "a", Value: int32(1)}, {Key: "c", Value: int32(1)}}},
		{Key: bson.D{{Key: "a", Value: int32(1)}}, Sparse: true}, {Key: bson.D{{Key: "a.b", Value: int32(1)}, {Key: "c", Value: int32(1)}}, Sparse: true},
	}
	for _, spec := range indexes {
		for _, text := range documents {
			stored := extended(t, text)
			keys, _ := spec.keysOf(stored)
			if want := storedKeys(t, spec, stored); int64(len(keys)) != want {
				t.Errorf("%v (sparse %v) of %s: %d keys, a server has %d", spec.Key, spec.Sparse, text, len(keys), want)
			}
		}
	}
}

// storedKeys returns how many keys a database has in an index of one document.
func storedKeys(t *testing.T, spec indexSpec, stored bson.Raw) int64 {
	t.Helper()
	db := memdb.New(memdb.Options{})
	run := func(command bson.D) bson.Raw {
		return db.Run(t.Context(), marshal(t, append(command, bson.E{Key: "$db", Value: "d"})))
	}
	index := bson.D{{Key: "key", Value: spec.Key}, {Key: "name", Value: "i"}, {Key: "sparse", Value: spec.Sparse}}
	run(bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{index}}})
	run(bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{stored}}})
	reply := run(bson.D{{Key: "validate", Value: "c"}})
	n, ok := reply.Lookup("keysPerIndex", "i").AsInt64OK()
	if !ok {
		t.Fatalf("%s", reply)
	}
	return n
}
