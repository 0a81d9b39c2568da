package pipeline

import (
	"errors"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/timeseries"
	"modelbook/generator/memdb/internal/value"
)

// memory is a catalog of lists of documents, some of them views.
type memory struct {
	docs    map[string][]bson.D
	views   map[string]bson.A // of the collection "people"
	indexed map[string]bool
	unique  map[string]bool // joined field names
	served  int             // look-ups served by an index
	asked   int             // calls of View
}

func (m *memory) View(name string) (string, bson.A, error) {
	m.asked++
	if stages, ok := m.views[name]; ok {
		return "people", stages, nil
	}
	return name, nil, nil
}

func (m *memory) Scan(name string) Next { return From(m.docs[name]) }

func (m *memory) Equal(name, path string, values []any) (Next, bool) {
	if !m.indexed[path] {
		return nil, false
	}
	m.served++
	var found []bson.D
	for _, doc := range m.docs[name] {
		for _, v := range values {
			if value.Compare(value.Get(doc, path), v) == 0 {
				found = append(found, doc)
				break
			}
		}
	}
	return From(found), true
}

func (m *memory) Statistics(string, string, bson.D) ([]bson.D, error) { return nil, nil }

func (m *memory) Unique(_ string, fields []string) (bool, bool, error) {
	return m.unique[strings.Join(fields, ",")], false, nil
}

func (m *memory) FindOne(name string, key bson.D) (bson.D, bool, error) {
	for _, doc := range m.docs[name] {
		if matches(doc, key) {
			return doc, true, nil
		}
	}
	return nil, false, nil
}

func matches(doc, key bson.D) bool {
	for _, f := range key {
		if value.Compare(value.Get(doc, f.Key), f.Value) != 0 {
			return false
		}
	}
	return true
}

func (m *memory) Insert(name string, doc bson.D) error {
	m.docs[name] = append(m.docs[name], doc)
	return nil
}

func (m *memory) Changes(*Changes) Next { return From(nil) }

func (m *memory) Replace(name string, doc bson.D, _ string) error {
	for i, old := range m.docs[name] {
		if value.Compare(value.Get(old, "_id"), value.Get(doc, "_id")) == 0 {
			m.docs[name][i] = doc
		}
	}
	return nil
}

func (m *memory) Write(run func() error) error { return run() }

func (m *memory) ReplaceAll(name string, _ *timeseries.Options, docs []bson.D) error {
	m.docs[name] = docs
	return nil
}

func list(v ...any) bson.A { return v }

// object makes a document of alternating names and values; ints become int32.
func object(v ...any) bson.D {
	d := bson.D{}
	for i := 0; i < len(v); i += 2 {
		to := v[i+1]
		if n, ok := to.(int); ok {
			to = int32(n)
		}
		d = append(d, bson.E{Key: v[i].(string), Value: to})
	}
	return d
}

func people() *memory {
	return &memory{
		docs: map[string][]bson.D{
			"people": {
				object("_id", 1, "name", "Ann", "age", 30, "city", "Rila", "tags", list("a", "b")),
				object("_id", 2, "name", "Bob", "age", 20, "city", "Vidin", "tags", list()),
				object("_id", 3, "name", "Cem", "age", 40, "city", "Rila", "tags", bson.Null{}),
				object("_id", 4, "name", "Dia", "age", 20),
			},
			"cities": {
				object("_id", "Rila", "size", 3), object("_id", "Vidin", "size", 9), object("_id", "Burgas", "size", 20),
			},
			"staff": {
				object("_id", "ann", "boss", "bob"), object("_id", "bob", "boss", "cem"), object("_id", "cem"), object("_id", "dia", "boss", "ann"),
			},
		},
		views: map[string]bson.A{"adults": list(object("$match", object("age", int32(40))))},
	}
}

type fails int32

// run runs stages on people.
func run(m *memory, stages ...any) ([]bson.D, error) {
	p, err := Parse(stages, Options{Database: "db", Collection: "people"})
	if err != nil {
		return nil, err
	}
	return Collect(p.Run(&expr.Env{}, m.Scan("people"), m), nil)
}

func text(docs []bson.D) string {
	lines := make([]string, len(docs))
	for i, doc := range docs {
		lines[i] = value.String(doc)
	}
	return strings.Join(lines, "\n")
}

type row struct {
	stages bson.A
	want   any // fails, or lines as value.String writes documents
}

