package match

import (
	"fmt"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// shown writes the conditions of a filter, those of each $elemMatch in brackets.
func shown(f *Filter) string {
	var words []string
	found := f.Conjuncts()
	for _, c := range found.Conditions {
		word := c.Path + " " + c.Operator + " " + value.String(bson.A{c.Operand})
		if elements := c.Elements(); elements != nil {
			word += " [" + shown(elements) + "]"
		}
		words = append(words, word)
	}
	for _, branches := range found.Alternatives {
		var list []string
		for _, branch := range branches {
			list = append(list, shown(branch))
		}
		words = append(words, "("+strings.Join(list, " | ")+")")
	}
	if found.HasOthers {
		words = append(words, "others")
	}
	return strings.Join(words, ", ")
}

// TestConjuncts: the tree that Match walks has each condition as the filter has it, for
// those who plan and explain.
func TestConjuncts(t *testing.T) {
	for filter, want := range map[string]string{
		`{}`:               "",
		`{"a": 5, "b": 6}`: "a $eq [ 5 ], b $eq [ 6 ]",
		`{"a": {"$gt": 1, "$lte": 2}, "$comment": "c"}`: "a $gt [ 1 ], a $lte [ 2 ]",
		`{"a": {"b": 1}}`: "a $eq [ { b: 1 } ]",
		`{"a": {"$regularExpression": {"pattern": "x", "options": ""}}}`:    "a $eq [ /x/ ]",
		`{"a": {"$options": "i", "$regex": "x"}}`:                           "a $regex [ /x/i ]",
		`{"a": {"$ne": 1}, "b": {"$nin": [1, 2]}, "c": {"$exists": false}}`: "a $ne [ 1 ], b $nin [ [ 1, 2 ] ], c $exists [ false ]",
		`{"a": {"$not": {"$gt": 1}}}`:                                       "a $not [ { $gt: 1 } ]",
		`{"$and": [{"a": 1}, {"$and": [{"b": 2}]}, {"c": {"$all": [1]}}]}`:  "a $eq [ 1 ], b $eq [ 2 ], c $all [ [ 1 ] ]",
		`{"$or": [{"a": 1, "b": 2}, {"c": 3}], "d": 4}`:                     "d $eq [ 4 ], (a $eq [ 1 ], b $eq [ 2 ] | c $eq [ 3 ])",
		`{"a": {"$elemMatch": {"b": 1, "$or": [{"c": 2}]}}}`:                "a $elemMatch [ { b: 1, $or: [ { c: 2 } ] } ] [b $eq [ 1 ], (c $eq [ 2 ])]",
		`{"a": {"$elemMatch": {"$gt": 1}}}`:                                 "a $elemMatch [ { $gt: 1 } ]",
		`{"a": 1, "$nor": [{"b": 2}]}`:                                      "a $eq [ 1 ], others",
		`{"$expr": {"$gt": ["$a", 1]}}`:                                     "others",
		`{"$alwaysTrue": 1}`:                                                "others",
	} {
		f, err := Parse(valuetest.Document(t, filter), Options{Query: true})
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		if got := shown(f); got != want {
			t.Errorf("%s: %s, want %s", filter, got, want)
		}
	}
}

// TestVisit: every operator of a filter is visited, with the path that it tests.
func TestVisit(t *testing.T) {
	f, err := Parse(valuetest.Document(t, `{"a": {"$not": {"$in": [1]}}, "$or": [{"b.c": 2}, {"$nor": [{"d": {"$elemMatch": {"e": {"$size": 3}}}}]}],
		"f": {"$all": [{"$elemMatch": {"$gt": 1}}]}, "$expr": "$g", "$jsonSchema": {}, "$alwaysFalse": 1}`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	f.Visit(func(path, operator string, _ any) { got = append(got, fmt.Sprint(path, operator)) })
	want := "a$not a$in $or b.c$eq $nor d$elemMatch d.e$size f$all f$elemMatch f$gt $expr $jsonSchema $alwaysFalse"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("%s, want %s", s, want)
	}
	if !f.Has("$size") || f.Has("$type") {
		t.Error("Has does not find what is visited")
	}
}
