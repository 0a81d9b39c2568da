package example

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// places are the texts into which the value of a mistake's word is put.
var places = map[string]string{
	"top":    `{ "$schema": "./example.schema.json", "description": "x", VALUE, SCHEMA, "initialData": [], "steps": [STEP] }`,
	"schema": `{ "$schema": "./example.schema.json", "description": "x", "schema": { VALUE }, "initialData": [], "steps": [STEP] }`,
	"data":   `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [VALUE], "steps": [STEP] }`,
	"make": `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [{ "name": "entries", "documents": [{ "_id": 1, "hut": 1 }] },
  { "collectionName": "huts", "generate": { "count": 1, "seed": 1, "document": { "_id": { "$$index": 1 }, "v": VALUE } } }], "steps": [STEP] }`,
	"steps": `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [], "steps": [VALUE] }`,
	"op":    `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [], "steps": [{ "id": "a", "operation": VALUE }] }`,
	"find": `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [],
  "steps": [{ "id": "a", "operation": { "name": "find", "object": "huts", "arguments": { "filter": VALUE, "sort": { "_id": 1 } } } }] }`,
}

var filling = strings.NewReplacer(
	"SCHEMA", `"schema": { "huts": { "validator": null } }`,
	"STEP", `{ "id": "s", "operation": FIND }`,
	"FIND", `{ "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": 1 } } }`,
	"ONE", `{ "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }`,
)

// TestMistakes holds each mistake of testdata/mistakes.txtar to its messages;
// with -update it writes those that came.
func TestMistakes(t *testing.T) {
	const file = "testdata/mistakes.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		wrong, want := archive.Files[i], &archive.Files[i+1]
		t.Run(wrong.Name, func(t *testing.T) {
			word, value, _ := strings.Cut(strings.TrimSuffix(string(wrong.Data), "\n"), ": ")
			content := strings.Replace(places[word], "VALUE", value, 1)
			_, list := parse(t, filling.Replace(filling.Replace(content)))
			switch got := strings.TrimSuffix(list, "\n") + "\n"; {
			case list == "":
				t.Error("no message")
			case *update:
				want.Data = []byte(got)
			case got != string(want.Data):
				t.Errorf("got\n%swant\n%s", got, want.Data)
			}
		})
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
