package pipeline

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

func lookupOf(fields ...any) bson.D { return object("$lookup", object(fields...)) }

func TestLookup(t *testing.T) {
	one := object("$limit", 1)
	sizes := object("$replaceWith", object("n", "$name", "s", "$c.size"))
	byID := lookupOf("from", "cities", "localField", "city", "foreignField", "_id", "as", "c")
	greater := list(object("$match", object("$expr", object("$gt", list("$size", "$$least")))), object("$replaceWith", object("size", "$size")))
	check(t, []row{
		{list(byID, sizes), lines(`{ n: "Ann", s: [ 3 ] }`, `{ n: "Bob", s: [ 9 ] }`, `{ n: "Cem", s: [ 3 ] }`, `{ n: "Dia", s: [] }`)},
		{list(one, lookupOf("from", "cities", "let", object("least", object("$literal", 5)), "pipeline", greater, "as", "c"), sizes), `{ n: "Ann", s: [ 9, 20 ] }`},
		{list(lookupOf("from", "cities", "localField", "city", "foreignField", "_id", "let", object("least", object("$literal", 5)), "pipeline", greater, "as", "c"), sizes, object("$limit", 2)),
			lines(`{ n: "Ann", s: [] }`, `{ n: "Bob", s: [ 9 ] }`)},
		{list(one, lookupOf("from", "adults", "pipeline", list(names), "as", "x.y"), object("$replaceWith", "$x")), `{ y: [ { n: "Cem" } ] }`},
		{list(one, lookupOf("from", "nothing", "localField", "a", "foreignField", "b", "as", "name"), object("$replaceWith", object("n", "$name"))), `{ n: [] }`},
		{list(one, lookupOf("pipeline", list(object("$documents", list(object("size", 1)))), "as", "c"), sizes), `{ n: "Ann", s: [ 1 ] }`},
		{list(lookupOf("from", "cities", "localField", "city", "as", "c")), fails(9)},
		{list(lookupOf("from", "cities", "as", "c")), fails(9)},
		{list(lookupOf("from", "cities", "pipeline", list())), fails(40414)},
		{list(lookupOf("from", "cities", "pipeline", list(), "as", "c", "x", 1)), fails(40415)},
		{list(lookupOf("from", 1, "pipeline", list(), "as", "c")), fails(14)},
		{list(lookupOf("from", "cities", "pipeline", 1, "as", "c")), fails(14)},
		{list(lookupOf("from", "cities", "pipeline", list(), "as", "c", "let", 1)), fails(14)},
		{list(lookupOf("from", object("db", "x", "coll", "y"), "pipeline", list(), "as", "c")), fails(238)},
		{list(lookupOf("from", "cities", "let", object("x", "$a"), "as", "c")), fails(9)},
		{list(lookupOf("from", "cities", "let", object("X", "$a"), "pipeline", list(), "as", "c")), fails(9)},
		{list(lookupOf("from", "cities", "let", object("", "$a"), "pipeline", list(), "as", "c")), fails(9)},
		{list(lookupOf("from", "cities", "let", object("x", "$$y", "y", "$a"), "pipeline", list(), "as", "c")), fails(17276)},
		{list(lookupOf("from", "cities", "pipeline", list(object("$set", object("a", "$$x"))), "as", "c")), fails(17276)},
		{list(lookupOf("from", "cities", "pipeline", list(object("$out", "x")), "as", "c")), fails(51047)},
		{list(object("$lookup", 1)), fails(9)},
	})
}

