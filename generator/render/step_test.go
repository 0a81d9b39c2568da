package render

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// stepOf makes a result with one step, whose value is the field v of text.
func stepOf(t *testing.T, operation, text string) *example.Result {
	t.Helper()
	raw, err := bson.Marshal(document(t, text))
	if err != nil {
		t.Fatal(err)
	}
	step := example.Step{ID: "one", Operation: example.Operation{Name: operation, Object: "ferries", Arguments: bson.D{}}}
	return &example.Result{
		Example: &example.Example{Name: "e", Steps: []example.Step{step}},
		Runs:    []example.Run{{Steps: []example.StepResult{{Value: bson.Raw(raw).Lookup("v")}}}},
	}
}

func TestResults(t *testing.T) {
	for _, c := range []struct {
		operation, value, want string
		documents, bytes       int
	}{
		{"find", `[]`, `[]`, 0, 0},
		{"find", `[{"_id": 1, "name": "Galeb"}]`, `[{ _id: 1, name: 'Galeb' }]`, 1, 30},
		{"find", `[{"_id": 1, "name": "Galeb", "homePort": "Zadar", "inService": true}]`, `
[{
  _id: 1,
  name: 'Galeb',
  homePort: 'Zadar',
  inService: true
}]`, 1, 62},
		{"findOne", `null`, `null`, 0, 0},
		{"findOne", `{"_id": {"$$type": "objectId"}, "at": {"$$type": ["date"]}, "n": {"$$exists": true}, "x": {"$$exists": false}, "name": {"$$type": "string"}, "y": {"$$unsetOrMatches": 5}, "z": {"$$type": "array"}, "i": {"$$type": ["int", "long"]}}`, `
{
  _id: ObjectId(…),
  at: ISODate(…),
  n: …,
  name: '…',
  y: 5,
  z: […],
  i: …
}`, 1, -1},
		{"updateOne", `{"matchedCount": 1, "modifiedCount": 0}`, `{ matchedCount: 1, modifiedCount: 0 }`, -1, 0},
		{"distinct", `["Zadar", {"$numberLong": "3"}]`, `['Zadar', Long('3')]`, -1, 0},
		{"findOne", `{"note": "The certificate was renewed in Rijeka, where it's kept in the harbor office."}`, `
{
  note: "The certificate was renewed in Rijeka, " +
    "where it's kept in the harbor office."
}`, 1, -1},
	} {
		r := stepOf(t, c.operation, `{"v": `+c.value+`}`)
		step, err := StepOf(r, "one")
		if err != nil {
			t.Errorf("%s: %v", c.value, err)
			continue
		}
		if got, want := strings.TrimSpace(step.Result.Code.Text()), strings.TrimSpace(c.want); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.value, got, want)
		}
		if step.Result.Documents != c.documents || c.bytes >= 0 && step.Result.Bytes != c.bytes {
			t.Errorf("%s: %d documents, %d bytes, want %d, %d", c.value, step.Result.Documents, step.Result.Bytes, c.documents, c.bytes)
		}
	}
}

// TestBrokenRules: an error by a validator shows the rules, one by a server's
// index nothing but its name.
func TestBrokenRules(t *testing.T) {
	r := stepOf(t, "insertOne", `{"v": { "tonnage": { "minimum": 0 } }}`)
	back := &r.Runs[0].Steps[0]
	back.Value, back.Rules = bson.RawValue{}, back.Value
	back.Error = &example.ExpectedError{Code: 121, CodeName: "DocumentValidationFailure", By: "server"}
	step, err := StepOf(r, "one")
	if got := step.Result.Code.Text(); err != nil || strings.TrimSpace(got) != `{ tonnage: { minimum: 0 } }` || step.Result.ErrorCode != 121 {
		t.Errorf("%v: %+v", err, step.Result)
	}
	back.Rules = bson.RawValue{}
	if step, err = StepOf(r, "one"); err != nil || len(step.Result.Code.Lines) > 0 {
		t.Errorf("%v: %+v", err, step.Result)
	}
}

