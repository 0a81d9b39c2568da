package example

import (
	"testing"

	"modelbook/generator/golden"
)

// TestSchemaFile holds the JSON Schema that editors use to the tables that the
// parser uses: it is made from them.
func TestSchemaFile(t *testing.T) {
	golden.File(t, "../../examples/"+SchemaFile, Schema())
}

// TestSchemaOfSteps: each key of a step has its words for editors.
func TestSchemaOfSteps(t *testing.T) {
	schemas := stepSchemas()
	for _, key := range stepKeys {
		if schemas[key.name] == nil {
			t.Errorf("the schema has no %q", key.name)
		}
	}
}
