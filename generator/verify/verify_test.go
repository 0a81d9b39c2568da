package verify

import (
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// oneStep is an example with one step, which the cases fill in.
const oneStep = `{
  "$schema": "./example.schema.json",
  "description": "x",
  "schema": { "ferries": { "validator": null, "indexes": [{ "key": { "name": 1 } }] } },
  "initialData": [{ "collectionName": "ferries", "documents": [{ "_id": 1, "name": "Galeb" }] }],
  "steps": [
    STEP
  ]
}
`

const findStep = `{ "id": "find", "operation": { "name": "find", "object": "ferries", "arguments": { "filter": { "_id": 1 } } }`

func load(t *testing.T, name, content string) *example.Example {
	t.Helper()
	e, list := example.Parse(diag.NewText("examples/"+name+".json", []byte(content)))
	if list != nil {
		t.Fatal(told(list))
	}
	return e
}

func told(list diag.List) string {
	var lines []string
	for _, m := range list {
		lines = append(lines, m.Pos.String()+": "+m.Text)
	}
	return strings.Join(lines, "\n")
}

// galeb answers every find with the document of oneStep.
func galeb(name string, _ bson.Raw) bson.D {
	if name == "find" {
		return finds("db.ferries", bson.D{{Key: "_id", Value: int32(1)}, {Key: "name", Value: "Galeb"}})
	}
	return bson.D{}
}

func runStep(t *testing.T, f *fake, step string, o Options) (example.Result, diag.List) {
	t.Helper()
	o.URI, o.Examples = f.uri, []*example.Example{load(t, "ferry", strings.Replace(oneStep, "STEP", step, 1))}
	results, server, list, err := runNoted(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if server != (example.Server{Name: "MongoDB", Version: "8.2.4", Topology: example.Single}) {
		t.Errorf("server: %+v", server)
	}
	return results[0], list
}

func TestRunPasses(t *testing.T) {
	f := startFake(t, galeb)
	result, list := runStep(t, f, findStep+`, "expectResult": [{ "_id": 1, "name": { "$$type": "string" } }], "expectCost": { "roundTrips": 1 } }`, Options{})
	if list != nil || result.Status != example.Passed {
		t.Fatalf("%v %s", result.Status, told(list))
	}
	step := result.Steps()[0]
	if got := step.Value.String(); !strings.Contains(got, "$$type") {
		t.Errorf("the page would print %s, not what the file expects", got)
	}
	if n, _ := step.Cost.Payload.Number(); step.Cost.RoundTrips != example.Measured(1) || n < 50 || n > 150 {
		t.Errorf("cost: %+v", step.Cost)
	}
	if got := step.Cost.BytesRead; got != (example.Quantity{}) {
		t.Errorf("bytes read that nobody wants: %+v", got)
	}
	if want := []string{"create", "createIndexes", "insert", "find", "dropDatabase"}; !slices.Equal(f.sent, want) {
		t.Errorf("sent %v", f.sent)
	}
}

func TestRunReports(t *testing.T) {
	insert := `{ "id": "add", "operation": { "name": "insertOne", "object": "ferries", "arguments": { "document": { "_id": 2 } } }`
	refuseInsert := func(command bson.Raw, e bson.D) bson.D {
		if command.Lookup("documents", "0", "_id").AsInt64() != 2 {
			return bson.D{}
		}
		return bson.D{{Key: "n", Value: 0}, {Key: "writeErrors", Value: bson.A{e}}, {Key: "ok", Value: 1.0}}
	}
	duplicate := func(name string, command bson.Raw) bson.D {
		if name != "insert" {
			return galeb(name, command)
		}
		db := command.Lookup("$db").StringValue()
		return refuseInsert(command, bson.D{{Key: "index", Value: 0}, {Key: "code", Value: 11000}, {Key: "errmsg", Value: "E11000 in " + db + ".ferries"}})
	}
	failing := func(which string, reply bson.D) func(string, bson.Raw) bson.D {
		return func(name string, _ bson.Raw) bson.D {
			if name == which {
				return reply
			}
			return bson.D{}
		}
	}
	tests := []struct {
		name   string
		answer func(string, bson.Raw) bson.D
		step   string
		status example.Status
		want   string
	}{
		{"another result", galeb, findStep + `, "expectResult": [{ "_id": 1 }] }`, example.Failed, `examples/ferry.json:7:133: the step "find" returns something else`},
		{"another cost", galeb, findStep + `, "expectResult": [{ "_id": 1, "name": "Galeb" }], "expectCost": { "roundTrips": 2, "documentsWritten": 3 } }`, example.Failed,
			"examples/ferry.json:7:181: roundTrips of the step \"find\": 2 expected, 1 measured\nexamples/ferry.json:7:198: documentsWritten of the step \"find\": 3 expected, 0 measured"},
		{"nothing expected", galeb, findStep + ` }`, example.Failed, `examples/ferry.json:7:13: the step "find" has neither "expectResult" nor "expectError"`},
		{"an error that did not come", galeb, findStep + `, "expectError": { "code": 2, "codeName": "BadValue" } }`, example.Failed,
			`examples/ferry.json:7:131: the step "find" should fail with 2 BadValue, but succeeds`},
		{"the error that came", failing("find", fails(2, "BadValue", "bad thing")), findStep + `, "expectError": { "code": 2, "codeName": "BadValue", "contains": "bad" } }`, example.Passed, ``},
		{"an error nobody expected", failing("find", fails(2, "BadValue", "bad thing")), findStep + `, "expectResult": [] }`, example.Failed,
			`examples/ferry.json:7:34: the step "find" fails: 2 BadValue: bad thing`},
		{"another code", failing("find", fails(9, "FailedToParse", "bad thing")), findStep + `, "expectError": { "code": 2, "codeName": "BadValue" } }`, example.Failed,
			`examples/ferry.json:7:133: the step "find" fails with another error than 2 BadValue: 9 FailedToParse: bad thing`},
		{"another name", failing("find", fails(2, "Location2", "bad thing")), findStep + `, "expectError": { "code": 2, "codeName": "BadValue" } }`, example.Failed,
			`examples/ferry.json:7:144: the step "find" fails with another error than 2 BadValue: 2 Location2: bad thing`},
		{"another message", failing("find", fails(2, "BadValue", "bad thing")), findStep + `, "expectError": { "code": 2, "codeName": "BadValue", "contains": "good" } }`, example.Failed,
			`examples/ferry.json:7:168: the step "find" fails with another error than 2 BadValue with "good": 2 BadValue: bad thing`},
		{"by the driver", failing("find", fails(2, "BadValue", "bad thing")), findStep + `, "expectError": { "contains": "bad", "by": "driver" } }`, example.Failed,
			`examples/ferry.json:7:152: the step "find" fails with another error than an error by the driver with "bad": 2 BadValue: bad thing`},
		{"a write's error", duplicate, insert + `, "expectError": { "code": 11000, "codeName": "DuplicateKey", "contains": "E11000 in ferry.ferries" } }`, example.Passed, ``},
		{"a write's error that nobody expected", duplicate, insert + `, "expectResult": {} }`, example.Failed,
			`examples/ferry.json:7:33: the step "add" fails: 11000 DuplicateKey: E11000 in ferry.ferries`},
		{"a refusal", failing("find", fails(238, "NotImplemented", "find: hint is not implemented")), findStep + `, "expectResult": [] }`, example.Refused,
			`examples/ferry.json:7:34: the embedded database refuses this step: find: hint is not implemented`},
		{"a refusal while filling", failing("createIndexes", fails(238, "NotImplemented", "text indexes")), findStep + `, "expectResult": [] }`, example.Refused,
			`examples/ferry.json:4:59: the index can't be made: 238 NotImplemented: text indexes`},
		{"a collection that can't be made", failing("create", fails(72, "InvalidOptions", "no")), findStep + `, "expectResult": [] }`, example.Failed,
			`examples/ferry.json:4:15: the collection "ferries" can't be made: 72 InvalidOptions: no`},
		{"a connection that breaks", failing("find", nil), findStep + `, "expectError": { "contains": "", "by": "driver" } }`, example.Failed, ``},
		{"a database that stays", func(name string, c bson.Raw) bson.D {
			if name == "dropDatabase" {
				return fails(13, "Unauthorized", "not allowed")
			}
			return galeb(name, c)
		}, findStep + `, "expectResult": [{ "_id": 1, "name": "Galeb" }] }`, example.Failed, `could not be dropped`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "a connection that breaks" {
				tt.step, tt.want = strings.Replace(tt.step, `"contains": ""`, `"contains": "broke"`, 1), "the connection to the database broke"
			}
			f := startFake(t, tt.answer)
			result, list := runStep(t, f, tt.step, Options{})
			if result.Status != tt.status {
				t.Errorf("status %v, want %v", result.Status, tt.status)
			}
			if got := told(list); got != tt.want && (tt.want == "" || strings.HasPrefix(tt.want, "examples") || !strings.Contains(got, tt.want)) {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if last := f.sent[len(f.sent)-1]; last != "dropDatabase" {
				t.Errorf("%s came last; the database stays", last)
			}
		})
	}
}

func TestRunReportsRefusedDocuments(t *testing.T) {
	f := startFake(t, func(name string, command bson.Raw) bson.D {
		if name != "insert" {
			return bson.D{}
		}
		details := bson.D{{Key: "details", Value: bson.D{{Key: "operatorName", Value: "$jsonSchema"}}}}
		return bson.D{{Key: "n", Value: 0}, {Key: "ok", Value: 1.0}, {Key: "writeErrors", Value: bson.A{
			bson.D{{Key: "index", Value: 1}, {Key: "code", Value: 121}, {Key: "errmsg", Value: "Document failed validation"}, {Key: "errInfo", Value: details}},
			bson.D{{Key: "index", Value: 2}, {Key: "code", Value: 121}, {Key: "errmsg", Value: "Document failed validation"}},
			bson.D{{Key: "index", Value: 3}, {Key: "code", Value: 121}, {Key: "errmsg", Value: "Document failed validation"}},
		}}}
	})
	content := strings.Replace(oneStep, `"documents": [{ "_id": 1, "name": "Galeb" }]`,
		`"documents": [{ "_id": 7 }, { "_id": 8 }], "generate": { "count": 3, "seed": 1, "document": { "_id": { "$$index": 1 } } }`, 1)
	e := load(t, "ferry", strings.Replace(content, "STEP", findStep+`, "expectResult": [] }`, 1))
	results, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{e}})
	if err != nil {
		t.Fatal(err)
	}
	want := `examples/ferry.json:5:78: the document with _id 8 does not fit the schema of "ferries"` + "\n" +
		`examples/ferry.json:5:105: a generated document with _id 1 does not fit the schema of "ferries"`
	if got := told(list); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if list[0].Detail != `{ "operatorName": "$jsonSchema" }` {
		t.Errorf("detail: %s", list[0].Detail)
	}
	if results[0].Status != example.Failed || slices.Contains(f.sent, "find") {
		t.Errorf("status %v, sent %v", results[0].Status, f.sent)
	}
}

