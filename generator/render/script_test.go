package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

func TestScript(t *testing.T) {
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null, "indexes": [{ "key": { "name": 1 }, "unique": true }] } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "name": "Alm", "beds": { "$numberLong": "12" } }] }],
  "steps": [
    { "id": "one", "client": "ann", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }, "save": "hut" },
    { "id": "again", "client": "ann", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 2, "name": "Alm" } } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } },
    { "id": "all", "client": "ben", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": 1 } } } },
    { "id": "version", "client": "ben", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "beds": { "$$saved": "hut.beds" } }, "update": { "$set": { "name": "Au" } } } } },
    { "id": "never", "client": "ben", "unsent": true, "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 1, "name": "Alm", "beds": { "$numberLong": "12" } } } } }
  ]
}`
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(source)))
	if e == nil {
		t.Fatal(list[0].Text)
	}
	script, err := code.WriteScript(shell.Language, storedOf(t, e))
	if err != nil {
		t.Fatal(err)
	}
	got := script.In(&code.Comments{
		Heading: []string{"Huts", "two\nlines\u2028more"}, Run: "Run it with: {command}", Empties: "It empties the database huts first",
		Steps: []string{"one", "The\u00a0name is taken\nprocess.exit();", "all", "version", "never"},
	})
	const want = `// Huts
// two lines more
// Run it with: mongosh --file huts.mongosh.js
// It empties the database huts first
db = db.getSiblingDB('huts');
db.dropDatabase();

db.huts.createIndex({ name: 1 }, { unique: true });
db.huts.insertOne({ _id: 1, name: 'Alm', beds: Long('12') });

// 1. one
const hut = db.huts.findOne({ _id: 1 });
if (!hut) throw new Error('hut is missing');
printjson(hut);

// 2. The name is taken process.exit();
try {
  db.huts.insertOne({ _id: 2, name: 'Alm' });
  throw new Error('expected code 11000');
} catch (error) {
  if (error.code !== 11000) throw error; // DuplicateKey
  print(error);
}

// 3. all
printjson(db.huts.find().sort({ _id: 1 }).toArray());

// 4. version
print(db.huts.updateOne({ beds: hut.beds }, { $set: { name: 'Au' } }));

