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
