package pipeline

import (
	"runtime"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
)

// counted counts the documents that are read from collections.
type counted struct {
	*memory
	read int
}

func (c *counted) Scan(name string) Next {
	in := c.memory.Scan(name)
	return func() (bson.D, bool, error) {
		doc, ok, err := in()
		if ok {
			c.read++
		}
		return doc, ok, err
	}
}

// work runs one stage on n documents; it returns how many documents were read, and how
// many values were made on the way, as a measure of all work.
func work(t *testing.T, n int, stage bson.D) (read, made int) {
	t.Helper()
	c := &counted{memory: many(n)}
	p, err := Parse(list(stage), Options{Collection: "people"})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Collect(p.Run(&expr.Env{}, c.Scan("people"), c), nil); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return c.read, int(after.Mallocs - before.Mallocs)
}

// Ten times the documents are ten times the work, and each is read once from each
// side of a join.
func TestWorkGrowsWithTheInput(t *testing.T) {
	equal := object("$expr", object("$eq", list("$_id", "$$next")))
	for _, c := range []struct {
		name  string
		sides int
		stage bson.D
	}{
		{"$group", 1, object("$group", object("_id", "$g", "n", object("$sum", int32(1)), "all", object("$push", "$_id"), "set", object("$addToSet", "$next")))},
		{"$lookup", 2, lookupOf("from", "other", "localField", "next", "foreignField", "_id", "as", "o")},
		{"$lookup with a pipeline", 2, lookupOf("from", "other", "let", object("next", "$next"), "pipeline", list(object("$match", equal)), "as", "o")},
		{"$lookup with both", 2, lookupOf("from", "other", "localField", "next", "foreignField", "_id", "pipeline", list(object("$match", object("g", object("$gt", 3)))), "as", "o")},
		{"$lookup in a $lookup", 3, lookupOf("from", "other", "localField", "next", "foreignField", "_id", "as", "o", "pipeline", list(
			lookupOf("from", "other", "localField", "next", "foreignField", "_id", "as", "p")))},
		{"$lookup by a pipeline in a $lookup", 3, lookupOf("from", "other", "localField", "next", "foreignField", "_id", "as", "o", "pipeline", list(
			lookupOf("from", "other", "let", object("next", "$next"), "pipeline", list(object("$match", equal)), "as", "p")))},
		{"$graphLookup in a $lookup", 3, lookupOf("from", "other", "localField", "next", "foreignField", "_id", "as", "o", "pipeline", list(
			object("$graphLookup", object("from", "other", "startWith", "$next", "connectFromField", "next", "connectToField", "_id", "maxDepth", 1, "as", "p"))))},
		{"$lookup whose pipeline begins the same", 2, lookupOf("from", "other", "let", object("next", "$next"), "as", "o", "pipeline", list(
			object("$group", object("_id", bson.Null{}, "most", object("$max", "$_id"))),
			object("$match", object("$expr", object("$gte", list("$most", "$$next"))))))},
		{"$lookup whose pipeline is the same", 2, lookupOf("from", "other", "as", "o", "pipeline", list(object("$count", "n")))},
		{"$graphLookup", 2, object("$graphLookup", object("from", "other", "startWith", "$next", "connectFromField", "next", "connectToField", "_id", "maxDepth", 3, "as", "o"))},
		{"$sortByCount", 1, object("$sortByCount", "$g")},
		{"$setWindowFields", 1, object("$setWindowFields", object("partitionBy", "$g", "sortBy", object("_id", 1), "output", object("x", object("$sum", "$next", "window", object("documents", list("unbounded", "current"))))))},
	} {
		t.Run(c.name, func(t *testing.T) {
			read, made := work(t, 1000, c.stage)
			readMore, madeMore := work(t, 10000, c.stage)
			if read != 1000*c.sides || readMore != 10000*c.sides {
				t.Errorf("%d and %d documents were read of 1000 and 10000, want each %d times", read, readMore, c.sides)
			}
			if madeMore > 13*made {
				t.Errorf("%d values made for 1000 documents, %d for 10000", made, madeMore)
			}
		})
	}
}
