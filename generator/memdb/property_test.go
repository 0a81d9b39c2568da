package memdb

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// scalars are small on purpose: values meet.
func randomValue(random *rand.Rand, deep int) any {
	switch random.IntN(12) {
	case 0:
		return bson.Null{}
	case 1:
		return "s" + fmt.Sprint(random.IntN(3))
	case 2:
		return float64(random.IntN(4)) + 0.5
	case 3:
		return int64(random.IntN(4))
	case 4:
		return random.IntN(2) == 0
	case 5, 6:
		if deep == 0 {
			return int32(0)
		}
		list := bson.A{}
		for range random.IntN(3) {
			list = append(list, randomValue(random, deep-1))
		}
		return list
	case 7, 8:
		if deep == 0 {
			return int32(1)
		}
		return randomDocument(random, deep-1)
	}
	return int32(random.IntN(4))
}

func randomDocument(random *rand.Rand, deep int) bson.D {
	doc := bson.D{}
	for _, name := range []string{"a", "b"} {
		if random.IntN(4) > 0 {
			doc = append(doc, bson.E{Key: name, Value: randomValue(random, deep)})
		}
	}
	return doc
}

var testPaths = []string{"a", "b", "a.a", "a.b", "b.a"}

func randomFilter(random *rand.Rand) bson.D {
	filter := bson.D{}
	for range 1 + random.IntN(2) {
		operators := []string{"$eq", "$gt", "$gte", "$lt", "$lte", "$ne", "$in", "$exists"}
		operator := operators[random.IntN(len(operators))]
		var operand = randomValue(random, 1)
		switch operator {
		case "$in":
			operand = bson.A{randomValue(random, 1), randomValue(random, 1)}
		case "$exists":
			operand = random.IntN(2) == 0
		}
		path := testPaths[random.IntN(len(testPaths))]
		if slices.ContainsFunc(filter, func(f bson.E) bool { return f.Key == path }) {
			continue
		}
		filter = append(filter, bson.E{Key: path, Value: bson.D{{Key: operator, Value: operand}}})
	}
	return filter
}

// An index never changes a result: of any kind, on any documents, for any
// filter that it could serve.
func TestIndexesNeverChangeAResult(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	indexes := []bson.D{
		{{Key: "key", Value: bson.D{{Key: "a", Value: int32(1)}}}},
		{{Key: "key", Value: bson.D{{Key: "a", Value: int32(-1)}, {Key: "b", Value: int32(1)}}}},
		{{Key: "key", Value: bson.D{{Key: "a.a", Value: int32(1)}, {Key: "a.b", Value: int32(1)}}}},
		{{Key: "key", Value: bson.D{{Key: "b", Value: int32(1)}}}, {Key: "sparse", Value: true}},
		{{Key: "key", Value: bson.D{{Key: "b.a", Value: int32(1)}, {Key: "a", Value: int32(1)}}}, {Key: "sparse", Value: true}},
		{{Key: "key", Value: bson.D{{Key: "a", Value: int32(1)}}}, {Key: "partialFilterExpression", Value: bson.D{{Key: "a", Value: bson.D{{Key: "$gt", Value: int32(1)}}}}}},
		{{Key: "key", Value: bson.D{{Key: "$**", Value: int32(1)}}}},
	}
	used := 0
	for round := range 60 {
		docs := bson.A{}
		for i := range 30 {
			docs = append(docs, append(bson.D{{Key: "_id", Value: int32(i)}}, randomDocument(random, 2)...))
		}
		plain := New(Options{})
		mustRun(t, plain, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
		for i, index := range indexes {
			indexed := New(Options{})
			mustRun(t, indexed, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
			spec := append(bson.D{{Key: "name", Value: "x"}}, index...)
			if reply := runDocument(t, indexed, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{spec}}}); reply[0].Key != "numIndexesBefore" {
				continue // two arrays in one document
			}
			used++
			for range 20 {
				filter := randomFilter(random)
				find := bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: filter}}
				want, got := texts(resultOf(mustRun(t, plain, find))), texts(resultOf(mustRun(t, indexed, find)))
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(want, got) {
					t.Fatalf("round %d, index %d, filter %s:\n%v\nwithout\n%v", round, i, texts(bson.A{filter})[0], got, want)
				}
			}
		}
	}
	if used < 100 {
		t.Errorf("only %d indexes could be built", used)
	}
}

// A sort that an index gives is the sort.
func TestIndexesGiveTheSort(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, index := range []bson.D{{{Key: "a", Value: int32(1)}}, {{Key: "a", Value: int32(-1)}, {Key: "b", Value: int32(1)}}} {
		plain, indexed := New(Options{}), New(Options{})
		docs := bson.A{}
		for i := range 200 {
			docs = append(docs, bson.D{{Key: "_id", Value: int32(i)}, {Key: "a", Value: int32(random.IntN(9))}, {Key: "b", Value: int32(random.IntN(9))}})
		}
		for _, db := range []*DB{plain, indexed} {
			mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
		}
		mustRun(t, indexed, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{bson.D{{Key: "key", Value: index}, {Key: "name", Value: "x"}}}}})
		for _, sort := range []bson.D{
			{{Key: "a", Value: int32(1)}},
			{{Key: "a", Value: int32(-1)}},
			{{Key: "a", Value: int32(1)}, {Key: "b", Value: int32(-1)}},
			{{Key: "a", Value: int32(1)}, {Key: "b", Value: int32(1)}},
			{{Key: "b", Value: int32(1)}},
		} {
			for _, filter := range []bson.D{{}, {{Key: "a", Value: int32(4)}}, {{Key: "a", Value: bson.D{{Key: "$lt", Value: int32(5)}}}}} {
				find := bson.D{
					{Key: "find", Value: "c"}, {Key: "filter", Value: filter}, {Key: "sort", Value: sort},
					{Key: "projection", Value: bson.D{{Key: "a", Value: int32(1)}, {Key: "b", Value: int32(1)}, {Key: "_id", Value: int32(0)}}},
				}
				want, got := keysOnly(plain, t, find, sort), keysOnly(indexed, t, find, sort)
				if !slices.Equal(want, got) {
					t.Errorf("index %v, sort %v, filter %v:\n%v\n%v", index, sort, filter, got, want)
				}
			}
		}
	}
}

// keysOnly shows the sorted fields of a result, which ties can't disturb.
func keysOnly(db *DB, t *testing.T, find, sort bson.D) []string {
	t.Helper()
	keys := bson.A{}
	for _, v := range resultOf(mustRun(t, db, find)) {
		key := bson.D{}
		for _, f := range v.(bson.D) {
			if slices.ContainsFunc(sort, func(s bson.E) bool { return s.Key == f.Key }) {
				key = append(key, f)
			}
		}
		keys = append(keys, key)
	}
	return texts(keys)
}
