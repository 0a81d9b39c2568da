package example

import (
	"os"
	"path/filepath"
	"testing"

	"modelbook/generator/diag"
)

// TestTheHandbook holds that the handbook's own examples keep the rules.
func TestTheHandbook(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.json")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, file := range files {
		if filepath.Base(file) == "example.schema.json" {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		e, list := Parse(diag.NewText("examples/"+filepath.Base(file), content))
		if list.Failed() {
			t.Errorf("%s", printed(list))
			continue
		}
		if list := CheckReferences(e); list.Failed() {
			t.Errorf("%s", printed(list))
		}
		read++
	}
	if read == 0 {
		t.Fatal("read no example: the test looks in the wrong place")
	}
}
