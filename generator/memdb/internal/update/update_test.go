package update

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

func TestApply(t *testing.T) {
	for _, c := range []struct{ name, doc, update, want string }{
		{"new fields come in the order of paths", `{"_id":1}`, `{"$set":{"b":1,"a.10":1,"a.2":2}}`, `{"_id":1,"a":{"2":2,"10":1},"b":1}`},
		{"a place beyond the end", `{"a":[1]}`, `{"$set":{"a.3":9}}`, `{"a":[1,null,null,9]}`},
		{"unset in an array leaves null", `{"a":[1,2]}`, `{"$unset":{"a.0":""}}`, `{"a":[null,2]}`},
		{"unset removes", `{"a":1,"b":2}`, `{"$unset":{"a":""}}`, `{"b":2}`},
		{"inc of a missing field", `{}`, `{"$inc":{"a":3}}`, `{"a":3}`},
		{"mul of a missing field", `{}`, `{"$mul":{"a":3.5}}`, `{"a":0.0}`},
		{"int overflows to long", `{"a":2147483647}`, `{"$inc":{"a":1}}`, `{"a":{"$numberLong":"2147483648"}}`},
		{"min by BSON order", `{"a":"x"}`, `{"$min":{"a":5}}`, `{"a":5}`},
		{"max leaves the larger", `{"a":7}`, `{"$max":{"a":5}}`, `{"a":7}`},
		{"rename appends", `{"a":1,"b":2,"c":3}`, `{"$rename":{"a":"c"}}`, `{"b":2,"c":1}`},
		{"rename of nothing", `{"b":2}`, `{"$rename":{"a":"c"}}`, `{"b":2}`},
		{"push makes the array", `{}`, `{"$push":{"a":1}}`, `{"a":[1]}`},
		{"push in its order", `{"a":[3,1]}`, `{"$push":{"a":{"$slice":-3,"$sort":1,"$position":0,"$each":[2,0]}}}`, `{"a":[1,2,3]}`},
		{"push sorts documents", `{"a":[{"x":2},{"x":1}]}`, `{"$push":{"a":{"$each":[{"y":0}],"$sort":{"x":-1}}}}`, `{"a":[{"x":2},{"x":1},{"y":0}]}`},
		{"push a document with modifiers' names", `{}`, `{"$push":{"a":{"$slice":1}}}`, `{"a":[{"$slice":1}]}`},
		{"addToSet by value", `{"a":[1,1]}`, `{"$addToSet":{"a":{"$each":[1.0,2,2]}}}`, `{"a":[1,1,2]}`},
		{"pop the first", `{"a":[1,2]}`, `{"$pop":{"a":-1}}`, `{"a":[2]}`},
		{"pullAll", `{"a":[1,2,1]}`, `{"$pullAll":{"a":[1.0]}}`, `{"a":[2]}`},
		{"pull of a value", `{"a":[1,2,1]}`, `{"$pull":{"a":1}}`, `{"a":[2]}`},
		{"pull by operators", `{"a":[1,5,9]}`, `{"$pull":{"a":{"$gte":5}}}`, `{"a":[1]}`},
		{"pull by a query", `{"a":[{"x":1,"y":1},{"x":2}]}`, `{"$pull":{"a":{"x":1}}}`, `{"a":[{"x":2}]}`},
		{"pull of a missing field", `{"b":1}`, `{"$pull":{"a":1}}`, `{"b":1}`},
		{"all elements", `{"a":[{"n":1},{"n":2}]}`, `{"$inc":{"a.$[].n":10}}`, `{"a":[{"n":11},{"n":12}]}`},
		{"bit", `{"a":6}`, `{"$bit":{"a":{"and":3}}}`, `{"a":2}`},
		{"set on insert does nothing to what is there", `{"a":1}`, `{"$setOnInsert":{"a":2}}`, `{"a":1}`},
		{"a replacement keeps _id first", `{"_id":7,"a":1}`, `{"b":2}`, `{"_id":7,"b":2}`},
		{"an empty $set", `{"a":1}`, `{"$set":{}}`, `{"a":1}`},
		{"a pipeline", `{"_id":1,"a":2}`, `[{"$set":{"b":{"$add":["$a",1]}}}]`, `{"_id":1,"a":2,"b":3}`},
	} {
		got, err := apply(t, c.doc, c.update, Options{}, -1)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if want := valuetest.Document(t, c.want); !identical(got, want) {
			t.Errorf("%s: %s, want %s", c.name, value.String(got), value.String(want))
		}
	}
}

