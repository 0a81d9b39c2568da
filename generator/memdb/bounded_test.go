package memdb

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

func times(n int, v any) bson.A {
	list := bson.A{}
	for range n {
		list = append(list, v)
	}
	return list
}

// What leaves a pipeline is held to the size of a document, what an accumulator,
// a search or an expression piles up to 100 MB; between the stages documents may
// be larger.
func TestPipelinesAreBounded(t *testing.T) {
	db := New(Options{})
	for i := range 20 {
		mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{
			bson.D{{Key: "_id", Value: int32(i)}, {Key: "s", Value: strings.Repeat("x", 1<<20)}},
		}}})
	}
	first, long := stage("$limit", int32(1)), stage("$concat", append(times(6, "$s"), stage("$toString", "$_id")))
	all := func(by bson.D) bson.D {
		return stage("$group", bson.D{{Key: "_id", Value: bson.Null{}}, {Key: "a", Value: by}})
	}
	joined := stage("$lookup", bson.D{{Key: "from", Value: "c"}, {Key: "pipeline", Value: bson.A{}}, {Key: "as", Value: "a"}})
	size := stage("$project", stage("n", stage("$size", "$a")))
	longer := bson.A{stage("$set", stage("s", long))}
	large := func(from string) bson.D {
		return stage("$lookup", bson.D{{Key: "from", Value: from}, {Key: "pipeline", Value: longer}, {Key: "as", Value: "a"}})
	}
	mustRun(t, db, bson.D{{Key: "create", Value: "longer"}, {Key: "viewOn", Value: "c"}, {Key: "pipeline", Value: longer}})
	graph := stage("$graphLookup", bson.D{
		{Key: "from", Value: "longer"}, {Key: "startWith", Value: stage("$range", bson.A{int32(0), int32(20)})},
		{Key: "connectFromField", Value: "none"}, {Key: "connectToField", Value: "_id"}, {Key: "as", Value: "a"},
	})
	doubling := func(from any, by func(twice bson.A) any) bson.D {
		return stage("$project", stage("a", stage("$reduce", bson.D{
			{Key: "input", Value: stage("$range", bson.A{int32(0), int32(40)})}, {Key: "initialValue", Value: from}, {Key: "in", Value: by(bson.A{"$$value", "$$value"})},
		})))
	}
	for _, c := range []struct {
		name   string
		stages []any
		code   int32
	}{
		{"$push", []any{all(stage("$push", "$s"))}, 10334},
		{"$push, not returned", []any{all(stage("$push", "$s")), size}, 0},
		{"$push over the limit", []any{all(stage("$push", long)), size}, 146},
		{"$addToSet over the limit", []any{all(stage("$addToSet", long)), size}, 146},
		{"$facet", []any{stage("$facet", stage("a", bson.A{}))}, 10334},
		{"$facet, not returned", []any{stage("$facet", stage("a", bson.A{})), size}, 0},
		{"$lookup", []any{first, joined}, 10334},
		{"$lookup, not returned", []any{first, joined, stage("$unwind", "$a"), stage("$count", "n")}, 0},
		{"$lookup over the limit", []any{first, large("c"), size}, 4568},
		{"$lookup over the limit, unwound", []any{first, large("c"), stage("$unwind", "$a"), stage("$count", "n")}, 0},
		{"$graphLookup over the limit", []any{first, graph, size}, 8442700},
		{"$graphLookup over the limit, unwound", []any{first, graph, stage("$unwind", "$a"), stage("$count", "n")}, 0},
		{"$setWindowFields", []any{stage("$setWindowFields", stage("output", stage("a", stage("$push", "$s"))))}, 10334},
		{"a string", []any{first, stage("$project", stage("a", stage("$concat", times(17, "$s"))))}, 16493},
		{"a string that doubles", []any{first, doubling("$s", func(twice bson.A) any { return stage("$concat", twice) })}, 16493},
		{"an array that doubles", []any{first, doubling(bson.A{int32(1)}, func(twice bson.A) any { return stage("$concatArrays", twice) })}, 146},
		{"a tree that doubles", []any{first, doubling(int32(1), func(twice bson.A) any { return twice })}, 10334},
		{"$range", []any{first, stage("$project", stage("a", stage("$range", bson.A{int32(0), int32(1 << 30)})))}, 146},
	} {
		reply := runDocument(t, db, aggregateOn(c.stages...))
		if code, _ := value.Get(reply, "code").(int32); code != c.code {
			t.Errorf("%s: %.200s, want code %d", c.name, value.String(reply), c.code)
		}
	}
}
