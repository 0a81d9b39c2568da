package memdb

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// randomDocs makes documents with _id 0, 1, …
func randomDocs(random *rand.Rand, n int) bson.A {
	docs := bson.A{}
	for i := range n {
		docs = append(docs, append(bson.D{{Key: "_id", Value: int32(i)}}, randomDocument(random, 2)...))
	}
	return docs
}

func withDocs(t *testing.T, docs bson.A, indexes ...bson.D) *DB {
	t.Helper()
	db := New(Options{})
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
	for i, key := range indexes {
		spec := bson.D{{Key: "key", Value: key}, {Key: "name", Value: "i" + string(rune('0'+i))}}
		mustRun(t, db, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{spec}}})
	}
	return db
}

func aggregateOn(stages ...any) bson.D {
	return bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: bson.A(stages)}, {Key: "cursor", Value: bson.D{}}}
}

func stage(name string, v any) bson.D { return bson.D{{Key: name, Value: v}} }

// sorted returns the documents of a reply in an order of their own.
func sorted(reply bson.D) []string {
	list := texts(resultOf(reply))
	slices.Sort(list)
	return list
}

// A filter finds the same by find, as $match where an index can serve it, as
// $match where none can, on a view, and in a facet.
func TestMatchIsFind(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	found := 0
	for range 80 {
		db := withDocs(t, randomDocs(random, 30), bson.D{{Key: "a", Value: int32(1)}}, bson.D{{Key: "b.a", Value: int32(1)}})
		mustRun(t, db, bson.D{{Key: "create", Value: "v"}, {Key: "viewOn", Value: "c"}, {Key: "pipeline", Value: bson.A{}}})
		for range 20 {
			filter := randomFilter(random)
			match := stage("$match", filter)
			want := sorted(mustRun(t, db, bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: filter}}))
			found += len(want)
			for name, command := range map[string]bson.D{
				"$match":       aggregateOn(match),
				"after $limit": aggregateOn(stage("$limit", int32(1000)), match),
				"two $match":   aggregateOn(match, match),
				"in a facet":   aggregateOn(stage("$facet", bson.D{{Key: "x", Value: bson.A{match}}}), stage("$unwind", "$x"), stage("$replaceWith", "$x")),
				"in a union":   aggregateOn(stage("$match", stage("$alwaysFalse", int32(1))), stage("$unionWith", bson.D{{Key: "coll", Value: "c"}, {Key: "pipeline", Value: bson.A{match}}})),
				"on a view":    {{Key: "find", Value: "v"}, {Key: "filter", Value: filter}},
			} {
				if got := sorted(mustRun(t, db, command)); !slices.Equal(got, want) {
					t.Fatalf("%s %s:\n%v\nfind gives\n%v", name, texts(bson.A{filter}), got, want)
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d documents were found in all", found)
	}
}

// A sort with a limit is the beginning of the sort, with an index and without.
func TestSortAndLimitIsACut(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	for range 60 {
		docs := randomDocs(random, 25)
		plain := withDocs(t, docs)
		sort := bson.D{{Key: "a", Value: int32(1 - 2*random.IntN(2))}, {Key: "_id", Value: int32(1)}}
		indexed := withDocs(t, docs, sort)
		n := 1 + random.IntN(25)
		all := texts(resultOf(mustRun(t, plain, aggregateOn(stage("$sort", sort)))))
		for name, command := range map[string]bson.D{
			"aggregate": aggregateOn(stage("$sort", sort), stage("$limit", int32(n))),
			"find":      {{Key: "find", Value: "c"}, {Key: "sort", Value: sort}, {Key: "limit", Value: int32(n)}},
		} {
			for _, db := range []*DB{plain, indexed} {
				if got := texts(resultOf(mustRun(t, db, command))); !slices.Equal(got, all[:n]) {
					t.Fatalf("%s, limit %d:\n%v\nwant\n%v", name, n, got, all[:n])
				}
			}
		}
	}
}

// A join gives the same by an index of the other side, by its hash, and on a view.
func TestJoinsDoNotDependOnIndexes(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 26))
	for range 60 {
		docs := randomDocs(random, 20)
		local, foreign := testPaths[random.IntN(len(testPaths))], testPaths[random.IntN(len(testPaths))]
		join := func(from string) bson.D {
			return aggregateOn(stage("$lookup", bson.D{
				{Key: "from", Value: from}, {Key: "localField", Value: local}, {Key: "foreignField", Value: foreign}, {Key: "as", Value: "found"},
			}))
		}
		plain := withDocs(t, docs)
		mustRun(t, plain, bson.D{{Key: "create", Value: "v"}, {Key: "viewOn", Value: "c"}, {Key: "pipeline", Value: bson.A{stage("$match", bson.D{})}}})
		indexed := withDocs(t, docs, bson.D{{Key: foreign, Value: int32(1)}})
		want := texts(resultOf(mustRun(t, plain, join("c"))))
		if got := texts(resultOf(mustRun(t, plain, join("v")))); !slices.Equal(got, want) {
			t.Fatalf("%s to %s of a view:\n%v\nwant\n%v", local, foreign, got, want)
		}
		if got := texts(resultOf(mustRun(t, indexed, join("c")))); !slices.Equal(got, want) {
			t.Fatalf("%s to %s by an index:\n%v\nwant\n%v", local, foreign, got, want)
		}
	}
}

