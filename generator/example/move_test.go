package example

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/golden"
)

// models are examples that a move can name. Both models answer "by-name" and write
// "rename"; each has a question of its own, and one that only it writes.
var models = map[string]string{
	"huts-embedded": `{ "$schema": "./example.schema.json", "description": "x", "sizes": [2, 4], "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "generate": { "count": { "$$size": 1 }, "seed": 1, "document": { "_id": { "$$index": 1 } } } }],
  "steps": [ANSWER(by-name, findOne), ANSWER(rename, deleteOne), ANSWER(close, deleteOne), ANSWER(open, findOne)] }`,
	"huts-apart": `{ "$schema": "./example.schema.json", "description": "x", "sizes": [2, 8], "schema": { "huts": { "validator": null }, "wardens": { "validator": null } },
  "initialData": [], "steps": [ANSWER(by-name, findOne), ANSWER(rename, deleteOne), ANSWER(open, deleteOne), ANSWER(warden, findOne)] }`,
	"huts-larger": `{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } },
  "initialData": [], "steps": [ANSWER(by-name, findOne)] }`,
	"huts-moved":  `{ "$schema": "./example.schema.json", "description": "x", "from": "huts-embedded", "steps": [ANSWER(by-name, findOne)] }`,
	"huts-broken": `{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } }, "initialData": [], "steps": [] }`,
	"huts-gone":   "",
}

func amongModels() Others {
	return Others{Names: slices.Sorted(maps.Keys(models)), Text: func(name string) *diag.Text {
		text := models[name]
		if text == "" {
			return nil
		}
		for _, id := range []string{"by-name", "rename", "close", "open", "warden"} {
			for _, operation := range []string{"findOne", "deleteOne"} {
				text = strings.ReplaceAll(text, "ANSWER("+id+", "+operation+")", fmt.Sprintf(
					`{ "id": "s-%[1]s", "answers": { "id": "%[1]s", "fields": [] }, "operation": { "name": "%[2]s", "object": "huts", "arguments": { "filter": { "_id": 1 } } } }`, id, operation))
			}
		}
		return diag.NewText("examples/"+name+".json", []byte(text))
	}}
}

// aMove is an example with the words of a case in it.
func aMove(content string) *diag.Text {
	words := strings.NewReplacer(
		"GOOD", `"example": "huts-apart", "old": { "until": "cut" }, "new": { "from": "cut" }, "without": ["close", "open", "warden"]`,
		"FOUR", `{ "id": "copy", "operation": ONE }, { "id": "show", "operation": ONE }, { "id": "fails", "operation": ONE, "expectError": {} }, { "id": "cut", "operation": ONE }`,
		"ONE", `{ "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }`,
	)
	return diag.NewText("examples/huts.json", []byte(words.Replace(words.Replace(content))))
}

// TestMistakesOfMoves holds each mistake of testdata/moves.txtar to its messages.
func TestMistakesOfMoves(t *testing.T) {
	golden.Pairs(t, "testdata/moves.txtar", func(t *testing.T, wrong string) string {
		content := `{ "$schema": "./example.schema.json", "description": "x",
  ` + wrong + `,
  "steps": [FOUR] }`
		_, list := ParseAmong(aMove(content), amongModels())
		return printed(list)
	})
}

func TestMove(t *testing.T) {
	e, list := ParseAmong(aMove(`{ "$schema": "./example.schema.json", "description": "x", "from": "huts-embedded",
  "arrives": { GOOD, "steps": ["copy", "cut"], "drops": ["huts.name"] }, "steps": [FOUR] }`), amongModels())
	if list != nil {
		t.Fatal(printed(list))
	}
	if e.FirstSize() != 2 || len(e.RunSizes()) != 1 || e.Data(2).Count("huts") != 2 {
		t.Errorf("sizes %v, %d huts", e.RunSizes(), e.Data(2).Count("huts"))
	}
	m := e.Move
	if !slices.Equal(m.Steps, []int{0, 3}) || len(m.Questions) != 2 || m.Questions[0].Writes || !m.Questions[1].Writes {
		t.Errorf("steps %v, questions %+v", m.Steps, m.Questions)
	}
	want := []Program{{"old", 0, 1}, {"new", 1, 2}}
	if !slices.Equal(m.Programs, want) {
		t.Errorf("programs %v", m.Programs)
	}
	alone, list := Parse(diag.NewText("examples/huts.json", e.Standalone()))
	if list != nil {
		t.Fatal(printed(list))
	}
	if alone.Data(2).Count("huts") != 2 || alone.Move != nil || len(alone.Steps) != len(e.Steps) {
		t.Errorf("alone it is\n%s", e.Standalone())
	}
	if e.Hash() == alone.Hash() {
		t.Error("the hash does not depend on the examples that it names")
	}
}

