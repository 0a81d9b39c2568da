package example

import (
	"os"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
)

// TestDescriptors holds that every fact of an operation is there.
func TestDescriptors(t *testing.T) {
	for i, d := range Operations() {
		if d.Name == "" || d.On == 0 || d.Returns == 0 || d.reads == 0 || d.effect == nil || d.order == nil || d.Command.result == nil {
			t.Errorf("%q: %+v lacks a fact", d.Name, d)
		}
		if i > 0 && operations[i-1].Name == d.Name {
			t.Errorf("%s comes twice", d.Name)
		}
		for _, a := range d.Request {
			if !slices.Contains(d.Arguments, a) {
				t.Errorf("%s: the request has %+v, the operation does not", d.Name, a)
			}
		}
		if (d.Command.Name == "") == (d.Command.Made == nil) {
			t.Errorf("%s: the command has a name or is made", d.Name)
		}
		if whole := slices.ContainsFunc(d.Arguments, func(a Argument) bool { return a.At == wholeCommand }); whole && d.Command.Made == nil {
			t.Errorf("%s: no command is made of the argument that has no place in it", d.Name)
		}
		for _, a := range d.Arguments {
			checkArgument(t, d, a)
		}
	}
}

func checkArgument(t *testing.T, d Descriptor, a Argument) {
	t.Helper()
	switch {
	case a.Name == "" || a.Type == "" || a.Shell == 0 || a.Node == 0 || a.Python == 0:
		t.Errorf("%s: %+v lacks a fact", d.Name, a)
	case a.At != wholeCommand && !strings.HasPrefix(string(a.At), "/"):
		t.Errorf("%s: %s stands at %q, which is no JSON Pointer", d.Name, a.Name, a.At)
	case slices.Contains([]Place{a.Shell, a.Node, a.Python}, Omittable) && a.Type != TypeDocument && a.Type != TypePipeline:
		t.Errorf("%s: %s can't be left out, it is never empty", d.Name, a.Name)
	case slices.Contains([]Place{a.Shell, a.Node, a.Python}, CursorMethod) && d.Returns != ReturnsDocuments:
		t.Errorf("%s: %s is a method of a cursor, but there is none", d.Name, a.Name)
	}
	r := &reader{text: diag.NewText("x.json", nil), example: &Example{}}
	r.argument(&ejson.Value{Kind: ejson.Null}, a.Name, a.Type) // panics if no rule reads the type
	if len(r.list) == 0 {
		t.Errorf("%s: %s may be null", d.Name, a.Name)
	}
}

// TestReadmeNamesOperations holds the authors' list to the descriptors.
func TestReadmeNamesOperations(t *testing.T) {
	readme, err := os.ReadFile("../../examples/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range Operations() {
		if !strings.Contains(string(readme), "`"+d.Name+"`") {
			t.Errorf("examples/README.md does not name %s", d.Name)
		}
	}
}

// operationOf makes an operation from Extended JSON.
func operationOf(t *testing.T, name, object, arguments string) Operation {
	t.Helper()
	text := diag.NewText("x.json", []byte(arguments))
	v, list := ejson.Parse(text)
	value, more := ejson.ToBSON(text, v)
	if list.Failed() || more.Failed() {
		t.Fatalf("%s: %s%s", arguments, printed(list), printed(more))
	}
	return Operation{Name: name, Object: object, Arguments: value.(bson.D)}
}

