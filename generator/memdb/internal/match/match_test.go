package match

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/valuetest"
)

// matches tests a document with the filter of a query, and as it is written, which
// must not differ but for the element that is found.
func matches(t testing.TB, filter, doc string) Result {
	t.Helper()
	asWritten := matchesWith(t, filter, doc, Options{})
	asQuery := matchesWith(t, filter, doc, Options{Query: true})
	if asWritten.OK != asQuery.OK {
		t.Errorf("%s on %s: %v as it is written, %v in the server's order", filter, doc, asWritten.OK, asQuery.OK)
	}
	return asQuery
}

func matchesWith(t testing.TB, filter, doc string, opt Options) Result {
	t.Helper()
	m, err := Parse(valuetest.Document(t, filter), opt)
	if err != nil {
		t.Fatalf("%s: %v", filter, err)
	}
	result, err := m.Match(valuetest.Document(t, doc), &expr.Env{})
	if err != nil {
		t.Fatalf("%s on %s: %v", filter, doc, err)
	}
	return result
}

// Each row: a filter, documents that it finds, documents that it does not.
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		filter string
		finds  []string
		misses []string
	}{
		{`{}`, []string{`{}`, `{"a": 1}`}, nil},

		// Comparison within the operand's class.
		{`{"a": 1}`, []string{`{"a": 1}`, `{"a": 1.0}`, `{"a": [1]}`, `{"a": {"$numberDecimal": "1.0"}}`, `{"a": [0, 1]}`},
			[]string{`{}`, `{"a": "1"}`, `{"a": true}`, `{"a": [[1]]}`, `{"a": {"b": 1}}`}},
		{`{"a": {"$lt": 5}}`, []string{`{"a": 4}`, `{"a": [9, 4]}`}, []string{`{}`, `{"a": null}`, `{"a": "x"}`, `{"a": 5}`, `{"a": {"$numberDouble": "NaN"}}`}},
		{`{"a": {"$gt": null}}`, nil, []string{`{}`, `{"a": null}`, `{"a": 1}`}},
		{`{"a": {"$gte": null}}`, []string{`{}`, `{"a": null}`}, []string{`{"a": 1}`}},
		{`{"a": {"$lte": {"$numberDouble": "NaN"}}}`, []string{`{"a": {"$numberDouble": "NaN"}}`, `{"a": {"$numberDecimal": "NaN"}}`}, []string{`{"a": 1}`}},
		{`{"a": {"$gt": {"$minKey": 1}}}`, []string{`{"a": 1}`, `{"a": null}`, `{}`}, []string{`{"a": {"$minKey": 1}}`}},
		{`{"a": {"$lt": {"$date": "2024-01-01T00:00:00Z"}}}`, []string{`{"a": {"$date": "2023-01-01T00:00:00Z"}}`}, []string{`{"a": {"$timestamp": {"t": 1, "i": 1}}}`}},
		{`{"a": [1, 2]}`, []string{`{"a": [1, 2]}`, `{"a": [[1, 2], 3]}`}, []string{`{"a": [2, 1]}`, `{"a": [1, 2, 3]}`}},
		{`{"a": {"x": 1, "y": 2}}`, []string{`{"a": {"x": 1.0, "y": 2}}`, `{"a": [{"x": 1, "y": 2}]}`}, []string{`{"a": {"y": 2, "x": 1}}`, `{"a": {"x": 1, "y": 2, "z": 3}}`}},
		{`{"a": {"$gt": [1, 2]}}`, []string{`{"a": [1, 3]}`, `{"a": [2]}`}, []string{`{"a": 5}`, `{"a": [1]}`}},
		{`{"a": {}}`, []string{`{"a": {}}`}, []string{`{"a": {"b": 1}}`, `{}`}},
		{`{"a": {"b": 2, "$gt": 1}}`, nil, []string{`{"a": 2}`}},
		{`{"a": {"$ref": "c", "$id": 1}}`, []string{`{"a": {"$ref": "c", "$id": 1}}`}, []string{`{"a": 1}`}},

		// null and missing.
		{`{"a": null}`, []string{`{}`, `{"a": null}`, `{"a": [null]}`}, []string{`{"a": {"$undefined": true}}`, `{"a": []}`, `{"a": 0}`}},
		{`{"a": {"$ne": null}}`, []string{`{"a": 0}`, `{"a": []}`}, []string{`{}`, `{"a": null}`, `{"a": [1, null]}`}},
		{`{"a": {"$in": [null, 1]}}`, []string{`{}`, `{"a": null}`, `{"a": 1}`}, []string{`{"a": 2}`}},
		{`{"a.b": null}`, []string{`{}`, `{"a": null}`, `{"a": 1}`, `{"a": {}}`, `{"a": {"b": null}}`, `{"a": [{"c": 1}]}`, `{"a": [{"b": 1}, {"b": null}]}`},
			[]string{`{"a": []}`, `{"a": [[]]}`, `{"a": [1, 2]}`, `{"a": [{"b": 1}]}`}},
		{`{"a.b": {"$exists": false}}`, []string{`{}`, `{"a": []}`, `{"a": [[]]}`, `{"a": [1, 2]}`, `{"a": 1}`}, []string{`{"a": {"b": null}}`, `{"a": [{"b": 1}, {}]}`}},
		{`{"a": {"$exists": true}}`, []string{`{"a": null}`, `{"a": []}`}, []string{`{}`}},
		{`{"a": {"$type": 10}}`, []string{`{"a": null}`}, []string{`{}`}},

		// Paths.
		{`{"a.b": 1}`, []string{`{"a": {"b": 1}}`, `{"a": [{"b": 2}, {"b": [1]}]}`}, []string{`{"a": [[{"b": 1}]]}`, `{"a.b": 1}`}},
		{`{"a.0.b": 1}`, []string{`{"a": [{"b": 1}]}`, `{"a": [[{"b": 1}]]}`, `{"a": {"0": {"b": 1}}}`, `{"a": [{"0": {"b": 1}}]}`}, []string{`{"a": [{"b": 2}, {"b": 1}]}`}},
		{`{"a.1": 7}`, []string{`{"a": [0, 7]}`, `{"a": {"1": 7}}`, `{"a": [{"1": 7}]}`}, []string{`{"a": [7, 0]}`, `{"a": [0, [7]]}`}},
		{`{"a.01": 7}`, nil, []string{`{"a": [0, 7]}`}},
		{`{"a.1": [7]}`, []string{`{"a": [0, [7]]}`}, nil},

		// Negation.
		{`{"a": {"$ne": 1}}`, []string{`{}`, `{"a": [2]}`}, []string{`{"a": [1, 2]}`}},
		{`{"a": {"$nin": [1, 2]}}`, []string{`{}`, `{"a": 3}`}, []string{`{"a": [3, 1]}`}},
		{`{"a": {"$not": {"$gt": 5}}}`, []string{`{}`, `{"a": "x"}`, `{"a": 5}`}, []string{`{"a": [1, 6]}`}},
		{`{"a": {"$not": {"$gt": 1, "$lt": 5}}}`, []string{`{"a": 7}`}, []string{`{"a": 3}`, `{"a": [0, 7]}`}},
		{`{"$nor": [{"a": 1}, {"b": 1}]}`, []string{`{}`}, []string{`{"a": 1}`, `{"b": 1}`}},

		// Arrays.
		{`{"a": {"$gt": 5, "$lt": 3}}`, []string{`{"a": [2, 6]}`}, []string{`{"a": 4}`}},
		{`{"a": {"$elemMatch": {"$gt": 3, "$lt": 5}}}`, []string{`{"a": [2, 4]}`}, []string{`{"a": [2, 6]}`, `{"a": 4}`}},
		{`{"a": {"$elemMatch": {"b": 1, "c": 2}}}`, []string{`{"a": [{"b": 1, "c": 2}]}`}, []string{`{"a": [{"b": 1}, {"c": 2}]}`, `{"a": {"b": 1, "c": 2}}`}},
		{`{"a": {"$elemMatch": {"b": null}}}`, []string{`{"a": [[]]}`, `{"a": [{}]}`}, []string{`{"a": []}`, `{"a": [1]}`}},
		{`{"a": {"$elemMatch": {"0": 1}}}`, []string{`{"a": [[1]]}`}, []string{`{"a": [1]}`}},
		{`{"a": {"$elemMatch": {}}}`, []string{`{"a": [{}]}`, `{"a": [[]]}`}, []string{`{"a": [1]}`}},
		{`{"a": {"$elemMatch": {"$elemMatch": {"$gt": 1}}}}`, []string{`{"a": [[2]]}`}, []string{`{"a": [2]}`}},
		{`{"a": {"$elemMatch": {"$not": {"$gt": 1}}}}`, []string{`{"a": [1]}`, `{"a": [2, "x"]}`}, []string{`{"a": [2]}`, `{"a": []}`}},
		{`{"a": {"$elemMatch": {"$or": [{"b": 1}, {"c": 1}]}}}`, []string{`{"a": [{"c": 1}]}`}, []string{`{"a": [{"d": 1}]}`}},
		{`{"a.b": {"$elemMatch": {"c": 1}}}`, []string{`{"a": [{"b": [{"c": 1}]}]}`}, []string{`{"a": {"b": {"c": 1}}}`}},
		{`{"a": {"$all": [1, 2]}}`, []string{`{"a": [2, 1]}`}, []string{`{"a": [1]}`}},
		{`{"a": {"$all": [1]}}`, []string{`{"a": 1}`}, nil},
		{`{"a": {"$all": []}}`, nil, []string{`{"a": []}`, `{}`}},
		{`{"a": {"$all": [[1, 2]]}}`, []string{`{"a": [1, 2]}`, `{"a": [[1, 2]]}`}, []string{`{"a": [2, 1]}`}},
		{`{"a": {"$all": [{"$elemMatch": {"$gt": 1}}, {"$elemMatch": {"$lt": 0}}]}}`, []string{`{"a": [2, -1]}`}, []string{`{"a": [2]}`}},
		{`{"a": {"$size": 2}}`, []string{`{"a": [1, 2]}`}, []string{`{"a": [[1, 2]]}`, `{"a": 2}`, `{}`}},
		{`{"a": {"$size": 0}}`, []string{`{"a": []}`}, []string{`{}`}},
		{`{"a.b": {"$size": 1}}`, []string{`{"a": [{"b": [1]}]}`}, []string{`{"a": {"b": 1}}`}},

		// Types, remainders, bits, patterns.
		{`{"a": {"$type": "number"}}`, []string{`{"a": 1}`, `{"a": 1.5}`, `{"a": ["x", 1]}`}, []string{`{"a": "1"}`}},
		{`{"a": {"$type": "array"}}`, []string{`{"a": []}`, `{"a": [1]}`}, []string{`{"a": 1}`}},
		{`{"a": {"$type": ["string", 16]}}`, []string{`{"a": "x"}`, `{"a": 1}`}, []string{`{"a": 1.5}`, `{"a": {"$numberLong": "1"}}`}},
		{`{"a": {"$mod": [4, 1]}}`, []string{`{"a": 5}`, `{"a": 5.9}`, `{"a": [5]}`}, []string{`{"a": -5}`, `{"a": "5"}`, `{"a": {"$numberDouble": "NaN"}}`}},
		{`{"a": {"$mod": [4, -1]}}`, []string{`{"a": -5}`}, nil},
		{`{"a": {"$bitsAllSet": 5}}`, []string{`{"a": 7}`, `{"a": 5.0}`, `{"a": {"$binary": {"base64": "BQ==", "subType": "00"}}}`}, []string{`{"a": 4}`, `{"a": 5.5}`, `{"a": "x"}`}},
		{`{"a": {"$bitsAnySet": [0, 200]}}`, []string{`{"a": 1}`, `{"a": -2}`}, []string{`{"a": 2}`}},
		{`{"a": {"$bitsAllClear": [1, 3]}}`, []string{`{"a": 5}`}, []string{`{"a": 2}`}},
		{`{"a": {"$bitsAnyClear": 3}}`, []string{`{"a": 1}`}, []string{`{"a": 3}`}},
		{`{"a": {"$regularExpression": {"pattern": "^b", "options": "i"}}}`, []string{`{"a": "Bx"}`, `{"a": ["x", "b"]}`, `{"a": {"$regularExpression": {"pattern": "^b", "options": "i"}}}`},
			[]string{`{"a": "ab"}`, `{"a": {"$regularExpression": {"pattern": "^b", "options": ""}}}`}},
		{`{"a": {"$options": "i", "$regex": "B"}}`, []string{`{"a": "ab"}`}, nil},
		{`{"a": {"$not": {"$regularExpression": {"pattern": "b", "options": ""}}}}`, []string{`{"a": "x"}`, `{}`}, []string{`{"a": "b"}`}},
		{`{"a": {"$eq": {"$regularExpression": {"pattern": "b", "options": ""}}}}`, []string{`{"a": {"$regularExpression": {"pattern": "b", "options": ""}}}`}, []string{`{"a": "b"}`}},
		{`{"a": {"$in": [{"$regularExpression": {"pattern": "^x", "options": ""}}, 3]}}`, []string{`{"a": "xy"}`, `{"a": 3}`}, []string{`{"a": "yx"}`}},

		// Logic and the whole document.
		{`{"$and": [{"a": 1}, {"b": 2}]}`, []string{`{"a": 1, "b": 2}`}, []string{`{"a": 1}`}},
		{`{"$or": [{"a": 1}, {"b": 2}]}`, []string{`{"b": 2}`}, []string{`{"a": 2, "b": 1}`}},
		{`{"$comment": "x"}`, []string{`{}`}, nil},
		{`{"$alwaysTrue": 1}`, []string{`{}`}, nil},
		{`{"$alwaysFalse": 1}`, nil, []string{`{}`}},
		{`{"$expr": {"$gt": ["$a", "$b"]}}`, []string{`{"a": 2, "b": 1}`, `{"a": "x", "b": 1}`}, []string{`{"a": 1, "b": 1}`}},
	} {
		for _, doc := range c.finds {
			if !matches(t, c.filter, doc).OK {
				t.Errorf("%s does not find %s", c.filter, doc)
			}
		}
		for _, doc := range c.misses {
			if matches(t, c.filter, doc).OK {
				t.Errorf("%s finds %s", c.filter, doc)
			}
		}
	}
}

