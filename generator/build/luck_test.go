package build

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/tmpfs"
)

// lucky is an example of one pipeline on a few documents.
const lucky = `{
  "$schema": "./example.schema.json",
  "description": "Ferries and their ports",
  "schema": { "ferries": { "validator": null }, "ports": { "validator": null } },
  "initialData": [
    { "collectionName": "ferries", "documents": [
      { "_id": 1, "port": "Split", "beds": 20 }, { "_id": 2, "port": "Rijeka", "beds": 20 }, { "_id": 3, "port": "Split", "beds": 8 },
      { "_id": 4, "port": "Zadar", "beds": 20 }, { "_id": 5, "port": "Pula", "beds": 8 }] },
    { "collectionName": "ports", "documents": [
      { "_id": "Split" }, { "_id": "Rijeka" }, { "_id": "Zadar" }, { "_id": "Pula" }] }],
  "steps": [
    { "id": "it", "operation": { "name": "aggregate", "object": "ferries", "arguments": { "pipeline": [PIPELINE] } }, "expectResult": [RESULT] }]
}
`

// What is left to luck is mostly seen in the example itself. What hides behind a
// value that was picked shows in the second run, which shuffles all that no
// server promises to keep in order; what is sorted holds. What is sorted inside of
// a join is left to luck here as in the check of the example itself.
func TestLuckIsTold(t *testing.T) {
	const first = `{ "$group": { "_id": null, "one": { "$first": "$_id" } } }`
	const pick = `{ "$project": { "_id": 0, "one": { "$first": "$many" } } }`
	for _, c := range []struct {
		name, pipeline, result string
		luck                   bool
	}{
		{"group", `{ "$group": { "_id": "$port" } }, ` + first, `{ "_id": null, "one": "Split" }`, true},
		{"group-sorted", `{ "$group": { "_id": "$port" } }, { "$sort": { "_id": 1 } }, ` + first, `{ "_id": null, "one": "Pula" }`, false},
		{"set", `{ "$group": { "_id": null, "many": { "$addToSet": "$port" } } }, ` + pick, `{ "one": "Split" }`, true},
		{"set-sorted", `{ "$group": { "_id": null, "many": { "$addToSet": "$port" } } }, { "$set": { "many": { "$sortArray": { "input": "$many", "sortBy": 1 } } } }, ` + pick, `{ "one": "Pula" }`, false},
		{"lookup", `{ "$match": { "_id": 1 } }, { "$lookup": { "from": "ports", "pipeline": [], "as": "many" } }, ` + pick, `{ "one": { "_id": "Split" } }`, true},
		{"lookup-sorted-inside", `{ "$match": { "_id": 1 } }, { "$lookup": { "from": "ports", "pipeline": [{ "$sort": { "_id": 1 } }], "as": "many" } }, { "$project": { "_id": 0, "one": { "$last": "$many" } } }`, `{ "one": { "_id": "Zadar" } }`, true},
		{"lookup-sorted", `{ "$match": { "_id": 1 } }, { "$lookup": { "from": "ports", "pipeline": [], "as": "many" } }, { "$set": { "many": { "$sortArray": { "input": "$many", "sortBy": { "_id": 1 } } } } }, ` + pick, `{ "one": { "_id": "Pula" } }`, false},
		{"ties", `{ "$sort": { "beds": -1 } }, ` + first, `{ "_id": null, "one": 1 }`, true},
		{"no-ties", `{ "$sort": { "beds": -1, "_id": 1 } }, ` + first, `{ "_id": null, "one": 1 }`, false},
		{"no-sort", first, `{ "_id": null, "one": 1 }`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("PIPELINE", c.pipeline, "RESULT", c.result).Replace(lucky)
			told := verifyOne(t, c.name, text)
			if c.luck != strings.Contains(told, "no server promises") || c.luck != (told != "") {
				t.Errorf("want luck: %v, told:\n%s", c.luck, told)
			}
		})
	}
}

// verifyOne runs one example as the command does, and gives what it tells of it.
func verifyOne(t *testing.T, name, text string) string {
	t.Helper()
	source := tmpfs.TempDir(t)
	for _, folder := range []string{"content/en", "examples"} {
		if err := os.MkdirAll(filepath.Join(source, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(source, "examples", name+".json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, messages, err := VerifyOnly(t.Context(), Options{Source: source}, Choice{})
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for _, m := range messages {
		if strings.HasPrefix(m.File, "examples/") {
			fmt.Fprintln(&told, m.Pos.String(), m.Text, m.Hint)
		}
	}
	return told.String()
}