func check(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		docs, err := run(people(), r.stages...)
		name := value.String(r.stages)
		if code, ok := r.want.(fails); ok {
			var e *errcode.Error
			if !errors.As(err, &e) || e.Code != int32(code) {
				t.Errorf("%s: got %v, %v, want error %d", name, text(docs), err, code)
			}
			continue
		}
		if err != nil || text(docs) != r.want {
			t.Errorf("%s: error %v, got\n%s\nwant\n%s", name, err, text(docs), r.want)
		}
	}
}

func lines(s ...string) string { return strings.Join(s, "\n") }

// names keeps only the fields that the tables compare.
var names = object("$replaceWith", object("n", "$name"))

func TestSimpleStages(t *testing.T) {
	check(t, []row{
		{list(names, object("$limit", 2)), lines(`{ n: "Ann" }`, `{ n: "Bob" }`)},
		{list(names, object("$skip", 3)), `{ n: "Dia" }`},
		{list(object("$sort", object("age", 1, "name", -1)), names), lines(`{ n: "Dia" }`, `{ n: "Bob" }`, `{ n: "Ann" }`, `{ n: "Cem" }`)},
		{list(object("$match", object("age", 20)), names), lines(`{ n: "Bob" }`, `{ n: "Dia" }`)},
		{list(object("$match", object("$expr", object("$gt", list("$age", int32(30))))), names), `{ n: "Cem" }`},
		{list(object("$count", "n")), `{ n: 4 }`},
		{list(object("$match", object("age", 1)), object("$count", "n")), ""},
		{list(object("$limit", 0)), fails(15958)},
		{list(object("$limit", -1)), fails(5107201)},
		{list(object("$limit", 1.5)), fails(5107201)},
		{list(object("$skip", -1)), fails(5107200)},
		{list(object("$sort", 1)), fails(15973)},
		{list(object("$sort", object())), fails(15976)},
		{list(object("$sort", object("a", 2))), fails(15975)},
		{list(object("$match", 1)), fails(15959)},
		{list(object("$count", 1)), fails(40156)},
		{list(object("$count", "")), fails(40157)},
		{list(object("$count", "$x")), fails(40158)},
		{list(object("$count", "a\x00")), fails(40159)},
		{list(object("$count", "a.b")), fails(40160)},
		{list(object("$count", "_id")), fails(9039800)},
		{list(object("$sample", 1)), fails(28745)},
		{list(object("$sample", object("size", "x"))), fails(28746)},
		{list(object("$sample", object("size", -1))), fails(28747)},
		{list(object("$sample", object("x", 1))), fails(28748)},
		{list(object("$sample", object())), fails(28749)},
		{list(object("$nothing", 1)), fails(40324)},
		{list(object("$geoNear", 1)), fails(238)},
		{list(object("$changeStream", object())), fails(40573)},
		{list(object("$limit", 1, "$skip", 1)), fails(40323)},
		{list(int32(1)), fails(14)},
		{list(object("$documents", list())), fails(73)},
	})
	if docs, err := run(people(), object("$sample", object("size", 2))); err != nil || len(docs) != 2 {
		t.Errorf("$sample: got %d documents, %v", len(docs), err)
	}
	if _, err := Parse(make(bson.A, 1001), Options{}); !errcode.Is(err, 7749501) {
		t.Errorf("1001 stages: got %v", err)
	}
}

func TestProjecting(t *testing.T) {
	one := object("$limit", 1)
	check(t, []row{
		{list(one, object("$project", object("_id", 0, "name", 1, "older", object("$add", list("$age", int32(1)))))), `{ name: "Ann", older: 31 }`},
		{list(one, object("$unset", list("tags", "_id", "city"))), `{ name: "Ann", age: 30 }`},
		{list(object("$project", 1)), fails(15969)},
		{list(object("$project", object())), fails(51272)},
		{list(object("$unset", 1)), fails(31002)},
		{list(object("$indexStats", object("x", 1))), fails(28803)},
		{list(object("$collStats", 1)), fails(5447000)},
		{list(object("$collStats", object("x", object()))), fails(40415)},
		{list(object("$collStats", object("latencyStats", object()))), fails(238)},
		{list(object("$limit", 1), object("$indexStats", object())), fails(40602)},
		{list(object("$listSessions", object())), fails(73)},
	})
}

