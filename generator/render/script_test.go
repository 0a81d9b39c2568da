package render

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/required"
	"modelbook/generator/verify"
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
    { "id": "never", "client": "ben", "unsent": true, "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } }
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
db.huts.insertMany([{ _id: 1, name: 'Alm', beds: Long('12') }]);

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
// db.huts.deleteOne({ _id: 1 })
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
			"InsertMany(ctx, []bson.D{\n\t\t{{\"_id\", 1}, {\"name\", \"Alm\"}, {\"beds\", int64(12)}},\n\t})\n\tif err != nil {\n\t\treturn err\n\t}\n",
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

// outdented returns a script with its statements at the margin, which Node.js and Python
// have in a block that closes the client.
func outdented(l code.Language, script string) string {
	if l != node.Language && l != python.Language {
		return script
	}
	return strings.ReplaceAll(script, "\n"+strings.Repeat(" ", l.Facts().Script.Step), "\n")
}

// TestScriptsInMongosh runs the scripts of the handbook's examples in the real
// shell as they are, and compares the output of each step with the expected result.
func TestScriptsInMongosh(t *testing.T) {
	program := os.Getenv("MODELBOOK_MONGOSH")
	if program == "" {
		required.Missing(t, "node", "MODELBOOK_MONGOSH names no mongosh; .ci/run installs one")
	}
	scriptsRun(t, shell.Language, numbersAlike, func(uri, folder string, calls []string) map[string]ejson.Node {
		return runShell(t, program, uri, prelude+inMongosh+strings.Join(calls, ""))
	})
}

// TestScriptsInNode does the same with the driver for Node.js. Every type that
// the server sends must be the one that is expected.
func TestScriptsInNode(t *testing.T) {
	modules := os.Getenv("MODELBOOK_NODE_MODULES")
	if modules == "" {
		required.Missing(t, "drivers", "MODELBOOK_NODE_MODULES names no folder with the driver for Node.js; .ci/clients/run installs one")
	}
	checkLeastNode(t, modules)
	scriptsRun(t, node.Language, exactTypes, func(uri, folder string, calls []string) map[string]ejson.Node {
		if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, "all.mjs")
		if err := os.WriteFile(file, []byte(imports+prelude+inNode+strings.Join(calls, "")+"process.exit()\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command("node", file)
		command.Env = append(os.Environ(), "MONGODB_URI="+uri+"&promoteValues=false")
		return runProgram(t, command)
	})
}

// checkLeastNode: the version that scripts ask for is the one that the driver does.
func checkLeastNode(t *testing.T, modules string) {
	t.Helper()
	manifest, err := os.ReadFile(filepath.Join(modules, "mongodb", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var driver struct {
		Engines struct{ Node string }
	}
	if err := json.Unmarshal(manifest, &driver); err != nil {
		t.Fatal(err)
	}
	if want := ">=" + node.Language.Facts().Least + ".0"; driver.Engines.Node != want {
		t.Errorf("the driver runs on Node.js %s, and scripts say %s", driver.Engines.Node, want)
	}
}

// TestScriptsInPython does the same with PyMongo.
func TestScriptsInPython(t *testing.T) {
	program := os.Getenv("MODELBOOK_PYTHON")
	if program == "" {
		required.Missing(t, "drivers", "MODELBOOK_PYTHON names no Python with PyMongo; .ci/clients/run installs one")
	}
	scriptsRun(t, python.Language, exactTypes, func(uri, folder string, calls []string) map[string]ejson.Node {
		file := filepath.Join(folder, "all.py")
		if err := os.WriteFile(file, []byte(inPython+strings.Join(calls, "")), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command(program, file)
		command.Env = append(os.Environ(), "MONGODB_URI="+uri)
		return runProgram(t, command)
	})
}

// scriptsRun runs the scripts of a language in one process for each kind of
// server. The process makes the calls, which load(name, file, steps) is.
func scriptsRun(t *testing.T, l code.Language, exact bool, run func(uri, folder string, calls []string) map[string]ejson.Node) {
	t.Helper()
	single, onSet := byServer(append(handbook(t), surprises(t)...))
	steps, scripts := 0, 0
	for _, each := range []struct {
		options  memdb.Options
		examples []*example.Example
	}{{memdb.Options{}, single}, {memdb.Options{ReplicaSet: true}, onSet}} {
		each.examples = slices.DeleteFunc(each.examples, func(e *example.Example) bool { return !code.Writes(l, e) || code.Consumes(l, e) })
		db := memdb.New(each.options)
		server, err := wire.Listen(db)
		if err != nil {
			t.Fatal(err)
		}
		dataFor(t, server.URI(), each.examples)
		folder := t.TempDir()
		output := run(server.URI(), folder, scriptCalls(t, l, folder, each.examples))
		server.Close()
		for _, e := range each.examples {
			problem, ok := output[e.Name]
			if end := surprising[e.Name].end; end != "" {
				if !regexp.MustCompile(end).MatchString(problem.Text) {
					t.Errorf("%s: got %q, want that it ends with %q", e.Name, problem.Text, end)
				}
				for _, c := range e.Collections {
					if surprising[e.Name].read == "" { // its transaction has changed nothing
						sameData(t, db, "", e, c)
					}
				}
				continue
			}
			if ok {
				t.Errorf("%s: %s", e.Name, problem.Text)
				continue
			}
			for _, i := range printed(l, e) {
				// Drivers make a number of a reply's "ok".
				sameResult(t, e, i, output, exact && e.Steps[i].Operation.Name != "runCommand" && !(l == node.Language && code.HasInt64(e)), false)
				steps++
			}
			scripts++
		}
	}
	t.Logf("%s: %d steps of %d scripts ran", l.Facts().Name, steps, scripts)
}

// surprising are examples that the server does not run as they say: the operation that
// reads, the value that is then written, its expectation, and the error that ends the
// script.
var surprising = map[string]struct{ read, write, expect, end string }{
	"no-error":    {"find", `"Au"`, `, "expectError": { "code": 11000, "codeName": "DuplicateKey" }`, "expected code 11000"},
	"no-document": {"findOne", `{ "$$saved": "hut.name" }`, "", "hut is missing|no documents in result"},
	"no-list":     {"find", `{ "$$saved": "hut.0.name" }`, "", "hut is empty"},
	"short-list":  {"find", `{ "$$saved": "hut.1.name" }`, "", "hut is too short"},
	"full-shift":  {end: "nothing matched in shifts"},
	"call-gone":   {end: "nothing matched in shifts"},
}

func surprises(t *testing.T) []*example.Example {
	t.Helper()
	const source = `{
  "$schema": "./example.schema.json",
  "description": "A surprise",
  "schema": { "huts": { "validator": null, "indexes": [] } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "name": "Alm" }] }],
  "steps": [
    { "id": "one", "operation": { "name": %q, "object": "huts", "arguments": { "filter": { "_id": 2 } } }, "save": "hut" },
    { "id": "two", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 2, "name": %s } } }%s }
  ]
}`
	var all []*example.Example
	for name, s := range surprising {
		text := fmt.Sprintf(source, s.read, s.write, s.expect)
		if s.read == "" {
			text = handOver(t, name)
		}
		e, list := example.Parse(diag.NewText("examples/"+name+".json", []byte(text)))
		if e == nil {
			t.Fatalf("%s: %v", name, list)
		}
		all = append(all, e)
	}
	return all
}

// handOver returns the text of the hand-over in a transaction, whose first write finds a
// full shift, or whose second one finds that another program has taken the call.
func handOver(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/transactions-transaction.json")
	if err != nil {
		t.Fatal(err)
	}
	was, is := `"hours": 6,
          "calls": [`, `"hours": 12,
          "calls": [`
	if name == "call-gone" {
		was, is = `{ "_id": 71, "ship": "Nordlys", "hours": 3 },
            `, ""
	}
	if strings.Count(string(text), was) != 1 {
		t.Fatalf("the hand-over does not have\n%s", was)
	}
	return strings.Replace(string(text), was, is, 1)
}

// dataFor puts the data of examples into their databases whose scripts leave them out, as
// "modelbook db" does.
func dataFor(t *testing.T, uri string, examples []*example.Example) {
	t.Helper()
	var without []*example.Example
	for _, e := range examples {
		if storedOf(t, e).LeftOut() > 0 {
			without = append(without, e)
		}
	}
	if list, err := verify.Load(t.Context(), uri, without); err != nil || list.Failed() {
		t.Fatal(list, err)
	}
}

// scriptCalls writes scripts into a folder and returns the calls that load them.
func scriptCalls(t *testing.T, l code.Language, folder string, examples []*example.Example) []string {
	t.Helper()
	var calls []string
	for _, e := range examples {
		file := filepath.Join(folder, e.Name+l.Facts().Ending)
		if err := os.WriteFile(file, []byte(written(t, l, e)), 0o600); err != nil {
			t.Fatal(err)
		}
		prints := [][2]string{}
		for _, i := range printed(l, e) {
			print := [2]string{e.Name + "/" + e.Steps[i].ID, e.Steps[i].Operation.Name}
			prints = append(prints, slices.Repeat([][2]string{print}, e.Steps[i].Times(e.FirstSize()))...)
		}
		var arguments []string
		for _, argument := range []any{e.Name, file, prints} {
			encoded, err := json.Marshal(argument)
			if err != nil {
				t.Fatal(err)
			}
			arguments = append(arguments, string(encoded))
		}
		calls = append(calls, awaiting(l)+"load_script("+strings.Join(arguments, ", ")+")\n")
	}
	return calls
}

// written returns a script with ids and placeholders in its comments.
func written(t *testing.T, l code.Language, e *example.Example) string {
	t.Helper()
	script, err := code.WriteScript(l, storedOf(t, e))
	if err != nil {
		t.Fatalf("%s: %v", e.File, err)
	}
	words := code.Comments{Heading: []string{e.Description}, Run: "{command}", Empties: e.Name}
	for _, step := range e.Steps {
		words.Steps = append(words.Steps, step.ID)
	}
	return script.In(&words)
}

// awaiting returns the keyword before a call that returns a promise.
func awaiting(l code.Language) string {
	if l == node.Language {
		return "await "
	}
	return ""
}

// printed returns the indexes of the steps whose results the script prints.
func printed(l code.Language, e *example.Example) []int {
	var steps []int
	for i, step := range e.Steps {
		if !step.Unsent && (code.HasResult(l, &step) || step.ExpectError != nil && !step.Repeats()) {
			steps = append(steps, i)
		}
	}
	return steps
}

// inMongosh loads a script and reads its output while it runs: one value for each step
// that prints.
const inMongosh = `
const told = print;
const isError = (value) => Object.prototype.toString.call(value) === '[object Error]';
const load_script = (script, file, steps) => {
  let next = 0;
  globalThis.print = (value) => {
    globalThis.print = told;
    const [id, name] = steps[next] ?? [script, 'prints too much'];
    try {
      printed(id, isError(value) ? { error: value.code ?? value.originalError?.code ?? value.message } : shape(name, value));
      next++;
    } finally { // a cursor fails when it is read, and the script prints the error
      globalThis.print = taking;
    }
  };
  const taking = globalThis.print;
  globalThis.printjson = taking;
  console.warn = () => {}; // which the shell prints
  let problem = null;
  try { load(file); } catch (e) { problem = e.message; }
  globalThis.print = told;
  if (problem !== null) printed(script, problem);
};
`

// imports are the names that the shell has by itself.
const imports = `
import { readFileSync } from 'node:fs';
import { BSON, Collection, MongoServerError } from 'mongodb';
const { EJSON } = BSON;
// Values keep their types, but codes of errors and counts are numbers, as they always are.
let thrown = null;
const { countDocuments } = Collection.prototype;
Collection.prototype.countDocuments = async function (...given) {
  return Number(await countDocuments.apply(this, given));
};
Object.defineProperty(MongoServerError.prototype, 'code', {
  set(code) {
    Object.defineProperty(this, 'code', { value: Number(code), enumerable: true });
    thrown = this;
  },
});
for (const write of ['updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany']) {
  const { [write]: sent } = Collection.prototype;
  Collection.prototype[write] = async function (...given) {
    const result = await sent.apply(this, given);
    for (const key of Object.keys(result)) if (key.endsWith('Count')) result[key] = Number(result[key]);
    return result;
  };
}
// The driver's counts of a bulk write are plain numbers.
const { bulkWrite } = Collection.prototype;
Collection.prototype.bulkWrite = function (requests, options) {
  return bulkWrite.call(this, requests, { ...options, promoteValues: true });
};
const print = (text) => process.stdout.write(text + '\n');
`

// inNode does the same with a module, which prints the messages of errors. The
// driver has no bigint for a number that keeps its type.
const inNode = `
const uri = process.env.MONGODB_URI;
const load_script = async (script, file, steps) => {
  let next = 0;
  const { log, dir } = console;
  console.log = console.dir = (value) => {
    const [id, name] = steps[next++] ?? [script, 'prints too much'];
    const failed = typeof value === 'string' && value === thrown?.message;
    printed(id, failed ? { error: thrown.code } : shape(name, value));
  };
  process.env.MONGODB_URI = /useBigInt64/.test(readFileSync(file, 'utf8')) ? uri.replace('&promoteValues=false', '') : uri;
  try { await import(file); } catch (e) { printed(script, e.stack); }
  Object.assign(console, { log, dir });
};
`

// inPython does the same with PyMongo's results.
const inPython = `
import pprint, sys, traceback
from bson import json_util
from pymongo import InsertOne
from pymongo.collection import Collection
from pymongo.errors import PyMongoError

# PyMongo's result of a bulk write does not have the ids; its requests do.
inserted = {}
bulk_write = Collection.bulk_write
def noting(self, requests, **options):
    result = bulk_write(self, requests, **options)
    inserted[id(result)] = {str(i): q._doc["_id"] for i, q in enumerate(requests) if isinstance(q, InsertOne)}
    return result
Collection.bulk_write = noting

def printed(id, value):
    text = json_util.dumps({"id": id, "value": value}, json_options=json_util.CANONICAL_JSON_OPTIONS)
    sys.stdout.write("@" + text.replace("\n", " ") + "\n")

def shape(name, r):
    if name.endswith("Transaction") or name in ("createCollection", "createView", "drop", "dropIndex", "rename"):
        return None
    if name == "explain":
        return None if "queryPlanner" in r or "stages" in r else {"explained": r}
    if name == "insertOne":
        return {"insertedId": r.inserted_id}
    if name == "insertMany":
        return {"insertedIds": {str(i): id for i, id in enumerate(r.inserted_ids)}}
    if name.startswith("delete"):
        return {"deletedCount": r.deleted_count}
    if name == "runCommand":
        return {key: value for key, value in r.items() if key not in ("$clusterTime", "operationTime")}
    if name == "bulkWrite":
        counts = {"insertedCount": r.inserted_count, "matchedCount": r.matched_count, "modifiedCount": r.modified_count}
        counts |= {"deletedCount": r.deleted_count, "upsertedCount": r.upserted_count}
        counts |= {"insertedIds": inserted[id(r)]} if inserted[id(r)] else {}
        return counts | ({"upsertedIds": {str(i): id for i, id in r.upserted_ids.items()}} if r.upserted_ids else {})
    if name.startswith("update") or name == "replaceOne":
        upserted = r.upserted_id is not None
        counts = {"matchedCount": r.matched_count, "modifiedCount": r.modified_count, "upsertedCount": int(upserted)}
        return counts | ({"upsertedId": r.upserted_id} if upserted else {})
    return r

# A script prints of a result what it reads of it.
writes = ("insertOne", "insertMany", "updateOne", "updateMany", "replaceOne", "deleteOne", "deleteMany", "bulkWrite")

def written(variables, value):
    together = [v for v in variables.values() if any(getattr(v, name, None) is value for name in ("inserted_id", "inserted_ids"))]
    return together[0] if together else variables["result"]

def load_script(script, file, steps):
    rest = iter(steps)
    scope = {}
    def taking(*values, **_):
        id, name = next(rest, (script, "prints too much"))
        value = values[0]
        if isinstance(value, PyMongoError):
            printed(id, {"error": value.code})
        else:
            printed(id, shape(name, written(sys._getframe(1).f_locals, value) if name in writes else value))
    scope["print"] = pprint.pp = taking
    try:
        exec(compile(open(file).read(), file, "exec"), scope)
    except Exception:
        printed(script, traceback.format_exc())

`

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
