package verify

import (
	"maps"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// knownSteps write two collections by turns, one measured and one not.
const knownSteps = `
    { "id": "a", "answers": { "id": "a", "fields": [] }, "operation": { "name": "updateOne", "object": "ferries", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "a": 1 } } } }, "expectCost": { "documentsWritten": 0 }, "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } },
    { "id": "other", "operation": { "name": "insertOne", "object": "ports", "arguments": { "document": { "_id": 1 } } }, "expectResult": { "insertedId": 1 } },
    { "id": "b", "answers": { "id": "b", "fields": [] }, "operation": { "name": "updateOne", "object": "ferries", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "a": 2 } } } }, "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } },
    { "id": "index", "operation": { "name": "createIndex", "object": "ports", "arguments": { "keys": { "a": 1 }, "name": "a_1" } }, "expectResult": "a_1" },
    { "id": "c", "answers": { "id": "c", "fields": [] }, "operation": { "name": "updateOne", "object": "ferries", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "a": 3 } } } }, "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } }`

// A collection is read again only after a step that may have changed it: documents and
// entries after each step that writes it, indexes after one that may have changed any.
// A run that only checks reads only for expected measures.
func TestKnownIsNotAskedAgain(t *testing.T) {
	for _, test := range []struct {
		name      string
		checkOnly bool
		want      map[string]int
	}{
		// Entries for the model, of the measured collection after each of three steps,
		// and before the last, since there may be a new index. Indexes likewise, of the
		// model those of each collection.
		{"all", false, map[string]int{"validate ports": 1, "validate ferries": 5, "listIndexes ferries": 2, "listIndexes ports": 1}},
		{"only checks", true, map[string]int{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			asked := map[string]int{}
			f := startFake(t, func(name string, command bson.Raw) bson.D {
				switch name {
				case "validate", "listIndexes":
					asked[name+" "+command.Lookup(name).StringValue()]++
				}
				return append(bson.D{}, knownReplies[name]...)
			})
			content := strings.Replace(oneStep, "STEP", knownSteps, 1)
			content = strings.Replace(content, `"schema": { `, `"schema": { "ports": { "validator": null }, `, 1)
			_, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "ferry", content)}, CheckOnly: test.checkOnly})
			if err != nil || list != nil {
				t.Fatalf("%v %s", err, told(list))
			}
			if !maps.Equal(asked, test.want) {
				t.Errorf("asked %v, want %v", asked, test.want)
			}
		})
	}
}

var knownReplies = map[string]bson.D{
	"find":        finds("db.ferries"),
	"listIndexes": finds("db.ferries", bson.D{{Key: "name", Value: "_id_"}, {Key: "key", Value: bson.D{{Key: "_id", Value: 1}}}}),
	"validate":    {{Key: "keysPerIndex", Value: bson.D{{Key: "_id_", Value: int32(0)}}}, {Key: "ok", Value: 1.0}},
	"insert":      {{Key: "n", Value: int32(1)}, {Key: "ok", Value: 1.0}},
	"update":      {{Key: "n", Value: int32(0)}, {Key: "nModified", Value: int32(0)}, {Key: "ok", Value: 1.0}},
}

// Documents are read once between two steps that change them.
func TestWatchedDocumentsAreReadOnce(t *testing.T) {
	reads := 0
	f := startFake(t, func(name string, command bson.Raw) bson.D {
		if limit, ok := command.Lookup("limit").AsInt64OK(); ok && limit == int64(mostWatched.Documents+1) {
			reads++
		}
		return append(bson.D{}, knownReplies[name]...)
	})
	insert := `{ "id": "ID", "operation": { "name": "insertOne", "object": "ferries", "arguments": { "document": { "_id": ID } } }, "expectResult": { "insertedId": ID } }`
	var steps []string
	for _, id := range []string{"2", "3", "4"} {
		steps = append(steps, strings.Replace(strings.ReplaceAll(insert, "ID", id), `"id": "`, `"id": "n`, 1))
	}
	content := strings.Replace(oneStep, "STEP", strings.Join(steps, ", "), 1)
	if _, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "ferry", content)}}); err != nil || list != nil {
		t.Fatalf("%v %s", err, told(list))
	}
	if want := 1 + len(steps); reads != want {
		t.Errorf("read %d times, want %d", reads, want)
	}
}
