package verify

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// costing is an example whose step is measured. Its documents have 55, 56 and
// 26 bytes; its indexes have three entries on _id, three on name, four on tags,
// and one of the documents that have beds.
const costing = `{
  "$schema": "./example.schema.json",
  "description": "x",
  "schema": { "huts": { "validator": null, "indexes": [
    { "key": { "name": 1 } }, { "key": { "tags": 1, "name": 1 } },
    { "key": { "height": 1 }, "partialFilterExpression": { "beds": { "$gt": 0 } } }] } },
  "initialData": [{ "collectionName": "huts", "documents": [
    { "_id": 1, "name": "a", "tags": ["x", "y"] }, { "_id": 2, "name": "b", "tags": ["x"], "beds": 5 }, { "_id": 3, "name": "c" }] }],
  "steps": [{ "id": "step", "answers": { "id": "q", "fields": [] }, "operation": STEP }]
}`

// TestCosts compares the reads and writes of each kind of operation with counts made
// by hand.
func TestCosts(t *testing.T) {
	none := func(why example.Reason) example.Quantity { return example.Unmeasured(why) }
	n := example.Measured
	tests := []struct {
		name, step                          string
		read, bytes, written, entries, size example.Quantity
	}{
		{"all of the collection", `"name": "find", "object": "huts", "arguments": { "filter": { "beds": 5 } }`, n(3), n(137), n(0), n(0), n(1)},
		{"sorted in memory", `"name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "beds": 1, "_id": 1 } }`, n(3), n(137), n(0), n(0), n(1)},
		{"by _id", `"name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 2 } }`, n(1), n(56), n(0), n(0), n(1)},
		{"by an index", `"name": "find", "object": "huts", "arguments": { "filter": { "name": { "$gt": "a" } }, "sort": { "name": 1, "_id": 1 } }`, n(2), n(82), n(0), n(0), n(1)},
		{"nothing", `"name": "find", "object": "huts", "arguments": { "filter": { "_id": 9 } }`, n(0), n(0), n(0), n(0), n(1)},
		{"as many as are counted", `"name": "countDocuments", "object": "huts", "arguments": { "filter": { "name": "a", "beds": { "$exists": false } } }`, n(1), n(55), n(0), n(0), n(1)},
		{"a pipeline", `"name": "aggregate", "object": "huts", "arguments": { "pipeline": [{ "$match": { "beds": { "$lt": 9 } } }, { "$unwind": "$tags" }, { "$group": { "_id": "$tags" } }] }`, n(3), n(137), n(0), n(0), n(1)},
		{"where the plan is open", `"name": "find", "object": "huts", "arguments": { "filter": { "name": "a", "tags": "x" } }`, none(example.NoPlan), none(example.NoPlan), n(0), n(0), n(1)},
		{"another collection", `"name": "aggregate", "object": "huts", "arguments": { "pipeline": [{ "$unionWith": "huts" }] }`, none(example.NoPlan), none(example.NoPlan), n(0), n(0), n(1)},
		{"an insert", `"name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 4, "name": "d", "tags": ["x", "y", "x"], "beds": 1 } }`, n(0), n(0), n(1), n(5), n(1)},
		{"an update of no index", `"name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "beds": 0 } } }`, n(1), n(55), n(1), n(0), n(1)},
		{"an update of an index", `"name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "name": "z" } } }`, n(1), n(55), n(1), n(6), n(1)},
		{"an element more", `"name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$push": { "tags": "z" } } }`, n(1), n(55), n(1), n(1), n(1)},
		{"an element that was there", `"name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$push": { "tags": "x" } } }`, n(1), n(55), n(1), n(0), n(1)},
		{"into a partial index", `"name": "updateMany", "object": "huts", "arguments": { "filter": {}, "update": { "$set": { "beds": 1 } } }`, n(3), n(137), n(3), n(2), n(1)},
		{"no change", `"name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "name": "a" } } }`, n(1), n(55), n(0), n(0), n(1)},
		{"an upsert", `"name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 7 }, "update": { "$set": { "name": "g" } }, "upsert": true }`, n(0), n(0), n(1), n(3), n(1)},
		{"a replacement", `"name": "replaceOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "replacement": { "name": "a" } }`, n(1), n(55), n(1), n(3), n(1)},
		{"found and changed", `"name": "findOneAndUpdate", "object": "huts", "arguments": { "filter": { "name": "a" }, "update": { "$set": { "name": "z" } } }`, n(1), n(55), n(1), n(6), n(1)},
		{"found and not changed", `"name": "findOneAndUpdate", "object": "huts", "arguments": { "filter": { "name": "a" }, "update": { "$set": { "name": "a" } } }`, n(1), n(55), n(0), n(0), n(1)},
		{"found and deleted", `"name": "findOneAndDelete", "object": "huts", "arguments": { "filter": { "name": "a" } }`, n(1), n(55), n(1), n(4), n(1)},
		{"deletes", `"name": "deleteMany", "object": "huts", "arguments": { "filter": {} }`, n(3), n(137), n(3), n(11), n(1)},
		{"inserts together", `"name": "bulkWrite", "object": "huts", "arguments": { "requests": [{ "insertOne": { "document": { "_id": 4 } } }, { "insertOne": { "document": { "_id": 5 } } }] }`, n(0), n(0), n(2), n(6), n(1)},
		{"requests of several kinds", `"name": "bulkWrite", "object": "huts", "arguments": { "requests": [{ "insertOne": { "document": { "_id": 4 } } }, { "deleteOne": { "filter": { "_id": 4 } } }] }`, none(example.NotCounted), none(example.NotCounted), n(2), none(example.NotCounted), n(2)},
		{"a collection", `"name": "runCommand", "arguments": { "command": { "create": "lakes", "capped": true, "size": 4096 } }`, n(0), n(0), n(0), n(0), n(1)},
		{"another command", `"name": "runCommand", "arguments": { "command": { "collMod": "huts", "validationLevel": "off" } }`, none(example.NotCounted), none(example.NotCounted), none(example.NotCounted), none(example.NotCounted), n(1)},
		{"an index", `"name": "createIndex", "object": "huts", "arguments": { "keys": { "beds": 1 } }`, none(example.NotCounted), none(example.NotCounted), n(0), n(3), n(1)},
		{"$out", `"name": "aggregate", "object": "huts", "arguments": { "pipeline": [{ "$match": { "_id": { "$gt": 1 } } }, { "$out": "copies" }] }`, none(example.NoPlan), none(example.NoPlan), n(2), n(2), n(1)},
		{"$merge", `"name": "aggregate", "object": "huts", "arguments": { "pipeline": [{ "$set": { "name": "b" } }, { "$merge": { "into": "huts" } }] }`, none(example.NoPlan), none(example.NoPlan), n(2), n(10), n(1)},
		{"a command", `"name": "runCommand", "arguments": { "command": { "count": "huts" } }`, none(example.NotCounted), none(example.NotCounted), none(example.NotCounted), none(example.NotCounted), n(1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			content := strings.Replace(costing, "STEP", "{"+tt.step+"}", 1)
			if !strings.Contains(tt.step, "insert") {
				content = strings.Replace(content, `"operation"`, `"unordered": true, "operation"`, 1)
			}
			result, _ := runMemdb(t, content)
			if len(result.Steps()) == 0 {
				t.Fatal("the step did not run")
			}
			got := result.Steps()[0].Cost
			want := got // what is calculated is held in package cost
			want.RoundTrips, want.DocumentsRead, want.BytesRead, want.DocumentsWritten, want.IndexEntriesWritten = tt.size, tt.read, tt.bytes, tt.written, tt.entries
			if !reflect.DeepEqual(got, want) {
				t.Errorf("\ngot  %+v\nwant %+v", got, want)
			}
		})
	}
}

