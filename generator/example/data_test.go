package example

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// TestReferenceOfNoField: a misspelled field holds nothing, so it would hold
// for ever.
func TestReferenceOfNoField(t *testing.T) {
	e, list := parse(t, strings.Replace(good, `"from": "guests.hut"`, `"from": "guests.hutt"`, 1))
	want := `examples/huts.json:13:18: no document of "guests" has the field hutt (the reference would hold whatever it says; mend its name, or leave it out)`
	if got := printed(CheckReferences(t.Context(), e)); list != "" || got != want {
		t.Errorf("%s, got %s", list, got)
	}
	e.Collection("guests").Written, e.Collection("guests").generator = nil, nil
	if got := printed(CheckReferences(t.Context(), e)); got != "" {
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
	data := e.Data(e.FirstSize())
	for d := range data.Documents("guests") {
		if err := d.Raw.Validate(); err != nil {
			t.Fatal(err)
		}
		if d.Generated {
			made = append(made, ejson.Print(raw(d.Raw)))
		}
	}
	if wrong := data.Failure(); wrong != nil {
		t.Fatal(wrong.Text)
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
		{"date of two", `{ "$$date": { ` + start + `, "step": { "hours": 1 }, "every": 2 } }`,
			`{ "$date": "2026-01-05T00:00:00Z" } | { "$date": "2026-01-05T00:00:00Z" } | { "$date": "2026-01-05T01:00:00Z" }`},
		{"objectId", `{ "$$objectId": { ` + start + `, "step": { "seconds": 1 } } }`,
			`{ "$oid": "695aff00e459320dd7000000" } | { "$oid": "695aff01e459320dd7000001" } | { "$oid": "695aff02e459320dd7000002" }`},
		{"decimal", `{ "$$decimal": { "min": "-2.50", "max": "9.99" } }`, `{ "$numberDecimal": "5.54" } | { "$numberDecimal": "3.46" } | { "$numberDecimal": "7.03" }`},
		{"name", `{ "$$name": "full" }`, `"Emeka Nwosu" | "Phạm Bình" | "Gunnar Dahl"`},
		{"given name", `{ "$$name": "given" }`, `"Emeka" | "Bình" | "Gunnar"`},
		{"weights", `{ "$$pick": { "values": ["a", "b", "c"], "weights": [1, 1, 1000] } }`, `"c" | "c" | "c"`},
		{"varying length", `{ "$$repeat": { "count": { "$$int": { "min": 0, "max": 3 } }, "value": { "$$index": 5 } } }`, `[] | [5, 6] | [5, 6, 7]`},
		{"picked length", `{ "$$repeat": { "count": { "$$pick": [0, 2] }, "value": "x" } }`, `"" | "" | "xx"`},
		{"reference", `{ "$$ref": "huts" }`, `1 | 1 | 1`},
		{"picked in turns", `{ "$$pick": { "values": ["a", "b"], "order": "turns" } }`, `"a" | "b" | "a"`},
		{"optional", `{ "a": { "$$optional": { "percent": 5, "value": { "$$index": 1 } } }, "b": { "$$int": { "min": 1, "max": 9 } } }`, `{ "a": 1, "b": 1 } | { "a": 2, "b": 8 } | { "b": 8 }`},
		{"optional in turns", `{ "a": { "$$optional": { "every": 2, "value": 1 } }, "b": { "$$optional": { "every": 3, "first": 2, "value": [{ "c": { "$$optional": { "every": 2, "value": 1 } } }, {}] } } }`, `{ "a": 1 } | { "b": [{ "c": 1 }, {}] } | { "a": 1 }`},
		{"pick", `{ "$$pick": ["a", { "b": { "$$index": 1 } }] }`, `"a" | "a" | { "b": 3 }`},
		{"repeat", `{ "$$repeat": { "count": 2, "value": { "n": { "$$index": 0 } } } }`, `[{ "n": 0 }, { "n": 1 }] | [{ "n": 0 }, { "n": 1 }] | [{ "n": 0 }, { "n": 1 }]`},
		{"text", `{ "$$text": ["HU-", { "$$index": 7 }, "/", { "$numberLong": "5" }] }`, `"HU-7/5" | "HU-8/5" | "HU-9/5"`},
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

// TestIDOfIDs: an _id takes the _ids of data before it, also where only the _id is wanted,
// as in another reference.
func TestIDOfIDs(t *testing.T) {
	e, list := Parse(diag.NewText("examples/x.json", []byte(`{ "$schema": "./example.schema.json", "description": "x", "schema": { "nights": { "validator": null }, "bills": { "validator": null } },
  "initialData": [
    { "name": "huts", "generate": { "count": 2, "seed": 1, "document": { "_id": { "$$text": ["H", { "$$index": 1 }] } } } },
    { "collectionName": "nights", "generate": { "count": 3, "seed": 1, "document": { "_id": { "hut": { "$$ref": { "to": "huts", "order": "turns" } }, "n": { "$$index": 1 } } } } },
    { "collectionName": "bills", "generate": { "count": 3, "seed": 1, "document": { "_id": { "$$index": 1 }, "night": { "$$ref": { "to": "nights", "order": "turns" } } } } }],
  "steps": [{ "id": "count", "operation": { "name": "countDocuments", "object": "nights", "arguments": { "filter": {} } }, "expectResult": 3 }] }`)))
	if len(list) > 0 {
		t.Fatal(list)
	}
	var nights []string
	for document := range e.Data(0).Documents("bills") {
		nights = append(nights, document.Raw.Lookup("night").String())
	}
	const want = `{"hut": "H1","n": {"$numberInt":"1"}} {"hut": "H2","n": {"$numberInt":"2"}} {"hut": "H1","n": {"$numberInt":"3"}}`
	if got := strings.Join(nights, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestOptional: so many of a hundred have the field, and those that do not have it
// have no key for it.
func TestOptional(t *testing.T) {
	made := generatedBy(t, `{ "_id": { "$$index": 1 }, "list": { "$$repeat": { "count": 2000, "value": { "a": { "$$optional": { "percent": 30, "value": 1 } } } } } }`)
	for _, document := range made {
		if n := strings.Count(document, `"a": 1`); n < 540 || n > 660 || strings.Count(document, "{}") != 2000-n {
			t.Errorf("%d of 2000 have the field", n)
		}
	}
}

// gathered has huts that are made of their entries, and entries that are not
// stored but refer to the huts.
const gathered = `{ "$schema": "./example.schema.json", "description": "x", "sizes": [2, 4], "schema": { "huts": { "validator": null } },
  "initialData": [
    { "collectionName": "huts", "documents": [{ "_id": 0 }], "generate": { "count": { "$$size": 1 }, "seed": 1, "document": { "_id": { "$$index": 1 }, "v": VALUE } } },
    { "name": "entries", "generate": { "count": 8, "seed": 2, "document": {
      "_id": { "$$index": 10 }, "hut": { "$$ref": { "to": "huts", "order": "turns" } }, "nights": { "$$index": 1 }, "by": { "n": { "$$index": 0 } } } } }],
  "steps": [{ "id": "all", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": 1 } } } }] }`

// TestGathering: documents hold what other documents that refer to them have,
// at each size.
func TestGathering(t *testing.T) {
	tests := []struct {
		name, value string
		size        int
		want        string
	}{
		{"count", `{ "$$count": { "of": "entries.hut" } }`, 2, `3 | 2`},
		{"sum", `{ "$$sum": { "of": "entries.hut", "field": "nights" } }`, 2, `15 | 9`},
		{"sum inside", `{ "$$sum": { "of": "entries.hut", "field": "by.n" } }`, 4, `7 | 9 | 3 | 4`},
		{"all of a field", `{ "$$subset": { "of": "entries.hut", "field": "_id" } }`, 2, `[11, 14, 17] | [12, 15]`},
		{"newest", `{ "$$subset": { "of": "entries.hut", "sort": { "nights": -1 }, "limit": 2, "fields": ["nights"] } }`, 2, `[{ "nights": 8 }, { "nights": 5 }] | [{ "nights": 6 }, { "nights": 3 }]`},
		{"documents", `{ "$$subset": { "of": "entries.hut", "limit": 1 } }`, 4, `[{ "_id": 11, "hut": 1, "nights": 2, "by": { "n": 1 } }] | [{ "_id": 12, "hut": 2, "nights": 3, "by": { "n": 2 } }] | ` +
			`[{ "_id": 13, "hut": 3, "nights": 4, "by": { "n": 3 } }] | [{ "_id": 14, "hut": 4, "nights": 5, "by": { "n": 4 } }]`},
		{"inside", `{ "a": [{ "$$count": { "of": "entries.hut" } }] }`, 2, `{ "a": [3] } | { "a": [2] }`},
		{"size", `{ "$$size": 3 }`, 4, `12 | 12 | 12 | 12`},
	}
	for _, tt := range tests {
		e, list := parse(t, strings.Replace(gathered, "VALUE", tt.value, 1))
		if list != "" {
			t.Fatal(list)
		}
		data, got := e.Data(tt.size), []string(nil)
		for d := range data.Documents("huts") {
			if d.Generated {
				got = append(got, ejson.Print(d.Raw.Lookup("v")))
			}
		}
		if joined := strings.Join(got, " | "); joined != tt.want || data.Failure() != nil {
			t.Errorf("%s: %v\ngot  %s\nwant %s", tt.name, data.Failure(), joined, tt.want)
		}
		if d, ok := data.Document("huts", 2); !ok || d.Raw.Lookup("_id").Int32() != 2 || data.Count("huts") != 1+tt.size {
			t.Errorf("%s: %s, %d huts", tt.name, d.Raw, data.Count("huts"))
		}
	}
}

// grown has the nodes of a tree: at the size 2 a root, two children, and three
// below each of them.
const grown = `{ "$schema": "./example.schema.json", "description": "x", "sizes": [2, 4], "schema": { "places": { "validator": null } },
  "initialData": [{ "collectionName": "places", "generate": { "tree": [{ "$$size": 1 }, 3], "seed": 1, "document": { "_id": { "$$index": 100 }, "v": VALUE } } }],
  "steps": [{ "id": "all", "operation": { "name": "find", "object": "places", "arguments": { "filter": {}, "sort": { "_id": 1 } } } }] }`

// TestTree: documents are the nodes of a tree, a parent before what is below it.
func TestTree(t *testing.T) {
	for value, want := range map[string]string{
		`{ "$$node": "parent" }`:    `null 100 101 101 101 100 105 105 105`,
		`{ "$$node": "children" }`:  `[101, 105] [102, 103, 104] [] [] [] [106, 107, 108] [] [] []`,
		`{ "$$node": "ancestors" }`: `[] [100] [100, 101] [100, 101] [100, 101] [100] [100, 105] [100, 105] [100, 105]`,
		`{ "$$node": "path" }`: `"/100/" "/100/101/" "/100/101/102/" "/100/101/103/" "/100/101/104/" ` +
			`"/100/105/" "/100/105/106/" "/100/105/107/" "/100/105/108/"`,
		`{ "$$node": "left" }`:  `1 2 3 5 7 10 11 13 15`,
		`{ "$$node": "right" }`: `18 9 4 6 8 17 12 14 16`,
		`{ "$$node": "place" }`: `1 1 1 2 3 2 1 2 3`,
		`{ "$$level": ["house", { "$$text": ["floor ", { "$$node": "place" }] }, { "$$index": 0 }] }`: `"house" "floor 1" 2 3 4 "floor 2" 6 7 8`,
		`{ "$$repeat": { "count": 1, "value": { "$$node": "place" } } }`:                              `[1] [1] [1] [2] [3] [2] [1] [2] [3]`,
	} {
		e, list := parse(t, strings.Replace(grown, "VALUE", value, 1))
		if list != "" {
			t.Fatal(list)
		}
		data, got := e.Data(2), []string(nil)
		for d := range data.Documents("places") {
			got = append(got, ejson.Print(d.Raw.Lookup("v")))
		}
		if joined := strings.Join(got, " "); joined != want || data.Failure() != nil {
			t.Errorf("%s: %v\ngot  %s\nwant %s", value, data.Failure(), joined, want)
		}
		if n := e.Data(4).Count("places"); n != 17 {
			t.Errorf("%d places at the size 4, not 17", n)
		}
	}
}

// TestDataThatEnd: what can't be made is told once it is asked for.
func TestDataThatEnd(t *testing.T) {
	for value, want := range map[string]string{
		`{ "$$subset": { "of": "entries.cabin" } }`:                                                  `no document of "entries" has the field cabin`,
		`{ "$$text": ["HU-", 0.5] }`:                                                                 `"$$text" joins strings and integers, not 0.5`,
		`{ "$$sum": { "of": "entries.hut", "field": "by" } }`:                                        `"$$sum" adds integers up, not { "n": 0 }`,
		`{ "$$subset": { "of": "entries.hut", "sort": { "by": 1 } } }`:                               `"$$subset" can't sort by by, which is { "n": 0 }`,
		`{ "$$repeat": { "count": 16777216, "value": "abcdef" } }`:                                   `a generated document is larger than 33554432 bytes`,
		`{ "$$repeat": { "count": 16777216, "value": { "$$repeat": { "count": 9, "value": 1 } } } }`: `a generated document is larger than 33554432 bytes`,
	} {
		e, list := parse(t, strings.Replace(gathered, "VALUE", value, 1))
		if list != "" {
			t.Fatal(list)
		}
		data := e.Data(2)
		for range data.Documents("huts") {
		}
		if wrong := data.Failure(); wrong == nil || wrong.Text != want || wrong.Line != 3 && wrong.Line != 4 {
			t.Errorf("%s: %+v, want %s", value, wrong, want)
			continue
		}
		record(diag.List{*data.Failure()})
	}
}

// TestDataThatAreTooLarge: all documents together have a limit.
func TestDataThatAreTooLarge(t *testing.T) {
	e, list := parse(t, strings.Replace(gathered, "VALUE", "1", 1))
	if list != "" {
		t.Fatal(list)
	}
	data := e.Data(4)
	data.left = 40 // bytes: enough for one generated document
	made := 0
	for range data.Documents("huts") {
		made++
	}
	if wrong := data.Failure(); wrong == nil || printed(diag.List{*wrong}) != "examples/huts.json:3:74: the generated documents are larger than 100663296 bytes together" || made != 2 {
		t.Errorf("%d made, then %+v", made, wrong)
	}
}

// TestDataOfAnExhaustedExample: what took too long once is not made again.
func TestDataOfAnExhaustedExample(t *testing.T) {
	e, list := parse(t, strings.Replace(gathered, "VALUE", "1", 1))
	if list != "" {
		t.Fatal(list)
	}
	e.Exhausted = true
	data := e.Data(4)
	for document := range data.Documents("huts") {
		if document.Generated {
			t.Fatal("a document was generated")
		}
	}
	if data.Failure() == nil {
		t.Error("nobody is told")
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
		{"in an array", `"hut": [1, 2]`, `examples/huts.json:18:44: guests.hut is 2, which no document has as huts._id (the reference is declared in line 13)`},
		{"other type", `"hut": 1.0`, `examples/huts.json:18:33: guests.hut is 1.0, which no document has as huts._id (the reference is declared in line 13)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, list := parse(t, strings.Replace(good, `{ "_id": 0, "hut": 1 }],`, `{ "_id": 0, `+tt.guest+` }],`, 1))
			if list != "" {
				t.Fatal(list)
			}
			if got := printed(CheckReferences(t.Context(), e)); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestKeptThatAreTooLarge: what is kept of other data to be taken from has the limit of
// all documents together.
func TestKeptThatAreTooLarge(t *testing.T) {
	for limit, want := range map[string]bool{`, "limit": 1`: false, ``: true} {
		e, list := parse(t, `{
  "$schema": "./example.schema.json",
  "description": "Huts and their parts",
  "schema": { "huts": { "validator": null } },
  "initialData": [
    { "collectionName": "huts", "generate": { "count": 1, "seed": 1, "document": { "_id": { "$$index": 1 }, "last": { "$$subset": { "of": "parts.hut"`+limit+`, "field": "_id" } } } } },
    { "name": "parts", "generate": { "count": 8, "seed": 2, "document": { "_id": { "$$index": 1 }, "hut": { "$$ref": "huts" }, "text": { "$$repeat": { "count": 5000, "value": "`+strings.Repeat("a", 3000)+`" } } } } }
  ],
  "steps": [{ "id": "one", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } }]
}`)
		if list != "" {
			t.Fatal(list)
		}
		data, made := e.Data(0), 0
		for range data.Documents("huts") {
			made++
		}
		if failed := data.Failure() != nil; failed != want {
			t.Errorf("with %q: %+v after %d documents", limit, data.Failure(), made)
		}
	}
}