func TestUnwind(t *testing.T) {
	pick := object("$replaceWith", object("n", "$name", "t", "$tags", "i", "$i"))
	check(t, []row{
		{list(object("$unwind", "$tags"), pick), lines(`{ n: "Ann", t: "a" }`, `{ n: "Ann", t: "b" }`)},
		{list(object("$unwind", object("path", "$tags", "includeArrayIndex", "i", "preserveNullAndEmptyArrays", true)), pick),
			lines(`{ n: "Ann", t: "a", i: 0 }`, `{ n: "Ann", t: "b", i: 1 }`, `{ n: "Bob", i: null }`, `{ n: "Cem", t: null, i: null }`, `{ n: "Dia", i: null }`)},
		{list(object("$unwind", object("path", "$age", "includeArrayIndex", "i")), object("$limit", 1), pick), `{ n: "Ann", t: [ "a", "b" ], i: null }`},
		{list(object("$unwind", 1)), fails(15981)},
		{list(object("$unwind", object("path", 1))), fails(28808)},
		{list(object("$unwind", object("path", "$a", "preserveNullAndEmptyArrays", 1))), fails(28809)},
		{list(object("$unwind", object("path", "$a", "includeArrayIndex", 1))), fails(28810)},
		{list(object("$unwind", object("path", "$a", "x", 1))), fails(28811)},
		{list(object("$unwind", object())), fails(28812)},
		{list(object("$unwind", "a")), fails(28818)},
		{list(object("$unwind", object("path", "$a", "includeArrayIndex", "$i"))), fails(28822)},
	})
}

func TestGroup(t *testing.T) {
	byCity := func(fields ...any) bson.D {
		return object("$group", append(object("_id", "$city"), object(fields...)...))
	}
	check(t, []row{
		{list(byCity("n", object("$sum", int32(1)), "ages", object("$push", "$age"))),
			lines(`{ _id: "Rila", n: 2, ages: [ 30, 40 ] }`, `{ _id: "Vidin", n: 1, ages: [ 20 ] }`, `{ _id: null, n: 1, ages: [ 20 ] }`)},
		{list(object("$group", object("_id", object("c", "$city"))), object("$skip", 2)), `{ _id: {} }`},
		{list(object("$group", object("_id", bson.Null{}, "a", object("$avg", "$age")))), `{ _id: null, a: 27.5 }`},
		{list(object("$sortByCount", "$city")), lines(`{ _id: "Rila", count: 2 }`, `{ _id: "Vidin", count: 1 }`, `{ _id: null, count: 1 }`)},
		{list(byCity("n", object("$sum", object("$divide", list("$age", object("$subtract", list("$age", "$age"))))))), fails(4848401)},
		{list(byCity("n", object("$sum", object("$mod", list("$age", object("$subtract", list("$age", "$age"))))))), fails(4848403)},
		{list(object("$set", object("x", 1)), byCity("n", object("$sum", object("$divide", list("$age", object("$subtract", list("$age", "$age"))))))), fails(2)},
		{list(byCity("n", object("$sum", object("$divide", list(int32(1), int32(0)))))), fails(2)},
		{list(object("$group", object("n", object("$sum", 1)))), fails(15955)},
		{list(object("$group", 1)), fails(15947)},
		{list(byCity("n", 1)), fails(40234)},
		{list(byCity("n.m", object("$sum", 1))), fails(40235)},
		{list(byCity("$n", object("$sum", 1))), fails(40236)},
		{list(byCity("n", object("$sum", 1, "$max", 1))), fails(40238)},
		{list(byCity("n", object("$sum", list(int32(1))))), fails(40237)},
		{list(byCity("n", object("$nothing", 1))), fails(15952)},
		{list(byCity("_id", "$x")), fails(15948)},
		{list(object("$group", object("_id", object("a", 1)))), fails(17390)},
		{list(object("$sortByCount", object("a", 1))), fails(40147)},
		{list(object("$sortByCount", "city")), fails(40148)},
		{list(object("$sortByCount", 1)), fails(40149)},
	})
}

