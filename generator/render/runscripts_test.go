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
		for i, e := range each.examples {
			each.examples[i], _ = code.Program(e)
		}
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
	"full-shift":  {end: "not 2 matched in shifts"},
	"call-gone":   {end: "not 2 matched in shifts"},
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

// handOver returns the text of the hand-over in a transaction, one of whose writes finds a
// full shift, or that another program has taken the call.
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
		was, is = `{ "_id": { "$oid": "6a5c10a0e1b2c3d4e5f60071" }, "ship": "Nordlys", "hours": 3 },
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
	program, _ := code.Program(e)
	for _, step := range program.Steps {
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
		if !step.Unsent && (code.HasResult(&step) || step.ExpectError != nil && !step.Repeats()) {
			steps = append(steps, i)
		}
	}
	return steps
}
