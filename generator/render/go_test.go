package render

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/required"
)

// TestScriptsInGo does with the driver for Go what others do: all scripts are one
// program, whose results must have the types that are expected.
func TestScriptsInGo(t *testing.T) {
	if os.Getenv("MODELBOOK_GO") == "" {
		required.Missing(t, "drivers", "MODELBOOK_GO names no go command to compile the scripts with, which takes half a minute; .ci/clients/run does")
	}
	var program string
	scriptsRun(t, golang.Language, exactTypes, func(uri, folder string, _ []string) map[string]ejson.Node {
		if program == "" {
			program = builtScripts(t)
		}
		command := exec.Command(program, names(t, folder)...)
		command.Env = append(os.Environ(), "MONGODB_URI="+uri)
		return runProgram(t, command)
	})
}

// TestLeastGo: the version that scripts ask for is the one that the driver does.
func TestLeastGo(t *testing.T) {
	output, err := exec.Command("go", "list", "-m", "-f", "{{.GoVersion}}", "go.mongodb.org/mongo-driver/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	if version := strings.TrimSpace(string(output)); version != golang.Language.Facts().Least+".0" {
		t.Errorf("the driver asks for Go %s, and scripts for %s", version, golang.Language.Facts().Least)
	}
}

// names returns the names of the examples whose scripts are in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"+golang.Language.Facts().Ending))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		files[i] = strings.TrimSuffix(filepath.Base(file), golang.Language.Facts().Ending)
	}
	return files
}

// builtScripts compiles the scripts of all examples into one program, which runs the
// examples in its arguments. Their output goes to recorder.go.
func builtScripts(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	recorder, err := os.ReadFile("testdata/recorder/recorder.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"recorder.go": string(recorder)}
	var table strings.Builder
	for i, e := range append(handbook(t), surprises(t)...) {
		if !code.Writes(golang.Language, e) || code.Consumes(golang.Language, e) {
			continue
		}
		program, _ := code.Program(e)
		files[fmt.Sprintf("script%d.go", i)] = recorded(t, program, written(t, golang.Language, e), i)
		fmt.Fprintf(&table, "\t%q: run%d,\n", e.Name, i)
	}
	files["scripts.go"] = "package main\n\nfunc init() {\n\tscripts = scriptTable{\n" + table.String() + "\t}\n}\n"
	build := exec.Command(os.Getenv("MODELBOOK_GO"), "build", "-gcflags=-N -l", "-ldflags=-s -w", "-o", filepath.Join(folder, "scripts"))
	for name, text := range files {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		build.Args = append(build.Args, file)
	}
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return filepath.Join(folder, "scripts")
}

var (
	ofScript = regexp.MustCompile(`(?m)\b(main|run|must|show)(\(|\[T)`)
	ofResult = regexp.MustCompile(`(?m)^\t(?:(?:show\d+|fmt\.Print\w+)\(|if \w+ == nil \{)`)
	ofStep   = regexp.MustCompile(`(?m)^\t+// (\d+)\. .*$`)
)

// recorded makes a script a part of a program with others: functions have names of
// their own, documents show the types of their numbers, and fmt is the recorder, which
// learns of each step.
func recorded(t *testing.T, e *example.Example, script string, number int) string {
	t.Helper()
	if formatted, err := format.Source([]byte(script)); err != nil || string(formatted) != script {
		t.Errorf("%s: gofmt would change the script: %v", e.File, err)
	}
	script = ofScript.ReplaceAllString(script, fmt.Sprintf("${1}%d${2}", number))
	script = strings.Replace(script, "\t\"fmt\"\n", "", 1)
	script = strings.Replace(script, "MarshalExtJSONIndent(document, false", "MarshalExtJSONIndent(document, true", 1)
	record := func(step *example.Step) string {
		return fmt.Sprintf("\trecordStep(%q, %q, %q)", e.Name+"/"+step.ID, step.Operation.Name, insertedIDs(t, step.Operation))
	}
	script = ofStep.ReplaceAllStringFunc(script, func(title string) string {
		var i int
		if _, err := fmt.Sscanf(strings.TrimLeft(title, "\t"), "// %d.", &i); err != nil {
			t.Fatal(err)
		}
		return title + "\n" + record(&e.Steps[i-1])
	})
	// The results of steps that are sent together are printed after all of them.
	parts := strings.Split(script, "group.Wait()")
	for i, group := range sentTogether(e) {
		group = slices.DeleteFunc(group, func(step *example.Step) bool { return !code.HasResult(step) })
		nth := 0
		parts[i+1] = ofResult.ReplaceAllStringFunc(parts[i+1], func(print string) string {
			if nth++; nth > len(group) {
				return print
			}
			return record(group[nth-1]) + "\n" + print
		})
	}
	return strings.Join(parts, "group.Wait()")
}

// sentTogether returns the groups of steps that are sent at the same time.
func sentTogether(e *example.Example) [][]*example.Step {
	var groups [][]*example.Step
	for i := range e.Steps {
		if e.Steps[i].Alongside == "" {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], &e.Steps[i])
	}
	return slices.DeleteFunc(groups, func(group []*example.Step) bool { return len(group) == 1 })
}

