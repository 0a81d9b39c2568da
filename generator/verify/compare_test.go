package verify

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// value reads a value as an example has it.
func value(t *testing.T, in string) bson.RawValue {
	t.Helper()
	text := diag.NewText("x.json", []byte(in))
	v, list := ejson.Parse(text)
	if v == nil {
		t.Fatalf("%s: %+v", in, list)
	}
	decoded, list := ejson.ToBSON(text, v)
	if list != nil {
		t.Fatalf("%s: %+v", in, list)
	}
	return ejson.MustRaw(decoded)
}

// TestMergeVaries: a value that varies from run to run becomes a matcher of its type.
func TestMergeVaries(t *testing.T) {
	m := match{Match: run.NewMatch(&example.Step{}), varies: true}
	for _, tt := range []struct{ want, got, merged string }{
		{`{ "a": 1, "b": { "port": 4000 } }`, `{ "a": 1, "b": { "port": 4001 } }`, `{ "a": 1, "b": { "port": { "$$type": "int" } } }`},
		{`[{ "at": { "$date": "2026-01-01T00:00:00Z" } }]`, `[{ "at": { "$date": "2026-01-02T00:00:00Z" } }]`, `[{ "at": { "$$type": "date" } }]`},
		{`{ "a": 1 }`, `{ "a": 1.0 }`, `{ "a": 1.0 }`},
		{`["x"]`, `["x", "y"]`, `["x", "y"]`},
	} {
		if got := ejson.Print(m.merge(value(t, tt.want), value(t, tt.got), "")); got != tt.merged {
			t.Errorf("%s and %s: %s, want %s", tt.want, tt.got, got, tt.merged)
		}
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		name, want, got string
		unordered       string
		equal           bool
	}{
		{"same", `{"a": [1, {"b": null}]}`, `{"a": [1, {"b": null}]}`, "", true},
		{"other type", `{"a": 1}`, `{"a": 1.0}`, "", false},
		{"other type, same bytes", `{"$date": "1970-01-01T00:00:01Z"}`, `{"$numberLong": "1000"}`, "", false},
		{"int64", `{"a": 1}`, `{"a": {"$numberLong": "1"}}`, "", false},
		{"order of keys", `{"a": 1, "b": 2}`, `{"b": 2, "a": 1}`, "", false},
		{"another key", `{"a": 1}`, `{"a": 1, "b": 2}`, "", false},
		{"missing key", `{"a": 1, "b": 2}`, `{"a": 1}`, "", false},
		{"order of documents", `[1, 2]`, `[2, 1]`, "", false},
		{"unordered documents", `[1, 2]`, `[2, 1]`, ".", true},
		{"unordered, not as often", `[1, 1, 2]`, `[2, 1, 2]`, ".", false},
		{"unordered above, not inside", `[{"a": [1, 2]}]`, `[{"a": [2, 1]}]`, ".", false},
		{"unordered array", `[{"a": [1, 2]}]`, `[{"a": [2, 1]}]`, "a", true},
		{"unordered array below an array", `[{"a": [{"b": [1, 2]}]}]`, `[{"a": [{"b": [2, 1]}]}]`, "a.b", true},
		{"fewer", `[1, 2]`, `[1]`, ".", false},
		{"more", `[1]`, `[1, 2]`, "", false},
		{"type", `{"a": {"$$type": "int"}}`, `{"a": 7}`, "", true},
		{"another type", `{"a": {"$$type": "int"}}`, `{"a": 7.0}`, "", false},
		{"one of types", `{"a": {"$$type": ["string", "number"]}}`, `{"a": 7.0}`, "", true},
		{"exists", `{"a": {"$$exists": true}, "b": 1}`, `{"a": "x", "b": 1}`, "", true},
		{"exists not", `{"a": {"$$exists": true}, "b": 1}`, `{"b": 1}`, "", false},
		{"must be missing", `{"a": {"$$exists": false}, "b": 1}`, `{"b": 1}`, "", true},
		{"must be missing and is not", `{"a": {"$$exists": false}}`, `{"a": 1}`, "", false},
		{"must be missing and is elsewhere", `{"a": {"$$exists": false}, "b": 1}`, `{"b": 1, "a": 1}`, "", false},
		{"unset", `{"a": {"$$unsetOrMatches": 1}}`, `{}`, "", true},
		{"unset and there", `{"a": {"$$unsetOrMatches": {"$$type": "int"}}}`, `{"a": 1}`, "", true},
		{"unset and other", `{"a": {"$$unsetOrMatches": 1}}`, `{"a": 2}`, "", false},
		{"a matcher gives way", `[{"$$type": "int"}, 1]`, `[1, 2]`, ".", true},
		{"operators are not matchers", `{"$type": "int"}`, `{"$type": "int"}`, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := run.NewMatch(&example.Step{Unordered: tt.unordered == ".", UnorderedPaths: []string{tt.unordered}})
			if got := m.Equal(value(t, tt.want), value(t, tt.got), ""); got != tt.equal {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestMerge(t *testing.T) {
	tests := []struct{ name, want, got, merged string }{
		{"keeps matchers that hold", `{"_id": {"$$type": "int"}, "n": 1}`, `{"_id": 5, "n": 2}`, `{ "_id": { "$$type": "int" }, "n": 2 }`},
		{"keeps the order it can", `[1, 2, 3]`, `[3, 4, 1]`, `[1, 3, 4]`},
		{"drops matchers that do not", `{"a": {"$$type": "int"}}`, `{"a": "x"}`, `{ "a": "x" }`},
		{"takes the order of keys", `{"a": 1, "b": 2}`, `{"b": 2, "a": 1}`, `{ "b": 2, "a": 1 }`},
		{"takes another type", `[1]`, `{"a": 1}`, `{ "a": 1 }`},
		{"takes more and fewer", `{"l": [1]}`, `{"l": [1, 2], "m": 3}`, `{ "l": [1, 2], "m": 3 }`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := match{Match: run.NewMatch(&example.Step{Unordered: strings.HasPrefix(tt.name, "keeps the order")})}
			merged := m.merge(value(t, tt.want), value(t, tt.got), "")
			if printed := ejson.Print(merged); printed != tt.merged {
				t.Errorf("got %s, want %s", printed, tt.merged)
			}
			if !m.Equal(merged, value(t, tt.got), "") {
				t.Error("what was merged does not match what was found")
			}
		})
	}
}

func TestDifference(t *testing.T) {
	got := difference("[\n  1,\n  2\n]", "[\n  1,\n  3\n]")
	want := "--- expected\n+++ returned\n@@ -1,4 +1,4 @@\n [\n   1,\n-  2\n+  3\n ]"
	if got != want {
		t.Errorf("got\n%s", got)
	}
	if lines := strings.Count(difference("", strings.Repeat("x\n", 1000)), "\n"); lines != mostLines {
		t.Errorf("%d lines", lines)
	}
}

// The comparison of unordered arrays that could take minutes is given up.
func TestComparingEnds(t *testing.T) {
	var want, got bson.A
	for i := range int32(4000) {
		want, got = append(want, bson.D{{Key: "$$type", Value: "string"}}), append(got, i)
	}
	m := run.NewMatch(&example.Step{Unordered: true})
	if m.Equal(ejson.MustRaw(want), ejson.MustRaw(got), "") || !m.GaveUp() {
		t.Error("16,000,000 values were compared")
	}
	m = run.NewMatch(&example.Step{Unordered: true})
	if m.Equal(ejson.MustRaw(want[:1000]), ejson.MustRaw(got[:1000]), "") || m.GaveUp() {
		t.Error("1,000,000 values are too many")
	}
}
