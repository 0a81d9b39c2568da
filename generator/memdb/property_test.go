package memdb

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
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
		operators := []string{"$eq", "$gt", "$gte", "$lt", "$lte", "$ne", "$in", "$exists", "$elemMatch"}
		operator := operators[random.IntN(len(operators))]
		var operand = randomValue(random, 1)
		switch operator {
		case "$in":
			operand = bson.A{randomValue(random, 1), randomValue(random, 1)}
		case "$exists":
			operand = random.IntN(2) == 0
		case "$elemMatch":
			operand = randomElement(random, 1)
		}
		path := testPaths[random.IntN(len(testPaths))]
		if slices.ContainsFunc(filter, func(f bson.E) bool { return f.Key == path }) {
			continue
		}
		filter = append(filter, bson.E{Key: path, Value: bson.D{{Key: operator, Value: operand}}})
	}
	return filter
}

// randomElement makes the conditions of an $elemMatch over documents.
func randomElement(random *rand.Rand, deep int) bson.D {
	element := bson.D{}
	for _, name := range []string{"a", "b", "b.a", "b.b"} {
		switch n := random.IntN(6); {
		case n < 2:
			element = append(element, bson.E{Key: name, Value: randomValue(random, 0)})
		case n == 3:
			element = append(element, bson.E{Key: name, Value: bson.D{{Key: "$gte", Value: randomValue(random, 0)}}})
		case n == 4 && deep > 0:
			element = append(element, bson.E{Key: name, Value: bson.D{{Key: "$elemMatch", Value: randomElement(random, deep-1)}}})
		}
	}
	if len(element) == 0 {
		return bson.D{{Key: "a", Value: randomValue(random, 0)}}
	}
	return element
}

// An index never changes a result: of any kind, on any documents, for any
// filter that it could serve.
func TestIndexesNeverChangeAResult(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	indexes := []bson.D{
		{{Key: "key", Value: bson.D{{Key: "a", Value: int32(1)}}}},
		{{Key: "key", Value: bson.D{{Key: "a", Value: int32(-1)}, {Key: "b", Value: int32(1)}}}},
		{{Key: "key", Value: bson.D{{Key: "a.a", Value: int32(1)}, {Key: "a.b", Value: int32(1)}}}},
		{{Key: "key", Value: bson.D{{Key: "b", Value: int32(1)}, {Key: "a.a", Value: int32(1)}, {Key: "a.b", Value: int32(-1)}}}},
		{{Key: "key", Value: bson.D{{Key: "a.b.a", Value: int32(1)}, {Key: "a.b.b", Value: int32(1)}, {Key: "a.a", Value: int32(1)}}}},
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

// Of documents whose arrays hold documents of two fields, one index of both finds
// those with an element that has both values, reads no more keys than there are
// such elements, and says so.
func TestElementsByOneIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 42))
	read, found := 0, 0
	for range 40 {
		docs, elements := bson.A{}, map[string]int{}
		for i := range 40 {
			specs, mine := bson.A{}, map[string]bool{}
			for range random.IntN(5) {
				k, v := "k"+fmt.Sprint(random.IntN(4)), int32(random.IntN(4))
				specs = append(specs, bson.D{{Key: "k", Value: k}, {Key: "v", Value: v}})
				mine[fmt.Sprint(k, v)] = true
			}
			for name := range mine {
				elements[name]++
			}
			docs = append(docs, bson.D{{Key: "_id", Value: int32(i)}, {Key: "n", Value: int32(random.IntN(9))}, {Key: "specs", Value: specs}})
		}
		plain := withDocs(t, docs)
		indexed := withDocs(t, docs, bson.D{{Key: "specs.k", Value: int32(1)}, {Key: "specs.v", Value: int32(-1)}, {Key: "n", Value: int32(1)}})
		for k := range 4 {
			for v := range 4 {
				name := "k" + fmt.Sprint(k)
				find := bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: stage("specs", stage("$elemMatch", bson.D{{Key: "v", Value: int32(v)}, {Key: "k", Value: name}}))}}
				inOrder := append(slices.Clone(find), bson.E{Key: "sort", Value: bson.D{{Key: "n", Value: int32(1)}}})
				if got, want := sorted(mustRun(t, indexed, find)), sorted(mustRun(t, plain, find)); !slices.Equal(got, want) {
					t.Fatalf("%s and %d:\n%v\nwithout an index\n%v", name, v, got, want)
				}
				if got, want := keysOnly(indexed, t, inOrder, stage("n", 1)), keysOnly(plain, t, inOrder, stage("n", 1)); !slices.Equal(got, want) {
					t.Fatalf("%s and %d sorted:\n%v\nwithout an index\n%v", name, v, got, want)
				}
				for _, command := range []bson.D{find, inOrder} {
					stats := value.Get(mustRun(t, indexed, bson.D{{Key: "explain", Value: command}, {Key: "verbosity", Value: "executionStats"}}), "executionStats").(bson.D)
					keys, docs := value.Get(stats, "totalKeysExamined").(int32), value.Get(stats, "totalDocsExamined").(int32)
					if want := elements[fmt.Sprint(name, v)]; int(keys) != want || int(docs) != want {
						t.Fatalf("%s and %d: %d keys and %d documents read, want %d", name, v, keys, docs, want)
					}
					read, found = read+int(docs), found+int(value.Get(stats, "nReturned").(int32))
				}
			}
		}
	}
	if read < 1000 || read != found {
		t.Errorf("%d documents read, %d found", read, found)
	}
}

