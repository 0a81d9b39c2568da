package build

import (
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/render"
)

// A step that touches none of the documents beside it is reported at its link, once for
// all translations.
func TestStepApartFromItsData(t *testing.T) {
	const text = `{ "$schema": "./example.schema.json", "description": "x", "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "generate": { "count": 9, "seed": 1, "document": { "_id": { "$$index": 1 } } } }], "steps": [
    { "id": "two", "operation": { "name": "find", "object": "huts", "arguments": { "filter": { "_id": { "$in": [4, 5] } }, "sort": { "_id": 1 } } } },
    { "id": "third", "operation": { "name": "find", "object": "huts", "arguments": { "filter": { "_id": 6 } } } },
    { "id": "last", "operation": { "name": "find", "object": "huts", "arguments": { "filter": { "_id": 7 } } } }] }`
	e, messages := example.Parse(diag.NewText("examples/huts.json", []byte(text)))
	if messages != nil {
		t.Fatal(messages[0].Text)
	}
	link := func(kind, name string, line int) guide.Figure {
		return guide.Figure{Target: guide.Target{Kind: kind, Collection: name, Step: name}, Pos: diag.Pos{File: "content/en/huts.md", Line: line, Col: 1}}
	}
	links := []guide.Figure{link("data", "huts", 1), link("steps", "two", 3), link("steps", "third", 5), link("steps", "last", 7)}
	d := &drawer{choices: map[string]*render.Choice{}}
	for n, want := range []int{1, 0} {
		_, _, messages = d.choice(&example.Result{Example: e}, links)
		if len(messages) != want {
			t.Fatalf("language %d: %v", n, messages)
		}
		if n == 0 && (messages[0].Pos != links[3].Pos || messages[0].Text != "the step last touches no document that is shown beside it, but huts 7" || messages[0].Hint == "") {
			t.Errorf("%+v", messages[0])
		}
	}
	if _, _, messages = d.choice(&example.Result{Example: e}, links[:3]); messages != nil {
		t.Errorf("two steps: %v", messages)
	}
}
