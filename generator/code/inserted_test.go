package code_test

import (
	"strings"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// TestInserted: the _id that the driver makes for a document is had from the result of
// the insert, as each driver names it.
func TestInserted(t *testing.T) {
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(`{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null }, "logs": { "validator": null } },
  "initialData": [],
  "steps": [
    { "id": "write-log", "save": "entry", "operation": { "name": "insertOne", "object": "logs", "arguments": { "document": { "nights": 2 } } } },
    { "id": "name-log", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$push": { "logs": { "$$saved": "entry.insertedId" } } } } } }
  ]
}`)))
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	for l, want := range map[code.Language][2]string{
		shell.Language:  {`const entry = db.logs.insertOne(`, `{ $push: { logs: entry.insertedId } }`},
		node.Language:   {`const entry = await db.collection('logs').insertOne(`, `{ $push: { logs: entry.insertedId } }`},
		python.Language: {`entry = db["logs"].insert_one(`, `{"$push": {"logs": entry.inserted_id}}`},
		golang.Language: {`entry, err := db.Collection("logs").InsertOne(`, `{"$push", bson.D{{"logs", entry.InsertedID}}}`},
		java.Language:   {`InsertOneResult entry = db.getCollection("logs") .insertOne(`, `push("logs", entry.getInsertedId())`},
	} {
		_, steps, err := code.Steps(l, e)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range want {
			if got := strings.Join(strings.Fields(steps[i].Text()), " "); !strings.Contains(got, part) {
				t.Errorf("%s: no %s in\n%s", l.Facts().Name, part, got)
			}
		}
	}
}

// TestBulkCounts: a script in Python prints what the requests of a bulk write can change.
func TestBulkCounts(t *testing.T) {
	for requests, want := range map[string]string{
		`{ "updateOne": { "filter": { "_id": 1 }, "update": { "$set": { "a": 1 } } } }`:              "print(result.matched_count, result.modified_count)",
		`{ "deleteOne": { "filter": { "_id": 1 } } }, { "insertOne": { "document": { "_id": 1 } } }`: "print(result.inserted_count, result.deleted_count)",
		`{ "replaceOne": { "filter": { "_id": 1 }, "replacement": {}, "upsert": true } }`:            "print(result.matched_count, result.modified_count, result.upserted_ids)",
	} {
		script, err := code.WriteScript(python.Language, storedOf(t, `{ "id": "bulk", "operation": { "name": "bulkWrite", "object": "huts", "arguments": { "requests": [`+requests+`] } } }`))
		if err != nil {
			t.Fatal(err)
		}
		if got := script.In(&code.Comments{Steps: []string{"Bulk"}}); !strings.Contains(got, want+"\n") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// TestDistinctInJava: values of one type are read as objects of its class.
func TestDistinctInJava(t *testing.T) {
	for values, want := range map[string]string{
		`[1, 2]`: "Integer", `["a"]`: "String", `[{ "$oid": "69a93800de1c9756ce000003" }]`: "ObjectId",
		`[1, "a"]`: "BsonValue", `[]`: "BsonValue", `[{ "a": 1 }]`: "BsonValue",
	} {
		script, err := code.WriteScript(java.Language, storedOf(t, `{ "id": "beds", "unordered": true, "operation": { "name": "distinct", "object": "huts", "arguments": { "fieldName": "beds", "filter": {} } }, "expectResult": `+values+` }`))
		if err != nil {
			t.Fatal(err)
		}
		got := script.In(&code.Comments{Steps: []string{"Beds"}})
		for _, part := range []string{"List<" + want + "> beds = ", ", " + want + ".class)", "." + want + ";"} {
			isOfLanguage := want == "Integer" || want == "String"
			if !strings.Contains(got, part) && !(isOfLanguage && strings.HasPrefix(part, ".")) {
				t.Errorf("%s: no %s in\n%s", values, part, got)
			}
		}
	}
}
