package migration

import (
	"fmt"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// collectionsOf reads {"name": [documents]}.
func collectionsOf(t *testing.T, text string) []Collection {
	t.Helper()
	var all bson.Raw
	if err := bson.UnmarshalExtJSON([]byte(text), false, &all); err != nil {
		t.Fatal(err)
	}
	var collections []Collection
	fields, _ := all.Elements()
	for _, f := range fields {
		c := Collection{Name: f.Key()}
		for _, document := range ejson.Elements(f.Value()) {
			c.Documents = append(c.Documents, document.Document())
		}
		collections = append(collections, c)
	}
	return collections
}

func TestLost(t *testing.T) {
	const embedded = `{ "huts": [
  { "_id": 1, "title": "Aleko", "wardens": [{ "_id": 11, "name": "Ana", "beds": 2 }, { "_id": 12, "name": "Bo", "beds": 1 }] },
  { "_id": 2, "title": "Kamen Del", "wardens": [{ "_id": 21, "name": "Cy", "beds": 3 }] }] }`
	const apart = `{ "huts": [{ "_id": 1, "title": "Aleko" }, { "_id": 2, "title": "Kamen Del" }], "wardens": [
  { "_id": 11, "hut": 1, "name": "Ana", "beds": 2 }, { "_id": 12, "hut": 1, "name": "Bo", "beds": 1 }, { "_id": 21, "hut": 2, "name": "Cy", "beds": 3 }] }`
	without := func(text, part string) string {
		if !strings.Contains(text, part) {
			t.Fatalf("no %s", part)
		}
		return strings.Replace(text, part, "", 1)
	}
	for _, c := range []struct {
		name, before, after string
		drops               []string
		references          string // from, to
		want                string
	}{
		{name: "out of the array", before: embedded, after: apart},
		{name: "into the array", before: apart, after: embedded},
		{name: "unchanged", before: embedded, after: embedded},
		{name: "the order of documents and fields is free", before: embedded, after: `{ "wardens": [{ "name": "Cy", "beds": 3, "in": 2, "_id": 21 }, { "beds": 1, "_id": 12, "name": "Bo", "in": 1 }, { "name": "Ana", "_id": 11, "beds": 2, "in": 1 }], "huts": [{ "title": "Kamen Del", "_id": 2 }, { "title": "Aleko", "_id": 1 }] }`},
		{name: "a field of one element", before: embedded, after: without(apart, `, "beds": 2`), want: "huts.wardens.beds 2 of 11"},
		// 1 and 2 are values of other fields of the same documents, but no field has all three.
		{name: "a field of small numbers", before: embedded, after: strings.NewReplacer(`, "beds": 2 `, "", `, "beds": 1 `, "", `, "beds": 3 `, "").Replace(apart), want: "huts.wardens.beds 2 of 11"},
		{name: "values that changed places", before: embedded, after: strings.NewReplacer("Ana", "Bo", "Bo", "Ana").Replace(apart), want: "huts.wardens.name \"Ana\" of 11"},
		{name: "to whom it belongs", before: embedded, after: strings.NewReplacer(`"hut": 1, `, "", `"hut": 2, `, "").Replace(apart), want: "huts.wardens._id 11 of 1"},
		{name: "an element", before: embedded, after: without(apart, `, { "_id": 12, "hut": 1, "name": "Bo", "beds": 1 }`), want: "huts.wardens._id 12 of 1, huts.wardens.beds 1 of 12, huts.wardens.name \"Bo\" of 12"},
		{name: "another type of a number", before: embedded, after: strings.Replace(apart, `"beds": 2`, `"beds": { "$numberDouble": "2" }`, 1)},
		{name: "a number as text", before: embedded, after: strings.NewReplacer(`"beds": 2`, `"beds": "2"`).Replace(apart), want: "huts.wardens.beds 2 of 11"},
		{name: "null says nothing", before: `{ "huts": [{ "_id": 1, "warden": null }] }`, after: `{ "huts": [{ "_id": 1 }] }`},
		{name: "strings in an array", before: `{ "huts": [{ "_id": 1, "tags": ["lake", "view"] }, { "_id": 2, "tags": ["lake"] }] }`, after: `{ "tags": [{ "_id": "lake", "huts": [1, 2] }, { "_id": "view", "huts": [1] }], "huts": [{ "_id": 1 }, { "_id": 2 }] }`},
		{name: "one of them", before: `{ "huts": [{ "_id": 1, "tags": ["lake", "view"] }, { "_id": 2, "tags": ["lake"] }] }`, after: `{ "tags": [{ "_id": "lake", "huts": [1, 2] }], "huts": [{ "_id": 1 }, { "_id": 2 }] }`, want: "huts.tags \"view\" of 1"},
		{name: "of another element", before: apart, after: strings.NewReplacer(`"beds": 2`, `"beds": 1`, `"beds": 1 `, `"beds": 2 `).Replace(embedded), want: "wardens.beds 2 of 11"},
		{name: "a document in the document", before: `{ "ferries": [{ "_id": 1, "papers": { "_id": 7, "until": 2026 } }] }`, after: `{ "ferries": [{ "_id": 1, "papers": 7 }], "papers": [{ "_id": 7, "until": 2026 }] }`},
		{name: "a field of it", before: `{ "ferries": [{ "_id": 1, "papers": { "_id": 7, "until": 2026 } }] }`, after: `{ "ferries": [{ "_id": 1, "papers": 7, "until": 7 }], "papers": [{ "_id": 7 }] }`, want: "ferries.papers.until 2026 of 7"},
		{name: "an _id of fields", before: `{ "hours": [{ "_id": { "station": 4, "hour": 9 }, "sum": 80 }] }`, after: `{ "hours": [{ "_id": 1, "station": 4, "hour": 9, "sum": 80 }] }`},
		{name: "a dropped _id", before: embedded, drops: []string{"huts.wardens._id"},
			after: `{ "wardens": [{ "hut": 1, "name": "Ana", "beds": 2 }, { "hut": 1, "name": "Bo", "beds": 1 }, { "hut": 2, "name": "Cy", "beds": 3 }], "huts": [{ "_id": 1, "title": "Aleko" }, { "_id": 2, "title": "Kamen Del" }] }`,
			want:  "huts.wardens._id 11 of 1"},
		{name: "a dropped _id of documents", before: `{ "papers": [{ "_id": 7, "ferry": 1, "until": 2026 }, { "_id": 8, "ferry": 2, "until": 2027 }] }`, drops: []string{"papers._id"}, references: "papers.ferry",
			after: `{ "ferries": [{ "_id": 1, "until": 2026 }, { "_id": 2, "until": 2027 }] }`, want: "papers._id 7 of nothing"},
		{name: "a dropped _id, and values at the wrong one", before: `{ "papers": [{ "_id": 7, "ferry": 1, "until": 2026 }, { "_id": 8, "ferry": 2, "until": 2027 }] }`, drops: []string{"papers._id"}, references: "papers.ferry",
			after: `{ "ferries": [{ "_id": 1, "until": 2027 }, { "_id": 2, "until": 2026 }] }`, want: "papers._id 7 of nothing, papers.until 2026 of 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var references []example.Reference
			if collection, path, declared := strings.Cut(c.references, "."); declared {
				references = []example.Reference{{FromCollection: collection, FromPath: path}}
			}
			var got []string
			lost, ok := Lost(collectionsOf(t, c.before), collectionsOf(t, c.after), c.drops, references)
			if !ok {
				t.Error("there is too much to compare")
			}
			for _, l := range lost {
				got = append(got, fmt.Sprintf("%s %s of %s", l.Field, short(l.Value), short(l.ID)))
			}
			if told := strings.Join(got, ", "); told != c.want {
				t.Errorf("lost %s", told)
			}
		})
	}
}

