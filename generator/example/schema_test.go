package example

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write examples/example.schema.json anew")

// TestSchemaFile holds the JSON Schema that editors use to the tables that the
// parser uses: it is made from them.
func TestSchemaFile(t *testing.T) {
	const file = "../../examples/" + SchemaFile
	want := Schema()
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not what the parser's tables give; run go test ./generator/example -run SchemaFile -update", file)
	}
}
