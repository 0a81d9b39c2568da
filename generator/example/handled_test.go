package example

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// TestTouched: a step touches what it asks for by _id, returns and changes, and what it
// joins; not what a stage made, whose _id may be that of a document by chance.
func TestHandled(t *testing.T) {
	e := &Example{Collections: []Collection{{Name: "huts"}, {Name: "guests"}}}
	id := func(v any) bson.D { return bson.D{{Key: "_id", Value: v}} }
	stage := func(name string, argument any) bson.D { return bson.D{{Key: name, Value: argument}} }
	find := func(filter bson.D) Operation {
		return Operation{Name: "find", Object: "huts", Arguments: bson.D{{Key: "filter", Value: filter}}}
	}
	aggregate := func(stages ...any) Operation {
		return Operation{Name: "aggregate", Object: "huts", Arguments: bson.D{{Key: "pipeline", Value: bson.A(stages)}}}
	}
	lookup := stage("$lookup", bson.D{{Key: "from", Value: "guests"}, {Key: "as", Value: "who"}})
	joined := append(id("a"), bson.E{Key: "who", Value: bson.A{id("b")}})
	raw := func(d bson.D) bson.Raw { return ejson.MustRaw(d).Value }
	for _, c := range []struct {
		name      string
		operation Operation
		back      bson.A
		changes   []Change
		want      string
	}{
		{"returned", find(nil), bson.A{id("a"), id("b")}, nil, "huts a, huts b"},
		{"returned without _id", find(nil), bson.A{bson.D{{Key: "n", Value: 1}}}, nil, ""},
		{"asked for", find(id("a")), nil, nil, "huts a"},
		{"asked for by a list", find(id(stage("$in", bson.A{"a", "b"}))), nil, nil, "huts a, huts b"},
		{"asked for by a range", find(id(stage("$gt", "a"))), nil, nil, ""},
		{"embedded", find(nil), bson.A{joined}, nil, "huts a"},
		{"joined", aggregate(lookup), bson.A{joined}, nil, "guests b, huts a"},
		{"made", aggregate(stage("$group", id("$kind"))), bson.A{id("a")}, nil, ""},
		{"changed, new and gone", find(nil), nil, []Change{{"huts", raw(id("a")), raw(id("a"))}, {"guests", nil, raw(id("b"))}, {"huts", raw(id("c")), nil}}, "guests b, huts a, huts c"},
	} {
		var got []string
		for _, d := range e.Handled(&Step{Operation: c.operation}, StepResult{Value: ejson.MustRaw(c.back), Changes: c.changes}) {
			if !strings.HasPrefix(d.Key, string(bson.TypeString)) {
				continue // a missing _id, which no document has
			}
			text := d.Collection + " " + d.Key[len(string(bson.TypeString))+4:len(d.Key)-1]
			got = append(got, text)
		}
		slices.Sort(got)
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: it touches %q, not %q", c.name, text, c.want)
		}
	}
}
