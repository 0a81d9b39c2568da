package pipeline

import (
	"fmt"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
)

// many makes n documents in n/10 groups, and as many that they refer to.
func many(n int) *memory {
	m := &memory{docs: map[string][]bson.D{}}
	for i := range n {
		m.docs["people"] = append(m.docs["people"], object("_id", i, "g", i%(n/10), "next", (i+1)%n))
	}
	m.docs["other"] = m.docs["people"]
	return m
}

// The figures say how the time of a stage grows with its input.
func BenchmarkStages(b *testing.B) {
	equal := object("$expr", object("$eq", list("$_id", "$$next")))
	for _, c := range []struct {
		name  string
		stage bson.D
	}{
		{"group", object("$group", object("_id", "$g", "n", object("$sum", int32(1)), "all", object("$push", "$_id")))},
		{"lookup", lookupOf("from", "other", "localField", "next", "foreignField", "_id", "as", "o")},
		{"lookupPipeline", lookupOf("from", "other", "let", object("next", "$next"), "pipeline", list(object("$match", equal)), "as", "o")},
		{"lookupInLookup", lookupOf("from", "other", "localField", "next", "foreignField", "_id", "as", "o", "pipeline", list(
			lookupOf("from", "other", "localField", "next", "foreignField", "_id", "as", "p")))},
		{"graphLookup", object("$graphLookup", object("from", "other", "startWith", "$next", "connectFromField", "next", "connectToField", "_id", "maxDepth", 3, "as", "o"))},
		{"sort", object("$sort", object("g", 1, "_id", -1))},
		{"project", object("$set", object("x", object("$add", list("$g", "$next"))))},
	} {
		for _, n := range []int{1000, 10000, 100000} {
			m := many(n)
			p, err := Parse(list(c.stage), Options{Collection: "people"})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s-%d", c.name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := Collect(p.Run(&expr.Env{}, m.Scan("people"), m), nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
