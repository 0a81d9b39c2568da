package render

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// modelOf makes an example of collections, each with documents, and references
// written "crossings.ferry -> ferries._id".
func modelOf(t *testing.T, collections map[string][]string, references ...string) *example.Example {
	t.Helper()
	e := &example.Example{Name: "model"}
	names := make([]string, 0, len(collections))
	for name := range collections {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		c := example.Collection{Name: name}
		for _, text := range collections[name] {
			raw, err := bson.Marshal(document(t, text))
			if err != nil {
				t.Fatal(err)
			}
			c.Written = append(c.Written, example.Document{Raw: raw})
		}
		e.Collections = append(e.Collections, c)
	}
	for _, written := range references {
		from, to, _ := strings.Cut(written, " -> ")
		r := example.Reference{}
		r.FromCollection, r.FromPath, _ = strings.Cut(from, ".")
		r.ToCollection, r.ToPath, _ = strings.Cut(to, ".")
		e.References = append(e.References, r)
	}
	return e
}

// extremes are models that no author should draw.
func extremes(t *testing.T) []*example.Example {
	t.Helper()
	twelve, to := map[string][]string{}, []string{}
	for i := range 12 {
		name := fmt.Sprintf("collection%02d", i)
		twelve[name] = []string{`{"_id": 1, "next": 2, "first": 1}`, `{"_id": 2, "next": 1, "first": 1}`}
		to = append(to, fmt.Sprintf("%s.next -> collection%02d._id", name, (i+1)%12), name+".first -> collection00._id")
	}
	long := strings.Repeat("long", 75)
	return []*example.Example{
		modelOf(t, map[string][]string{"empty": nil}),
		modelOf(t, map[string][]string{"a": {`{}`}}),
		modelOf(t, twelve, to...),
		modelOf(t, map[string][]string{"气象站": {`{"_id": 1, "名称": "北", "读数": [{"时间": 1, "气压": 2}, {"时间": 2, "气压": 3}]}`}, "读数集合": {`{"_id": 1, "气象站编号": 1}`}}, "读数集合.气象站编号 -> 气象站._id"),
		modelOf(t, map[string][]string{long: {`{"_id": 1, "` + long + `": 1, "b": {"` + long + `": {"c": {"d": {"e": 1}}}}}`}, "x" + long: {`{"_id": 1, "y` + long + `": 1}`}}, "x"+long+".y"+long+" -> "+long+"._id"),
		modelOf(t, map[string][]string{"nodes": {`{"_id": 1, "parent": 1, "children": [1, 2], "grid": [[1, 2], [3]]}`, `{"_id": 2, "parent": 1}`}}, "nodes.parent -> nodes._id", "nodes.children -> nodes._id"),
		modelOf(t, map[string][]string{"a": {`{"_id": 1, "p": {"q": [{"r": 1}, {"r": 2}]}, "many": [1, 2], "c": 1, "d": 1, "e": 1, "f": 1, "g": 1}`}, "b": {`{"_id": 1, "a": 1}`, `{"_id": 2, "a": 1}`}},
			"a.p.q.r -> b._id", "a.many -> b._id", "b.a -> a._id", "a.c -> b._id", "a.d -> b._id", "a.e -> b._id", "a.f -> b._id", "a.g -> b._id"),
	}
}

// TestModelsOverlapNowhere computes the boxes of the diagram of every example and of
// extreme models: sheets are apart, embedded boxes are inside theirs, and no text is
// over another, over an edge or over a line.
func TestModelsOverlapNowhere(t *testing.T) {
	for _, e := range append(handbook(t), extremes(t)...) {
		model, err := ModelOf(e, 0)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		again, _ := ModelOf(e, 0)
		if !reflect.DeepEqual(model, again) {
			t.Errorf("%s is drawn in two ways", e.Name)
		}
		if len(model.Collections) != len(e.Collections) {
			t.Errorf("%s: %d of %d collections", e.Name, len(model.Collections), len(e.Collections))
		}
		for _, wrong := range overlaps(model) {
			t.Errorf("%.40s: %s", e.Name, wrong)
		}
	}
}

