package memdb

import (
	"math/rand/v2"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// A validator accepts exactly the documents that find finds with it, says what
// is wrong with the others, and leaves no trace of a write that it refuses.
func TestValidatorsAcceptWhatFindFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	accepted, refused := 0, 0
	for range 400 {
		rule := randomRule(random, 2)
		docs := make(bson.A, 8)
		for i := range docs {
			docs[i] = append(bson.D{{Key: "_id", Value: int32(i)}}, randomDocument(random, 2)...)
		}
		db := New(Options{})
		mustRun(t, db, bson.D{{Key: "insert", Value: "all"}, {Key: "documents", Value: docs}})
		if !creates(t, db, "c", rule) {
			continue
		}
		reply := runDocument(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}, {Key: "ordered", Value: false}})
		found := contentsOf(t, db, "all", rule)
		if stored := contentsOf(t, db, "c", bson.D{}); !slices.Equal(texts(stored), texts(found)) {
			t.Fatalf("%s accepts %s, and finds %s", value.String(rule), value.String(stored), value.String(found))
		}
		errs, _ := value.Get(reply, "writeErrors").(bson.A)
		for _, e := range errs {
			isExplained(t, rule, e.(bson.D))
		}
		accepted, refused = accepted+len(found), refused+len(errs)
		updatesKeepTheRule(t, random, db, rule)
	}
	if accepted < 400 || refused < 400 {
		t.Errorf("%d accepted, %d refused: too few of one kind", accepted, refused)
	}
}

// creates makes a collection, unless its validator is refused.
func creates(t *testing.T, db *DB, name string, rule bson.D) bool {
	t.Helper()
	reply := runDocument(t, db, bson.D{{Key: "create", Value: name}, {Key: "validator", Value: rule}})
	if value.Get(reply, "ok") != 1.0 && value.Get(reply, "code") != any(int32(238)) {
		t.Fatalf("%s: %s", value.String(rule), value.String(reply))
	}
	return value.Get(reply, "ok") == 1.0
}

func contentsOf(t *testing.T, db *DB, name string, filter bson.D) bson.A {
	t.Helper()
	return resultOf(mustRun(t, db, bson.D{{Key: "find", Value: name}, {Key: "filter", Value: filter}, {Key: "sort", Value: bson.D{{Key: "_id", Value: int32(1)}}}}))
}

func isExplained(t *testing.T, rule, row bson.D) {
	t.Helper()
	info, _ := value.Get(row, "errInfo").(bson.D)
	details, _ := value.Get(info, "details").(bson.D)
	if value.Get(row, "code") != any(int32(121)) || len(details) < 2 || details[0].Key != "operatorName" {
		t.Fatalf("%s: %s", value.String(rule), value.String(row))
	}
}

// updatesKeepTheRule changes documents at random: after each command all fit the
// rule, and after a refused one they are what they were.
func updatesKeepTheRule(t *testing.T, random *rand.Rand, db *DB, rule bson.D) {
	t.Helper()
	for range 6 {
		before := contentsOf(t, db, "c", bson.D{})
		command := randomChange(random)
		reply := runDocument(t, db, command)
		after := contentsOf(t, db, "c", bson.D{})
		refused := value.Get(reply, "ok") != 1.0 || !value.IsMissing(value.Get(reply, "writeErrors"))
		if refused && !slices.Equal(texts(before), texts(after)) {
			t.Fatalf("%s: a refused %s left a trace", value.String(rule), value.String(command))
		}
		if fits := contentsOf(t, db, "c", rule); len(fits) != len(after) {
			t.Fatalf("%s: %s made a document that does not fit", value.String(rule), value.String(command))
		}
	}
}

// randomChange is a command that changes, replaces or inserts one document.
func randomChange(random *rand.Rand) bson.D {
	name, v := []string{"a", "b"}[random.IntN(2)], randomValue(random, 2)
	q, upsert := bson.D{{Key: "_id", Value: int32(random.IntN(10))}}, random.IntN(2) == 0
	u := []any{
		bson.D{{Key: "$set", Value: bson.D{{Key: name, Value: v}}}},
		bson.D{{Key: "$unset", Value: bson.D{{Key: name, Value: ""}}}},
		bson.D{{Key: name, Value: v}},
		bson.A{bson.D{{Key: "$set", Value: bson.D{{Key: name, Value: bson.D{{Key: "$literal", Value: v}}}}}}},
	}[random.IntN(4)]
	if random.IntN(2) == 0 {
		return bson.D{{Key: "findAndModify", Value: "c"}, {Key: "query", Value: q}, {Key: "update", Value: u}, {Key: "upsert", Value: upsert}}
	}
	return bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: q}, {Key: "u", Value: u}, {Key: "upsert", Value: upsert}}}}}
}

