package memdb

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/value"
)

var testCollations = []bson.D{
	nil,
	{{Key: "locale", Value: "en"}, {Key: "strength", Value: int32(1)}},
	{{Key: "locale", Value: "en"}, {Key: "strength", Value: int32(2)}},
	{{Key: "locale", Value: "en"}, {Key: "strength", Value: int32(3)}},
	{{Key: "locale", Value: "fr"}, {Key: "strength", Value: int32(1)}, {Key: "caseLevel", Value: true}, {Key: "numericOrdering", Value: true}},
}

// respelled writes the strings in a value in one of several ways.
func respelled(random *rand.Rand, v any) any {
	switch v := v.(type) {
	case string:
		s := []string{"s", "S", "š", "st"}[random.IntN(4)]
		return strings.Replace(v, "s", s, 1)
	case bson.D:
		out := bson.D{}
		for _, f := range v {
			out = append(out, bson.E{Key: f.Key, Value: respelled(random, f.Value)})
		}
		return out
	case bson.A:
		out := bson.A{}
		for _, e := range v {
			out = append(out, respelled(random, e))
		}
		return out
	case int32, int64:
		return "s" + value.String(v) // more strings than randomValue makes
	}
	return v
}

func respelledDocs(random *rand.Rand, n int) bson.A {
	docs := bson.A{}
	for i := range n {
		doc := respelled(random, randomDocument(random, 2)).(bson.D)
		docs = append(docs, append(bson.D{{Key: "_id", Value: int32(i)}}, doc...))
	}
	return docs
}

func respelledFilter(random *rand.Rand) bson.D {
	filter := randomFilter(random)
	for i, f := range filter {
		if condition := f.Value.(bson.D); condition[0].Key != "$exists" {
			filter[i].Value = respelled(random, condition)
		}
	}
	return filter
}

func under(command, collation bson.D) bson.D {
	if collation == nil {
		return command
	}
	return append(slices.Clone(command), bson.E{Key: "collation", Value: collation})
}

// An index of any collation changes no result of a query under any.
func TestCollatedIndexesNeverChangeAResult(t *testing.T) {
	random := rand.New(rand.NewPCG(51, 52))
	keys := []bson.D{
		{{Key: "a", Value: int32(1)}},
		{{Key: "a", Value: int32(-1)}, {Key: "b", Value: int32(1)}},
		{{Key: "a.b", Value: int32(1)}},
		{{Key: "$**", Value: int32(1)}},
		{{Key: "b", Value: int32(1)}},
	}
	found, served := 0, 0
	for range 60 {
		docs := respelledDocs(random, 30)
		plain, indexed := withDocs(t, docs), withDocs(t, docs)
		for i, key := range keys {
			spec := bson.D{{Key: "key", Value: key}, {Key: "name", Value: "x" + string(rune('0'+i))}}
			if i == 4 {
				spec = append(spec, bson.E{Key: "partialFilterExpression", Value: bson.D{{Key: "b", Value: bson.D{{Key: "$gte", Value: "s1"}}}}})
			}
			spec = under(spec, testCollations[random.IntN(len(testCollations))])
			runDocument(t, indexed, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{spec}}}) // parallel arrays may be in its way
		}
		for range 25 {
			find := bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: respelledFilter(random)}}
			if random.IntN(2) == 0 {
				find = append(find, bson.E{Key: "sort", Value: bson.D{{Key: "a", Value: int32(1)}, {Key: "_id", Value: int32(1)}}})
			}
			find = under(find, testCollations[random.IntN(len(testCollations))])
			want, got := runDocument(t, plain, find), runDocument(t, indexed, find)
			x, y := texts(resultOf(want)), texts(resultOf(got))
			if !isSorted(find) {
				slices.Sort(x)
				slices.Sort(y)
			}
			if !slices.Equal(x, y) {
				t.Fatalf("%s\nwithout index %s\nwith %s", show(find), show(want), show(got))
			}
			found += len(x)
		}
		for _, x := range indexed.engine.Store.Collection("test", "c").Indexes {
			served += x.Len()
		}
	}
	if found < 500 || served < 500 {
		t.Errorf("%d documents found, %d keys: the test shows little", found, served)
	}
}