func overlaps(m Model) []string {
	var wrong []string
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	whole := Area{W: ModelWidth, H: m.Height}
	for i, a := range m.Boxes {
		if !whole.Holds(a.Area) {
			fail("the box %v leaves %v", a.Area, whole)
		}
		for _, b := range m.Boxes[i+1:] {
			if a.Overlaps(b.Area) && !a.Holds(b.Area) && !a.Behind && !b.Behind {
				fail("the boxes %v and %v overlap", a.Area, b.Area)
			}
		}
	}
	for i, a := range m.Texts {
		if !whole.Holds(a.Area) {
			fail("the text %q leaves the drawing: %v", a.Text, a.Area)
		}
		for _, b := range m.Texts[i+1:] {
			if a.Overlaps(b.Area) {
				fail("the texts %q %v and %q %v overlap", a.Text, a.Area, b.Text, b.Area)
			}
		}
		onTop := slices.ContainsFunc(m.Boxes, func(b ModelBox) bool { return !b.Behind && b.Holds(a.Area) })
		for _, b := range m.Boxes {
			if a.Overlaps(b.Area) && !b.Holds(a.Area) && !(b.Behind && onTop) {
				fail("the text %q %v lies over the edge of %v", a.Text, a.Area, b.Area)
			}
		}
		for _, l := range m.Lines {
			if crosses(l, a.Area) {
				fail("a line %v runs through the text %q %v", l.Points, a.Text, a.Area)
			}
		}
	}
	for i, a := range m.Lines {
		for _, b := range m.Lines[i+1:] {
			if a.Points[len(a.Points)-1] != b.Points[len(b.Points)-1] && liesOn(a, b) {
				fail("the lines %v and %v, which lead to different fields, lie on each other", a.Points, b.Points)
			}
		}
	}
	return wrong
}

// TestOverlapsAreFound: the check above is no formality.
func TestOverlapsAreFound(t *testing.T) {
	box := func(x, y, w, h int) ModelBox {
		return ModelBox{Area: Area{X: x, Y: y, W: w, H: h}}
	}
	text := func(x, y, w, h int) ModelText {
		return ModelText{Area: Area{X: x, Y: y, W: w, H: h}}
	}
	for name, m := range map[string]Model{
		"outside":   {Height: 10, Boxes: []ModelBox{box(0, 0, 10, 20)}},
		"two boxes": {Height: 50, Boxes: []ModelBox{box(0, 0, 20, 20), box(10, 10, 20, 20)}},
		"two texts": {Height: 50, Texts: []ModelText{text(0, 0, 20, 14), text(10, 10, 20, 14)}},
		"an edge":   {Height: 50, Boxes: []ModelBox{box(0, 0, 20, 20)}, Texts: []ModelText{text(10, 0, 20, 14)}},
		"two lines": {Height: 50, Lines: []ModelLine{{Points: []ModelPoint{{X: 5, Y: 5}, {X: 40, Y: 5}}}, {Points: []ModelPoint{{X: 30, Y: 5}, {X: 50, Y: 5}}}}},
		"a line":    {Height: 50, Texts: []ModelText{text(0, 0, 20, 14)}, Lines: []ModelLine{{Points: []ModelPoint{{X: 5, Y: 5}, {X: 40, Y: 5}}}}},
	} {
		if len(overlaps(m)) != 1 {
			t.Errorf("%s: %v", name, overlaps(m))
		}
	}
}

