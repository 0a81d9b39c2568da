package memdb

import (
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// planFields hold the parts of an explanation of which memdb tells only some.
var planFields = []string{"queryPlanner", "winningPlan", "executionStats", "executionStages", "inputStage"}

// namedFields leaves out of a server's explanation what the case does not
// name, and the time, which memdb does not measure.
func namedFields(got, want bson.D) bson.D {
	if !value.IsMissing(value.Get(got, "code")) {
		return got
	}
	out := bson.D{}
	for _, f := range got {
		expected := value.Get(want, f.Key)
		inner, isDocument := f.Value.(bson.D)
		named, ok := expected.(bson.D)
		switch {
		case value.IsMissing(expected):
			continue
		case f.Key == "executionTimeMillis":
			f.Value = expected
		case isDocument && ok && slices.Contains(planFields, f.Key):
			f.Value = namedFields(inner, named)
		}
		out = append(out, f)
	}
	return out
}

func TestNamedFields(t *testing.T) {
	parse := func(text string) bson.D {
		var d bson.D
		if err := bson.UnmarshalExtJSON([]byte(text), false, &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	want := parse(`{"executionStats": {"nReturned": 1, "executionTimeMillis": 0, "executionStages": {"stage": "FETCH", "filter": {"a": 1}, "inputStage": {"stage": "IXSCAN"}}}}`)
	for text, same := range map[string]bool{
		`{"executionStats": {"nReturned": 1, "executionTimeMillis": 3, "executionStages": {"stage": "FETCH", "filter": {"a": 1}, "works": 2, "inputStage": {"stage": "IXSCAN", "works": 2}}}, "ok": 1.0}`: true,
		`{"executionStats": {"nReturned": 1, "executionTimeMillis": 3, "executionStages": {"stage": "FETCH", "filter": {"a": 1, "b": 1}, "inputStage": {"stage": "IXSCAN"}}}}`:                            false,
		`{"executionStats": {"nReturned": 1, "executionTimeMillis": 3, "executionStages": {"stage": "FETCH", "filter": {"a": 1}, "inputStage": {"stage": "COLLSCAN"}}}}`:                                  false,
		`{"executionStats": {"executionTimeMillis": 3, "executionStages": {"stage": "FETCH", "filter": {"a": 1}, "inputStage": {"stage": "IXSCAN"}}}}`:                                                    false,
		`{"code": 2, "codeName": "BadValue"}`: false,
	} {
		if got := namedFields(parse(text), want); sameValue(got, want) != same {
			t.Errorf("%s\ngives %s", text, show(got))
		}
	}
}
