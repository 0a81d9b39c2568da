package verify

import (
	"context"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/diag/diagtest"
	"modelbook/generator/example"
	"modelbook/generator/gctest"
	"modelbook/generator/golden"
)

// cases are the messages that the cases of this package's tests have led to.
var cases = diagtest.Messages{Arguments: map[string]int{"Message": 1, "setupFailed": 2, "Errorf": 1}, Begun: []string{"setupFailed"}}

// TestMain fails if a message has no case.
func TestMain(m *testing.M) {
	gctest.CollectRarely()
	cases.Main(m)
}

// runNoted is Run, whose messages are noted.
func runNoted(ctx context.Context, o Options) ([]example.Result, example.Server, diag.List, error) {
	results, server, list, err := Run(ctx, o)
	cases.Note(list)
	return results, server, list, err
}

// around are the examples in which the cases of testdata/mistakes.txtar take the place
// of VALUE, by the word before the case's colon.
var around = map[string]string{
	"data": `{ "$schema": "./example.schema.json", "description": "x",
  "schema": { "huts": { "validator": { "$jsonSchema": { "properties": { "beds": { "bsonType": "int" } } } }, "indexes": [{ "key": { "code": 1 }, "unique": true, "sparse": true }] } },
  "initialData": [{ "collectionName": "huts", VALUE }],
  "steps": [{ "id": "s", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 0 }] }`,
	"schema": `{ "$schema": "./example.schema.json", "description": "x",
  "schema": { "huts": VALUE },
  "initialData": [],
  "steps": [{ "id": "s", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 0 }] }`,
	"step": `{ "$schema": "./example.schema.json", "description": "x",
  "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "beds": 4, "in": { "a": [1, 2] } }, { "_id": 2, "beds": 6 }] }],
  "steps": [{ "id": "s", VALUE }] }`,
	"explore": bookings,
}

// TestMistakes runs each mistake of testdata/mistakes.txtar and compares its messages,
// with their positions and hints.
func TestMistakes(t *testing.T) {
	golden.Pairs(t, "testdata/mistakes.txtar", func(t *testing.T, wrong string) string {
		word, value, _ := strings.Cut(wrong, ": ")
		_, list := runMemdb(t, inBookings.Replace(strings.Replace(around[word], "VALUE", value, 1)))
		var b strings.Builder
		if err := list.Print(diag.NewTerminal(&b), "text"); err != nil {
			t.Fatal(err)
		}
		return b.String()
	})
}

// Mistakes that need much data, or a server that answers as memdb never does.
func TestMistakesOfSize(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat(`{ "_id": 0, "name": "A" }, `, 3000), ", ")
	returned := make([]any, 3000)
	for i := range returned {
		returned[i] = bson.D{{Key: "_id", Value: int32(0)}, {Key: "name", Value: "B"}}
	}
	large := `{ "$schema": "./example.schema.json", "description": "x", "schema": { "ferries": { "validator": null }, "ports": { "validator": null } }, "initialData": [
    { "collectionName": "ferries", "generate": { "count": 5, "seed": 1, "document": { "_id": { "$$index": 1 }, "v": { "$$repeat": { "count": 12000000, "value": "x" } } } } },
    { "collectionName": "ports", "generate": { "count": 5, "seed": 1, "document": { "_id": { "$$index": 1 }, "v": { "$$repeat": { "count": 12000000, "value": "x" } } } } }],
  "steps": [` + findStep + `}] }`
	for _, test := range []struct {
		name, content, want string
		answer              func(string, bson.Raw) bson.D
	}{
		{"a server that takes no data", strings.Replace(oneStep, "STEP", findStep+"}", 1),
			`examples/ferry.json:4:15: the data of "ferries" can't be put in: 13 Unauthorized: no`,
			func(name string, _ bson.Raw) bson.D {
				if name == "insert" {
					return bson.D{{Key: "ok", Value: 0.0}, {Key: "code", Value: int32(13)}, {Key: "codeName", Value: "Unauthorized"}, {Key: "errmsg", Value: "no"}}
				}
				return bson.D{}
			}},
		{"too much to compare", strings.Replace(oneStep, "STEP", strings.Replace(findStep, `{ "_id": 1 }`, "{}", 1)+`, "unordered": true, "expectResult": [`+many+`] }`, 1),
			`examples/ferry.json:7:141: the step "find" returns too much to be compared in any order`,
			func(name string, _ bson.Raw) bson.D {
				if name == "find" {
					return finds("db.ferries", returned...)
				}
				return bson.D{}
			}},
		{"too many bytes", large, `examples/ferry.json:1:105: the documents are larger than 100663296 bytes together`, galeb},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, list, err := runNoted(t.Context(), Options{URI: startFake(t, test.answer).uri, Examples: []*example.Example{load(t, "ferry", test.content)}})
			if got := told(list); err != nil || got != test.want {
				t.Errorf("%v, got %s", err, got)
			}
		})
	}
}