// TestModelSaysHowMany: cardinalities come from the data.
func TestModelSaysHowMany(t *testing.T) {
	for _, c := range []struct {
		readings         []string
		fromMany, toMany bool
	}{
		{[]string{`{"_id": 1, "station": 7}`, `{"_id": 2, "station": 7}`}, true, false},
		{[]string{`{"_id": 1, "station": 7}`, `{"_id": 2, "station": 8}`}, false, false},
		{[]string{`{"_id": 1, "station": [7, 8]}`, `{"_id": 2}`}, false, true},
		{[]string{`{"_id": 1, "station": [7, 8]}`, `{"_id": 2, "station": [8]}`}, true, true},
		{[]string{`{"_id": 1, "station": null}`, `{"_id": 2, "station": null}`}, false, false},
	} {
		model, err := ModelOf(modelOf(t, map[string][]string{"readings": c.readings, "stations": {`{"_id": 7}`, `{"_id": 8}`}}, "readings.station -> stations._id"), 0)
		if err != nil {
			t.Fatal(err)
		}
		station := model.Collections[0].Fields[1]
		if station.RefersTo != "stations._id" || station.FromMany != c.fromMany || station.ToMany != c.toMany {
			t.Errorf("%v: %+v", c.readings, station)
		}
		words := 0
		for _, text := range model.Texts {
			if text.Kind == ReferenceMany || text.Kind == InsideMany {
				words++
			}
		}
		if words != 2 || len(model.Lines) != 1 {
			t.Errorf("%v: %d words at the ends of %d lines", c.readings, words, len(model.Lines))
		}
	}
}

// TestModelAtASize: a diagram counts the documents of the size that it is asked for.
func TestModelAtASize(t *testing.T) {
	all := handbook(t)
	e := all[slices.IndexFunc(all, func(e *example.Example) bool { return e.Name == "one-to-few-embedded" })]
	for size, want := range map[int]int{0: 12, 5: 12, 125: 252} {
		model, err := ModelOf(e, size)
		if err != nil {
			t.Fatal(err)
		}
		if got := model.Collections[0].Documents; got != want {
			t.Errorf("at size %d: %d documents, not %d", size, got, want)
		}
	}
}