func TestArrayFilters(t *testing.T) {
	filters := bson.A{valuetest.Document(t, `{"x.n":{"$gte":2}}`)}
	got, err := apply(t, `{"a":[{"n":1},{"n":2}]}`, `{"$set":{"a.$[x].n":0}}`, Options{ArrayFilters: filters}, -1)
	if err != nil || !identical(got, valuetest.Document(t, `{"a":[{"n":1},{"n":0}]}`)) {
		t.Errorf("%v, %v", got, err)
	}
	// What is set does not change which elements the update is about.
	for _, update := range []string{`{"$set":{"a.$[x].n":0,"a.$[x].z":7}}`, `{"$set":{"a.$[].n":0,"a.$[x].z":7}}`} {
		got, err = apply(t, `{"a":[{"n":2}]}`, update, Options{ArrayFilters: filters}, -1)
		if err != nil || !identical(got, valuetest.Document(t, `{"a":[{"n":0,"z":7}]}`)) {
			t.Errorf("%s: %v, %v", update, got, err)
		}
	}
	got, err = apply(t, `{"a":[5,6,7]}`, `{"$set":{"a.$":0}}`, Options{}, 1)
	if err != nil || !identical(got, valuetest.Document(t, `{"a":[5,0,7]}`)) {
		t.Errorf("positional: %v, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, doc, update string
		code              int32
	}{
		{"a plain field after operators", `{}`, `{"$set":{"a":1},"b":1}`, 9},
		{"an operator after plain fields", `{}`, `{"b":1,"$set":{"a":1}}`, 52},
		{"unknown operator", `{}`, `{"$foo":{"a":1}}`, 9},
		{"the same path twice", `{}`, `{"$set":{"a":1},"$inc":{"a":1}}`, 40},
		{"a path and a part of it", `{}`, `{"$set":{"a":1,"a.b":1}}`, 40},
		{"rename counts with both", `{}`, `{"$rename":{"a":"b"},"$set":{"a":1}}`, 40},
		{"two that meet in an array", `{"a":[1]}`, `{"$set":{"a.0":1,"a.$[]":1}}`, 40},
		{"_id", `{"_id":1}`, `{"$set":{"_id":2}}`, 66},
		{"_id of another type", `{"_id":1}`, `{"$set":{"_id":1.0}}`, 66},
		{"another _id in a replacement", `{"_id":1}`, `{"_id":2}`, 66},
		{"through a scalar", `{"a":1}`, `{"$set":{"a.b":1}}`, 28},
		{"through null", `{"a":null}`, `{"$set":{"a.b":1}}`, 28},
		{"a name in an array", `{"a":[]}`, `{"$set":{"a.b":1}}`, 28},
		{"an empty part", `{}`, `{"$set":{"a..b":1}}`, 56},
		{"an empty path", `{}`, `{"$set":{"":1}}`, 56},
		{"a dollar at the top", `{}`, `{"$set":{"$a":1}}`, 52},
		{"too far beyond an array", `{"a":[]}`, `{"$set":{"a.1500002":1}}`, 34},
		{"inc of a string", `{"a":"x"}`, `{"$inc":{"a":1}}`, 14},
		{"inc of null", `{"a":null}`, `{"$inc":{"a":1}}`, 14},
		{"inc by a string", `{}`, `{"$inc":{"a":"x"}}`, 14},
		{"long overflow", `{"a":{"$numberLong":"9223372036854775807"}}`, `{"$inc":{"a":1}}`, 2},
		{"push to a scalar", `{"a":1}`, `{"$push":{"a":1}}`, 2},
		{"an unknown modifier", `{}`, `{"$push":{"a":{"$each":[1],"$foo":1}}}`, 2},
		{"addToSet without a list", `{}`, `{"$addToSet":{"a":{"$each":1}}}`, 14},
		{"pop by 2", `{}`, `{"$pop":{"a":2}}`, 9},
		{"pop of a scalar", `{"a":1}`, `{"$pop":{"a":1}}`, 14},
		{"pull from a scalar", `{"a":1}`, `{"$pull":{"a":1}}`, 2},
		{"pull of no document", `{}`, `{"$pull":1}`, 9},
		{"bit with a double", `{}`, `{"$bit":{"a":{"or":1.5}}}`, 2},
		{"rename to itself", `{}`, `{"$rename":{"a":"a"}}`, 2},
		{"rename in an array", `{"a":[{"b":1}]}`, `{"$rename":{"a.0.b":"c"}}`, 2},
		{"rename by a name in an array", `{"a":[{"b":1}]}`, `{"$rename":{"a.b":"c"}}`, 28},
		{"positional without a match", `{"a":[1]}`, `{"$set":{"a.$":1}}`, 2},
		{"all elements of nothing", `{}`, `{"$set":{"a.$[]":1}}`, 2},
		{"no filter of that name", `{"a":[]}`, `{"$set":{"a.$[x]":1}}`, 2},
		{"a stage that no update has", `{}`, `[{"$match":{}}]`, 72},
		{"an unknown stage", `{}`, `[{"$foo":{}}]`, 40324},
		{"currentDate of a number", `{}`, `{"$currentDate":{"a":1}}`, 2},
	} {
		if _, err := apply(t, c.doc, c.update, Options{}, -1); !errcode.Is(err, c.code) {
			t.Errorf("%s: %v, want %d", c.name, err, c.code)
		}
	}
}

func TestFromFilter(t *testing.T) {
	for _, c := range []struct {
		filter, want string
		code         int32
	}{
		{`{"a":1,"b.c":{"$eq":2},"_id":5}`, `{"_id":5,"a":1,"b":{"c":2}}`, 0},
		{`{"a":{"$gt":1},"$and":[{"b":2}],"$or":[{"c":3}]}`, `{"b":2,"c":3}`, 0},
		{`{"$or":[{"b":2},{"c":3}]}`, `{}`, 0},
		{`{"a":{"$in":[1]},"b":{"$in":[1,2]},"c":{"$all":[4]}}`, `{"a":1,"c":4}`, 0},
		{`{"b":{"$gt":0,"$eq":1},"$or":[{"$and":[{"c":2}]}],"a":3}`, `{"b":1,"c":2,"a":3}`, 0},
		{`{"a":{"$regularExpression":{"pattern":"x","options":""}},"b":{"$all":[{"$elemMatch":{"c":1}}]},"$nor":[{"d":1}]}`, `{}`, 0},
		{`{"a":{"$eq":{"$regularExpression":{"pattern":"x","options":""}}}}`, `{"a":{"$regularExpression":{"pattern":"x","options":""}}}`, 0},
		{`{"a":1,"$and":[{"a":2}]}`, ``, 54},
		{`{"a":1,"a.b":2}`, ``, 54},
	} {
		u, err := Parse(valuetest.Document(t, `{"$set":{"z":1}}`), Options{})
		if err != nil {
			t.Fatal(err)
		}
		filter, err := match.Parse(valuetest.Document(t, c.filter), match.Options{})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := u.FromFilter(filter)
		switch {
		case c.code != 0:
			if !errcode.Is(err, c.code) {
				t.Errorf("%s: %v, want %d", c.filter, err, c.code)
			}
		case err != nil || !identical(doc, valuetest.Document(t, c.want)):
			t.Errorf("%s: %s, %v, want %s", c.filter, value.String(doc), err, c.want)
		}
	}
}

func apply(t *testing.T, doc, spec string, options Options, positional int) (bson.D, error) {
	t.Helper()
	options.Timestamp = func() bson.Timestamp { return bson.Timestamp{T: 1, I: 1} }
	u, err := Parse(value.Get(valuetest.Document(t, `{"u":`+spec+`}`), "u"), options)
	if err != nil {
		return nil, err
	}
	return u.Apply(Target{Doc: valuetest.Document(t, doc), Positional: positional, Env: &expr.Env{}})
}
