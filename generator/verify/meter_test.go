package verify

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// The entries of a collection are counted again only after something was sent that
// may have changed them, measured or not.
func TestEntriesAreCountedOnce(t *testing.T) {
	content := strings.Replace(oneStep, "STEP", `
    { "id": "a", "answers": { "id": "a", "fields": [] }, "operation": { "name": "insertOne", "object": "ferries", "arguments": { "document": { "_id": 2 } } }, "expectResult": { "insertedId": 2 } },
    { "id": "unmeasured", "operation": { "name": "insertOne", "object": "ferries", "arguments": { "document": { "_id": 3 } } }, "expectResult": { "insertedId": 3 } },
    { "id": "b", "answers": { "id": "b", "fields": [] }, "operation": { "name": "insertOne", "object": "ferries", "arguments": { "document": { "_id": 4 } } }, "expectResult": { "insertedId": 4 } },
    `+findStep+`, "expectResult": [{ "_id": 1, "name": "Galeb" }] },
    { "id": "c", "answers": { "id": "c", "fields": [] }, "operation": { "name": "insertOne", "object": "ferries", "arguments": { "document": { "_id": 5 } } }, "expectResult": { "insertedId": 5 } }`, 1)
	documents, counted := int32(0), []int32(nil)
	f := startFake(t, func(name string, command bson.Raw) bson.D {
		switch name {
		case "insert":
			documents++
			return bson.D{{Key: "n", Value: int32(1)}, {Key: "ok", Value: 1.0}}
		case "validate":
			counted = append(counted, documents)
			return bson.D{{Key: "keysPerIndex", Value: bson.D{{Key: "_id_", Value: documents}}}, {Key: "ok", Value: 1.0}}
		}
		return galeb(name, command)
	})
	results, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "ferry", content)}})
	if err != nil || list != nil {
		t.Fatalf("%v %s", err, told(list))
	}
	for _, id := range []string{"a", "b", "c"} {
		if cost, ok := results[0].CostOf(id, 0); !ok || cost.IndexEntriesWritten != example.Measured(1) {
			t.Errorf("%s: %+v", id, cost)
		}
	}
	if want := []int32{1, 2, 3, 4, 5}; !slices.Equal(counted, want) {
		t.Errorf("counted %v, want %v", counted, want)
	}
}