func TestWrongDrops(t *testing.T) {
	before := collectionsOf(t, `{ "huts": [{ "_id": 1, "title": "Aleko", "view": { "lake": true } }] }`)
	drop := func(field string) example.MovedField { return example.MovedField{Field: field} }
	lost := []Loss{{Field: "huts.view.lake"}}
	unknown, needless := WrongDrops([]example.MovedField{drop("huts.view"), drop("huts.titel"), drop("huts.title")}, before, lost)
	if len(unknown) != 1 || unknown[drop("huts.titel")] != "did you mean huts.title?" {
		t.Errorf("unknown %v", unknown)
	}
	if len(needless) != 1 || needless[0] != drop("huts.title") {
		t.Errorf("needless %v", needless)
	}
}

// Equal values in many elements are compared no further than is bearable.
func TestLostInManyEqualValues(t *testing.T) {
	elements := strings.TrimSuffix(strings.Repeat(`{ "a": 1 }, { "_id": 2 }, `, 20_000), ", ")
	before := collectionsOf(t, `{ "huts": [{ "_id": 1, "parts": [{ "_id": 2, "a": 1 }] }] }`)
	if _, ok := Lost(before, collectionsOf(t, `{ "huts": [{ "_id": 1, "parts": [`+elements+`] }] }`), nil, nil); ok {
		t.Error("all were compared")
	}
}