// TestEarlyEnd: a scan in the order of the sort ends with the last document
// that is wanted, and no other is read.
func TestEarlyEnd(t *testing.T) {
	content := strings.NewReplacer(`{ "key": { "name": 1 } }`, `{ "key": { "name": 1 }, "unique": true }`, "STEP",
		`{ "name": "find", "object": "huts", "arguments": { "filter": { "name": { "$gte": "a" } }, "sort": { "name": -1 }, "limit": 2 } }, "expectResult": { "$$type": "array" }`).Replace(costing)
	result, list := runMemdb(t, content)
	if list != nil {
		t.Fatal(told(list))
	}
	if got := result.Steps()[0].Cost; got.DocumentsRead != example.Measured(2) || got.BytesRead != example.Measured(26+56) {
		t.Errorf("%+v", got)
	}
}

// TestNoCertainAnswer: a measure without a certain answer can't be expected, least of
// all 0 for a join that reads 200 documents for each one.
func TestNoCertainAnswer(t *testing.T) {
	joined := strings.Replace(costing, `"initialData": [`, `"initialData": [{ "collectionName": "guests", "generate": { "count": 200, "seed": 1, "document": { "_id": { "$$index": 1 }, "hut": { "$$ref": "huts" } } } },`, 1)
	joined = strings.Replace(joined, `"schema": {`, `"schema": { "guests": { "validator": null },`, 1)
	for _, test := range []struct{ content, pipeline, unordered, why string }{
		{costing, `{ "$unionWith": "huts" }`, "true", example.NoPlan.String()},
		{joined, `{ "$match": { "_id": 1 } }, { "$lookup": { "from": "guests", "localField": "_id", "foreignField": "hut", "as": "guests" } }`, `["guests"]`, "no index finds what is joined, so it depends on the server how often it is read"},
		{joined, `{ "$graphLookup": { "from": "guests", "startWith": "$_id", "connectFromField": "_id", "connectToField": "hut", "as": "guests" } }, { "$unset": "guests" }`, "true", example.NoPlan.String()},
	} {
		for _, measure := range []string{"documentsRead", "bytesRead", "keysRead", "pagesRead"} {
			step := `{ "name": "aggregate", "object": "huts", "arguments": { "pipeline": [` + test.pipeline + `] } }, "unordered": ` + test.unordered + `, "expectResult": { "$$type": "array" }, "expectCost": { "` + measure + `": 0 }`
			_, list := runMemdb(t, strings.Replace(test.content, "STEP", step, 1))
			if got, want := told(list), measure+` of the step "step" has no certain answer: `+test.why; len(list) != 1 || !strings.HasSuffix(got, want) {
				t.Errorf("got %s\nwant %s", got, want)
			}
		}
	}
	index := `{ "name": "createIndex", "object": "huts", "arguments": { "keys": { "beds": 1 } } }, "expectResult": "beds_1", "expectCost": { "oplogBytes": 0 }`
	_, list := runMemdb(t, strings.Replace(costing, "STEP", index, 1))
	if got, want := told(list), `huts.json:9:`; len(list) != 1 || !strings.Contains(got, want) || !strings.HasSuffix(got, `oplogBytes of the step "step" has no certain answer: no server counts it for such an operation`) {
		t.Errorf("got %s", got)
	}
	collated := strings.Replace(costing, `"key": { "name": 1 }`, `"key": { "name": 1 }, "collation": { "locale": "en" }`, 1)
	collated = strings.Replace(collated, `"steps"`, `"expectCost": { "indexBytes": 0 }, "steps"`, 1)
	_, list = runMemdb(t, strings.Replace(collated, "STEP", `{ "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 9 } } }, "expectResult": null`, 1))
	if got := told(list); len(list) != 1 || !strings.HasSuffix(got, `indexBytes of the model has no certain answer: `+example.NotCalculated.String()) {
		t.Errorf("got %s", got)
	}
	old := strings.Replace(costing, "STEP", `{ "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 3, "expectCost": { "documentsExamined": 0 }`, 1)
	_, list = example.Parse(diag.NewText("examples/huts.json", []byte(old)))
	if got := told(list); !strings.Contains(got, `unknown key "documentsExamined"`) {
		t.Errorf("got %s", got)
	}
}