// For scalars of one type an expression finds what the operator finds.
func TestExpressionsAreOperators(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 28))
	for range 40 {
		docs := bson.A{}
		for i := range 20 {
			docs = append(docs, bson.D{{Key: "_id", Value: int32(i)}, {Key: "a", Value: []any{int32(random.IntN(5)), int64(random.IntN(5)), float64(random.IntN(9)) / 2}[random.IntN(3)]}})
		}
		db := withDocs(t, docs)
		for _, operator := range []string{"$eq", "$ne", "$gt", "$gte", "$lt", "$lte"} {
			operand := int32(random.IntN(5))
			plain := aggregateOn(stage("$match", stage("a", stage(operator, operand))))
			byExpression := aggregateOn(stage("$match", stage("$expr", stage(operator, bson.A{"$a", operand}))))
			if got, want := sorted(mustRun(t, db, byExpression)), sorted(mustRun(t, db, plain)); !slices.Equal(got, want) {
				t.Fatalf("%s %d: by an expression\n%v\nwant\n%v", operator, operand, got, want)
			}
		}
	}
}

// An update by an operator is that by a pipeline, as long as no long overflows.
func TestOperatorsArePipelines(t *testing.T) {
	random := rand.New(rand.NewPCG(29, 30))
	number := func() any {
		return []any{int32(random.IntN(9) - 4), int64(random.IntN(9) - 4), float64(random.IntN(9)) / 4, int32(2_000_000_000)}[random.IntN(4)]
	}
	for range 60 {
		docs := bson.A{}
		for i := range 10 {
			docs = append(docs, bson.D{{Key: "_id", Value: int32(i)}, {Key: "n", Value: number()}, {Key: "list", Value: bson.A{number(), number()}}, {Key: "o", Value: stage("x", number())}})
		}
		by, literal := number(), func(v any) bson.D { return stage("$literal", v) }
		for name, pair := range map[string][2]any{
			"$set":      {stage("$set", stage("n", by)), stage("n", literal(by))},
			"$set deep": {stage("$set", stage("o.y", by)), stage("o.y", literal(by))},
			"$inc":      {stage("$inc", stage("n", by)), stage("n", stage("$add", bson.A{"$n", by}))},
			"$mul":      {stage("$mul", stage("n", int32(3))), stage("n", stage("$multiply", bson.A{"$n", int32(3)}))},
			"$unset":    {stage("$unset", stage("o.x", "")), stage("o.x", "$$REMOVE")},
			"$min":      {stage("$min", stage("n", by)), stage("n", stage("$cond", bson.A{stage("$lt", bson.A{by, "$n"}), by, "$n"}))},
			"$max":      {stage("$max", stage("n", by)), stage("n", stage("$cond", bson.A{stage("$gt", bson.A{by, "$n"}), by, "$n"}))},
			"$push":     {stage("$push", stage("list", by)), stage("list", stage("$concatArrays", bson.A{"$list", bson.A{by}}))},
			"$pull": {stage("$pull", stage("list", by)), stage("list", stage("$filter", bson.D{
				{Key: "input", Value: "$list"}, {Key: "cond", Value: stage("$ne", bson.A{"$$this", by})},
			}))},
			"$addToSet": {stage("$addToSet", stage("list", by)), stage("list", stage("$cond", bson.A{
				stage("$in", bson.A{by, "$list"}), "$list", stage("$concatArrays", bson.A{"$list", bson.A{by}}),
			}))},
			"$pop": {stage("$pop", stage("list", int32(1))), stage("list", stage("$slice", bson.A{"$list", int32(1)}))},
		} {
			want := updated(t, docs, pair[0])
			if got := updated(t, docs, bson.A{stage("$set", pair[1])}); !slices.Equal(got, want) {
				t.Fatalf("%s with %s: by a pipeline\n%v\nby the operator\n%v", name, value.String(by), got, want)
			}
		}
	}
}

// updated returns the documents after an update of all of them.
func updated(t *testing.T, docs bson.A, by any) []string {
	t.Helper()
	db := withDocs(t, docs)
	mustRun(t, db, bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{
		bson.D{{Key: "q", Value: bson.D{}}, {Key: "u", Value: by}, {Key: "multi", Value: true}},
	}}})
	return texts(resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}})))
}

