package example

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

// answering makes a passed result of steps that answer "q", each with its
// fields and result.
func answering(t *testing.T, name string, steps ...[2]string) Result {
	t.Helper()
	var written []string
	for i, s := range steps {
		written = append(written, fmt.Sprintf(`{ "id": "s%d", "answers": { "id": "q", "fields": %s },
			"operation": { "name": "find", "object": "c", "arguments": { "filter": {} } }, "unordered": true, "expectResult": %s }`, i, s[0], s[1]))
	}
	content := `{ "$schema": "./example.schema.json", "description": "x", "schema": { "c": { "validator": null } }, "initialData": [],
		"steps": [` + strings.Join(written, ",\n") + `] }`
	e, list := Parse(diag.NewText("examples/"+name+".json", []byte(content)))
	if list != nil {
		t.Fatal(printed(list))
	}
	return asExpected(e)
}

func TestCheckAnswers(t *testing.T) {
	embedded := [2]string{`["name", "number"]`, `[{ "name": "Galeb", "papers": [{ "number": 1 }, { "number": 2 }] }]`}
	tests := []struct {
		name  string
		other [][2]string
		want  string
	}{
		{"in two steps", [][2]string{{`["name", "number"]`, `[{ "name": "Galeb" }]`}, {`["name", "number"]`, `[{ "number": 2 }, { "number": 1 }]`}}, ""},
		{"other value", [][2]string{{`["name", "number"]`, `[{ "name": "Galeb", "number": 1 }]`}},
			`examples/b.json:2:38: "q" finds another "number" than a, so their costs can't be compared (only there: 2; only here: nothing)`},
		{"other type", [][2]string{{`["name", "number"]`, `[{ "name": "Galeb", "number": [1, 2.0] }]`}},
			`examples/b.json:2:38: "q" finds another "number" than a, so their costs can't be compared (only there: 2; only here: 2.0)`},
		{"less often", [][2]string{{`["name", "number"]`, `[{ "name": "Galeb", "number": [1, 2] }, { "number": 2 }]`}},
			`examples/b.json:2:38: "q" finds another "number" than a, so their costs can't be compared (only there: nothing; only here: 2)`},
		{"missing", [][2]string{{`["name", "number"]`, `[{ "name": "Galeb" }]`}},
			`examples/b.json:2:38: "q" finds another "number" than a, so their costs can't be compared (only there: 1, 2; only here: nothing)`},
		{"other fields", [][2]string{{`["number"]`, `[{ "number": 1 }]`}},
			`examples/b.json:2:38: "q" is answered here in other fields than in a (there they are ["name", "number"])`},
		{"fields differ in one example", [][2]string{embedded, {`["name"]`, `[{ "name": "Galeb" }]`}},
			`examples/b.json:4:26: the steps that answer "q" name different fields (line 2 has ["name", "number"])`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			results := []Result{answering(t, "a", embedded), answering(t, "b", tt.other...)}
			if got := printed(CheckAnswers(results)); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			results[1].Status = Failed
			if got := printed(CheckAnswers(results)); got != "" {
				t.Errorf("a failed example is compared: %s", got)
			}
		})
	}
}

func TestCheckAnswersTakesWholeValues(t *testing.T) {
	results := []Result{answering(t, "a", [2]string{`["."]`, `["x", "y"]`}), answering(t, "b", [2]string{`["."]`, `["y", "z"]`})}
	want := `examples/b.json:2:38: "q" finds another "." than a, so their costs can't be compared (only there: "x"; only here: "z")`
	if got := printed(CheckAnswers(results)); got != want {
		t.Errorf("got %s", got)
	}
}

// TestMissingFields: a field that nothing has compares nothing, so a slip in its
// name would let models answer different questions.
func TestMissingFields(t *testing.T) {
	const ferry = `[{ "name": "Galeb", "papers": [{ "number": 1 }], "crew": [], "at": { "$$type": "date" }, "to": { "$$unsetOrMatches": { "port": "Bari" } }, "gone": { "$$exists": false } }]`
	const others = `(it has name, papers, number, crew, at, to, port)`
	for _, tt := range []struct{ fields, result, want string }{
		{`["name", "crew", "papers.number", "to.port", "at"]`, ferry, ""},
		{`["numbr"]`, ferry, `examples/a.json:2:62: nothing that answers "q" has a field "numbr", so models would not be compared by it (did you mean number?)`},
		{`["name", "paper.number"]`, ferry, `examples/a.json:2:70: nothing that answers "q" has a field "paper.number", so models would not be compared by it (did you mean papers.number?)`},
		{`["captain"]`, ferry, `examples/a.json:2:62: nothing that answers "q" has a field "captain", so models would not be compared by it ` + others},
		{`["numbr"]`, `[{ "at": { "$$type": ["null", "object"] } }]`, ""},
		{`["numbr"]`, `[]`, ""},
		{`["numbr"]`, `null`, ""},
		{`["numbr"]`, `{ "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 }`,
			`examples/a.json:2:62: nothing that answers "q" has a field "numbr", so models would not be compared by it (it has matchedCount, modifiedCount, upsertedCount)`},
		{`["count"]`, `3`, `examples/a.json:2:62: nothing that answers "q" has a field "count", so models would not be compared by it (a question about whole values has the field ".", one that compares nothing none)`},
	} {
		a := answering(t, "a", [2]string{tt.fields, tt.result})
		if got := printed(CheckAnswers([]Result{a})); got != tt.want {
			t.Errorf("%s of %s: got\n%s\nwant\n%s", tt.fields, tt.result, got, tt.want)
		}
		if got := printed(CheckExpectedAnswers(a.Example)); got != tt.want {
			t.Errorf("%s of %s, without a database: got\n%s\nwant\n%s", tt.fields, tt.result, got, tt.want)
		}
	}
	gone := answering(t, "a", [2]string{`["gone"]`, ferry}).Example
	want := `examples/a.json:2:62: nothing that answers "q" has a field "gone", so models would not be compared by it ` + others
	if got := printed(CheckExpectedAnswers(gone)); got != want {
		t.Errorf("what is expected to be absent: got\n%s", got)
	}
	unknown := answering(t, "a", [2]string{`["numbr"]`, ferry}, [2]string{`["numbr"]`, `[]`}).Example
	unknown.Steps[1].Expect = nil
	if got := printed(CheckExpectedAnswers(unknown)); got != "" {
		t.Errorf("what a step returns is not known yet: %s", got)
	}
}

// TestCheckAnswersOfOtherSizes: costs at 10 and at 1,000 documents are those of
// different questions.
func TestCheckAnswersOfOtherSizes(t *testing.T) {
	found := [2]string{`["."]`, `["x"]`}
	results := []Result{answering(t, "a", found), answering(t, "b", found)}
	results[1].Example.Sizes = []int{10, 1000}
	want := `examples/b.json:2:38: "q" is answered here at other sizes than in a (models are compared size by size)`
	if got := printed(CheckAnswers(results)); got != want {
		t.Errorf("got %s", got)
	}
}