// TestSizes: an example runs at each size, its results are those of the first.
func TestSizes(t *testing.T) {
	sized := strings.NewReplacer(`"schema": {`, `"sizes": [2, 5], "schema": {`, `"documents": [
    { "_id": 1, "name": "a", "tags": ["x", "y"] }, { "_id": 2, "name": "b", "tags": ["x"], "beds": 5 }, { "_id": 3, "name": "c" }]`,
		`"generate": { "count": { "$$size": 2 }, "seed": 1, "document": { "_id": { "$$index": 1 } } }`, "STEP",
		`{ "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 4, "expectCost": { "roundTrips": 1, "documentsRead": [4, 10] }`).Replace(costing)
	sized = strings.Replace(sized, `"steps"`, `"expectCost": { "storedBytes": [56, 140] }, "steps"`, 1)
	result, list := runMemdb(t, sized)
	if list != nil || len(result.Runs) != 2 {
		t.Fatalf("%d runs, %s", len(result.Runs), told(list))
	}
	if cost, ok := result.CostOf("q", 5); !ok || cost.BytesRead != example.Measured(140) {
		t.Errorf("%+v", cost)
	}
	wrong := strings.NewReplacer("[4, 10]", "[4, 11]", `"roundTrips": 1`, `"roundTrips": [1, 2]`).Replace(sized)
	_, list = runMemdb(t, wrong)
	for _, want := range []string{`documentsRead of the step "step" at the size 5: 11 expected, 10 measured`, `roundTrips of the step "step" at the size 5: 2 expected, 1 measured`} {
		if !strings.Contains(told(list), want) {
			t.Errorf("%q is not told: %s", want, told(list))
		}
	}
	results, _, list, err := runNoted(t.Context(), Options{URI: startMemdb(t), Examples: []*example.Example{load(t, "huts", wrong)}, Update: true})
	if err != nil || list != nil || !strings.Contains(string(results[0].Updated), `"documentsRead": [4, 10]`) {
		t.Errorf("%v %s\n%s", err, told(list), results[0].Updated)
	}
}

