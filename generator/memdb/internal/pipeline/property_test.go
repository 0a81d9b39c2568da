package pipeline

import (
	"math/rand/v2"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
)

// randomPeople makes documents with few different values, so that they tie.
func randomPeople(r *rand.Rand, n int) *memory {
	m := &memory{docs: map[string][]bson.D{}}
	for i := range n {
		doc := object("_id", i, "g", r.IntN(4))
		if r.IntN(3) > 0 {
			var tags bson.A
			for range 1 + r.IntN(4) {
				tags = append(tags, int32(r.IntN(5)))
			}
			doc = append(doc, bson.E{Key: "tags", Value: tags})
		}
		m.docs["people"] = append(m.docs["people"], doc)
	}
	return m
}

// same reports whether two pipelines return the same documents in the same order.
func same(t *testing.T, m *memory, a, b bson.A) {
	t.Helper()
	x, err := run(m, a...)
	if err != nil {
		t.Fatal(err)
	}
	y, err := run(m, b...)
	if err != nil {
		t.Fatal(err)
	}
	if text(x) != text(y) {
		t.Errorf("%v gives\n%s\nbut %v gives\n%s", a, text(x), b, text(y))
	}
}

func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	byG := object("$sort", object("g", 1, "_id", -1))
	for range 50 {
		m := randomPeople(r, 30)
		n := 1 + r.IntN(30)
		sorted, err := run(m, byG)
		if err != nil {
			t.Fatal(err)
		}
		cut, err := run(m, byG, object("$limit", n))
		if err != nil || text(cut) != text(sorted[:n]) {
			t.Errorf("$limit %d after $sort is not the beginning of what is sorted: %v", n, err)
		}
		same(t, m, list(byG, object("$skip", n)), list(byG, object("$facet", object("all", list(object("$skip", n)))), object("$unwind", "$all"), object("$replaceWith", "$all")))
		match := object("$match", object("g", r.IntN(4)))
		same(t, m, list(match, byG), list(byG, match))
		same(t, m, list(object("$match", object("tags", object("$type", "array"))), object("$project", object("tags", 1))), list(
			object("$unwind", "$tags"), object("$group", object("_id", "$_id", "tags", object("$push", "$tags")))))
		same(t, m, list(object("$sortByCount", "$g")), list(
			object("$group", object("_id", "$g", "count", object("$sum", 1))), object("$sort", object("count", -1))))
		same(t, m, list(object("$count", "n")), list(object("$group", object("_id", bson.Null{}, "n", object("$sum", 1))), object("$unset", "_id")))
	}
}

// A seed changes the order that the server leaves open, and nothing else.
func TestShuffle(t *testing.T) {
	m := randomPeople(rand.New(rand.NewPCG(5, 6)), 40)
	for _, c := range []struct {
		name   string
		stages bson.A
		open   bool
	}{
		{"groups", list(object("$group", object("_id", "$_id"))), true},
		{"sets", list(object("$group", object("_id", bson.Null{}, "s", object("$addToSet", "$_id")))), true},
		{"ties", list(object("$sort", object("g", 1))), true},
		{"joins", list(object("$limit", 1), lookupOf("from", "people", "pipeline", list(), "as", "o")), true},
		{"a total sort", list(object("$sort", object("g", 1, "_id", 1))), false},
		{"pushed values", list(object("$group", object("_id", bson.Null{}, "s", object("$push", "$_id")))), false},
	} {
		p, err := Parse(c.stages, Options{Collection: "people"})
		if err != nil {
			t.Fatal(err)
		}
		plain, err := Collect(p.Run(&expr.Env{}, m.Scan("people"), m), nil)
		if err != nil {
			t.Fatal(err)
		}
		shuffled, err := Collect(p.Run(&expr.Env{Shuffle: 7}, m.Scan("people"), m), nil)
		if err != nil {
			t.Fatal(err)
		}
		if (text(plain) != text(shuffled)) != c.open {
			t.Errorf("%s: a seed must change the order only where it is open", c.name)
		}
	}
}