// Conditions that different elements may meet are found by an index of both fields,
// too, however the arrays lie in each other.
func TestElementsOfElements(t *testing.T) {
	random := rand.New(rand.NewPCG(43, 44))
	some := func(make func() bson.D) bson.A {
		list := bson.A{}
		for range random.IntN(4) {
			list = append(list, make())
		}
		return list
	}
	leaf := func() bson.D {
		return bson.D{{Key: "x", Value: int32(random.IntN(4))}, {Key: "y", Value: int32(random.IntN(4))}}
	}
	elements := func(inner bson.D) bson.D { return stage("$elemMatch", inner) }
	found := map[string]int{}
	for round := range 60 {
		docs := bson.A{}
		for i := range 30 {
			var a any = stage("b", some(leaf))
			if round%2 == 0 {
				a = some(func() bson.D { return stage("b", some(leaf)) })
			}
			docs = append(docs, bson.D{{Key: "_id", Value: int32(i)}, {Key: "a", Value: a}})
		}
		plain, indexed := withDocs(t, docs), withDocs(t, docs, bson.D{{Key: "a.b.x", Value: int32(1)}, {Key: "a.b.y", Value: int32(1)}})
		x, y := int32(random.IntN(4)), int32(random.IntN(4))
		for name, filter := range map[string]bson.D{
			"by the outer array":      stage("a", elements(bson.D{{Key: "b.x", Value: x}, {Key: "b.y", Value: y}})),
			"by the inner array":      stage("a.b", elements(bson.D{{Key: "x", Value: x}, {Key: "y", Value: y}})),
			"by both":                 stage("a", elements(stage("b", elements(bson.D{{Key: "x", Value: x}, {Key: "y", Value: y}})))),
			"by one for each field":   stage("$and", bson.A{stage("a.b", elements(stage("x", x))), stage("a.b", elements(stage("y", y)))}),
			"and by any, in front":    {{Key: "a.b.x", Value: x}, {Key: "a.b", Value: elements(stage("y", y))}},
			"and by any, behind":      {{Key: "a.b", Value: elements(stage("x", x))}, {Key: "a.b.y", Value: y}},
			"by any":                  {{Key: "a.b.x", Value: x}, {Key: "a.b.y", Value: y}},
			"by all that are in both": stage("a.b", stage("$all", bson.A{elements(stage("x", x)), elements(stage("y", y))})),
		} {
			find := bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: filter}}
			want := sorted(mustRun(t, plain, find))
			if got := sorted(mustRun(t, indexed, find)); !slices.Equal(got, want) {
				t.Fatalf("%s:\n%v\nwithout an index\n%v", name, got, want)
			}
			found[name] += len(want)
		}
	}
	for name, n := range found {
		if n < 20 {
			t.Errorf("%s found only %d documents", name, n)
		}
	}
}
