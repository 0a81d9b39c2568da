package match

import (
	"errors"
	"math/rand/v2"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
)

func randomScalar(r *rand.Rand) any {
	return []any{int32(0), int32(1), 1.0, int64(2), "a", "b", bson.Null{}, true}[r.IntN(8)]
}

func randomValue(r *rand.Rand, depth int) any {
	if depth == 0 || r.IntN(3) == 0 {
		return randomScalar(r)
	}
	if r.IntN(2) == 0 {
		return randomDocument(r, depth-1)
	}
	list := bson.A{}
	for range r.IntN(4) {
		list = append(list, randomValue(r, depth-1))
	}
	return list
}

func randomDocument(r *rand.Rand, depth int) bson.D {
	doc := bson.D{}
	for _, name := range []string{"a", "b", "0"} {
		if r.IntN(2) == 0 {
			doc = append(doc, bson.E{Key: name, Value: randomValue(r, depth)})
		}
	}
	return doc
}

func randomCondition(r *rand.Rand) bson.E {
	path := []string{"a", "a.b", "a.0", "a.0.b", "b.a.b"}[r.IntN(5)]
	operator := []string{"$eq", "$gt", "$gte", "$lt", "$lte", "$ne"}[r.IntN(6)]
	condition := bson.D{{Key: operator, Value: randomValue(r, 1)}}
	switch r.IntN(5) {
	case 0:
		condition = bson.D{{Key: "$in", Value: bson.A{randomScalar(r), randomScalar(r)}}}
	case 1:
		condition = bson.D{{Key: "$not", Value: condition}}
	}
	return bson.E{Key: path, Value: condition}
}

func finds(t *testing.T, filter, doc bson.D) bool {
	t.Helper()
	m, err := Parse(filter, Options{})
	if err != nil {
		t.Fatalf("%s: %v", value.String(filter), err)
	}
	result, err := m.Match(doc, &expr.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return result.OK
}

// Laws of logic hold for all documents.
func TestLogic(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		doc := randomDocument(r, 3)
		x, y := bson.D{randomCondition(r)}, bson.D{randomCondition(r)}
		fx, fy := finds(t, x, doc), finds(t, y, doc)
		for operator, want := range map[string]bool{"$and": fx && fy, "$or": fx || fy, "$nor": !fx && !fy} {
			if filter := (bson.D{{Key: operator, Value: bson.A{x, y}}}); finds(t, filter, doc) != want {
				t.Fatalf("%s on %s is not %v", value.String(filter), value.String(doc), want)
			}
		}
		if both := append(append(bson.D{}, x...), y...); finds(t, both, doc) != (fx && fy) {
			t.Fatalf("%s on %s is not %v", value.String(both), value.String(doc), fx && fy)
		}
		negated := bson.D{{Key: x[0].Key, Value: bson.D{{Key: "$not", Value: x[0].Value}}}}
		if finds(t, negated, doc) == fx {
			t.Fatalf("%s and its negation agree on %s", value.String(x), value.String(doc))
		}
	}
}

// Any filter is either refused with an error of the server's, or can be run.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a": {"$gt": 1, "$not": {"$in": [1, null]}}}`, `{"$or": [{"a.0.b": {"$elemMatch": {"$size": 1}}}, {"b": {"$all": [[1]]}}]}`,
		`{"$jsonSchema": {"required": ["a"], "properties": {"a": {"items": [{"enum": [1]}], "multipleOf": 2}}}}`,
		`{"a": {"$regex": "^x", "$options": "i"}, "b": {"$mod": [2, 1]}, "c": {"$bitsAllSet": [1]}, "d": {"$type": ["number"]}}`,
		`{"$nor": [{"a.b": {"$not": {"$ne": 1}}}, {"$jsonSchema": {"not": {"patternProperties": {"^a": {"bsonType": "int", "oneOf": [{}]}}}}}]}`,
		`{"a": {"$exists": false, "$all": [{"$elemMatch": {"b": 1}}]}, "$expr": {"$gt": [{"$size": "$a"}, 4]}}`,
		`{"$jsonSchema": {"dependencies": {"a": ["c"], "b": {"required": ["d"]}}, "additionalProperties": {"items": {}, "additionalItems": false}}}`,
	} {
		f.Add([]byte(seed), []byte(`{"a": [{"b": [1]}, 2], "b": "x"}`))
	}
	f.Fuzz(func(t *testing.T, filterText, docText []byte) {
		var filter, doc bson.Raw
		if bson.UnmarshalExtJSON(filterText, false, &filter) != nil || bson.UnmarshalExtJSON(docText, false, &doc) != nil {
			return
		}
		spec, err := value.Decode(filter)
		if err != nil {
			return
		}
		m, err := Parse(spec, Options{})
		var known *errcode.Error
		if err != nil {
			if !errors.As(err, &known) {
				t.Fatalf("%s: %v", filterText, err)
			}
			return
		}
		d, err := value.Decode(doc)
		if err != nil {
			return
		}
		if _, err := m.Match(d, &expr.Env{}); err != nil && !errors.As(err, &known) {
			t.Fatalf("%s on %s: %v", filterText, docText, err)
		}
		v, err := ParseValidator(spec, nil)
		if err != nil {
			return
		}
		if ok, err := v.Accepts(d, &expr.Env{}); ok || err != nil {
			return
		}
		info, err := v.Failure(append(bson.D{{Key: "_id", Value: int32(1)}}, d...), &expr.Env{})
		if err != nil {
			return
		}
		if _, err := value.Encode(info); err != nil {
			t.Fatalf("%s on %s: %v", filterText, docText, err)
		}
	})
}
