package build

import (
	"os"
	"path/filepath"
	"testing"

	"modelbook/generator/tmpfs"
)

// An example that has its data from another one is read with it, chosen or not, and
// again when only that one has changed.
func TestExamplesFromOthers(t *testing.T) {
	folder := tmpfs.TempDir(t)
	write := func(name, content string) {
		t.Helper()
		file := filepath.Join(folder, "examples", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const head = `{ "$schema": "./example.schema.json", "description": "x", `
	const steps = `, "steps": [{ "id": "all", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } } }] }`
	const model = head + `"schema": { "huts": { "validator": null } }, "initialData": [{ "collectionName": "huts", "documents": [`
	write("huts.json", model+`{ "_id": 1 }] }]`+steps)
	write("huts-move.json", head+`"from": "huts"`+steps)
	write("other.json", model+`] }]`+steps)
	read := func() *Source {
		t.Helper()
		s, messages, err := readExamples(Options{Source: folder}, Choice{Names: []string{"huts-move"}})
		if err != nil || messages.Failed() {
			t.Fatal(err, messages)
		}
		t.Cleanup(s.Close)
		return s
	}
	first := read()
	moved := first.examples()
	if len(moved) != 1 || moved[0].Data(0).Count("huts") != 1 {
		t.Fatalf("read %v", moved)
	}
	write("huts.json", model+`{ "_id": 1 }, { "_id": 2 }] }]`+steps)
	const file = "examples/huts-move.json"
	again := read()
	if again.readExample(file, first, []string{"examples/other.json"}); again.read[file].example != moved[0] {
		t.Error("it was read again, and nothing that it names has changed")
	}
	if again.readExample(file, first, []string{"examples/huts.json"}); again.read[file].example.Data(0).Count("huts") != 2 {
		t.Error("it has the data that its other example had")
	}
}
