package example

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

// good is an example that keeps every rule. The tests break one at a time.
const good = `{
  "$schema": "./example.schema.json",
  "description": "Huts and their guests",
  "note": "never printed",
  "schema": {
    "huts": {
      "options": { "validationLevel": "strict" },
      "validator": { "$jsonSchema": { "required": ["name"] } },
      "indexes": [{ "key": { "name": 1, "valley": -1 }, "unique": true }]
    },
    "guests": { "validator": null }
  },
  "references": [{ "from": "guests.hut", "to": "huts._id" }],
  "initialData": [
    { "collectionName": "huts", "documents": [{ "_id": 1, "name": "Triglav" }] },
    {
      "collectionName": "guests",
      "documents": [{ "_id": 0, "hut": 1 }],
      "generate": { "count": 3, "seed": 7, "document": { "_id": { "$$index": 1 }, "hut": 1 } }
    }
  ],
  "steps": [
    {
      "id": "find-guests",
      "answers": { "id": "guests", "fields": ["hut"] },
      "operation": { "name": "find", "object": "guests", "arguments": { "filter": {}, "sort": { "_id": 1 } } },
      "expectResult": [{ "_id": 0, "hut": 1 }, { "_id": { "$$type": "int" }, "hut": 1 }],
      "expectCost": { "roundTrips": 1, "payload": 120 }
    },
    {
      "id": "add-hut",
      "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 2 } } },
      "expectError": { "code": 121, "codeName": "DocumentValidationFailure", "contains": "failed" }
    }
  ]
}
`

func parse(t *testing.T, content string) (*Example, string) {
	t.Helper()
	e, list := Parse(diag.NewText("examples/huts.json", []byte(content)))
	if (e == nil) != list.Failed() {
		t.Fatalf("example %v with %d messages", e, len(list))
	}
	return e, printed(list)
}

func TestParse(t *testing.T) {
	e, list := parse(t, good)
	if list != "" {
		t.Fatal(list)
	}
	huts, guests := e.Collection("huts"), e.Collection("guests")
	wantIndex := bson.D{{Key: "key", Value: bson.D{{Key: "name", Value: int32(1)}, {Key: "valley", Value: int32(-1)}}}, {Key: "name", Value: "name_1_valley_-1"}, {Key: "unique", Value: true}}
	if got := raw(huts.Indexes[0].Spec).String(); got != raw(wantIndex).String() {
		t.Errorf("index: %s", got)
	}
	if huts.Validator == nil || guests.Validator != nil {
		t.Error("validators are not as written")
	}
	documents := slices.Collect(e.Data(0).Documents("guests"))
	if len(documents) != 4 || len(guests.Written) != 1 || documents[0].Generated || !documents[3].Generated {
		t.Errorf("guests: %+v", documents)
	}
	if got := documents[3].Raw.Lookup("_id").Int32(); got != 3 {
		t.Errorf("the last guest is %d", got)
	}
	step := e.Steps[0]
	if got := good[step.Expect.Start:step.Expect.End]; !strings.HasPrefix(got, "[{") || !strings.HasSuffix(got, "}]") {
		t.Errorf("the expectation stands at %s", got)
	}
	if !strings.HasPrefix(good[step.After:], ",\n      \"expectResult\"") {
		t.Errorf("behind the operation: %.20q", good[step.After:])
	}
	if n, ok := step.ExpectCost.Number("payload", 0); !ok || n != 120 || step.Wants("bytesRead") != true || e.Steps[1].Wants("payload") {
		t.Errorf("cost: %+v", step.ExpectCost)
	}
	if e.Steps[1].ExpectError.By != "server" {
		t.Errorf("error: %+v", e.Steps[1].ExpectError)
	}
}

