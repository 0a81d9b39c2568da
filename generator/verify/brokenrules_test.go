package verify

import (
	"strings"
	"testing"

	"modelbook/generator/ejson"
)

// refusing is an example with one document that its validator refuses.
const refusing = `{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": VALIDATOR } }, "initialData": [],
  "steps": [{ "id": "insert-wrong", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 6, DOCUMENT } } },
      "expectError": { "code": 121, "codeName": "DocumentValidationFailure" } }] }`

// TestBrokenRules: a step that a validator refuses says which rule of which
// field it breaks.
func TestBrokenRules(t *testing.T) {
	tests := []struct{ name, validator, document, want string }{
		{"a type", `{ "$jsonSchema": { "properties": { "beds": { "bsonType": "int" } } } }`, `"beds": "two"`, `{ "beds": { "bsonType": "int" } }`},
		{"a missing field", `{ "$jsonSchema": { "required": ["_id", "beds", "name"] } }`, `"beds": 1`, `{ "name": { "required": true } }`},
		{"a field too many", `{ "$jsonSchema": { "properties": { "_id": {} }, "additionalProperties": false } }`, `"color": 1`, `{ "color": { "additionalProperties": false } }`},
		{"two rules of a field, and one of another", `{ "$jsonSchema": { "required": ["name"], "properties": { "beds": { "minimum": 5, "multipleOf": 2 } } } }`, `"beds": 3`,
			`{ "beds": { "multipleOf": 2, "minimum": 5 }, "name": { "required": true } }`},
		{"a field inside", `{ "$jsonSchema": { "properties": { "keeper": { "properties": { "name": { "maxLength": 2 } } } } } }`, `"keeper": { "name": "Mojca" }`, `{ "keeper.name": { "maxLength": 2 } }`},
		{"an element", `{ "$jsonSchema": { "properties": { "tags": { "items": { "bsonType": "string" } } } } }`, `"tags": ["a", 2]`, `{ "tags.1": { "bsonType": "string" } }`},
		{"alternatives", `{ "$jsonSchema": { "anyOf": [{ "required": ["a"] }, { "properties": { "b": { "enum": [1, 2] } } }] } }`, `"b": 3`,
			`{ "anyOf": [{ "a": { "required": true } }, { "b": { "enum": [1, 2] } }] }`},
		{"a query", `{ "beds": { "$gt": 5 } }`, `"beds": 3`, `{ "beds": { "$gt": 5 } }`},
		{"an expression", `{ "$expr": { "$lt": ["$free", "$beds"] } }`, `"beds": 3, "free": 9`, `{ "$expr": { "$lt": ["$free", "$beds"] } }`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result, list := runMemdb(t, strings.NewReplacer("VALIDATOR", tt.validator, "DOCUMENT", tt.document).Replace(refusing))
			if list != nil {
				t.Fatal(told(list))
			}
			if got := ejson.Print(result.Steps()[0].Rules); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestBrokenRulesOfACommand: findAndModify refuses with an error of the command.
func TestBrokenRulesOfACommand(t *testing.T) {
	content := strings.NewReplacer("VALIDATOR", `{ "beds": { "$gt": 5 } }`, `"initialData": []`, `"initialData": [{ "collectionName": "huts", "documents": [{ "_id": 6, "beds": 9 }] }]`,
		`"insertOne"`, `"findOneAndUpdate"`, `{ "document": { "_id": 6, DOCUMENT } }`, `{ "filter": { "_id": 6 }, "update": { "$set": { "beds": 1 } } }`).Replace(refusing)
	result, list := runMemdb(t, content)
	if list != nil {
		t.Fatal(told(list))
	}
	if got, want := ejson.Print(result.Steps()[0].Rules), `{ "beds": { "$gt": 5 } }`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
