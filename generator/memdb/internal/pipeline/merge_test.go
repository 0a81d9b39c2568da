package pipeline

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

func TestOut(t *testing.T) {
	m := people()
	docs, err := run(m, object("$limit", 1), names, object("$out", object("db", "db", "coll", "copy")))
	if err != nil || len(docs) != 0 || text(m.docs["copy"]) != `{ n: "Ann" }` {
		t.Errorf("got %v, %v, and in the collection %s", docs, err, text(m.docs["copy"]))
	}
	check(t, []row{
		{list(object("$out", 1)), fails(16990)},
		{list(object("$out", object("db", "db", "coll", 1))), fails(14)},
		{list(object("$out", object("db", "db", "coll", "x", "y", 1))), fails(40415)},
		{list(object("$out", object("db", "db", "coll", "x", "timeseries", object()))), fails(40414)},
		{list(object("$out", object("db", "other", "coll", "x"))), fails(238)},
		{list(object("$out", object("db", "admin", "coll", "x"))), fails(31321)},
		{list(object("$out", object("db", "db"))), fails(40414)},
		{list(object("$out", "system.x")), fails(17385)},
	})
}

func TestMerge(t *testing.T) {
	source := func(docs ...any) bson.D {
		return object("$unionWith", object("pipeline", list(object("$documents", append(bson.A{}, docs...)))))
	}
	for _, c := range []struct {
		spec any
		docs bson.A
		want any
	}{
		{"to", list(object("_id", 1, "b", 2), object("_id", 2, "c", 1)), lines(`{ _id: 1, a: 1, b: 2 }`, `{ _id: 2, c: 1 }`)},
		{object("into", "to", "whenMatched", "replace"), list(object("_id", 1, "b", 2)), `{ _id: 1, b: 2 }`},
		{object("into", "to", "whenMatched", "keepExisting"), list(object("_id", 1, "b", 2)), `{ _id: 1, a: 1 }`},
		{object("into", "to", "whenMatched", "fail"), list(object("_id", 2)), lines(`{ _id: 1, a: 1 }`, `{ _id: 2 }`)},
		{object("into", "to", "whenNotMatched", "discard"), list(object("_id", 2)), `{ _id: 1, a: 1 }`},
		{object("into", "to", "whenNotMatched", "fail"), list(object("_id", 2)), fails(13113)},
		{object("into", "to", "whenMatched", list(object("$set", object("sum", object("$add", list("$a", "$$new.b")))))), list(object("_id", 1, "b", 2)), `{ _id: 1, a: 1, sum: 3 }`},
		{object("into", "to", "let", object("x", "$b"), "whenMatched", list(object("$set", object("x", "$$x")))), list(object("_id", 1, "b", 2)), `{ _id: 1, a: 1, x: 2 }`},
		{object("into", "to", "whenMatched", list(object("$project", object("n", "$$new.b")))), list(object("_id", 1, "b", 2)), `{ _id: 1, n: 2 }`},
		{object("into", "to", "whenMatched", list(object("$project", object("n", object("$divide", list(int32(1), int32(0))))))), list(object("_id", 1)), fails(2)},
		{object("into", "to", "whenMatched", list(object("$set", object("_id", 7)))), list(object("_id", 1)), fails(66)},
		{object("into", "to", "on", "a"), list(object("a", 1, "b", 2)), `{ _id: 1, a: 1, b: 2 }`},
		{object("into", "to", "on", "a", "whenMatched", "replace"), list(object("a", 1, "b", 2)), `{ _id: 1, a: 1, b: 2 }`},
		{object("into", "to", "on", "a"), list(object("_id", 9, "a", 1)), fails(66)},
		{object("into", "to", "on", "a"), list(object("a", list(int32(1)))), fails(51185)},
		{object("into", "to", "on", "z"), list(object("z", 1)), fails(51183)},
	} {
		m := &memory{docs: map[string][]bson.D{"to": {object("_id", 1, "a", 1)}}, unique: map[string]bool{"a": true}}
		_, err := run(m, source(c.docs...), object("$merge", c.spec))
		if code, ok := c.want.(fails); ok {
			if !errcode.Is(err, int32(code)) {
				t.Errorf("%v: got %v, want error %d", c.spec, err, code)
			}
			continue
		}
		if err != nil || text(m.docs["to"]) != c.want {
			t.Errorf("%v of %v: error %v, got\n%s\nwant\n%s", c.spec, c.docs, err, text(m.docs["to"]), c.want)
		}
	}
	merge := func(fields ...any) bson.A {
		return list(object("$merge", append(object("into", "to"), object(fields...)...)))
	}
	check(t, []row{
		{list(object("$merge", 1)), fails(14)},
		{list(object("$merge", "")), fails(73)},
		{list(object("$merge", object("into", object("db", "db")))), fails(5786801)},
		{list(object("$merge", object("into", object("db", "other", "coll", "x")))), fails(238)},
		{list(object("$merge", object("into", object("db", "local", "coll", "x")))), fails(31320)},
		{list(object("$merge", "system.x")), fails(31319)},
		{list(object("$merge", object())), fails(40414)},
		{merge("x", 1), fails(40415)},
		{merge("on", 1), fails(51186)},
		{merge("on", list()), fails(51187)},
		{merge("on", list(int32(1))), fails(51134)},
		{merge("on", list("a", "a")), fails(31465)},
		{merge("whenMatched", 1), fails(51191)},
		{merge("whenMatched", "x"), fails(2)},
		{merge("let", object("x", 1)), fails(51199)},
		{merge("let", object("new", 1), "whenMatched", list()), fails(51273)},
		{merge("whenMatched", "fail", "whenNotMatched", "discard"), fails(51181)},
	})
}