func TestUpdate(t *testing.T) {
	wide := strings.Repeat("x", 60)
	wider := func(name string, _ bson.Raw) bson.D {
		if name == "find" {
			return finds("db.ferries", bson.D{{Key: "_id", Value: int32(1)}, {Key: "name", Value: wide}})
		}
		return bson.D{}
	}
	failing := func(name string, _ bson.Raw) bson.D {
		if name == "find" {
			return fails(9, "FailedToParse", "bad thing")
		}
		return bson.D{}
	}
	tests := []struct {
		name       string
		answer     func(string, bson.Raw) bson.D
		step, want string // what follows "operation" in the standard formatting
	}{
		{"nothing differs", galeb, `, "expectResult": [{ "_id": 1, "name": "Galeb" }] }`, ``},
		{"a result", galeb, ",\n   \"expectResult\": [{ \"_id\": { \"$$type\": \"int\" }, \"name\": \"?\" }]  }", `"expectResult": [{ "_id": { "$$type": "int" }, "name": "Galeb" }]`},
		{"a result that was not there", galeb, ` }`, `"expectResult": [{ "_id": 1, "name": "Galeb" }]`},
		{"a long result", wider, `, "expectResult": [] }`, "\"expectResult\": [\n        { \"_id\": 1, \"name\": \"" + wide + "\" }\n      ]"},
		{"a cost", galeb, ", \"expectResult\": [{ \"_id\": 1, \"name\": \"Galeb\" }],\n\"expectCost\": { \"roundTrips\": 7,  \"documentsWritten\": 0 } }",
			"\"expectResult\": [{ \"_id\": 1, \"name\": \"Galeb\" }],\n      \"expectCost\": { \"roundTrips\": 1, \"documentsWritten\": 0 }"},
		{"a cost without a certain answer", galeb, `, "expectResult": [{ "_id": 1, "name": "Galeb" }], "expectCost": { "roundTrips": 1, "documentsRead": 0 } }`,
			"\"expectResult\": [{ \"_id\": 1, \"name\": \"Galeb\" }],\n      \"expectCost\": { \"roundTrips\": 1 }"},
		{"an error", failing, ",\n\"expectError\": { \"code\": 2, \"codeName\": \"BadValue\", \"contains\": \"bad\" } }",
			`"expectError": { "code": 9, "codeName": "FailedToParse", "contains": "bad" }`},
		{"an error that was not there", failing, ` }`, `"expectError": { "code": 9, "codeName": "FailedToParse" }`},
		{"an empty error", failing, `, "expectError": {} }`, `"expectError": { "code": 9, "codeName": "FailedToParse" }`},
		{"another one's error", failing, `, "expectError": { "contains": "odd", "by": "driver" } }`, `"expectError": { "code": 9, "codeName": "FailedToParse", "contains": "bad thing" }`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result, list := runStep(t, startFake(t, tt.answer), findStep+tt.step, Options{Update: true})
			if list != nil {
				t.Errorf("%s", told(list))
			}
			want := ""
			if tt.want != "" {
				want = strings.Replace(oneStep, "STEP", strings.Replace(findStep, `{ "id": "find", `, "{\n      \"id\": \"find\",\n      ", 1)+",\n      "+tt.want+"\n    }", 1)
			}
			if got := string(result.Updated); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestDanglingReference: it is reported, and the steps run all the same.
func TestDanglingReference(t *testing.T) {
	content := strings.NewReplacer(`"initialData"`, `"references": [{ "from": "ferries.name", "to": "ferries._id" }], "initialData"`,
		"STEP", findStep+`, "expectResult": [] }`).Replace(oneStep)
	_, _, list, err := runNoted(t.Context(), Options{URI: startFake(t, galeb).uri, Examples: []*example.Example{load(t, "ferry", content)}})
	want := `examples/ferry.json:5:141: ferries.name is "Galeb", which no document has as ferries._id` + "\n" +
		`examples/ferry.json:7:132: the step "find" returns something else`
	if got := told(list); err != nil || got != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
	}
}

// TestNameOfTheDatabase: the result of a command does not have the name of the run's
// database.
func TestNameOfTheDatabase(t *testing.T) {
	f := startFake(t, func(name string, command bson.Raw) bson.D {
		if name != "find" {
			return bson.D{}
		}
		return finds(command.Lookup("$db").StringValue()+".ferries", bson.D{{Key: "_id", Value: int32(1)}})
	})
	_, list := runStep(t, f, `{ "id": "x", "operation": { "name": "runCommand", "arguments": { "command": { "find": "ferries", "filter": { "_id": 1 } } } },
		"expectResult": { "cursor": { "firstBatch": [{ "_id": 1 }], "id": { "$numberLong": "0" }, "ns": "ferry.ferries" }, "ok": 1.0 } }`, Options{})
	if list != nil {
		t.Errorf("%s\n%s", told(list), list[0].Detail)
	}
}

// TestOrderOfResults: whatever finishes first, results and messages come in
// the order of the examples.
func TestOrderOfResults(t *testing.T) {
	f := startFake(t, galeb)
	var examples []*example.Example
	for _, name := range []string{"d", "a", "c", "b"} {
		examples = append(examples, load(t, name, strings.Replace(oneStep, "STEP", findStep+`, "expectResult": [] }`, 1)))
	}
	results, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: examples})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, r := range results {
		got = append(got, r.Example.Name, list[i].File)
	}
	if want := "d examples/d.json a examples/a.json c examples/c.json b examples/b.json"; strings.Join(got, " ") != want {
		t.Errorf("got %s", got)
	}
}

func TestDatabaseName(t *testing.T) {
	first, second := databaseName("modelbook", "one-to-one"), databaseName("modelbook", "one-to-one")
	if first == second {
		t.Error("two runs have the same database")
	}
	if !strings.HasPrefix(first, "modelbook_") || !strings.HasSuffix(first, "_one-to-one") {
		t.Errorf("got %s", first)
	}
	if long := databaseName("modelbook", strings.Repeat("x", 100)); len(long) != 63 {
		t.Errorf("%d bytes: %s", len(long), long)
	}
}