// 5. never
// db.huts.deleteOne({ _id: 1, name: 'Alm', beds: Long('12') });
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestScriptOfMuch: a script with too many documents leaves them out, runs on a
// database that has them, and fails on another.
func TestScriptOfMuch(t *testing.T) {
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null, "indexes": [{ "key": { "name": 1 } }] }, "empty": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "generate": { "count": %d, "seed": 1, "document": { "_id": { "$$index": 1 }, "name": "` + "%s" + `" } } }],
  "steps": [{ "id": "one", "operation": { "name": "find", "object": "huts", "arguments": { "filter": { "_id": 1 } } }, "expectResult": [] }]
}`
	of := func(count int) *example.Example {
		e, list := example.Parse(diag.NewText("examples/huts.json", fmt.Appendf(nil, source, count, strings.Repeat("a", 1000))))
		if e == nil || len(list) > 0 {
			t.Fatal(list)
		}
		return e
	}
	few, many := storedOf(t, of(100)), storedOf(t, of(200))
	if few.LeftOut() != 0 || many.LeftOut() != 200 {
		t.Fatalf("%d and %d documents are left out", few.LeftOut(), many.LeftOut())
	}
	for l, want := range map[code.Language]string{
		shell.Language:  "db = db.getSiblingDB('huts');\n\nif (db.huts.countDocuments() !== 200) {\n  throw new Error('huts does not hold 200 documents');\n}\n\n",
		node.Language:   "\ntry {\n  if (await db.collection('huts').countDocuments() !== 200) {\n    throw new Error('huts does not hold 200 documents');\n  }\n\n",
		python.Language: "\n\n    if db[\"huts\"].count_documents({}) != 200:\n        raise AssertionError(\"huts does not hold 200 documents\")\n\n",
		golang.Language: "\n\n\tif count, err := db.Collection(\"huts\").CountDocuments(ctx, bson.D{}); err != nil {\n\t\treturn err\n\t} else if count != 200 {\n\t\treturn errors.New(\"huts does not hold 200 documents\")\n\t}\n\n",
		java.Language:   "            if (db.getCollection(\"huts\").countDocuments() != 200) {\n                throw new AssertionError(\"huts does not hold 200 documents\");\n            }\n\n",
	} {
		script, err := code.WriteScript(l, many)
		if err != nil {
			t.Fatal(err)
		}
		text := script.In(&code.Comments{Steps: []string{"one"}})
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %q:\n%s", l.Facts().Name, want, text)
		}
		if strings.Contains(strings.ToLower(text), "drop") || strings.Contains(text, "aaaa") {
			t.Errorf("%s empties the database or fills it:\n%s", l.Facts().Name, text)
		}
		if script, err = code.WriteScript(l, few); err != nil || !strings.Contains(script.In(&code.Comments{Steps: []string{"one"}}), "aaaa") {
			t.Errorf("%s does not fill the database: %v", l.Facts().Name, err)
		}
	}
}

// TestScriptOfDrivers: a driver's script prints documents to their full depth, reads
// the parts of results that a program reads, keeps the types of numbers, and ends its
// sessions.
func TestScriptOfDrivers(t *testing.T) {
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "runOnRequirements": [{ "topologies": ["replicaset"] }],
  "schema": { "huts": { "validator": null, "indexes": [{ "key": { "name": 1, "beds": -1 } }] } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "name": "Alm", "beds": { "$numberLong": "12" } }] }],
  "steps": [
    { "id": "start", "client": "ann", "session": "anna", "operation": { "name": "startTransaction" } },
    { "id": "write", "client": "ann", "session": "anna", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "name": "Au" } } } }, "expectError": { "code": 112, "codeName": "WriteConflict" } },
    { "id": "abort", "client": "ann", "session": "anna", "operation": { "name": "abortTransaction" } },
    { "id": "all", "client": "ben", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": 1 } } } },
    { "id": "one", "client": "ben", "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } }
  ]
}`
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(source)))
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	for l, parts := range map[code.Language][]string{
		node.Language: {
			"// Node.js ≥ 20.19\n", "import { MongoClient, MongoError } from 'mongodb';", "new MongoClient(uri, { useBigInt64: true });", "createIndex({ name: 1, beds: -1 });", "\nanna.startTransaction();\n",
			"  throw new Error('expected a TransientTransactionError');\n} catch (error) {\n  if (!(error instanceof MongoError)) throw error;\n  if (!error.hasErrorLabel('TransientTransactionError')) throw error;\n  console.log(error.message);\n",
			"\nawait anna.abortTransaction();\nawait anna.endSession();\n",
			"console.dir(\n  await db.collection('huts').find().sort({ _id: 1 }).toArray(),\n  { depth: null }\n);",
			"console.log(await db.collection('huts').deleteOne({ _id: 1 }));",
		},
		python.Language: {
			"# Python ≥ 3.11\n", "import os\nfrom pprint import pp\n\nfrom bson import Int64\nfrom pymongo import ASCENDING, DESCENDING, MongoClient\n", `create_index([("name", ASCENDING), ("beds", DESCENDING)])`, "\nanna.start_transaction()\n",
			"    if not error.has_error_label(\"TransientTransactionError\"):\n        raise\n    print(error)\nelse:\n    raise AssertionError(\"expected a TransientTransactionError\")\n",
			"\nanna.abort_transaction()\nanna.end_session()\n",
			`pp(db["huts"].find().sort("_id").to_list())`,
			"result = db[\"huts\"].delete_one({\"_id\": 1})\nprint(result.deleted_count)\n",
		},
		golang.Language: {
			"// Go ≥ 1.25\n", "import (\n\t\"cmp\"\n\t\"context\"\n\t\"errors\"\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\n\t\"go.mongodb.org/mongo-driver/v2/bson\"\n",
			"InsertOne(ctx, bson.D{\n\t\t{\"_id\", 1},\n\t\t{\"name\", \"Alm\"},\n\t\t{\"beds\", int64(12)},\n\t})\n\tif err != nil {\n\t\treturn err\n\t}\n",
			"mongo.IndexModel{\n\t\tKeys: bson.D{{\"name\", 1}, {\"beds\", -1}},\n\t})\n",
			"\tdefer anna.EndSession(ctx)\n\tif err := anna.StartTransaction(); err != nil {\n",
			"\tannaCtx := mongo.NewSessionContext(ctx, anna)\n\t_, err = db.Collection(\"huts\").UpdateOne(annaCtx,\n",
			"\tvar writeErr mongo.LabeledError\n\tif !errors.As(err, &writeErr) ||\n\t\t!writeErr.HasErrorLabel(\"TransientTransactionError\") {\n\t\treturn fmt.Errorf(\"expected a TransientTransactionError, got %v\", err)\n\t}\n\tfmt.Println(err)\n",
			"\tif err := anna.AbortTransaction(ctx); err != nil {\n",
			"\tallCursor, err := db.Collection(\"huts\").Find(ctx,\n", "\t\toptions.Find().SetSort(bson.D{{\"_id\", 1}}),\n\t)\n",
			"\tvar all []bson.D\n\tif err := allCursor.All(ctx, &all); err != nil {\n\t\treturn err\n\t}\n\tshow(all...)\n", "\t\ttext := must(bson.MarshalExtJSONIndent(document, true, false, \"\", \"  \"))\n",
			"one, err := db.Collection(\"huts\").DeleteOne(ctx, bson.D{{\"_id\", 1}})\n\tif err != nil {\n\t\treturn err\n\t}\n\tfmt.Printf(\"%+v\\n\", *one)\n",
		},
		java.Language: {
			"// Java ≥ 17\n", "\nimport com.mongodb.client.model.Indexes;\n", "\nclass Huts {\n", "        try (MongoClient client = MongoClients.create(uri);\n                ClientSession anna = client.startSession()) {\n            MongoDatabase db = client.getDatabase(\"huts\");\n",
			"Indexes.compoundIndex(\n                Indexes.ascending(\"name\"),\n                Indexes.descending(\"beds\")));\n", `.append("beds", 12L)`,
			"\nimport com.mongodb.client.ClientSession;\n", "            // 1. start\n            anna.startTransaction();\n",
			".updateOne(anna, eq(\"_id\", 1), set(\"name\", \"Au\"));\n                throw new AssertionError(\"expected a TransientTransactionError\");\n            } catch (MongoException error) {\n",
			"if (!error.hasErrorLabel(\n                        MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) {\n                    throw error;\n                }\n                System.out.println(error);\n",
			"            anna.abortTransaction();\n\n",
			"            List<Document> all = db.getCollection(\"huts\")\n                .find()\n                .sort(ascending(\"_id\"))\n                .into(new ArrayList<>());\n            printAll(all);\n",
			`System.out.println(db.getCollection("huts").deleteOne(eq("_id", 1)));`,
		},
	} {
		script := outdented(l, written(t, l, e))
		for _, part := range parts {
			if !strings.Contains(script, part) {
				t.Errorf("%s lacks %q:\n%s", l.Facts().Name, part, script)
			}
		}
	}
	_, steps, err := code.Steps(node.Language, e)
	if want := "await anna.abortTransaction();\nawait anna.endSession();"; err != nil || strings.TrimSpace(steps[2].Text()) != want {
		t.Errorf("the session's last step is on a page\n%s\nwant\n%s", steps[2].Text(), want)
	}
}

