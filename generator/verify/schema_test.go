package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/example"
)

// TestTheHandbookRuns runs the handbook's own examples.
func TestTheHandbookRuns(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []*example.Example
	for _, file := range files {
		if name := filepath.Base(file); name != "example.schema.json" {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			examples = append(examples, load(t, strings.TrimSuffix(name, ".json"), string(content)))
		}
	}
	results, _, list, err := runNoted(t.Context(), Options{URI: startMemdb(t), Examples: examples})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		t.Errorf("%s: %s\n%s", m.Pos, m.Text, m.Detail)
	}
	for _, r := range results {
		if r.Status != example.Passed && r.Status != example.Skipped {
			t.Errorf("%s: status %d, %s", r.Example.Name, r.Status, r.Reason)
		}
	}
	if len(results) < 8 {
		t.Errorf("%d examples ran", len(results))
	}
}

// withSchema is an example whose validator the database has to know.
const withSchema = `{
  "$schema": "./example.schema.json",
  "description": "x",
  "schema": { "huts": { "validator": { "$jsonSchema": { "properties": { "beds": { "bsonType": "int" } } } } } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "beds": 100 },
    { "_id": 2, "beds": 20 }] }],
  "steps": [
    { "id": "insert-wrong", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 6, "beds": "two" } } },
      "expectError": { "code": 121, "codeName": "DocumentValidationFailure", "contains": "Document failed validation" } }
  ]
}
`

func TestDocumentsAreHeldToTheirSchema(t *testing.T) {
	result, list := runMemdb(t, withSchema)
	if list != nil || len(result.Steps()) != 1 {
		t.Errorf("%d steps, %s", len(result.Steps()), told(list))
	}
	result, list = runMemdb(t, strings.Replace(withSchema, `"beds": 20`, `"beds": "20"`, 1))
	if got, want := told(list), `examples/huts.json:6:17: the document with _id 2 does not fit the schema of "huts"`; got != want {
		t.Fatalf("got %s", got)
	}
	if !strings.Contains(list[0].Detail, `"operatorName": "bsonType"`) || result.Status != example.Failed {
		t.Errorf("status %v, detail %s", result.Status, list[0].Detail)
	}
}
