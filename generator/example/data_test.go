package example

import (
	"strings"
	"testing"

	"modelbook/generator/ejson"
)

// TestReferenceOfNoField: a misspelled field holds nothing, so it would hold
// for ever.
func TestReferenceOfNoField(t *testing.T) {
	e, list := parse(t, strings.Replace(good, `"from": "guests.hut"`, `"from": "guests.hutt"`, 1))
	want := `examples/huts.json:13:18: no document of "guests" has the field hutt (the reference would hold whatever it says; mend its name, or leave it out)`
	if got := printed(CheckReferences(e)); list != "" || got != want {
		t.Errorf("%s, got %s", list, got)
	}
	e.Collection("guests").Documents = nil
	if got := printed(CheckReferences(e)); got != "" {
		t.Errorf("an empty collection has no field: %s", got)
	}
}

// generated gives what a template makes, printed.
func generatedBy(t *testing.T, document string) []string {
	t.Helper()
	content := strings.Replace(good, `{ "_id": { "$$index": 1 }, "hut": 1 }`, document, 1)
	e, list := parse(t, content)
	if list != "" {
		t.Fatal(list)
	}
	var made []string
	for _, d := range e.Collection("guests").Documents[1:] {
		made = append(made, ejson.Print(raw(d.Raw)))
	}
	return made
}

// TestGenerate pins the generated values: they stand in examples and pages, so
// no change of the program may change them.
func TestGenerate(t *testing.T) {
	start := `"start": { "$date": "2026-01-05T00:00:00Z" }`
	tests := []struct{ name, value, want string }{
		{"index", `{ "$$index": 10 }`, `10 | 11 | 12`},
		{"int", `{ "$$int": { "min": -1000, "max": 1000 } }`, `650 | 515 | 539`},
		{"date", `{ "$$date": { ` + start + `, "step": { "hours": 1, "minutes": 30 } } }`,
			`{ "$date": "2026-01-05T00:00:00Z" } | { "$date": "2026-01-05T01:30:00Z" } | { "$date": "2026-01-05T03:00:00Z" }`},
		{"objectId", `{ "$$objectId": { ` + start + `, "step": { "seconds": 1 } } }`,
			`{ "$oid": "695aff00e459320dd7000000" } | { "$oid": "695aff01e459320dd7000001" } | { "$oid": "695aff02e459320dd7000002" }`},
		{"pick", `{ "$$pick": ["a", { "b": { "$$index": 1 } }] }`, `"a" | "a" | { "b": 3 }`},
		{"repeat", `{ "$$repeat": { "count": 2, "value": { "n": { "$$index": 0 } } } }`, `[{ "n": 0 }, { "n": 1 }] | [{ "n": 0 }, { "n": 1 }] | [{ "n": 0 }, { "n": 1 }]`},
		{"repeat string", `{ "$$repeat": { "count": 3, "value": "ab" } }`, `"ababab" | "ababab" | "ababab"`},
		{"constant", `{ "$numberLong": "5" }`, `{ "$numberLong": "5" } | { "$numberLong": "5" } | { "$numberLong": "5" }`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for i, document := range generatedBy(t, `{ "_id": { "$$index": 1 }, "v": `+tt.value+`, "hut": 1 }`) {
				value := strings.TrimSuffix(document[strings.Index(document, `"v": `)+len(`"v": `):], `, "hut": 1 }`)
				if !strings.Contains(document, `"_id": `+string(rune('1'+i))) {
					t.Errorf("document %d: %s", i, document)
				}
				got = append(got, value)
			}
			if joined := strings.Join(got, " | "); joined != tt.want {
				t.Errorf("got  %s\nwant %s", joined, tt.want)
			}
		})
	}
}

// TestSplitmix holds the generator to the first numbers of its authors' code
// for the seed 1234567.
func TestSplitmix(t *testing.T) {
	random := splitmix(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := random.next(); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
}

func TestCheckReferences(t *testing.T) {
	tests := []struct{ name, guest, want string }{
		{"there", `"hut": 1`, ""},
		{"null", `"hut": null`, ""},
		{"missing", `"name": "Ana"`, ""},
		{"in an array", `"hut": [1, 2]`, `examples/huts.json:18:21: guests.hut is 2, which no document has as huts._id (the reference is declared in line 13)`},
		{"other type", `"hut": 1.0`, `examples/huts.json:18:21: guests.hut is 1.0, which no document has as huts._id (the reference is declared in line 13)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, list := parse(t, strings.Replace(good, `{ "_id": 0, "hut": 1 }],`, `{ "_id": 0, `+tt.guest+` }],`, 1))
			if list != "" {
				t.Fatal(list)
			}
			if got := printed(CheckReferences(e)); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}
