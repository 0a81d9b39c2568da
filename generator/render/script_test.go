package render

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/required"
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
    { "id": "never", "client": "ben", "unsent": true, "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } }
  ]
}`
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(source)))
	if e == nil {
		t.Fatal(list[0].Text)
	}
	got, err := mongosh.Script(e, []string{"Huts", "two\nlines\u2028more"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `// Huts
// two lines more
use('huts');
db.dropDatabase();

db.huts.createIndex({ name: 1 }, { unique: true });
db.huts.insertMany([{
  _id: 1,
  name: 'Alm',
  beds: Long('12')
}]);

// 1. one, ann
const hut = db.huts.findOne({ _id: 1 });
print(hut);

// 2. again, ann
try {
  print(db.huts.insertOne({ _id: 2, name: 'Alm' }));
} catch (error) {
  print(error);
}

// 3. all, ben
print(db.huts.find().sort({ _id: 1 }));

// 4. never, ben: not sent, its client ended before
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestScriptsInMongosh runs the scripts of the handbook's examples in the real
// shell as they are, and compares what each step prints with what the example
// expects.
func TestScriptsInMongosh(t *testing.T) {
	program := os.Getenv("MODELBOOK_MONGOSH")
	if program == "" {
		required.Missing(t, "node", "MODELBOOK_MONGOSH names no mongosh; .ci/run installs one")
	}
	scriptsRun(t, mongosh, numbersAlike, func(uri, folder string, calls []string) map[string]ejson.Node {
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
	scriptsRun(t, node, exactTypes, func(uri, folder string, calls []string) map[string]ejson.Node {
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

// TestScriptsInPython does the same with PyMongo.
func TestScriptsInPython(t *testing.T) {
	program := os.Getenv("MODELBOOK_PYTHON")
	if program == "" {
		required.Missing(t, "drivers", "MODELBOOK_PYTHON names no Python with PyMongo; .ci/clients/run installs one")
	}
	scriptsRun(t, python, exactTypes, func(uri, folder string, calls []string) map[string]ejson.Node {
		file := filepath.Join(folder, "all.py")
		if err := os.WriteFile(file, []byte(inPython+strings.Join(calls, "")), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command(program, file)
		command.Env = append(os.Environ(), "MONGODB_URI="+uri)
		return runProgram(t, command)
	})
}

// scriptsRun runs the scripts of a dialect in one process for each kind of
// server. The process makes the calls, which load(name, file, steps) is.
func scriptsRun(t *testing.T, d *Dialect, exact bool, run func(uri, folder string, calls []string) map[string]ejson.Node) {
	t.Helper()
	single, onSet := byServer(handbook(t))
	steps, scripts := 0, 0
	for _, each := range []struct {
		options  memdb.Options
		examples []*example.Example
	}{{memdb.Options{}, single}, {memdb.Options{ReplicaSet: true}, onSet}} {
		each.examples = slices.DeleteFunc(each.examples, func(e *example.Example) bool { return !d.Writes(e) })
		server, err := wire.Listen(memdb.New(each.options))
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		output := run(server.URI(), folder, scriptCalls(t, d, folder, each.examples))
		server.Close()
		for _, e := range each.examples {
			if problem, ok := output[e.Name]; ok {
				t.Errorf("%s: %s", e.Name, problem.Text)
				continue
			}
			for _, i := range printed(e) {
				// Drivers make a number of a reply's "ok".
				sameResult(t, e, i, output, exact && e.Steps[i].Operation.Name != "runCommand")
				steps++
			}
			scripts++
		}
	}
	t.Logf("%s: %d steps of %d scripts ran", d.Name, steps, scripts)
}

// scriptCalls writes scripts into a folder and gives the calls that load them.
func scriptCalls(t *testing.T, d *Dialect, folder string, examples []*example.Example) []string {
	t.Helper()
	var calls []string
	for _, e := range examples {
		text, err := d.Script(e, []string{e.Description})
		if err != nil {
			t.Fatalf("%s: %v", e.File, err)
		}
		file := filepath.Join(folder, e.Name+d.Ending)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		prints := [][2]string{}
		for _, i := range printed(e) {
			prints = append(prints, [2]string{e.Name + "/" + e.Steps[i].ID, e.Steps[i].Operation.Name})
		}
		var arguments []string
		for _, argument := range []any{e.Name, file, prints} {
			encoded, err := json.Marshal(argument)
			if err != nil {
				t.Fatal(err)
			}
			arguments = append(arguments, string(encoded))
		}
		calls = append(calls, d.awaiting()+"load_script("+strings.Join(arguments, ", ")+")\n")
	}
	return calls
}

// awaiting is what stands before a call that takes time.
func (d *Dialect) awaiting() string {
	if d == node {
		return "await "
	}
	return ""
}

// printed gives the steps whose script prints what they give.
func printed(e *example.Example) []int {
	var steps []int
	for i, step := range e.Steps {
		d, _ := example.Describe(step.Operation.Name)
		if !step.Unsent && !step.Begins && !step.Repeats() && d.Returns != example.ReturnsStream {
			steps = append(steps, i)
		}
	}
	return steps
}

// inMongosh loads a script and takes what it prints, while it runs: one value
// for each step that prints.
const inMongosh = `
const told = print;
const isError = (value) => Object.prototype.toString.call(value) === '[object Error]';
const load_script = (script, file, steps) => {
  let next = 0;
  globalThis.print = (value) => {
    if (typeof value === 'string' && value.startsWith('Warning: ')) return; // the shell's, before it waits for a change
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
  let problem = null;
  try { load(file); } catch (e) { problem = e.message; }
  globalThis.print = told;
  if (problem !== null) printed(script, problem);
};
`

// imports are what the shell has by itself.
const imports = `
import { BSON, Collection, MongoServerError } from 'mongodb';
const { EJSON } = BSON;
// Values keep their types, but codes of errors are numbers, as they always are.
Object.defineProperty(MongoServerError.prototype, 'code', {
  set(code) { Object.defineProperty(this, 'code', { value: Number(code), enumerable: true }); },
});
// The driver counts what a bulk write changed in numbers alone.
const { bulkWrite } = Collection.prototype;
Collection.prototype.bulkWrite = function (requests, options) {
  return bulkWrite.call(this, requests, { ...options, promoteValues: true });
};
const print = (text) => process.stdout.write(text + '\n');
`

// inNode does the same with a module.
const inNode = `
const isError = (value) => value instanceof Error;
const load_script = async (script, file, steps) => {
  let next = 0;
  const told = console.log;
  console.log = (value) => {
    const [id, name] = steps[next++] ?? [script, 'prints too much'];
    printed(id, isError(value) ? { error: value.code ?? value.message } : shape(name, value));
  };
  try { await import(file); } catch (e) { printed(script, e.stack); }
  console.log = told;
};
`

// inPython does the same with PyMongo's results.
const inPython = `
import sys, traceback
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
    if name.endswith("Transaction") or name in ("drop", "dropIndex", "rename"):
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

def load_script(script, file, steps):
    rest = iter(steps)
    def taking(value):
        id, name = next(rest, (script, "prints too much"))
        printed(id, {"error": value.code} if isinstance(value, PyMongoError) else shape(name, value))
    try:
        exec(compile(open(file).read(), file, "exec"), {"print": taking})
    except Exception:
        printed(script, traceback.format_exc())

`