func TestLongResultIsCut(t *testing.T) {
	r := stepOf(t, "find", `{"v": [`+strings.Repeat(`{"_id": 1}, `, 30)+`{"_id": 2}]}`)
	step, err := StepOf(r, "one")
	if err != nil {
		t.Fatal(err)
	}
	lines := step.Result.Code.Lines
	if len(lines) != 5 || lines[3].More != 28 || step.Result.Documents != 31 {
		t.Errorf("%d lines, %d more, %d documents:\n%s", len(lines), lines[3].More, step.Result.Documents, step.Result.Code.Text())
	}
}

func TestErrorsAndWhatDidNotRun(t *testing.T) {
	r := stepOf(t, "updateOne", `{"v": 1}`)
	r.Example.Steps[0].ExpectError = &example.ExpectedError{Code: 121, CodeName: "DocumentValidationFailure", By: "driver"}
	r.Runs = nil
	step, err := StepOf(r, "one")
	want := Result{Documents: -1, ErrorCode: 121, ErrorName: "DocumentValidationFailure", ByDriver: true}
	if got := step.Result; err != nil || got.ErrorCode != want.ErrorCode || got.ErrorName != want.ErrorName || got.ByDriver != want.ByDriver || len(got.Code.Lines) > 0 {
		t.Errorf("%+v, %v, want %+v", step.Result, err, want)
	}
	if _, err := StepOf(r, "two"); err == nil {
		t.Error("a step that is not there was shown")
	}
}

func TestSchema(t *testing.T) {
	e := collectionOf(t)
	e.Collections[0].Validator = document(t, `{"$jsonSchema": {"required": ["_id", "name"], "properties": {"name": {"bsonType": "string"}}}}`)
	e.Collections[0].Options = document(t, `{"validationLevel": "moderate"}`)
	e.Collections[0].Indexes = []example.Index{
		{Spec: document(t, `{"key": {"ferry": 1, "at": -1}, "name": "ferry_1_at_-1", "unique": true}`)},
		{Spec: document(t, `{"key": {"at": 1}, "name": "newest"}`)},
	}
	schema, err := SchemaOf(e, "ferries")
	if err != nil {
		t.Fatal(err)
	}
	got := schema.Validator.Text() + schema.Indexes[0].Text() + schema.Indexes[1].Text()
	const want = `db.createCollection('ferries', {
  validator: { $jsonSchema: {
    required: ['_id', 'name'],
    properties: { name: { bsonType: 'string' } }
  } },
  validationLevel: 'moderate'
})
db.ferries.createIndex(
  { ferry: 1, at: -1 },
  { unique: true }
)
db.ferries.createIndex(
  { at: 1 },
  { name: 'newest' }
)
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	e.Collections[0].Validator, e.Collections[0].Options = nil, nil
	if schema, err = SchemaOf(e, "ferries"); err != nil || len(schema.Validator.Lines) > 0 {
		t.Errorf("without a validator: %s, %v", schema.Validator.Text(), err)
	}
}

// TestLoopsAreExplained: a loop that reads by ids which count up says so.
func TestLoopsAreExplained(t *testing.T) {
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 0, "beds": 1 }] }],
  "steps": [
    { "id": "climb", "repeat": 2, "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": { "$$index": 0 } } } } },
    { "id": "fill", "repeat": 2, "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 0 }, "update": { "$inc": { "beds": 1 } } } } },
    { "id": "read", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 0 } } } }
  ]
}`
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(source)))
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	var explained []string
	for _, s := range e.Steps {
		step, err := StepOf(&example.Result{Example: e}, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		if elements := step.Figure().Panes[0].Elements; len(elements) > 2 {
			explained = append(explained, s.ID)
			if note, ok := elements[2].(figure.Note); !ok || note.Said.(figure.Words).Key != "remarks.counted" {
				t.Errorf("below %s stands %v", s.ID, elements[2])
			}
		}
	}
	if !slices.Equal(explained, []string{"climb"}) {
		t.Errorf("explained are %q", explained)
	}
}

// document reads the Extended JSON of an example.
func document(t *testing.T, text string) bson.D {
	t.Helper()
	source := diag.NewText("test.json", []byte(text))
	value, list := ejson.Parse(source)
	if list.Failed() {
		t.Fatalf("%s: %v", text, list)
	}
	got, list := ejson.ToBSON(source, value)
	if list.Failed() {
		t.Fatalf("%s: %v", text, list)
	}
	return got.(bson.D)
}
