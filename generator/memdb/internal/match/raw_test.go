package match

import (
	"math/rand/v2"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

func rejects(m *Filter, doc bson.Raw) bool {
	reject := m.Rejects()
	return reject != nil && reject(doc)
}

// A document that the bytes reject does not match.
func TestRejectedDocumentsDoNotMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	rejected, missed := 0, 0
	for range 20_000 {
		doc, filter := randomDocument(r, 3), bson.D{randomCondition(r), randomCondition(r)}
		m, err := Parse(filter, Options{Query: true})
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
		switch rejects := rejects(m, raw); {
		case rejects && result.OK:
			t.Fatalf("%s rejects %s", value.String(filter), value.String(doc))
		case rejects:
			rejected++
		case !result.OK:
			missed++
		}
	}
	if rejected < missed {
		t.Errorf("%d rejected, %d decoded in vain", rejected, missed)
	}
}

// A comparison behind a condition that may fail rejects nothing: the error comes first.
func TestConditionsThatMayFailComeFirst(t *testing.T) {
	raw, err := value.Encode(bson.D{{Key: "a", Value: int32(1)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		filter  string
		rejects bool
	}{
		{`{"a": 2}`, true},
		{`{"a": {"$gt": 1}, "$expr": {"$toInt": "$b"}}`, true},
		{`{"a": {"$in": [2, 3]}}`, false},
		{`{"$or": [{"a": 2}, {"$expr": {"$toInt": "$b"}}], "a": 2}`, false},
		{`{"a": {"$not": {"$lt": 2}}}`, false},
		{`{"b": null}`, false},
		{`{"b": 1}`, true},
	} {
		m, err := Parse(valuetest.Document(t, c.filter), Options{Query: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := rejects(m, raw); got != c.rejects {
			t.Errorf("%s: %v", c.filter, got)
		}
	}
}