func TestParseRefuses(t *testing.T) {
	find := `"arguments": { "filter": {}, "sort": { "_id": 1 } }`
	tests := []struct{ name, old, new, want string }{
		{"strict JSON", `"fields": ["hut"]`, `"fields": ["hut",]`, `25:52: a comma before ']' (leave it out)`},
		{"unknown key", `"steps"`, `"step": [], "steps"`, `22:3: the example has an unknown key "step" (did you mean steps?)`},
		{"missing key", `"description": "Huts and their guests",`, ``, `1:1: the example has no "description"`},
		{"wrong type", `"description": "Huts and their guests"`, `"description": 5`, `3:18: "description" is a string, not a number`},
		{"other schema", `./example.schema.json`, `./x.json`, `2:14: "$schema" names another schema (write "./example.schema.json")`},
		{"no validator", `"guests": { "validator": null }`, `"guests": {}`, `11:15: the collection "guests" has no "validator" (write null if it is left out on purpose)`},
		{"collection name", `"guests": {`, `"my.guests": { "validator": null }, "guests": {`, `11:5: "my.guests" is not a name for a collection (letters, digits, _ and -)`},
		{"option", `"validationLevel"`, `"validationlevel"`, `7:20: "options" has an unknown key "validationlevel" (did you mean validationLevel?)`},
		{"clustered by another field", `"options": { `, `"options": { "clusteredIndex": { "key": { "at": 1 }, "unique": true }, `, `7:47: a collection is clustered by _id, and in its order (write "clusteredIndex": { "key": { "_id": 1 }, "unique": true })`},
		{"clustered backward", `"options": { `, `"options": { "clusteredIndex": { "key": { "_id": -1 }, "unique": true }, `, `7:47: a collection is clustered by _id, and in its order (write "clusteredIndex": { "key": { "_id": 1 }, "unique": true })`},
		{"clustered, not unique", `"options": { `, `"options": { "clusteredIndex": { "key": { "_id": 1 }, "unique": false }, `, `7:71: a clustered index is unique (write "clusteredIndex": { "key": { "_id": 1 }, "unique": true })`},
		{"clustered without unique", `"options": { `, `"options": { "clusteredIndex": { "key": { "_id": 1 } }, `, `7:38: the clustered index has no "unique"`},
		{"clustered by the server's word", `"options": { `, `"options": { "clusteredIndex": true, `, `7:38: what the clustered index takes is an object, not true`},
		{"index option", `"unique": true`, `"uniqe": true`, `9:57: the index has an unknown key "uniqe" (did you mean unique?)`},
		{"reference without field", `"huts._id"`, `"huts"`, `13:48: "to" names no field (write collection.field)`},
		{"reference to no collection", `"huts._id"`, `"hut._id"`, `13:48: the schema has no collection "hut" (did you mean huts?)`},
		{"data of no collection", `{ "collectionName": "huts"`, `{ "collectionName": "hutz"`, `15:25: the schema has no collection "hutz" (did you mean huts?)`},
		{"data twice", `{ "collectionName": "huts"`, `{ "collectionName": "guests"`, `16:5: the data of "guests" come twice (put the documents together with those of line 15)`},
		{"document without _id", `{ "_id": 0, "hut": 1 }],`, `{ "hut": 1 }],`, `18:21: the document has no "_id" (without it the driver would make up another in each run)`},
		{"generated without _id", `"_id": { "$$index": 1 }, `, ``, `19:56: the generated document does not begin with "_id" (write "_id": { "$$index": 1 })`},
		{"Extended JSON", `"_id": 0, "hut": 1 }],`, `"_id": 3000000000, "hut": 1 }],`, `18:30: 3000000000 is too large for an int32 (write {"$numberLong": "3000000000"})`},
		{"generator", `"$$index": 1`, `"$$indx": 1`, `19:65: "$$indx" does not generate anything (did you mean $$index?)`},
		{"generator as a string", `{ "$$index": 1 }`, `"$$index"`, `19:65: "$$index" in a string does not generate anything (write { "$$index": … })`},
		{"empty range", `{ "$$index": 1 }`, `{ "$$int": { "min": 2, "max": 1 } }`, `19:76: "max" is less than "min"`},
		{"id", `"id": "add-hut"`, `"id": "Add_hut"`, `31:13: "id" "Add_hut" is not made of a-z, 0-9 and single hyphens (write it like find-with-certificate)`},
		{"id twice", `"id": "add-hut"`, `"id": "find-guests"`, `31:13: the id "find-guests" comes twice (line 24 has it already)`},
		{"question named like a step", `"answers": { "id": "guests"`, `"answers": { "id": "add-hut"`, `25:18: the question "add-hut" is named like a step (give one of them another id; the step is in line 31)`},
		{"alongside of none", `"answers": { "id": "guests"`, `"alongside": "add-hut", "answers": { "id": "guests"`, `25:20: the first step goes alongside of none`},
		{"alongside of another", `"id": "add-hut",`, `"id": "add-hut", "alongside": "find-hut",`, `31:37: the step "find-hut" does not begin what this one could be sent together with (write find-guests, or change the order of the steps)`},
		{"alongside without a question", `"id": "add-hut",`, `"id": "add-hut", "alongside": "find-guests",`, `31:37: the step "find-guests" does not answer the same question (give both the same "answers")`},
		{"no steps", good[strings.Index(good, `"steps": [`)+len(`"steps": [`) : strings.LastIndex(good, "]")], ``, `22:12: "steps" is empty (an example that runs nothing shows nothing)`},
		{"operation", `"name": "find"`, `"name": "fnid"`, `26:30: there is no operation "fnid" (did you mean find?)`},
		{"operation of others", `"name": "find"`, `"name": "findMany"`, `26:30: there is no operation "findMany" (write find)`},
		{"operator of others", `"filter": {}`, `"filter": { "hut": { "$equals": 1 } }`, `26:94: $equals is not an operator that may be sent (write $eq)`},
		{"type of others", `{ "required": ["name"] }`, `{ "properties": { "name": { "bsonType": "integer" }, "bsonType": { "bsonType": ["str", "array"] }, "tags": { "bsonType": "string[]" } } }`, "8:77: \"integer\" is not a type in \"bsonType\" (write int)\n" +
			"examples/huts.json:8:117: \"str\" is not a type in \"bsonType\" (write string)\n" +
			"examples/huts.json:8:158: \"string[]\" is not a type in \"bsonType\" (write \"bsonType\": \"array\", \"items\": { \"bsonType\": \"string\" })"},
		{"operation's argument", `"sort": { "_id": 1 }`, `"order": { "_id": 1 }`, `26:87: find has an unknown key "order" (known: filter, projection, sort, skip, limit, batchSize, collation, hint, let)`},
		{"missing argument", `"filter": {}, `, ``, `26:71: find has no "filter"`},
		{"argument's type", `"filter": {}`, `"filter": []`, `26:83: "filter" is an object, not an array`},
		{"no arguments", `, ` + find, ``, `26:20: find has no "arguments"`},
		{"no object", `"name": "find", "object": "guests"`, `"name": "find"`, `26:20: find has no "object" (name the collection: "object": "…")`},
		{"unknown object", `"object": "guests"`, `"object": "guest"`, `26:48: the schema has no collection "guest" (did you mean guests?)`},
		{"operator", `"filter": {}`, `"filter": { "hut": { "$gtt": 1 } }`, `26:94: $gtt is not an operator that may be sent (did you mean $gt?)`},
		{"JavaScript", `"filter": {}`, `"filter": { "$where": "1" }`, `26:85: $where may not be sent (examples run no JavaScript on the server)`},
		{"matcher", `"$$type"`, `"$$typ"`, `27:57: "$$typ" is not a matcher (did you mean $$type?)`},
		{"matched type", `"$$type": "int"`, `"$$type": "int32"`, `27:69: "int32" is not a type (write int)`},
		{"matcher's place", `"expectResult": [{ "_id": 0, "hut": 1 }`, `"expectResult": [{ "$$exists": true }`, `27:24: "$$exists" is for the value of a key`},
		{"result and error", `"expectError": {`, `"expectResult": 1, "expectError": {`, `33:41: a step has "expectResult" or "expectError", not both`},
		{"error without name", `"codeName": "DocumentValidationFailure", `, ``, `33:22: an error by the server has a "code" and a "codeName" (write { "code": 121, "codeName": "DocumentValidationFailure" })`},
		{"error's name", `"DocumentValidationFailure"`, `"BadValue"`, `33:49: the code 121 is not BadValue (write DocumentValidationFailure)`},
		{"error of a location", `121, "codeName": "DocumentValidationFailure"`, `40324, "codeName": "X"`, `33:51: the code 40324 has no name of its own (write Location40324)`},
		{"refusal expected", `121, "codeName": "DocumentValidationFailure"`, `238, "codeName": "NotImplemented"`, `33:32: 238 satisfies no expectation (it is how the embedded database refuses)`},
		{"error by nobody", `"contains": "failed"`, `"by": "me"`, `33:84: "by" is "me" (write "server" or "driver")`},
		{"error by the driver", `"contains": "failed"`, `"by": "driver"`, `33:22: an error by the driver has no code (say what the message contains)`},
		{"cost", `"roundTrips": 1`, `"roundTrips": -1`, `28:37: "roundTrips" is an integer from 0 to 9223372036854775807, not -1`},
		{"order", find, `"arguments": { "filter": {} }`, `26:20: the order of this result is not promised (let the sort end in a unique key, such as _id, or say "unordered": true)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Count(good, tt.old) != 1 {
				t.Fatalf("%q stands %d times in the good example", tt.old, strings.Count(good, tt.old))
			}
			_, got := parse(t, strings.Replace(good, tt.old, tt.new, 1))
			if want := "examples/huts.json:" + tt.want; got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestParseReportsAllMistakes(t *testing.T) {
	broken := strings.NewReplacer(`"_id": 0, "hut": 1 }],`, `"_id": 01, "hut": 1 }],`).Replace(good)
	if _, got := parse(t, broken); strings.Count(got, "\n") != 0 {
		t.Errorf("what is no JSON is told alone: %s", got)
	}
	broken = strings.NewReplacer(`"$$index"`, `"$$idx"`, `"name": "find"`, `"name": "fnid"`, `"code": 121`, `"code": 0`).Replace(good)
	if _, got := parse(t, broken); strings.Count(got, "\n") != 2 {
		t.Errorf("want three mistakes, got\n%s", got)
	}
}

func TestParseRefusesFileNames(t *testing.T) {
	_, list := Parse(diag.NewText("examples/My_huts.json", []byte(good)))
	if got, want := printed(list), `examples/My_huts.json:1:1: the file's name "My_huts" is not made of a-z, 0-9 and single hyphens (write it like one-to-one-embedded.json)`; got != want {
		t.Errorf("got %s", got)
	}
}

// FuzzParse holds that no file crashes the parser.
func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Fuzz(func(t *testing.T, content []byte) {
		e, list := Parse(diag.NewText("examples/x.json", content))
		if (e == nil) != list.Failed() {
			t.Fatalf("example %v, %d messages", e, len(list))
		}
	})
}
