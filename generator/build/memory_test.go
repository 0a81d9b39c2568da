package build

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"modelbook/generator/tmpfs"
)

// manyDocuments is an example of 500 documents, 75 kB of BSON, in few lines.
const manyDocuments = `{
  "$schema": "./example.schema.json",
  "description": "Readings of a station",
  "schema": { "readings": { "validator": null } },
  "initialData": [{ "collectionName": "readings", "generate": { "count": 500, "seed": %d, "document": {
    "_id": { "$$index": 1 }, "text": { "$$repeat": { "count": 100, "value": "a" } } } } }],
  "steps": [{ "id": "one", "operation": { "name": "findOne", "object": "readings", "arguments": { "filter": { "_id": 7 }, "projection": { "_id": 1 } } }, "expectResult": { "_id": 7 } }]
}
`

// Of an example that ran, what it says and gave is kept, and nothing of its
// databases, which were many times as much.
func TestDatabasesAreForgotten(t *testing.T) {
	const few, many, most = 5, 20, 16 << 10
	kept := func(examples int) int64 {
		folder := tmpfs.TempDir(t)
		if err := os.Mkdir(filepath.Join(folder, "examples"), 0o777); err != nil {
			t.Fatal(err)
		}
		for i := range examples {
			if err := os.WriteFile(filepath.Join(folder, "examples", fmt.Sprintf("readings-%d.json", i)), fmt.Appendf(nil, manyDocuments, i), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		options := Options{Source: folder}
		source, messages, err := readExamples(options, Choice{})
		if err != nil || len(messages) > 0 {
			t.Fatal(err, messages)
		}
		defer source.Close()
		verified, messages, err := Verify(t.Context(), options, source, nil)
		if err != nil || len(messages) > 0 || verified.report().Run != examples {
			t.Fatal(err, messages)
		}
		runtime.GC()
		runtime.GC() // what has finalizers goes with the second
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		runtime.KeepAlive(verified)
		runtime.KeepAlive(source)
		return int64(memory.HeapAlloc)
	}
	first := kept(few)
	if each := (kept(many) - first) / (many - few); each > most {
		t.Errorf("%d bytes are kept of each example, at most %d", each, most)
	} else {
		t.Logf("%d bytes are kept of each example", each)
	}
}
