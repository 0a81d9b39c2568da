package match

import (
	"math/rand/v2"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// Bytes decide as the decoded document does.
func TestBytesDecideAsDocuments(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	decided, undecided := 0, 0
	for range 20_000 {
		doc, spec := randomDocument(r, 3), bson.D{randomCondition(r), randomCondition(r)}
		m, err := Parse(spec, Options{Query: true})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := value.Encode(doc)
		if err != nil {
			t.Fatal(err)
		}
		result, err := m.Match(doc, &expr.Env{})
		if err != nil {
			t.Fatal(err)
		}
		filter := m.Raw()
		switch decision := filter.Decide(raw); {
		case decision == Undecided:
			undecided++
		case (decision == Matched) != result.OK, result.Index != -1:
			t.Fatalf("bytes decide %d for %s on %s, found %+v", decision, value.String(spec), value.String(doc), result)
		default:
			decided++
		}
	}
	if decided < undecided {
		t.Errorf("%d decided, %d decoded", decided, undecided)
	}
}

// A comparison behind a condition that may fail rejects nothing: the error comes first.
func TestConditionsThatMayFailComeFirst(t *testing.T) {
	raw, err := value.Encode(bson.D{{Key: "a", Value: int32(1)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		filter string
		want   Decision
	}{
		{`{"a": 2}`, Rejected},
		{`{"a": 1}`, Matched},
		{`{"a": {"$gt": 1}, "$expr": {"$toInt": "$b"}}`, Rejected},
		{`{"a": {"$gt": 0}, "$expr": {"$toInt": "$b"}}`, Undecided},
		{`{"a": {"$in": [2, 3]}}`, Rejected},
		{`{"a": {"$in": [2, {"$regularExpression": {"pattern": "3", "options": ""}}]}}`, Undecided},
		{`{"a": {"$regex": "1"}}`, Undecided},
		{`{"$or": [{"a": 2}, {"$expr": {"$toInt": "$b"}}], "a": 2}`, Undecided},
		{`{"a": {"$not": {"$lt": 2}}}`, Rejected},
		{`{"a": {"$ne": 2}}`, Matched},
		{`{"a": {"$exists": false}}`, Rejected},
		{`{"b": null}`, Matched},
		{`{"b": 1}`, Rejected},
		{`{"a.b": 1}`, Rejected},
	} {
		m, err := Parse(valuetest.Document(t, c.filter), Options{Query: true})
		if err != nil {
			t.Fatal(err)
		}
		decides := m.Raw()
		if got := decides.Decide(raw); got != c.want {
			t.Errorf("%s: %v", c.filter, got)
		}
	}
}
