package verify

import (
	"os"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// TestMoveThatCannotBeTried: a server may refuse something of the models that the steps
// of the move have not asked for, and a model may be too large. What the tries find is
// tested in package migration.
func TestMoveThatCannotBeTried(t *testing.T) {
	const steps = `, "steps": [{ "id": "count", "answers": { "id": "count", "fields": [] }, "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": FILTER } }, "expectResult": 0 }] }`
	const head = `{ "$schema": "./example.schema.json", "description": "x", `
	const model = head + `"schema": { "huts": { "validator": null } }, "initialData": [DATA]` + steps
	for _, c := range []struct{ name, data, filter, want string }{
		{"refused", "", `{ "$jsonSchema": { "encrypt": {} } }`, "examples/huts-move.json:1:99: the embedded database refuses a part of the move: "},
		{"large", `{ "collectionName": "huts", "generate": { "count": 5001, "seed": 1, "document": { "_id": { "$$index": 1 } } } }`, "{}", "examples/huts-move.json:1:99: the move can't be tried: more than 5000 documents or 4 MB in a collection are not compared"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := func(name string) *diag.Text {
				filter := "{}"
				if name == "apart" {
					filter = c.filter
				}
				return diag.NewText("examples/"+name+".json", []byte(strings.NewReplacer("DATA", c.data, "FILTER", filter).Replace(model)))
			}
			move := head + `"from": "huts", "arrives": { "example": "apart" }` + strings.NewReplacer("FILTER", `{ "_id": 0 }`, `"answers": { "id": "count", "fields": [] }, `, "").Replace(steps)
			e, list := example.ParseAmong(diag.NewText("examples/huts-move.json", []byte(move)), example.Others{Names: []string{"huts", "apart"}, Text: file})
			if list != nil {
				t.Fatal(told(list))
			}
			results, _, list, err := runNoted(t.Context(), Options{URI: startMemdb(t), Examples: []*example.Example{e}})
			if err != nil {
				t.Fatal(err)
			}
			if got := told(list); !strings.HasPrefix(got, c.want) || len(list) != 1 {
				t.Errorf("got %s", got)
			}
			if want := map[string]example.Status{"refused": example.Refused, "large": example.Failed}[c.name]; results[0].Status != want {
				t.Errorf("it is %v", results[0].Status)
			}
		})
	}
}

// The databases of a move are dropped, too, whatever came of it.
func TestMoveLeavesNothing(t *testing.T) {
	file := func(name string) *diag.Text {
		content, err := os.ReadFile("../migration/testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		return diag.NewText("examples/"+name+".json", content)
	}
	o := Options{URI: startMemdb(t), Update: true}
	text := file("huts-move")
	for range 2 {
		e, list := example.ParseAmong(text, example.Others{Names: []string{"huts", "wardens"}, Text: file})
		if list != nil {
			t.Fatal(told(list))
		}
		o.Examples = []*example.Example{e}
		results, _, list, err := runNoted(t.Context(), o)
		if err != nil || list != nil {
			t.Fatal(err, told(list))
		}
		if !o.Update && results[0].MoveRuns < 50 {
			t.Errorf("moved %d times", results[0].MoveRuns)
		}
		o.Update, text = false, diag.NewText(text.File, results[0].Updated)
	}
	leavesNothing(t, o)
}
