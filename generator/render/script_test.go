package render

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/diag"
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
	got, err := Script(e, []string{"Huts", "two\nlines\u2028more"})
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
	mongosh := os.Getenv("MODELBOOK_MONGOSH")
	if mongosh == "" {
		required.Missing(t, "node", "MODELBOOK_MONGOSH names no mongosh; .ci/run installs one")
	}
	single, onSet := byServer(handbook(t))
	steps := scriptsRun(t, mongosh, memdb.Options{}, single) + scriptsRun(t, mongosh, memdb.Options{ReplicaSet: true}, onSet)
	t.Logf("mongosh: %d steps of %d scripts ran", steps, len(single)+len(onSet))
}

// scriptsRun runs scripts on one database in one process, and gives how many of
// their steps printed what is expected.
func scriptsRun(t *testing.T, mongosh string, options memdb.Options, examples []*example.Example) (steps int) {
	t.Helper()
	server, err := wire.Listen(memdb.New(options))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	var loads strings.Builder
	loads.WriteString(prelude + takingPrints)
	folder := t.TempDir()
	for _, e := range examples {
		text, err := Script(e, []string{e.Description})
		if err != nil {
			t.Fatalf("%s: %v", e.File, err)
		}
		file := filepath.Join(folder, e.Name+".mongosh.js")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var prints [][2]string
		for _, i := range printed(e) {
			prints = append(prints, [2]string{e.Name + "/" + e.Steps[i].ID, e.Steps[i].Operation.Name})
		}
		call, err := json.Marshal([]any{e.Name, file, prints})
		if err != nil {
			t.Fatal(err)
		}
		loads.WriteString("loaded(..." + string(call) + ");\n")
	}
	output := runShell(t, mongosh, server.URI(), loads.String())
	for _, e := range examples {
		if problem, ok := output[e.Name]; ok {
			t.Errorf("%s: %s", e.Name, problem.Text)
			continue
		}
		for _, i := range printed(e) {
			sameResult(t, e, i, output)
			steps++
		}
	}
	return steps
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

// takingPrints loads a script and takes what it prints, while it runs: one value
// for each step that prints.
const takingPrints = `
const told = print;
const isError = (value) => Object.prototype.toString.call(value) === '[object Error]';
const loaded = (script, file, steps) => {
  let next = 0;
  globalThis.print = (value) => {
    globalThis.print = told;
    const [id, name] = steps[next++] ?? [script, 'prints too much'];
    if (isError(value)) printed(id, { error: value.code ?? value.originalError?.code ?? value.message });
    else printed(id, Array.isArray(value) ? value : shape(name, value));
    globalThis.print = taking;
  };
  const taking = globalThis.print;
  let problem = null;
  try { load(file); } catch (e) { problem = e.message; }
  globalThis.print = told;
  if (problem !== null) printed(script, problem);
};
`