// A validator that is refused changes nothing: create makes no collection,
// collMod leaves the rule that there was.
func TestRefusedRuleChangesNothing(t *testing.T) {
	db := New(Options{})
	for _, rule := range []bson.D{
		{{Key: "beds", Value: bson.D{{Key: "$nope", Value: int32(1)}}}},
		{{Key: "$sampleRate", Value: 0.5}},
		{{Key: "$jsonSchema", Value: bson.D{{Key: "minimum", Value: "four"}}}},
	} {
		if reply := runDocument(t, db, bson.D{{Key: "create", Value: "none"}, {Key: "validator", Value: rule}}); value.Get(reply, "ok") != 0.0 {
			t.Fatalf("create takes %s", value.String(rule))
		}
		runDocument(t, db, bson.D{{Key: "drop", Value: "huts"}})
		mustRun(t, db, bson.D{{Key: "create", Value: "huts"}, {Key: "validator", Value: bson.D{{Key: "beds", Value: int32(4)}}}})
		list := texts(resultOf(mustRun(t, db, bson.D{{Key: "listCollections", Value: int32(1)}})))
		if len(list) != 1 {
			t.Fatalf("after a refused create: %s", list)
		}
		if reply := runDocument(t, db, bson.D{{Key: "collMod", Value: "huts"}, {Key: "validator", Value: rule}, {Key: "validationLevel", Value: "off"}}); value.Get(reply, "ok") != 0.0 {
			t.Fatalf("collMod takes %s", value.String(rule))
		}
		if now := texts(resultOf(mustRun(t, db, bson.D{{Key: "listCollections", Value: int32(1)}}))); !slices.Equal(now, list) {
			t.Errorf("%s left %s of %s", value.String(rule), now, list)
		}
		reply := runDocument(t, db, bson.D{{Key: "insert", Value: "huts"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: int32(1)}, {Key: "beds", Value: int32(5)}}}}})
		if value.IsMissing(value.Get(reply, "writeErrors")) {
			t.Errorf("%s put the old rule out of force", value.String(rule))
		}
	}
}

// The clauses that a failure names are those that find does not find.
func TestFailuresNameTheClauses(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		rules := bson.A{randomRule(random, 1), randomRule(random, 1), randomRule(random, 1)}
		doc := append(bson.D{{Key: "_id", Value: int32(1)}}, randomDocument(random, 2)...)
		db := New(Options{})
		mustRun(t, db, bson.D{{Key: "insert", Value: "all"}, {Key: "documents", Value: bson.A{doc}}})
		for _, c := range []struct {
			operator, key string
			met           bool
		}{{"$and", "clausesNotSatisfied", false}, {"$nor", "clausesSatisfied", true}} {
			want := bson.A{}
			for i, rule := range rules {
				if (len(contentsOf(t, db, "all", rule.(bson.D))) == 1) == c.met {
					want = append(want, int32(i))
				}
			}
			if len(want) == 0 {
				continue
			}
			if !creates(t, db, c.operator[1:], bson.D{{Key: c.operator, Value: rules}}) {
				continue
			}
			reply := runDocument(t, db, bson.D{{Key: "insert", Value: c.operator[1:]}, {Key: "documents", Value: bson.A{doc}}})
			row := value.Get(reply, "writeErrors").(bson.A)[0].(bson.D)
			details := value.Get(value.Get(row, "errInfo").(bson.D), "details").(bson.D)
			var got bson.A
			for _, clause := range value.Get(details, c.key).(bson.A) {
				got = append(got, value.Get(clause.(bson.D), "index"))
			}
			if !slices.Equal(texts(got), texts(want)) {
				t.Fatalf("%s %s on %s names %v, want %v", c.operator, value.String(rules), value.String(doc), got, want)
			}
		}
	}
}

func randomRule(random *rand.Rand, deep int) bson.D {
	if deep > 0 && random.IntN(3) == 0 {
		operator := []string{"$and", "$or", "$nor"}[random.IntN(3)]
		return bson.D{{Key: operator, Value: bson.A{randomRule(random, deep-1), randomRule(random, deep-1)}}}
	}
	switch random.IntN(6) {
	case 0, 1:
		return bson.D{{Key: "$jsonSchema", Value: append(randomObjectSchema(random, 2), bson.E{Key: "title", Value: "a rule"})}}
	case 2:
		return bson.D{{Key: "$expr", Value: bson.D{{Key: "$gt", Value: bson.A{"$" + testPaths[random.IntN(len(testPaths))], randomValue(random, 0)}}}}}
	}
	rule := bson.D{}
	for _, path := range testPaths {
		if random.IntN(3) == 0 {
			rule = append(rule, bson.E{Key: path, Value: randomTest(random, 2)})
		}
	}
	return rule
}