// TestReadsOfOne: the handbook reads the document with an _id by findOne, as its readers'
// programs do, and not as a list of one.
func TestReadsOfOne(t *testing.T) {
	for _, e := range handbook(t) {
		steps := e.Steps
		if e.Explore != nil {
			steps = slices.Concat(steps, e.Explore.Steps)
		}
		for _, s := range steps {
			arguments, err := ejson.Open(s.Operation.Arguments)
			if err != nil {
				t.Fatal(err)
			}
			filter, _ := code.Field(arguments.Fields, "filter")
			id, isGiven := code.Field(filter.Fields, "_id")
			_, isSaved := code.Saved(id)
			hasOperator := len(id.Fields) > 0 && strings.HasPrefix(id.Fields[0].Key, "$")
			if s.Operation.Name == "find" && isGiven && (isSaved || !hasOperator) {
				t.Errorf("%s: the step %q reads one document as a list", e.Name, s.ID)
			}
		}
	}
}

// outdented returns a script with its statements at the margin, which Node.js and Python
// have in a block that closes the client.
func outdented(l code.Language, script string) string {
	if l != node.Language && l != python.Language {
		return script
	}
	return strings.ReplaceAll(script, "\n"+strings.Repeat(" ", l.Facts().Script.Step), "\n")
}

// drivers are the languages of the drivers.
var drivers = []code.Language{node.Language, python.Language, golang.Language, java.Language}

func storedOf(t *testing.T, e *example.Example) *code.Stored {
	t.Helper()
	stored, err := code.StoredOf(e)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}
