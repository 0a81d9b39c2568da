package render

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code/shell"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// collectionOf makes an example with one collection, ferries.
func collectionOf(t *testing.T, documents ...string) *example.Example {
	t.Helper()
	c := example.Collection{Name: "ferries"}
	for _, text := range documents {
		raw, err := bson.Marshal(document(t, text))
		if err != nil {
			t.Fatal(err)
		}
		c.Written = append(c.Written, example.Document{Raw: raw})
	}
	return &example.Example{Name: "one-to-one-embedded", Collections: []example.Collection{c}}
}

// sketch writes boxes as text, each box indented and opened by | or, for an
// array, by "|| n".
func sketch(box *figure.Box, indent string) string {
	var b strings.Builder
	for _, row := range box.Rows {
		b.WriteString(indent)
		for _, token := range row.Before {
			if token.Class == figure.Reference {
				b.WriteString("→")
			}
			b.WriteString(token.Text)
		}
		if row.More > 0 {
			b.WriteString(" + " + strings.Repeat("i", row.More))
		}
		b.WriteString("\n")
		if row.Inside != nil {
			edge := "| "
			if row.Inside.Kind == figure.Array {
				edge = "|| "
			}
			b.WriteString(sketch(row.Inside, indent+edge))
		}
		if row.After != nil {
			b.WriteString(indent + figure.Line{Tokens: row.After}.Text() + "\n")
		}
	}
	return b.String()
}

func TestDataDrawsBoxes(t *testing.T) {
	e := collectionOf(t, `{"_id": 1, "name": "Galeb", "certificate": {"number": "SC-4417", "port": {"_id": 7, "at": [15.2, 44.1]}},
		"crew": [{"id": 11, "name": "Ana"}, {"id": 12}], "tags": [], "log": {}, "old": [3, {"a": 1}, [4]], "home": 5}`)
	e.References = []example.Reference{
		{FromCollection: "ferries", FromPath: "home", ToCollection: "ports", ToPath: "_id"},
		{FromCollection: "ferries", FromPath: "crew.id", ToCollection: "people", ToPath: "number"},
		{FromCollection: "ports", FromPath: "name"},
	}
	data, err := DataOf(e, "ferries")
	if err != nil {
		t.Fatal(err)
	}
	const want = `
{ _id: 1,
  name: 'Galeb',
  certificate:
| { number: 'SC-4417',
|   port:
| | { _id: 7,
| |   at: [
| | || 15.2, 44.1
| | ] }
| },
  crew: [
|| 
|| | { id: →11,
|| |   name: 'Ana' },
|| 
|| | { id: →12 }
],
  tags: [],
  log: {},
  old: [
|| 3,
|| 
|| | { a: 1 },
|| [
|| || 4
|| ]
],
  home: →5 }
`
	if got := "\n" + sketch(data.Documents[0], ""); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
	box := data.Documents[0]
	if box.Bytes != len(e.Collections[0].Written[0].Raw) || data.Total != 1 {
		t.Errorf("%d bytes, %d documents", box.Bytes, data.Total)
	}
	if home := box.Rows[7]; home.Refers != "ports" || box.ID != "1" {
		t.Errorf("the document %s points at %q", box.ID, home.Refers)
	}
	if first := box.Rows[3].Inside.Rows[0].Inside.Rows[0]; first.Refers != "" {
		t.Errorf("what points at another field than _id points at %q", first.Refers)
	}
	crew := box.Rows[3].Inside
	if crew.Count != 2 || crew.Depth != 1 || crew.Rows[0].Inside.Depth != 2 {
		t.Errorf("crew: count %d, depth %d, element's depth %d", crew.Count, crew.Depth, crew.Rows[0].Inside.Depth)
	}
	if id := box.Rows[0].Before[1]; id != (figure.Token{Class: figure.ID, Text: "_id"}) {
		t.Errorf("the first key is %+v", id)
	}
}

func TestDataCutsLongArrays(t *testing.T) {
	numbers := strings.TrimSuffix(strings.Repeat("7, ", 25), ", ")
	data, err := DataOf(collectionOf(t, `{"_id": 1, "n": [`+numbers+`]}`), "ferries")
	if err != nil {
		t.Fatal(err)
	}
	want := "{ _id: 1,\n  n: [\n|| 7, 7, 7 + " + strings.Repeat("i", 22) + "\n] }\n"
	if got := sketch(data.Documents[0], ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if count := data.Documents[0].Rows[1].Inside.Count; count != 25 {
		t.Errorf("an array of %d", count)
	}
}

func TestDataShowsTheFirstGenerated(t *testing.T) {
	e := collectionOf(t, `{"_id": 1}`, `{"_id": 2}`, `{"_id": 3}`, `{"_id": 4}`, `{}`)
	for i := 1; i < 5; i++ {
		e.Collections[0].Written[i].Generated = true
	}
	data, err := DataOf(e, "ferries")
	if err != nil {
		t.Fatal(err)
	}
	if len(data.Documents) != 1+ShownGenerated || data.Total != 5 {
		t.Errorf("%d of %d", len(data.Documents), data.Total)
	}
	if _, err := DataOf(e, "harbors"); err == nil {
		t.Error("a collection that is not there was shown")
	}
}

func TestEmptyDocument(t *testing.T) {
	data, err := DataOf(collectionOf(t, `{}`), "ferries")
	if err != nil || sketch(data.Documents[0], "") != "{}\n" {
		t.Errorf("%v, %v", data.Documents, err)
	}
}

// A document of any size is drawn in little room: a long text is cut, and only the
// first of arrays in arrays are read.
func TestDataOfLargeDocuments(t *testing.T) {
	nested := bson.A{int32(1), int32(2)}
	for range 17 {
		nested = bson.A{nested, nested}
	}
	for name, value := range map[string]any{
		"a text":   strings.Repeat("мир ", 100_000),
		"an array": make(bson.A, 100_000),
		"arrays":   nested,
	} {
		raw, err := bson.Marshal(bson.D{{Key: "_id", Value: 1}, {Key: "value", Value: value}})
		if err != nil {
			t.Fatal(err)
		}
		e := &example.Example{Name: "large", Collections: []example.Collection{{Name: "huts", Written: []example.Document{{Raw: raw}}}}}
		data, err := DataOf(e, "huts")
		if err != nil {
			t.Fatal(err)
		}
		if size := data.Figure().Size(); size > 4<<20 {
			t.Errorf("%s takes %d bytes", name, size)
		}
		if text := data.Documents[0].Text(); name == "a text" && !strings.Contains(text, shell.Ellipsis+"'") {
			t.Errorf("%s is not cut: %.600s", name, text)
		}
		if name == "an array" && data.Documents[0].Rows[1].Inside.Count != 100_000 {
			t.Errorf("%s has %d elements", name, data.Documents[0].Rows[1].Inside.Count)
		}
	}
}