// TestModelOfUsedFields: a field that the schema allows, and no document has, is left out.
func TestModelOfUsedFields(t *testing.T) {
	e := modelOf(t, map[string][]string{"pieces": {`{"_id": 1}`, `{"_id": 2, "title": "Sakura"}`}})
	e.Collections[0].Validator = document(t, `{"$jsonSchema": {"required": ["scores"], "properties": {"edition": {}, "title": {}, "scores": {}}}}`)
	model, err := ModelOf(e, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []ModelField{{Name: "pieces", Documents: 2, Fields: []ModelField{{Name: "_id"}, {Name: "title"}, {Name: "scores"}}}}
	if !reflect.DeepEqual(model.Collections, want) {
		t.Errorf("%+v", model.Collections)
	}
}

// TestModelOfASchema: without documents, the fields of the schema are drawn.
func TestModelOfASchema(t *testing.T) {
	e, list := example.Parse(diag.NewText("examples/x.json", []byte(`{"$schema": "./example.schema.json", "description": "x",
		"schema": {"ferries": {"validator": {"$jsonSchema": {"properties": {
			"certificate": {"bsonType": "object", "properties": {"number": {"bsonType": "string"}}},
			"decks": {"bsonType": "array", "items": {"bsonType": "object", "properties": {"cars": {"bsonType": "int"}}}}}}}}},
		"initialData": [], "steps": [{"id": "a", "operation": {"name": "find", "object": "ferries", "arguments": {"filter": {}}}, "expectResult": []}]}`)))
	if list.Failed() {
		t.Fatal(list)
	}
	model, err := ModelOf(e, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []ModelField{{Name: "ferries", Fields: []ModelField{
		{Name: "certificate", Kind: figure.Embedded, Fields: []ModelField{{Name: "number"}}},
		{Name: "decks", Kind: figure.Embedded, Many: true, Fields: []ModelField{{Name: "cars"}}},
	}}}
	if !reflect.DeepEqual(model.Collections, want) {
		t.Errorf("%+v", model.Collections)
	}
}

// TestModelTellsApart: beside others, a model shows what they lack: fields, what is copied
// from elsewhere, and indexes where all else is the same.
func TestModelTellsApart(t *testing.T) {
	ships := `{"_id": %d, "name": "%s", "sign": "%s", "flag": "NO", "crew": 9, "built": 1990}`
	first, second := fmt.Sprintf(ships, 1, "Galeb", "A1"), fmt.Sprintf(ships, 2, "Jadro", "B2")
	alone := modelOf(t, map[string][]string{"ships": {first, second}, "calls": {`{"_id": 1, "ship": 1, "berth": 3}`, `{"_id": 2, "ship": 2, "berth": 4}`}}, "calls.ship -> ships._id")
	copied := modelOf(t, map[string][]string{"ships": {first, second}, "calls": {
		`{"_id": 1, "ship": 1, "berth": 3, "at": 1, "shipName": "Galeb", "flag": "NO", "built": 9, "nation": "NO", "seen": 5, "tags": ["a"]}`,
		`{"_id": 2, "ship": 2, "berth": 4, "at": 2, "shipName": "Jadro", "flag": "NO", "built": 9, "nation": "NO", "seen": 6, "tags": []}`,
	}}, "calls.ship -> ships._id")
	says := func(e *example.Example, others ...*example.Example) string {
		t.Helper()
		model, err := ModelOf(e, 0, others...)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range overlaps(model) {
			t.Error(wrong)
		}
		var all []string
		for _, c := range model.Collections {
			all = append(all, c.Name+":")
			for _, f := range c.Fields {
				name := f.Name
				switch {
				case f.IsCopy:
					name += "=copy"
				case f.IsIndex:
					name = "index(" + name + ")"
				case f.Many:
					name += "=many"
				}
				all = append(all, name)
			}
		}
		return strings.Join(all, " ")
	}
	const ship = "ships: _id name sign"
	for _, c := range []struct{ what, got, want string }{
		{"alone", says(copied), "calls: _id ship berth at shipName=copy flag=copy " + ship},
		{"beside another", says(copied, alone), "calls: _id ship berth at shipName=copy flag=copy built " + ship},
		{"what has less", says(alone, copied), "calls: _id ship berth " + ship},
		{"beside itself", says(alone, alone), "calls: _id ship berth " + ship},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s; want %s", c.what, c.got, c.want)
		}
	}
	shared := modelOf(t, map[string][]string{"ships": {first, second}, "files": {`{"_id": 1, "name": "Galeb"}`, `{"_id": 2, "name": "Jadro"}`}}, "files._id -> ships._id")
	if got, want := says(shared), "files: _id name "+ship; got != want {
		t.Errorf("a shared _id: %s; want %s", got, want)
	}
	indexed, other := *alone, *alone
	indexed.Collections, other.Collections = slices.Clone(alone.Collections), slices.Clone(alone.Collections)
	index := func(fields ...string) []example.Index {
		var key bson.D
		for _, f := range fields {
			key = append(key, bson.E{Key: f, Value: int32(1)})
		}
		return []example.Index{{Spec: bson.D{{Key: "key", Value: key}}}}
	}
	indexed.Collections[0].Indexes, other.Collections[0].Indexes = index("ship"), index("ship", "berth")
	if got, want := says(&indexed, &other), "calls: _id ship berth index(ship) "+ship; got != want {
		t.Errorf("an index: %s; want %s", got, want)
	}
	wide := columnsWide("district, state,")
	if got, want := strings.Join(keyLines("district, state, since, a-name-that-is-far-too-long", wide), "|"), "district, state,|since,|a-name-that-is-…"; got != want {
		t.Errorf("lines of a key: %s; want %s", got, want)
	}
	if got, want := says(&indexed, copied), "calls: _id ship berth "+ship; got != want {
		t.Errorf("an index beside other documents: %s; want %s", got, want)
	}
}

// TestCutNames: collections that begin alike are told apart by how they end.
func TestCutNames(t *testing.T) {
	model, err := ModelOf(modelOf(t, map[string][]string{"readings_2026_05_14": {`{"_id": 1}`}, "readings_2026_05_15": {`{"_id": 1}`}, "long_as_well_and_alone": {`{"_id": 1}`}}), 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, text := range model.Texts {
		if text.Kind == CollectionName {
			names = append(names, text.Text)
		}
	}
	if !slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, "_14") }) || !slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, "_15") }) || !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "long_") }) {
		t.Errorf("%q", names)
	}
}