// A filter finds the same by find, as $match, in a facet, and where the
// collation is that of the collection or of a view.
func TestCollatedMatchIsFind(t *testing.T) {
	random := rand.New(rand.NewPCG(53, 54))
	found := 0
	for _, collation := range testCollations[1:] {
		for range 25 {
			docs := respelledDocs(random, 25)
			db := withDocs(t, docs)
			mustRun(t, db, under(bson.D{{Key: "create", Value: "d"}}, collation))
			mustRun(t, db, bson.D{{Key: "insert", Value: "d"}, {Key: "documents", Value: docs}})
			mustRun(t, db, under(bson.D{{Key: "create", Value: "v"}, {Key: "viewOn", Value: "c"}}, collation))
			for range 12 {
				filter := respelledFilter(random)
				want := sorted(mustRun(t, db, under(bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: filter}}, collation)))
				found += len(want)
				match := stage("$match", filter)
				for name, command := range map[string]bson.D{
					"$match":     under(aggregateOn(match), collation),
					"late":       under(aggregateOn(stage("$skip", int32(0)), match), collation),
					"union":      under(aggregateOn(stage("$match", bson.D{{Key: "_id", Value: int32(-1)}}), stage("$unionWith", bson.D{{Key: "coll", Value: "d"}, {Key: "pipeline", Value: bson.A{match}}})), collation),
					"collection": {{Key: "find", Value: "d"}, {Key: "filter", Value: filter}},
					"view":       {{Key: "find", Value: "v"}, {Key: "filter", Value: filter}},
				} {
					if got := sorted(mustRun(t, db, command)); !slices.Equal(got, want) {
						t.Fatalf("%s: %s\ngot %v\nwant %v", name, show(command), got, want)
					}
				}
			}
		}
	}
	if found < 500 {
		t.Errorf("%d documents found: the test shows little", found)
	}
}

// A sort agrees with the order, groups and distinct values with equality, and a
// unique index lets in one document of each group.
func TestCollatedOrderIsOne(t *testing.T) {
	random := rand.New(rand.NewPCG(55, 56))
	for _, options := range testCollations[1:] {
		collation, err := catalog.ParseCollation(options)
		if err != nil {
			t.Fatal(err)
		}
		for range 15 {
			docs := bson.A{}
			for i := range 20 {
				docs = append(docs, bson.D{{Key: "_id", Value: int32(i)}, {Key: "k", Value: respelled(random, "s"+string(rune('0'+random.IntN(3))))}})
			}
			db := withDocs(t, docs)
			byKey := mustRun(t, db, under(bson.D{{Key: "find", Value: "c"}, {Key: "sort", Value: bson.D{{Key: "k", Value: int32(1)}}}}, options))
			list := resultOf(byKey)
			if !slices.IsSortedFunc(list, func(a, b any) int {
				return collation.Compare(value.Get(a.(bson.D), "k"), value.Get(b.(bson.D), "k"))
			}) {
				t.Fatalf("%s is not sorted by %s", show(list), show(options))
			}
			groups := len(resultOf(mustRun(t, db, under(aggregateOn(stage("$group", bson.D{{Key: "_id", Value: "$k"}})), options))))
			distinct := len(resultOf(mustRun(t, db, under(bson.D{{Key: "distinct", Value: "c"}, {Key: "key", Value: "k"}}, options))))
			keys := map[string]bool{}
			for _, doc := range docs {
				keys[collation.Key(doc.(bson.D)[1].Value)] = true
			}
			unique := New(Options{})
			spec := under(bson.D{{Key: "key", Value: bson.D{{Key: "k", Value: int32(1)}}}, {Key: "name", Value: "k"}, {Key: "unique", Value: true}}, options)
			mustRun(t, unique, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{spec}}})
			reply := runDocument(t, unique, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}, {Key: "ordered", Value: false}})
			if n := len(keys); groups != n || distinct != n || value.Get(reply, "n") != int32(n) {
				t.Fatalf("%s: %d keys, %d groups, %d distinct, %v in a unique index", show(options), n, groups, distinct, value.Get(reply, "n"))
			}
		}
	}
}

