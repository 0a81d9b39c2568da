package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Documents are inserted in batches, in their order, each once. A command is no larger
// than one document may be, plus the fields of every command ("MongoDB Limits and
// Thresholds").
func TestBatches(t *testing.T) {
	const mebi = 1 << 20
	for _, test := range []struct {
		name, data string
		want       []int // documents of each command
	}{
		{"few", `"documents": [{ "_id": 0, "name": "a" }, { "_id": 1, "name": "b" }]`, []int{2}},
		{"many", `"generate": { "count": 12000, "seed": 1, "document": { "_id": { "$$index": 0 } } }`, []int{5000, 5000, 2000}},
		{"large", fmt.Sprintf(`"generate": { "count": 7, "seed": 1, "document": { "_id": { "$$index": 0 }, "name": { "$$repeat": { "count": %d, "value": "x" } } } }`, 3*mebi/2), []int{2, 2, 2, 1}},
		{"largest", fmt.Sprintf(`"documents": [{ "_id": 0, "name": "a" }], "generate": { "count": 2, "seed": 1, "document": { "_id": { "$$index": 1 }, "name": { "$$repeat": { "count": %d, "value": "x" } } } }`, 16*mebi-27), []int{1, 1, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var batches []int
			next := int64(0)
			f := startFake(t, func(name string, command bson.Raw) bson.D {
				if name != "insert" {
					return galeb(name, command)
				}
				if len(command) > 16*mebi+16<<10 {
					t.Errorf("a command of %d bytes", len(command))
				}
				documents := ejson.Elements(command.Lookup("documents"))
				for _, d := range documents {
					if id := d.Document().Lookup("_id").AsInt64(); id != next {
						t.Fatalf("document %d, want %d", id, next)
					}
					next++
				}
				batches = append(batches, len(documents))
				return bson.D{}
			})
			content := strings.NewReplacer(`"documents": [{ "_id": 1, "name": "Galeb" }]`, test.data, "STEP", findStep+`, "expectResult": [{ "_id": 1, "name": "Galeb" }] }`).Replace(oneStep)
			if _, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "ferry", content)}}); err != nil || list != nil {
				t.Fatalf("%v %s", err, told(list))
			}
			if !slices.Equal(batches, test.want) {
				t.Errorf("batches of %v, want %v", batches, test.want)
			}
		})
	}
}