// What is rewritten gives the same as what is not. The rewritings are these and no
// others: the filters at a pipeline's head and the sort after them go to the planner,
// which may find an index; a join's pipeline that begins with an equality is given
// only the documents that can be equal; the first stages of a join's pipeline that
// use no variable run once; an expression of constants is computed while parsing.
func TestRewritingChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	found := 0
	for range 100 {
		docs := randomDocs(random, 20)
		db := withDocs(t, docs, bson.D{{Key: "a", Value: int32(1)}, {Key: "_id", Value: int32(1)}}, bson.D{{Key: "b.a", Value: int32(-1)}})
		for name, pair := range map[string][2]bson.A{
			"filters and sort": headPair(random),
			"equality":         equalityPair(random),
			"first stages":     firstStagesPair(random),
		} {
			want := texts(resultOf(mustRun(t, db, aggregateOn(pair[1]...))))
			found += len(want)
			if got := texts(resultOf(mustRun(t, db, aggregateOn(pair[0]...)))); !slices.Equal(got, want) {
				t.Fatalf("%s: %s\n%v\nnot rewritten\n%v", name, value.String(pair[0]), got, want)
			}
		}
		values := bson.D{{Key: "_id", Value: int32(0)}, {Key: "x", Value: randomValue(random, 2)}, {Key: "y", Value: randomValue(random, 2)}, {Key: "z", Value: randomValue(random, 2)}}
		constant := withDocs(t, bson.A{values})
		for _, operator := range strings.Fields("$add $subtract $multiply $concat $concatArrays $cmp $eq $and $or $in $ifNull $cond $mergeObjects $setUnion $max $arrayElemAt") {
			names := []string{"x", "y", "z"}[:2+random.IntN(2)]
			folded, by := bson.A{}, bson.A{}
			for _, name := range names {
				folded, by = append(folded, stage("$literal", value.Get(values, name))), append(by, "$"+name)
			}
			want := answerOf(runDocument(t, constant, aggregateOn(stage("$project", stage("r", stage(operator, by))))))
			if got := answerOf(runDocument(t, constant, aggregateOn(stage("$project", stage("r", stage(operator, folded)))))); got != want {
				t.Fatalf("%s of %s: folded %s, from fields %s", operator, value.String(values), got, want)
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d documents were found in all", found)
	}
}

// answerOf is a reply's documents or its code.
func answerOf(reply bson.D) string {
	if code := value.Get(reply, "code"); !value.IsMissing(code) {
		return value.String(code)
	}
	return strings.Join(texts(resultOf(reply)), " ")
}

// headPair hides the head of a pipeline from the planner behind a $limit.
func headPair(random *rand.Rand) [2]bson.A {
	sort := bson.D{{Key: "a", Value: int32(1 - 2*random.IntN(2))}, {Key: "_id", Value: int32(1)}}
	stages := bson.A{stage("$match", randomFilter(random)), stage("$match", randomFilter(random)), stage("$sort", sort)}
	return [2]bson.A{stages, append(bson.A{stage("$limit", int32(1000))}, stages...)}
}

// equalityPair hides the equality of a join's pipeline in an $or.
func equalityPair(random *rand.Rand) [2]bson.A {
	equal := stage("$eq", bson.A{"$" + testPaths[random.IntN(len(testPaths))], "$$w"})
	let := "$" + testPaths[random.IntN(len(testPaths))]
	join := func(cond bson.D) bson.A { return bson.A{joinWith(let, stage("$match", stage("$expr", cond)))} }
	return [2]bson.A{join(equal), join(stage("$or", bson.A{equal}))}
}

// firstStagesPair puts a stage that uses the variable before the others.
func firstStagesPair(random *rand.Rand) [2]bson.A {
	some := bson.A{
		stage("$match", randomFilter(random)),
		stage("$sort", bson.D{{Key: "b", Value: int32(1)}, {Key: "_id", Value: int32(-1)}}),
		stage("$limit", int32(1+random.IntN(20))),
		stage("$set", stage("c", stage("$cmp", bson.A{"$a", "$b"}))),
		stage("$unwind", "$a"),
		stage("$group", bson.D{{Key: "_id", Value: "$a"}, {Key: "n", Value: stage("$sum", int32(1))}}),
	}
	random.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	stages := append(slices.Clone(some[:1+random.IntN(4)]), stage("$match", stage("$expr", stage("$ne", bson.A{"$_id", "$$w"}))), stage("$sort", stage("_id", int32(1))), stage("$limit", int32(3)))
	first := stage("$match", stage("$expr", stage("$ne", bson.A{"$$w", "none such"})))
	return [2]bson.A{{joinWith("$_id", stages...)}, {joinWith("$_id", append(bson.A{first}, stages...)...)}}
}

func joinWith(let any, stages ...any) bson.D {
	return stage("$lookup", bson.D{
		{Key: "from", Value: "c"}, {Key: "let", Value: stage("w", let)}, {Key: "pipeline", Value: bson.A(stages)}, {Key: "as", Value: "found"},
	})
}