// Of equal values $group keeps the last, $bucketAuto the first.
func TestTies(t *testing.T) {
	m := &memory{docs: map[string][]bson.D{"people": {object("v", 5), object("v", int64(5)), object("v", 5.0)}}}
	extremes := object("lo", object("$min", "$v"), "hi", object("$max", "$v"))
	for _, c := range []struct {
		stage bson.D
		want  string
	}{
		{object("$group", append(object("_id", bson.Null{}), extremes...)), `{ _id: null, lo: 5.0, hi: 5.0 }`},
		{object("$bucketAuto", object("groupBy", object("$literal", 0), "buckets", 1, "output", extremes)), `{ _id: { min: 0, max: 0 }, lo: 5, hi: 5 }`},
	} {
		if docs, err := run(m, c.stage); err != nil || text(docs) != c.want {
			t.Errorf("got %s, %v, want %s", text(docs), err, c.want)
		}
	}
}

func TestBuckets(t *testing.T) {
	bucket := func(fields ...any) bson.D { return object("$bucket", object(fields...)) }
	auto := func(fields ...any) bson.D { return object("$bucketAuto", object(fields...)) }
	bounds := list(int32(20), int32(30), int32(40))
	check(t, []row{
		{list(bucket("groupBy", "$age", "boundaries", bounds, "default", "rest")), lines(`{ _id: 20, count: 2 }`, `{ _id: 30, count: 1 }`, `{ _id: "rest", count: 1 }`)},
		{list(bucket("groupBy", "$age", "boundaries", list(int32(0), int32(100)), "output", object("n", object("$push", "$name")))), `{ _id: 0, n: [ "Ann", "Bob", "Cem", "Dia" ] }`},
		{list(bucket("groupBy", "$age", "boundaries", bounds)), fails(40066)},
		{list(bucket("groupBy", "$age", "boundaries", list("$x", int32(1)))), fails(40191)},
		{list(bucket("groupBy", "$age", "boundaries", list(int32(1)))), fails(40192)},
		{list(bucket("groupBy", "$age", "boundaries", list(int32(1), "a"))), fails(40193)},
		{list(bucket("groupBy", "$age", "boundaries", list(int32(2), int32(1)))), fails(40194)},
		{list(bucket("groupBy", "$age", "boundaries", bounds, "default", "$x")), fails(40195)},
		{list(bucket("groupBy", "$age", "boundaries", bounds, "output", 1)), fails(40196)},
		{list(bucket("x", 1)), fails(40197)},
		{list(bucket("groupBy", "$age")), fails(40198)},
		{list(bucket("groupBy", "$age", "boundaries", bounds, "default", 25)), fails(40199)},
		{list(bucket("groupBy", "$age", "boundaries", 1)), fails(40200)},
		{list(object("$bucket", 1)), fails(40201)},
		{list(bucket("groupBy", "age", "boundaries", bounds)), fails(40202)},
		{list(auto("groupBy", "$age", "buckets", 2)), lines(`{ _id: { min: 20, max: 30 }, count: 2 }`, `{ _id: { min: 30, max: 40 }, count: 2 }`)},
		{list(auto("groupBy", "$age", "buckets", 4)), lines(`{ _id: { min: 20, max: 30 }, count: 2 }`, `{ _id: { min: 30, max: 40 }, count: 1 }`, `{ _id: { min: 40, max: 40 }, count: 1 }`)},
		{list(auto("groupBy", "age", "buckets", 2)), fails(40239)},
		{list(object("$bucketAuto", 1)), fails(40240)},
		{list(auto("groupBy", "$age", "buckets", "x")), fails(40241)},
		{list(auto("groupBy", "$age", "buckets", 1.5)), fails(40242)},
		{list(auto("groupBy", "$age", "buckets", 0)), fails(40243)},
		{list(auto("groupBy", "$age", "buckets", 1, "output", 1)), fails(40244)},
		{list(auto("x", 1)), fails(40245)},
		{list(auto("buckets", 1)), fails(40246)},
	})
}