func TestPositions(t *testing.T) {
	for _, c := range []struct {
		filter, doc string
		want        int
	}{
		{`{"a": 2}`, `{"a": [1, 2]}`, 1},
		{`{"a": 2}`, `{"a": 2}`, -1},
		{`{"a": [1, 2]}`, `{"a": [1, 2]}`, -1},
		{`{"a.b": 2}`, `{"a": [{"b": 1}, {"b": [0, 2]}]}`, 1},
		{`{"a.b": 2}`, `{"a": {"b": [1, 2]}}`, 1},
		{`{"a.1": 2}`, `{"a": [1, 2]}`, -1},
		{`{"a": {"$elemMatch": {"$gt": 1}}}`, `{"a": [1, 2]}`, 1},
		{`{"a.b": {"$elemMatch": {"$gt": 1}}}`, `{"a": [{"b": [1]}, {"b": [1, 1, 2]}]}`, 1},
		{`{"a": {"$all": [3, 1]}}`, `{"a": [0, 1, 2, 3]}`, 1},
		{`{"a": {"$in": [3, 1]}}`, `{"a": [0, 1, 2, 3]}`, 1},
		{`{"a": {"$ne": 9}}`, `{"a": [1]}`, -1},
		{`{"$nor": [{"a": 9}]}`, `{"a": [1]}`, -1},
		{`{"a": {"$exists": true}}`, `{"a": [1]}`, -1},
		{`{"a": {"$size": 1}}`, `{"a": [1]}`, -1},
		{`{"a": 1, "b": 7}`, `{"a": [1], "b": [5, 7]}`, 1},
		{`{"$or": [{"a": 5}, {"a": 2}]}`, `{"a": [1, 2]}`, 1},
		{`{"$or": [{"a": {"$gt": 1}}, {"a": 1}]}`, `{"a": [1, 2]}`, -1},
		{`{"$or": [{"a": 1}, {"b": 1}]}`, `{"a": [1, 2]}`, -1},
		{`{"$or": [{}, {"a": 1}]}`, `{"a": [1, 2]}`, -1},
		{`{"$or": [{"$and": [{"a": {"$gt": 1}}]}]}`, `{"a": [1, 2]}`, 1},
		{`{"a": {"$gt": 1, "$lt": 3}}`, `{"a": [1, 2, 3]}`, 1},
		{`{"$and": [{"a": {"$gt": 1}}, {"$and": [{"a": {"$lt": 3}}]}]}`, `{"a": [1, 2, 3]}`, 1},
		{`{"b": 5, "a": 2}`, `{"a": [1, 2], "b": [5]}`, 0},
		{`{"b": {"$gt": 5}, "a": {"$elemMatch": {"$gt": 0}}}`, `{"a": [1, 2], "b": [5, 7]}`, 1},
	} {
		if got := matches(t, c.filter, c.doc); !got.OK || got.Index != c.want {
			t.Errorf("%s on %s: %+v, want position %d", c.filter, c.doc, got, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for filter, code := range map[string]int32{
		`{"$foo": 1}`: 2, `{"a": {"$foo": 1}}`: 2, `{"a": {"$gt": 1, "b": 2}}`: 2, `{"a": {"$and": []}}`: 2,
		`{"$and": []}`: 2, `{"$or": {}}`: 2, `{"$nor": [1]}`: 2, `{"$gt": 1}`: 2,
		`{"a": {"$not": 1}}`: 2, `{"a": {"$not": {}}}`: 2, `{"a": {"$not": {"b": 1}}}`: 2,
		`{"a": {"$in": 1}}`: 2, `{"a": {"$in": [{"$regex": "x"}]}}`: 2, `{"a": {"$nin": [{"$gt": 1}]}}`: 2,
		`{"a": {"$gt": {"$regularExpression": {"pattern": "x", "options": ""}}}}`: 2,
		`{"a": {"$ne": {"$regularExpression": {"pattern": "x", "options": ""}}}}`: 2,
		`{"a": {"$undefined": true}}`: 2, `{"a": {"$eq": {"$undefined": true}}}`: 2,
		`{"a": {"$all": 1}}`: 2, `{"a": {"$all": [{"$elemMatch": {}}, 1]}}`: 2, `{"a": {"$all": [{"$gt": 1}]}}`: 2,
		`{"a": {"$size": -1}}`: 2, `{"a": {"$size": 1.5}}`: 2, `{"a": {"$size": "1"}}`: 2,
		`{"a": {"$type": "foo"}}`: 2, `{"a": {"$type": true}}`: 14, `{"a": {"$type": null}}`: 14, `{"a": {"$type": []}}`: 9, `{"a": {"$type": 20}}`: 2, `{"a": {"$type": 0}}`: 2,
		`{"a": {"$mod": [0, 1]}}`: 2, `{"a": {"$mod": [1]}}`: 2, `{"a": {"$mod": [1, "x"]}}`: 2, `{"a": {"$mod": [{"$numberDouble": "NaN"}, 1]}}`: 2, `{"a": {"$mod": 1}}`: 2,
		`{"a": {"$bitsAllSet": -1}}`: 9, `{"a": {"$bitsAllSet": 1.5}}`: 9, `{"a": {"$bitsAllSet": [-1]}}`: 2, `{"a": {"$bitsAllSet": "x"}}`: 2,
		`{"a": {"$regex": 1}}`: 2, `{"a": {"$options": "i"}}`: 2, `{"a": {"$regex": "(", "$options": ""}}`: 51091, `{"a": {"$regex": "a", "$options": "q"}}`: 51108,
		`{"a": {"$elemMatch": 1}}`: 2, `{"a": {"$elemMatch": {"$expr": true}}}`: 2, `{"a": {"$elemMatch": {"$sampleRate": 0.5}}}`: 2,
		`{"$expr": {"$foo": 1}}`: 168, `{"$where": "1"}`: 238, `{"a": {"$near": [1, 2]}}`: 238, `{"$text": {}}`: 238, `{"$alwaysTrue": 2}`: 9,
		`{"a": {"$in": [{"$regularExpression": {"pattern": "(?R)", "options": ""}}]}}`: 238,
	} {
		if _, err := Parse(valuetest.Document(t, filter), Options{}); !errcode.Is(err, code) {
			t.Errorf("%s: %v, want %d", filter, err, code)
		}
	}
	literal := bson.D{{Key: "a", Value: bson.D{{Key: "$regex", Value: bson.Regex{Pattern: "a", Options: "i"}}, {Key: "$options", Value: "m"}}}}
	if _, err := Parse(literal, Options{}); !errcode.Is(err, 51075) {
		t.Errorf("options in both, $regex first: %v", err)
	}
	literal[0].Value.(bson.D)[0], literal[0].Value.(bson.D)[1] = literal[0].Value.(bson.D)[1], literal[0].Value.(bson.D)[0]
	if _, err := Parse(literal, Options{}); !errcode.Is(err, 51074) {
		t.Errorf("options in both, $options first: %v", err)
	}
	if _, err := Parse(valuetest.Document(t, `{"a": {"$elemMatch": {"$jsonSchema": {}}}}`), Options{Narrow: true}); !errcode.Is(err, 224) {
		t.Errorf("a narrow $jsonSchema: %v", err)
	}
	if _, err := Parse(valuetest.Document(t, `{"$expr": true}`), Options{NoExpr: true}); !errcode.Is(err, 224) {
		t.Errorf("$expr where it is not allowed: %v", err)
	}
}

func TestDepth(t *testing.T) {
	filter := bson.D{{Key: "a", Value: int32(1)}}
	for range 200 {
		filter = bson.D{{Key: "$and", Value: bson.A{filter}}}
	}
	if _, err := Parse(filter, Options{}); !errcode.Is(err, errcode.Overflow) {
		t.Errorf("got %v", err)
	}
}