// A command that is refused for a string it meets has changed nothing, and the
// indexes still fit.
func TestRefusedForAStringChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(57, 58))
	refused := 0
	for range 60 {
		docs := respelledDocs(random, 20)
		docs[random.IntN(20)] = bson.D{{Key: "_id", Value: int32(99)}, {Key: "a", Value: "京"}, {Key: "b", Value: bson.A{"ß"}}}
		db := withDocs(t, docs)
		index := func(name string, key bson.D, collation bson.D) {
			spec := under(bson.D{{Key: "key", Value: key}, {Key: "name", Value: name}}, collation)
			runDocument(t, db, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{spec}}})
		}
		index("plain", bson.D{{Key: "a", Value: int32(1)}}, nil)
		index("collated", bson.D{{Key: "n", Value: int32(1)}}, testCollations[2])
		before := mustRun(t, db, bson.D{{Key: "find", Value: "c"}})
		update := func(filter, u any, collation bson.D) bson.D {
			return under(bson.D{{Key: "q", Value: filter}, {Key: "u", Value: u}, {Key: "multi", Value: true}}, collation)
		}
		all := bson.D{}
		for _, command := range []bson.D{
			{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{
				update(all, stage("$set", bson.D{{Key: "a", Value: "x"}, {Key: "n", Value: "s1"}}), nil),
				update(bson.D{{Key: "b", Value: "s1"}}, stage("$unset", bson.D{{Key: "n", Value: int32(1)}}), testCollations[1]),
			}}},
			{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{update(all, bson.A{stage("$set", bson.D{{Key: "n", Value: "$a"}})}, nil)}}},
			{{Key: "delete", Value: "c"}, {Key: "deletes", Value: bson.A{
				bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: bson.D{{Key: "$lt", Value: int32(5)}}}}}, {Key: "limit", Value: int32(0)}},
				under(bson.D{{Key: "q", Value: bson.D{{Key: "a", Value: "s1"}}}, {Key: "limit", Value: int32(0)}}, testCollations[3]),
			}}},
			{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{
				bson.D{{Key: "_id", Value: int32(200)}}, bson.D{{Key: "_id", Value: int32(201)}, {Key: "n", Value: "京"}},
			}}},
			under(bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{
				under(bson.D{{Key: "key", Value: bson.D{{Key: "z", Value: int32(1)}}}, {Key: "name", Value: "z"}}, nil),
				under(bson.D{{Key: "key", Value: bson.D{{Key: "a", Value: int32(-1)}}}, {Key: "name", Value: "y"}}, testCollations[1]),
			}}}, nil),
			aggregateOn(stage("$set", bson.D{{Key: "n", Value: "$a"}}), stage("$merge", bson.D{{Key: "into", Value: "c"}})),
			under(aggregateOn(stage("$match", bson.D{{Key: "a", Value: "s1"}}), stage("$out", "fresh")), testCollations[1]),
		} {
			reply := runDocument(t, db, command)
			if value.Get(reply, "code") != int32(238) {
				t.Fatalf("%s: %s, want a refusal", show(command), show(reply))
			}
			refused++
			if after := mustRun(t, db, bson.D{{Key: "find", Value: "c"}}); !slices.Equal(sorted(after), sorted(before)) {
				t.Fatalf("%s changed\n%s\nto\n%s", show(command), show(before), show(after))
			}
			checked := mustRun(t, db, bson.D{{Key: "validate", Value: "c"}})
			if value.Get(checked, "valid") != true {
				t.Fatalf("after %s: %s", show(command), show(checked))
			}
		}
		if db.engine.Store.Collection("test", "fresh") != nil || len(db.engine.Store.Collection("test", "c").Indexes) != 3 {
			t.Fatal("a refused command left a collection or an index")
		}
	}
}

// A cursor that meets such a string later ends with the refusal.
func TestRefusedInALaterBatch(t *testing.T) {
	db := filled(t, Options{}, 120)
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: int32(500)}, {Key: "k", Value: "京"}}}}})
	find := bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: bson.D{{Key: "k", Value: bson.D{{Key: "$ne", Value: "x"}}}}}, {Key: "batchSize", Value: int32(60)}}
	id, docs := cursorOf(t, mustRun(t, db, under(find, testCollations[2])), "firstBatch")
	if docs != 60 || id == 0 {
		t.Fatalf("%d documents, cursor %d", docs, id)
	}
	getMore := bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "c"}}
	for _, code := range []int32{238, 43} { // and then the cursor is gone
		if reply := runDocument(t, db, getMore); value.Get(reply, "code") != code {
			t.Errorf("%s, want %d", show(reply), code)
		}
	}
}