// insertedIDs returns the ids of the documents that a bulk write inserts, as Extended
// JSON. The driver has them only in the requests, not in the result.
func insertedIDs(t *testing.T, o example.Operation) string {
	t.Helper()
	ids := bson.D{}
	requests, _ := o.Argument("requests").(bson.A)
	for i, request := range requests {
		encoded, err := bson.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		if id, err := bson.Raw(encoded).LookupErr("insertOne", "document", "_id"); err == nil {
			ids = append(ids, bson.E{Key: strconv.Itoa(i), Value: id})
		}
	}
	text, err := bson.MarshalExtJSON(ids, true, false)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCollectionsInGo: a collection's options are the driver's own.
func TestCollectionsInGo(t *testing.T) {
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Options",
  "schema": {
    "readings": { "validator": null, "options": { "timeseries": { "timeField": "at", "metaField": "hut", "bucketMaxSpanSeconds": 3600, "bucketRoundingSeconds": 3600 }, "expireAfterSeconds": 86400 } },
    "log": { "validator": { "n": { "$gt": 0 } }, "options": { "validationAction": "warn", "capped": true, "size": 4096, "max": 10 } },
    "names": { "validator": null, "options": { "collation": { "locale": "de", "strength": 2 } } }
  },
  "initialData": [],
  "steps": [{ "id": "all", "operation": { "name": "countDocuments", "object": "log", "arguments": { "filter": {} } } }]
}`
	program := compiles(t, parsed(t, source))
	for _, part := range []string{
		"\terr = db.CreateCollection(ctx, \"readings\",\n\t\toptions.CreateCollection().\n\t\t\tSetTimeSeriesOptions(options.TimeSeries().\n",
		"SetTimeField(\"at\").\n", "SetBucketMaxSpan(3600*time.Second).\n", "SetExpireAfterSeconds(86400)",
		"SetValidationAction(\"warn\").\n", "SetCapped(true).\n", "SetSizeInBytes(4096).\n", "SetMaxDocuments(10)",
		"SetCollation(&options.Collation{\n\t\t\tLocale:   \"de\",\n\t\t\tStrength: 2,\n",
	} {
		if !strings.Contains(program, part) {
			t.Errorf("lacks %q:\n%s", part, program)
		}
	}
}

// TestExplainInGo: numbers of a command that the server takes of any type are plain.
func TestExplainInGo(t *testing.T) {
	program := compiles(t, parsed(t, `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null } },
  "initialData": [],
  "steps": [{ "id": "plan", "operation": { "name": "explain", "object": "huts", "arguments": { "operation": { "find": { "filter": { "beds": { "$numberLong": "4" } }, "sort": { "_id": 1 }, "skip": 2, "limit": 3 } } } } }]
}`))
	for _, part := range []string{`{"beds", int64(4)}`, `{"skip", 2}`, `{"limit", 3}`} {
		if !strings.Contains(program, part) {
			t.Errorf("lacks %q:\n%s", part, program)
		}
	}
}

// TestSessionsInGo: operations in a session have a context for it, which is made for
// the first of them. A callback is given one.
func TestSessionsInGo(t *testing.T) {
	step := func(id, operation string) string {
		return fmt.Sprintf(`{ "id": %q, "client": "ann", "session": "anna", "operation": { "name": %s } }`, id, operation)
	}
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "runOnRequirements": [{ "topologies": ["replicaset"] }],
  "schema": { "huts": { "validator": null } },
  "initialData": [],
  "steps": [%s]
}`
	callback := []string{step("start", `"startTransaction"`), step("write", `"insertOne", "object": "huts", "arguments": { "document": { "_id": 1 } }`), step("commit", `"commitTransaction"`)}
	explicit := []string{
		step("again", `"startTransaction"`), step("plan", `"explain", "object": "huts", "arguments": { "operation": { "find": { "filter": { "_id": 1 } } } }`),
		step("two", `"insertOne", "object": "huts", "arguments": { "document": { "_id": 2 } }`), step("abort", `"abortTransaction"`),
	}
	const head, context = "WithTransaction(ctx, func(annaCtx context.Context) (any, error) {\n\t\t// 2. write\n", "annaCtx := mongo.NewSessionContext(ctx, anna)\n"
	only := compiles(t, parsed(t, fmt.Sprintf(source, strings.Join(callback, ","))))
	if !strings.Contains(only, head) || strings.Contains(only, context) {
		t.Errorf("got\n%s", only)
	}
	both := compiles(t, parsed(t, fmt.Sprintf(source, strings.Join(append(callback, explicit...), ","))))
	if !strings.Contains(both, head) || strings.Count(both, context) != 1 || !strings.Contains(both, context+"\tvar plan bson.D\n\terr = db.RunCommand(annaCtx, ") {
		t.Errorf("got\n%s", both)
	}
}

// parsed reads an example.
func parsed(t *testing.T, source string) *example.Example {
	t.Helper()
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(source)))
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	return e
}

// compiles returns a script after a check that it compiles and that gofmt leaves it as
// it is.
func compiles(t *testing.T, e *example.Example) string {
	t.Helper()
	script := written(t, golang.Language, e)
	if formatted, err := format.Source([]byte(script)); err != nil || string(formatted) != script {
		t.Errorf("gofmt would change the script: %v\n%s", err, formatted)
	}
	if err := checkTypes(e.Name, script); err != nil {
		t.Errorf("%v\n%s", err, script)
	}
	return script
}