// A run that only checks leaves out a further size of many documents.
func TestSizesOfARunThatOnlyChecks(t *testing.T) {
	content := `{ "$schema": "./example.schema.json", "description": "x", "sizes": [20, 30, 500], "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "generate": { "count": { "$$size": 1 }, "seed": 1, "document": { "_id": { "$$index": 1 } } } }],
  "steps": [{ "id": "count", "answers": { "id": "q", "fields": [] }, "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 20, "expectCost": { "documentsRead": [20, 31, 501] } }] }`
	results, _, list, err := runNoted(t.Context(), Options{URI: startMemdb(t), Examples: []*example.Example{load(t, "huts", content)}, CheckOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for _, r := range results[0].Runs {
		sizes = append(sizes, r.Size)
	}
	if want := []int{20, 30}; !slices.Equal(sizes, want) {
		t.Errorf("ran at the sizes %v, want %v", sizes, want)
	}
	if got, want := told(list), `examples/huts.json:3:220: documentsRead of the step "count" at the size 30: 31 expected, 30 measured`; !strings.Contains(got, want) || len(list) != 1 {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestFailsAtALargerSize: the message says at which.
func TestFailsAtALargerSize(t *testing.T) {
	content := fmt.Sprintf(`{ "$schema": "./example.schema.json", "description": "x", "sizes": [2, 5], "schema": { "huts": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "generate": { "count": { "$$size": 1 }, "seed": 1, "document": { "_id": { "$$index": 1 } } } }],
  "steps": [%s] }`, `{ "id": "add", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 4 } } }, "expectResult": { "insertedId": 4 } }`)
	result, list := runMemdb(t, content)
	if got := told(list); !strings.Contains(got, `the step "add" fails at the size 5: 11000 DuplicateKey`) || result.Status != example.Failed {
		t.Errorf("%v %s", result.Status, got)
	}
}
