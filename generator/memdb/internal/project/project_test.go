package project

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

func apply(t testing.TB, spec, filter, doc string, find bool) (bson.D, error) {
	t.Helper()
	m, err := match.Parse(valuetest.Document(t, filter), match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse(valuetest.Document(t, spec), Options{Find: find, Filter: m})
	if err != nil {
		return nil, err
	}
	d := valuetest.Document(t, doc)
	found, err := m.Match(d, &expr.Env{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.Apply(d, found, &expr.Env{})
	if before := valuetest.Document(t, doc); !value.Equal(d, before) {
		t.Errorf("%s changed its document to %s", spec, value.String(d))
	}
	return out, err
}

// These hold for find and for $project.
func TestApply(t *testing.T) {
	for _, c := range []struct{ spec, doc, want string }{
		{`{"a": 1}`, `{"_id": 1, "b": 2, "a": 3}`, `{"_id": 1, "a": 3}`},
		{`{"b": 1, "a": 1}`, `{"_id": 1, "a": 2, "b": 3}`, `{"_id": 1, "a": 2, "b": 3}`},
		{`{"a": 1, "_id": 0}`, `{"_id": 1, "a": 2, "b": 3}`, `{"a": 2}`},
		{`{"_id": 1}`, `{"_id": 1, "a": 2}`, `{"_id": 1}`},
		{`{"_id": 0}`, `{"_id": 1, "a": 2}`, `{"a": 2}`},
		{`{"_id": 1, "a": 0}`, `{"_id": 1, "a": 2, "b": 3}`, `{"_id": 1, "b": 3}`},
		{`{"a": 0}`, `{"_id": 1, "a": 2, "b": 3}`, `{"_id": 1, "b": 3}`},
		{`{"_id.x": 0}`, `{"_id": {"x": 1, "y": 2}, "a": 1}`, `{"_id": {"y": 2}, "a": 1}`},
		{`{"a": {"$numberDouble": "NaN"}}`, `{"_id": 1, "a": 2, "b": 3}`, `{"_id": 1, "a": 2}`},
		{`{"a.b": 1}`, `{"_id": 1, "a": [{"b": 1, "c": 2}, 5, {"c": 3}, [{"b": 4}]]}`, `{"_id": 1, "a": [{"b": 1}, {}, [{"b": 4}]]}`},
		{`{"a.b": 1}`, `{"_id": 1, "a": 5}`, `{"_id": 1}`},
		{`{"a.0": 1}`, `{"_id": 1, "a": [7, 8]}`, `{"_id": 1, "a": []}`},
		{`{"a.b": 0}`, `{"_id": 1, "a": [{"b": 1, "c": 2}, 5, {"c": 3}]}`, `{"_id": 1, "a": [{"c": 2}, 5, {"c": 3}]}`},
		{`{"a": {"b": 1, "c": 1}}`, `{"_id": 1, "a": {"d": 1, "c": 2, "b": 3}}`, `{"_id": 1, "a": {"c": 2, "b": 3}}`},
		{`{"x": "$a", "b": 1}`, `{"_id": 1, "a": 2, "b": 3}`, `{"_id": 1, "b": 3, "x": 2}`},
		{`{"b": "text"}`, `{"_id": 1, "a": 2, "b": 3}`, `{"_id": 1, "b": "text"}`},
		{`{"b": {"$add": ["$a", 1]}, "a": 1}`, `{"_id": 1, "b": 9, "a": 2}`, `{"_id": 1, "a": 2, "b": 3}`},
		{`{"b": {"$literal": 3}, "a": {"$literal": 4}}`, `{"_id": 1, "a": 9, "b": 2}`, `{"_id": 1, "b": 3, "a": 4}`},
		{`{"a": 1, "b.c": {"$literal": 3}}`, `{"_id": 1, "b": 9, "a": 2}`, `{"_id": 1, "b": {"c": 3}, "a": 2}`},
		{`{"a": {"b.c": 1}}`, `{"_id": 1, "a": {"b": {"c": 1, "d": 2}, "e": 3}}`, `{"_id": 1, "a": {"b": {"c": 1}}}`},
		{`{"x": "$none"}`, `{"_id": 1, "a": 2}`, `{"_id": 1}`},
		{`{"a.x": {"$literal": 7}}`, `{"_id": 1, "a": [{"b": 1}, 5, [null]]}`, `{"_id": 1, "a": [{"x": 7}, {"x": 7}, [{"x": 7}]]}`},
		{`{"a.x": {"$literal": 7}, "a.b": 1}`, `{"_id": 1, "a": {"b": 1, "c": 2}}`, `{"_id": 1, "a": {"b": 1, "x": 7}}`},
		{`{"a.x": {"$literal": 7}}`, `{"_id": 1, "a": 5}`, `{"_id": 1, "a": {"x": 7}}`},
		{`{"_id": "$a"}`, `{"_id": 1, "a": 2}`, `{"_id": 2}`},
		{`{"list": ["$a", 1]}`, `{"_id": 1, "a": 2}`, `{"_id": 1, "list": [2, 1]}`},
	} {
		for _, find := range []bool{true, false} {
			got, err := apply(t, c.spec, `{}`, c.doc, find)
			if err != nil {
				t.Errorf("%s: %v", c.spec, err)
				continue
			}
			if want := valuetest.Document(t, c.want); value.String(got) != value.String(want) {
				t.Errorf("%s on %s: %s, want %s", c.spec, c.doc, value.String(got), value.String(want))
			}
		}
	}
}

func TestFindOnly(t *testing.T) {
	for _, c := range []struct{ spec, filter, doc, want string }{
		{`{}`, `{}`, `{"_id": 1, "a": 2}`, `{"_id": 1, "a": 2}`},
		{`{"a": {"$slice": 1}}`, `{}`, `{"_id": 1, "a": [1, 2], "b": 3}`, `{"_id": 1, "a": [1], "b": 3}`},
		{`{"a": {"$slice": -1}, "b": 1}`, `{}`, `{"_id": 1, "a": [1, 2], "b": 3, "c": 4}`, `{"_id": 1, "a": [2], "b": 3}`},
		{`{"a": {"$slice": [-3, 2]}, "_id": 1}`, `{}`, `{"_id": 1, "a": [1, 2], "b": 3}`, `{"_id": 1, "a": [1, 2]}`},
		{`{"a": {"$slice": [1, 5]}, "_id": 0}`, `{}`, `{"_id": 1, "a": [1, 2], "b": 3}`, `{"a": [2], "b": 3}`},
		{`{"a": {"$slice": 1.9}}`, `{}`, `{"_id": 1, "a": [1, 2]}`, `{"_id": 1, "a": [1]}`},
		{`{"a": {"$slice": 1}}`, `{}`, `{"_id": 1, "a": "text"}`, `{"_id": 1, "a": "text"}`},
		{`{"a.b": {"$slice": 1}}`, `{}`, `{"_id": 1, "a": [{"b": [1, 2]}, {"c": 1}]}`, `{"_id": 1, "a": [{"b": [1]}, {"c": 1}]}`},
		{`{"x": {"$slice": [[1, 2, 3], 2]}}`, `{}`, `{"_id": 1}`, `{"_id": 1, "x": [1, 2]}`},
		{`{"a": {"$elemMatch": {"b": 2}}}`, `{}`, `{"_id": 1, "a": [{"b": 1}, {"b": 2, "c": 3}, {"b": 2}], "d": 1}`, `{"_id": 1, "a": [{"b": 2, "c": 3}]}`},
		{`{"a": {"$elemMatch": {"b": 2}}, "z": 1}`, `{}`, `{"_id": 1, "a": [{"b": 2}], "z": 1}`, `{"_id": 1, "z": 1, "a": [{"b": 2}]}`},
		{`{"a": {"$elemMatch": {"b": 2}}, "z": 0}`, `{}`, `{"_id": 1, "a": [{"b": 2}], "y": 1, "z": 1}`, `{"_id": 1, "a": [{"b": 2}], "y": 1}`},
		{`{"a": {"$elemMatch": {"$gt": 1}}, "_id": 0}`, `{}`, `{"_id": 1, "a": [1, 2], "b": 1}`, `{"a": [2]}`},
		{`{"a": {"$elemMatch": {"b": 9}}}`, `{}`, `{"_id": 1, "a": [{"b": 1}]}`, `{"_id": 1}`},
		{`{"a.$": 1}`, `{"a": {"$gt": 1}}`, `{"_id": 1, "a": [1, 2, 3], "b": 1}`, `{"_id": 1, "a": [2]}`},
		{`{"a.$": 1, "b": 1}`, `{"a": {"$elemMatch": {"x": 2}}}`, `{"_id": 1, "a": [{"x": 1}, {"x": 2, "y": 3}], "b": 1}`, `{"_id": 1, "a": [{"x": 2, "y": 3}], "b": 1}`},
		{`{"a.b.$": 1}`, `{"a.b": 2}`, `{"_id": 1, "a": [{"b": 1}, {"b": 2, "c": 3}]}`, `{"_id": 1, "a": [{"b": 2}]}`},
		{`{"a.$": 1}`, `{"a": 1}`, `{"_id": 1, "a": 1}`, `{"_id": 1, "a": 1}`},
	} {
		got, err := apply(t, c.spec, c.filter, c.doc, true)
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
			continue
		}
		if want := valuetest.Document(t, c.want); value.String(got) != value.String(want) {
			t.Errorf("%s on %s: %s, want %s", c.spec, c.doc, value.String(got), value.String(want))
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		spec   string
		find   bool
		filter string
		code   int32
	}{
		{`{"a": 1, "b": 0}`, true, `{}`, 31254},
		{`{"a": 0, "b": 1}`, true, `{}`, 31253},
		{`{"a": 1, "a.b": 1}`, true, `{}`, 31249},
		{`{"a.b": 1, "a": 1}`, true, `{}`, 31250},
		{`{"a": 1, "a": 1}`, true, `{}`, 31250},
		{`{"a": {}}`, true, `{}`, 51270},
		{`{}`, false, `{}`, 51272},
		{`{"a": {"$add": [1, 2], "b": 1}}`, true, `{}`, 16410},
		{`{"a": {"b": 1, "$add": [1, 2]}}`, true, `{}`, 16410},
		{`{"b": 0, "a": {"$add": [1, 2]}}`, true, `{}`, 31252},
		{`{"b": 0, "a": "x"}`, true, `{}`, 31310},
		{`{"_id": "$x", "a": 0}`, true, `{}`, 31254},
		{`{"a": {"$nope": 1}}`, true, `{}`, 31325},
		{`{"a": {"$meta": "textScore"}}`, true, `{}`, 238},
		{`{"a": {"$slice": []}}`, true, `{}`, 28667},
		{`{"a": {"$slice": [1]}}`, true, `{}`, 28667},
		{`{"a": {"$slice": "x"}}`, true, `{}`, 28667},
		{`{"a": {"$slice": [1, 2, 3]}}`, true, `{}`, 28724},
		{`{"a": {"$slice": [1, "x"]}}`, true, `{}`, 28724},
		{`{"a": {"$slice": [1, 0]}}`, true, `{}`, 28724},
		{`{"a": {"$slice": [1]}}`, false, `{}`, 28667},
		{`{"a": {"$elemMatch": 1}}`, true, `{}`, 31274},
		{`{"a.b": {"$elemMatch": {}}}`, true, `{}`, 31275},
		{`{"a": {"$elemMatch": {"b": 1}}}`, false, `{}`, 168},
		{`{"a.$": 1, "b": {"$elemMatch": {}}}`, true, `{"a": 1}`, 31255},
		{`{"b": {"$elemMatch": {}}, "a.$": 1}`, true, `{"a": 1}`, 31256},
		{`{"a.$": 1, "b.$": 1}`, true, `{"a": 1}`, 31276},
		{`{"a.$.b": 1}`, true, `{"a": 1}`, 31394},
		{`{"a.$": 1}`, false, `{}`, 31324},
		{`{"a.$": 1}`, true, `{"$expr": true}`, 224},
		{`{"a.$": 1}`, true, `{"a": [1, 2]}`, 51246},
		{`{"b.$": 1}`, true, `{"a": 2}`, 51247},
		{`{"a.$": 1, "b": 0}`, true, `{"a": 1}`, 31254},
		{`{"": 1}`, true, `{}`, 40352},
		{`{"a.": 1}`, true, `{}`, 40353},
		{`{"a..b": 1}`, true, `{}`, 15998},
		{`{"$a": 1}`, true, `{}`, 16410},
		{`{"a": "$$nope"}`, true, `{}`, 17276},
	} {
		if got, err := apply(t, c.spec, c.filter, `{"_id": 1, "a": [1, 2], "b": [1]}`, c.find); !errcode.Is(err, c.code) {
			t.Errorf("%s: %v, %v, want %d", c.spec, value.String(got), err, c.code)
		}
	}
}

func TestUnset(t *testing.T) {
	p, err := ParseUnset(bson.A{"a", "b.c"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Apply(valuetest.Document(t, `{"_id": 1, "a": 1, "b": {"c": 1, "d": 2}}`), match.Result{}, &expr.Env{})
	if err != nil || value.String(got) != "{ _id: 1, b: { d: 2 } }" {
		t.Errorf("%s, %v", value.String(got), err)
	}
	for _, c := range []struct {
		arg  any
		code int32
	}{{int32(1), 31002}, {bson.A{}, 31119}, {bson.A{int32(1)}, 31120}, {bson.A{"a", "a.b"}, 31249}, {bson.A{"a", "a"}, 31250}, {"", 40352}} {
		if _, err := ParseUnset(c.arg); !errcode.Is(err, c.code) {
			t.Errorf("%s: %v, want %d", value.String(c.arg), err, c.code)
		}
	}
}