func TestAddFields(t *testing.T) {
	from := func(doc bson.D) bson.D { return object("$replaceWith", object("$literal", doc)) }
	one := object("$limit", 1)
	rows := object("a", list(object("x", 1), int32(2), list(object("x", 3))), "s", 5)
	check(t, []row{
		{list(one, from(rows), object("$set", object("a.b", 1))), `{ a: [ { x: 1, b: 1 }, { b: 1 }, [ { x: 3, b: 1 } ] ], s: 5 }`},
		{list(one, from(rows), object("$set", object("s.t", "$a.x", "n.m", "$none"))), `{ a: [ { x: 1 }, 2, [ { x: 3 } ] ], s: { t: [ 1 ] }, n: {} }`},
		{list(one, from(rows), object("$addFields", object("s", "$$REMOVE", "a", object("$size", "$a")))), `{ a: 3 }`},
		{list(one, from(rows), object("$set", object("s", object("u", 1, "v", "$s"), "s.w", 2))), `{ a: [ { x: 1 }, 2, [ { x: 3 } ] ], s: { u: 1, v: 5, w: 2 } }`},
		{list(object("$set", 1)), fails(40272)},
		{list(object("$set", object("a", 1, "a.b", 2))), fails(40176)},
		{list(object("$set", object("a.b", 1, "a", 2))), fails(40176)},
		{list(object("$set", object("a", object("b.c", 1)))), fails(40183)},
		{list(object("$set", object("a", object("$add", 1, "$abs", 1)))), fails(40181)},
		{list(object("$set", object("a", object("$nothing", 1)))), fails(168)},
		{list(object("$set", object("$a", 1))), fails(16410)},
		{list(object("$set", object("", 1))), fails(40352)},
		{list(object("$set", object("a.", 1))), fails(40353)},
		{list(object("$set", object("a..b", 1))), fails(15998)},
		{list(object("$replaceRoot", object("newRoot", object("x", "$age"))), one), `{ x: 30 }`},
		{list(object("$replaceRoot", object("newRoot", "$name"))), fails(40228)},
		{list(object("$replaceWith", "$none")), fails(40228)},
		{list(object("$replaceRoot", 1)), fails(40229)},
	})
}

func TestRedact(t *testing.T) {
	doc := object("level", 1, "a", object("level", 5, "x", 1), "b", list(object("level", 2), int32(7), object("level", 9)), "c", object("level", 0, "d", object("level", 9)))
	byLevel := func(keep string) bson.D {
		return object("$redact", object("$cond", list(object("$lte", list("$level", int32(3))), keep, "$$PRUNE")))
	}
	make := object("$replaceWith", object("$literal", doc))
	check(t, []row{
		{list(object("$limit", 1), make, byLevel("$$DESCEND")), `{ level: 1, b: [ { level: 2 }, 7 ], c: { level: 0 } }`},
		{list(object("$limit", 1), make, byLevel("$$KEEP")), value.String(doc)},
		{list(object("$redact", "$$PRUNE")), ""},
		{list(object("$redact", "$age")), fails(17053)},
		{list(object("$set", object("a", "$$PRUNE"))), fails(17276)},
	})
}

func TestFacetAndUnion(t *testing.T) {
	check(t, []row{
		{list(object("$facet", object("n", list(object("$count", "n")), "first", list(object("$limit", 1), names), "none", list(object("$match", object("age", 1)))))),
			`{ n: [ { n: 4 } ], first: [ { n: "Ann" } ], none: [] }`},
		{list(object("$facet", object())), fails(40169)},
		{list(object("$facet", object("a", 1))), fails(40170)},
		{list(object("$facet", object("a.b", list()))), fails(16412)},
		{list(object("$facet", object("a", list(object("$facet", object("b", list())))))), fails(40600)},
		{list(object("$facet", object("a", list(object("$out", "x"))))), fails(40600)},
		{list(object("$limit", 1), names, object("$unionWith", "cities")), lines(`{ n: "Ann" }`, `{ _id: "Rila", size: 3 }`, `{ _id: "Vidin", size: 9 }`, `{ _id: "Burgas", size: 20 }`)},
		{list(object("$limit", 1), names, object("$unionWith", object("coll", "adults", "pipeline", list(names)))), lines(`{ n: "Ann" }`, `{ n: "Cem" }`)},
		{list(object("$limit", 1), names, object("$unionWith", object("pipeline", list(object("$documents", list(object("x", 1))))))), lines(`{ n: "Ann" }`, `{ x: 1 }`)},
		{list(object("$limit", 1), names, object("$unionWith", "nothing")), `{ n: "Ann" }`},
		{list(object("$unionWith", object("coll", "cities", "pipeline", list(object("$out", "x"))))), fails(31441)},
		{list(object("$unionWith", object("coll", "cities", "x", 1))), fails(40415)},
		{list(object("$unionWith", 1)), fails(9)},
		{list(object("$out", "x"), object("$limit", 1)), fails(40601)},
	})
}