// A move may be tried on a part of the data, and without a write that is paused.
func TestMoveOfAPart(t *testing.T) {
	e, list := ParseAmong(aMove(`{ "$schema": "./example.schema.json", "description": "x", "from": "huts-embedded", "only": { "huts._id": [2, 7] },
  "arrives": { "example": "huts-apart", "steps": ["copy", "cut"], "paused": ["rename"], "without": ["close", "open", "warden"] }, "steps": [FOUR] }`), amongModels())
	if list != nil {
		t.Fatal(printed(list))
	}
	alone, list := Parse(diag.NewText("examples/huts.json", e.Standalone()))
	if list != nil {
		t.Fatal(printed(list))
	}
	for _, e := range []*Example{e, alone} {
		data := e.Data(2)
		first, ok := data.Document("huts", 0)
		if data.Count("huts") != 1 || !ok || first.Raw.Lookup("_id").Int32() != 2 {
			t.Errorf("%d huts, the first is %v", data.Count("huts"), first.Raw)
		}
	}
	if len(e.Move.Questions) != 2 || e.Move.Questions[1].Writes {
		t.Errorf("questions %+v", e.Move.Questions)
	}
	const want = `examples/huts.json:1:110: no document of "huts" has 7 as _id`
	if got := printed(CheckReferences(t.Context(), e)); got != want {
		t.Errorf("got %s", got)
	}
}

// A server has to be as each example asks that a move names.
func TestMoveNeedsWhatItsModelsNeed(t *testing.T) {
	others := amongModels()
	text := others.Text
	others.Text = func(name string) *diag.Text {
		of := text(name)
		if name == "huts-apart" {
			of = diag.NewText(of.File, []byte(strings.Replace(string(of.Bytes), `"sizes"`, `"runOnRequirements": [{ "topologies": ["replicaset"] }], "sizes"`, 1)))
		}
		return of
	}
	e, list := ParseAmong(aMove(`{ "$schema": "./example.schema.json", "description": "x", "from": "huts-embedded",
  "arrives": { GOOD, "steps": ["copy", "cut"] }, "steps": [FOUR] }`), others)
	if list != nil {
		t.Fatal(printed(list))
	}
	if got := e.Unmet(Server{Name: "MongoDB", Version: "8.2", Topology: Single}); got != "it needs a replica set" {
		t.Errorf("got %q", got)
	}
}

// Steps that a question needs: those that save its values, and all of its session.
func TestAnswering(t *testing.T) {
	const find = `"operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": VALUE } } }`
	e, list := parse(t, filling.Replace(`{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [],
  "runOnRequirements": [{ "topologies": ["replicaset"] }], "steps": [
  { "id": "other", `+strings.Replace(find, "VALUE", "1", 1)+` },
  { "id": "saves", "save": "hut", `+strings.Replace(find, "VALUE", "1", 1)+` },
  { "id": "begins", "session": "anna", "operation": { "name": "startTransaction" } },
  { "id": "uses", "session": "anna", "answers": { "id": "q", "fields": [] }, `+strings.Replace(find, "VALUE", `{ "$$saved": "hut._id" }`, 1)+` },
  { "id": "ends", "session": "anna", "operation": { "name": "commitTransaction" } }] }`))
	if list != "" {
		t.Fatal(list)
	}
	if got := e.answering("q", e.needs()); !slices.Equal(got, []int{1, 2, 3, 4}) {
		t.Errorf("steps %v", got)
	}
	if got := e.answering("none", e.needs()); got != nil {
		t.Errorf("steps %v answer nothing", got)
	}
}
