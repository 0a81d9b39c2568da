package verify

import (
	"strings"
	"testing"

	"modelbook/generator/example"
)

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