// TestCommand has what each kind of place and default becomes. That these are
// the driver's commands is shown in package verify.
func TestCommand(t *testing.T) {
	const pipeline = `[{ "$match": { "a": 1 } }]`
	tests := []struct{ name, object, arguments, want string }{
		{"find", "ferries", `{ "filter": {}, "skip": 2 }`, `{ "find": "ferries", "filter": {}, "skip": { "$numberLong": "2" } }`},
		{"aggregate", "ferries", `{ "pipeline": ` + pipeline + ` }`, `{ "aggregate": "ferries", "pipeline": ` + pipeline + `, "cursor": {} }`},
		{"aggregate", "", `{ "pipeline": ` + pipeline + `, "batchSize": 5 }`, `{ "aggregate": 1, "pipeline": ` + pipeline + `, "cursor": { "batchSize": 5 } }`},
		{"countDocuments", "ferries", `{ "filter": { "a": 1 }, "limit": 3 }`,
			`{ "aggregate": "ferries", "pipeline": [{ "$match": { "a": 1 } }, { "$limit": { "$numberLong": "3" } }, { "$group": { "_id": 1, "n": { "$sum": 1 } } }], "cursor": {} }`},
		{"deleteOne", "ferries", `{ "filter": {}, "hint": "h" }`, `{ "delete": "ferries", "deletes": [{ "q": {}, "hint": "h", "limit": 1 }], "ordered": true }`},
		{"insertMany", "ferries", `{ "documents": [{ "_id": 1 }], "ordered": false }`, `{ "insert": "ferries", "documents": [{ "_id": 1 }], "ordered": false }`},
		{"findOneAndUpdate", "ferries", `{ "filter": {}, "update": { "$set": { "a": 1 } }, "returnDocument": "After" }`, `{ "findAndModify": "ferries", "query": {}, "update": { "$set": { "a": 1 } }, "new": true }`},
		{"createIndex", "ferries", `{ "keys": { "a": 1, "b": -1 } }`, `{ "createIndexes": "ferries", "indexes": [{ "key": { "a": 1, "b": -1 }, "name": "a_1_b_-1" }] }`},
		{"runCommand", "", `{ "command": { "ping": 1 } }`, `{ "ping": 1 }`},
		{"explain", "ferries", `{ "operation": { "find": { "filter": { "a": 1 } } } }`, `{ "explain": { "find": "ferries", "filter": { "a": 1 } }, "verbosity": "executionStats" }`},
		{"watch", "ferries", `{ "pipeline": [{ "$match": {} }], "fullDocument": "updateLookup" }`,
			`{ "aggregate": "ferries", "cursor": {}, "pipeline": [{ "$changeStream": { "fullDocument": "updateLookup" } }, { "$match": {} }] }`},
	}
	for _, tt := range tests {
		o := operationOf(t, tt.name, tt.object, tt.arguments)
		if got, want := ejson.Print(raw(o.Command())), ejson.Print(raw(operationOf(t, "", "", tt.want).Arguments)); got != want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", tt.name, tt.arguments, got, want)
		}
	}
	if c := operationOf(t, "bulkWrite", "ferries", `{ "requests": [] }`).Command(); c != nil {
		t.Errorf("bulkWrite is one command: %v", c)
	}
}

func TestWritesAndExplained(t *testing.T) {
	tests := []struct {
		name, object, arguments string
		writes, explained       bool
	}{
		{"find", "ferries", `{ "filter": {} }`, false, true},
		{"countDocuments", "ferries", `{ "filter": {} }`, false, true},
		{"insertOne", "ferries", `{ "document": { "_id": 1 } }`, true, false},
		{"updateOne", "ferries", `{ "filter": {}, "update": { "$set": { "a": 1 } } }`, true, true},
		{"findOneAndDelete", "ferries", `{ "filter": {} }`, true, true},
		{"bulkWrite", "ferries", `{ "requests": [{ "deleteOne": { "filter": {} } }] }`, true, false},
		{"createIndex", "ferries", `{ "keys": { "a": 1 } }`, false, false},
		{"runCommand", "", `{ "command": { "find": "ferries" } }`, true, false},
		{"aggregate", "ferries", `{ "pipeline": [] }`, false, true},
		{"aggregate", "ferries", `{ "pipeline": [{ "$match": {} }] }`, false, true},
		{"aggregate", "ferries", `{ "pipeline": [{ "$lookup": {} }] }`, false, true},
		{"aggregate", "ferries", `{ "pipeline": [{ "$lookup": { "pipeline": [{ "$lookup": {} }] } }] }`, false, false},
		{"aggregate", "ferries", `{ "pipeline": [{ "$graphLookup": {} }] }`, false, false},
		{"aggregate", "ferries", `{ "pipeline": [{ "$facet": {} }] }`, false, false},
		{"aggregate", "ferries", `{ "pipeline": [{ "$match": {} }, { "$out": "x" }] }`, true, false},
		{"aggregate", "ferries", `{ "pipeline": [{ "$merge": "x" }] }`, true, false},
		{"aggregate", "", `{ "pipeline": [{ "$documents": [] }] }`, false, false},
	}
	for _, tt := range tests {
		o := operationOf(t, tt.name, tt.object, tt.arguments)
		if o.Writes() != tt.writes || (o.Explained() != nil) != tt.explained {
			t.Errorf("%s %s: writes %v, explained %v", tt.name, tt.arguments, o.Writes(), o.Explained())
		}
	}
}