// The rules of equality on both sides, each local value against each foreign one.
func TestLookupEquality(t *testing.T) {
	null := bson.Null{}
	foreign := map[string]any{
		"null": null, "array": list("a", "b"), "empty": list(), "text": "a", "nested": list(list("a")), "int": int32(1), "double": 1.0,
		"objects": list(object("x", "a")),
	}
	order := []string{"null", "array", "empty", "text", "nested", "int", "double", "objects", "missing"}
	for _, c := range []struct {
		local any
		path  string
		want  []string
	}{
		{"a", "f", []string{"array", "text"}},
		{null, "f", []string{"null", "missing"}},
		{value.Missing{}, "f", []string{"null", "missing"}},
		{list(), "f", []string{"null", "missing"}},
		{list("a", "z"), "f", []string{"array", "text"}},
		{list(list("a")), "f", []string{"nested"}},
		{list(null, int64(1)), "f", []string{"null", "int", "double", "missing"}},
		{"a", "f.x", []string{"objects"}},
		{"b", "f.1", []string{"array"}},
	} {
		m := &memory{docs: map[string][]bson.D{}}
		for _, name := range order {
			doc := object("_id", name)
			if v, ok := foreign[name]; ok {
				doc = append(doc, bson.E{Key: "f", Value: v})
			}
			m.docs["other"] = append(m.docs["other"], doc)
		}
		local := object("_id", 1)
		if !value.IsMissing(c.local) {
			local = object("_id", 1, "l", c.local)
		}
		m.docs["people"] = []bson.D{local}
		docs, err := run(m, lookupOf("from", "other", "localField", "l", "foreignField", c.path, "as", "found"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, doc := range value.Get(docs[0], "found").(bson.A) {
			got = append(got, value.Get(doc.(bson.D), "_id").(string))
		}
		if lines(got...) != lines(c.want...) {
			t.Errorf("%v in %s: got %v, want %v", c.local, c.path, got, c.want)
		}
	}
}

func TestLookupPrefersAnIndex(t *testing.T) {
	stage := lookupOf("from", "cities", "localField", "city", "foreignField", "_id", "as", "c")
	plain := people()
	want, err := run(plain, stage)
	if err != nil {
		t.Fatal(err)
	}
	m := people()
	m.indexed = map[string]bool{"_id": true}
	got, err := run(m, stage)
	if err != nil || text(got) != text(want) {
		t.Errorf("with an index: %v\n%s\nwithout\n%s", err, text(got), text(want))
	}
	if m.served == 0 {
		t.Error("the index was not used")
	}
}

// A name is resolved, and a view parsed, once in a run, however many stages read it
// and for however many documents.
func TestAViewIsParsedOnce(t *testing.T) {
	m := people()
	docs, err := run(m,
		lookupOf("from", "adults", "localField", "age", "foreignField", "age", "as", "a"),
		lookupOf("from", "adults", "let", object("n", "$name"), "pipeline", list(object("$set", object("n", "$$n")), object("$unionWith", "adults")), "as", "b"),
		object("$unionWith", "adults"),
	)
	if err != nil || len(docs) != 5 || m.asked != 1 {
		t.Errorf("%d documents, %v, asked %d times", len(docs), err, m.asked)
	}
}

// A pipeline that begins with an equality returns the same as one that hides it.
func TestLookupCorrelation(t *testing.T) {
	null := bson.Null{}
	values := []any{null, int32(1), 1.0, "a", list(int32(1)), value.Missing{}, object("x", 1)}
	m := &memory{docs: map[string][]bson.D{}}
	for i, v := range values {
		doc := object("_id", i)
		if !value.IsMissing(v) {
			doc = append(doc, bson.E{Key: "v", Value: v})
		}
		m.docs["people"] = append(m.docs["people"], doc)
	}
	m.docs["other"] = m.docs["people"]
	equal := object("$eq", list("$v", "$$w"))
	join := func(cond any) bson.D {
		return lookupOf("from", "other", "let", object("w", "$v"), "pipeline", list(object("$match", object("$expr", cond))), "as", "o")
	}
	want, err := run(m, join(object("$or", list(equal))))
	if err != nil {
		t.Fatal(err)
	}
	for _, cond := range []any{equal, object("$eq", list("$$w", "$v")), object("$and", list(equal, true))} {
		if correlationOf(list(object("$match", object("$expr", cond))), nil) != nil {
			t.Fatal("an unknown variable was taken")
		}
		got, err := run(m, join(cond))
		if err != nil || text(got) != text(want) {
			t.Errorf("%v: %v\n%s\nwant\n%s", cond, err, text(got), text(want))
		}
	}
}

func TestJoinValues(t *testing.T) {
	doc := object("a", list(object("b", 1), object("b", list(int32(2), int32(3))), object(), int32(4)), "n", list("x", list("y", "z")))
	for _, c := range []struct {
		path []string
		want bson.A
	}{
		{[]string{"a", "b"}, list(int32(1), int32(2), int32(3))},
		{[]string{"a", "1", "b"}, list(int32(2), int32(3))},
		{[]string{"n", "0"}, list("x")},
		{[]string{"n", "1"}, list("y", "z")},
		{[]string{"n", "1", "0"}, list("y")},
		{[]string{"n", "7"}, list()},
		{[]string{"z"}, list()},
	} {
		got := append(bson.A{}, joinValues(doc, c.path)...)
		if value.String(got) != value.String(c.want) {
			t.Errorf("%v: got %s, want %s", c.path, value.String(got), value.String(c.want))
		}
	}
}

func TestSubPipelinesNest(t *testing.T) {
	stages := list(object("$limit", 1))
	for range 21 {
		stages = list(object("$limit", 1), lookupOf("from", "cities", "pipeline", stages, "as", "c"))
	}
	if _, err := run(people(), stages...); !errcode.Is(err, 232) {
		t.Errorf("21 levels: got %v, want error 232", err)
	}
	if _, err := run(people(), stages[1].(bson.D)[0].Value.(bson.D)[1].Value.(bson.A)...); err != nil {
		t.Errorf("20 levels: %v", err)
	}
}

func TestGraphLookup(t *testing.T) {
	graph := func(fields ...any) bson.D {
		return object("$graphLookup", append(object("from", "staff", "connectFromField", "boss", "connectToField", "_id", "as", "up"), object(fields...)...))
	}
	start := object("$replaceWith", object("s", object("$literal", list("dia"))))
	one := object("$limit", 1)
	pick := object("$replaceWith", object("up", "$up._id"))
	check(t, []row{
		{list(one, start, graph("startWith", "$s"), pick), `{ up: [ "dia", "ann", "bob", "cem" ] }`},
		{list(one, start, graph("startWith", "$s", "maxDepth", 1, "depthField", "d"), object("$replaceWith", object("up", "$up.d"))), `{ up: [ 0, 1 ] }`},
		{list(one, start, graph("startWith", "$s", "maxDepth", 0), pick), `{ up: [ "dia" ] }`},
		{list(one, start, graph("startWith", "$s", "restrictSearchWithMatch", object("boss", "ann")), pick), `{ up: [ "dia" ] }`},
		{list(one, start, graph("startWith", "$none"), pick), `{ up: [] }`},
		{list(object("$graphLookup", 1)), fails(9)},
		{list(graph()), fails(40105)},
		{list(graph("startWith", "$s", "maxDepth", "x")), fails(40100)},
		{list(graph("startWith", "$s", "maxDepth", -1)), fails(40101)},
		{list(graph("startWith", "$s", "maxDepth", 1.5)), fails(40102)},
		{list(graph("startWith", "$s", "depthField", 1)), fails(40103)},
		{list(graph("startWith", "$s", "x", "y")), fails(40104)},
		{list(graph("startWith", "$s", "restrictSearchWithMatch", 1)), fails(40185)},
	})
}

// Between stages a document may be larger than the limit at the end of the pipeline.
func TestDocumentSizes(t *testing.T) {
	m := &memory{docs: map[string][]bson.D{"people": {object("_id", 1)}}}
	for i := range 20 {
		m.docs["other"] = append(m.docs["other"], object("_id", i, "text", strings.Repeat("x", 1_000_000)))
	}
	join := lookupOf("from", "other", "pipeline", list(), "as", "o")
	if _, err := run(m, join); !errcode.Is(err, errcode.BSONObjectTooLarge) {
		t.Errorf("a document of 20 MB left the pipeline: %v", err)
	}
	docs, err := run(m, join, object("$project", object("_id", 0, "n", object("$size", "$o"))))
	if err != nil || text(docs) != `{ n: 20 }` {
		t.Errorf("got %v, %v, want { n: 20 }", text(docs), err)
	}
}