func randomTest(random *rand.Rand, deep int) any {
	if deep > 0 && random.IntN(4) == 0 {
		inner := randomTest(random, deep-1).(bson.D)
		if len(inner) > 0 && inner[0].Key == "$not" { // beside an $expr that is refused
			return inner
		}
		return bson.D{{Key: []string{"$not", "$elemMatch"}[random.IntN(2)], Value: inner}}
	}
	tests := []bson.E{
		{Key: "$eq", Value: randomValue(random, 1)}, {Key: "$ne", Value: randomValue(random, 1)},
		{Key: "$gt", Value: randomValue(random, 1)}, {Key: "$lte", Value: randomValue(random, 1)},
		{Key: "$in", Value: bson.A{randomValue(random, 1), randomValue(random, 1)}}, {Key: "$nin", Value: bson.A{randomValue(random, 1)}},
		{Key: "$exists", Value: random.IntN(2) == 0}, {Key: "$type", Value: []string{"number", "string", "array", "object"}[random.IntN(4)]},
		{Key: "$mod", Value: bson.A{int32(2), int32(random.IntN(2))}}, {Key: "$regex", Value: "[01]$"},
		{Key: "$all", Value: bson.A{randomValue(random, 1)}}, {Key: "$size", Value: int32(random.IntN(3))},
		{Key: "$bitsAllSet", Value: int32(random.IntN(3))}, {Key: "$bitsAnyClear", Value: int32(1 + random.IntN(3))},
	}
	test := bson.D{tests[random.IntN(len(tests))]}
	if more := tests[random.IntN(len(tests))]; random.IntN(3) == 0 && more.Key != test[0].Key {
		test = append(test, more)
	}
	return test
}

// randomObjectSchema has keywords that bind objects.
func randomObjectSchema(random *rand.Rand, deep int) bson.D {
	sub := func() bson.D { return randomValueSchema(random, deep-1) }
	return pickSome(random, bson.D{
		{Key: "properties", Value: bson.D{{Key: "a", Value: sub()}, {Key: "b", Value: sub()}}},
		{Key: "required", Value: bson.A{[]string{"a", "b"}[random.IntN(2)]}},
		{Key: "patternProperties", Value: bson.D{{Key: "^a", Value: sub()}, {Key: "[b_]", Value: sub()}}},
		{Key: "additionalProperties", Value: sub()},
		{Key: "dependencies", Value: bson.D{{Key: "a", Value: bson.A{"b"}}, {Key: "b", Value: sub()}}},
		{Key: "maxProperties", Value: int32(2)},
		{Key: "anyOf", Value: bson.A{bson.D{{Key: "required", Value: bson.A{"a"}}}, bson.D{{Key: "minProperties", Value: int32(2)}}}},
		{Key: "not", Value: bson.D{{Key: "required", Value: bson.A{"a", "b"}}}},
	})
}

func randomValueSchema(random *rand.Rand, deep int) bson.D {
	if deep <= 0 || random.IntN(2) == 0 {
		return pickSome(random, bson.D{
			{Key: "bsonType", Value: []string{"int", "string", "array", "object", "number"}[random.IntN(5)]},
			{Key: "minimum", Value: int32(1)}, {Key: "multipleOf", Value: int32(2)}, {Key: "pattern", Value: "[01]$"},
			{Key: "enum", Value: bson.A{randomValue(random, 1)}}, {Key: "uniqueItems", Value: true}, {Key: "minItems", Value: int32(1)},
		})
	}
	sub := func() bson.D { return randomValueSchema(random, deep-1) }
	return append(randomObjectSchema(random, deep-1), pickSome(random, bson.D{
		{Key: "items", Value: bson.A{sub()}}, {Key: "additionalItems", Value: sub()}, {Key: "allOf", Value: bson.A{sub(), sub()}},
		{Key: "oneOf", Value: bson.A{sub(), sub()}},
	})...)
}

func pickSome(random *rand.Rand, from bson.D) bson.D {
	some := bson.D{}
	for _, e := range from {
		if random.IntN(3) == 0 {
			some = append(some, e)
		}
	}
	return some
}
