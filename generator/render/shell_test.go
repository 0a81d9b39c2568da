package render

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/code/shell"
	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/example/exampletest"
	"modelbook/generator/figure"
	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
	"modelbook/generator/required"
)

// TestPrintedCodeInTheShell runs the code of pages in the real shell: schemas, data
// and steps of the handbook's examples, and every operation and type.
// The data must arrive byte for byte. Results are compared without telling
// int from double, since the shell makes JavaScript numbers of both.
func TestPrintedCodeInTheShell(t *testing.T) {
	mongosh := os.Getenv("MODELBOOK_MONGOSH")
	if mongosh == "" {
		required.Missing(t, "node", "MODELBOOK_MONGOSH names no mongosh; .ci/run installs one")
	}
	// Where scripts leave the data out, no page shows all of them either; the steps run in
	// TestScriptsInMongosh.
	whole := slices.DeleteFunc(handbook(t), func(e *example.Example) bool { return storedOf(t, e).LeftOut() > 0 })
	ran := map[string]bool{}
	single, onSet := byServer(whole)
	printedCodeRuns(t, mongosh, memdb.Options{}, single, ran)
	printedCodeRuns(t, mongosh, memdb.Options{ReplicaSet: true}, onSet, ran)
	for _, d := range example.Operations() {
		if !ran[d.Name] && d.On != example.OnStream && d.Returns != example.ReturnsStream { // they need a replica set
			t.Errorf("%s did not run", d.Name)
		}
	}
}

// byServer tells the examples that run on a single server from those that need a
// replica set.
func byServer(all []*example.Example) (single, onSet []*example.Example) {
	for _, e := range all {
		if e.Unmet(example.Server{Version: memdb.ServerVersion, Topology: example.Single}) == "" {
			single = append(single, e)
		} else {
			onSet = append(onSet, e)
		}
	}
	return single, onSet
}

// printedCodeRuns runs the code of examples on one database, and notes which
// operations ran.
func printedCodeRuns(t *testing.T, mongosh string, options memdb.Options, examples []*example.Example, ran map[string]bool) {
	t.Helper()
	db := memdb.New(options)
	server, err := wire.Listen(db)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	output := runShell(t, mongosh, server.URI(), loadingScript(t, examples))
	for _, e := range examples {
		if problem, ok := output[e.Name]; ok {
			t.Errorf("%s: %s", e.Name, problem.Text)
			continue
		}
		for _, c := range e.Collections {
			sameData(t, db, "load_", e, c)
		}
		for i := range e.Steps {
			if e.Steps[i].Unsent {
				continue
			}
			ran[e.Steps[i].Operation.Name] = true
			sameResult(t, e, i, output, numbersAlike, true)
		}
	}
}

// handbook returns the examples of the handbook and those of testdata, which are read
// once and changed by no test.
func handbook(t *testing.T) []*example.Example {
	t.Helper()
	examples, err := readHandbook()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(examples)
}

var readHandbook = sync.OnceValues(func() ([]*example.Example, error) {
	var examples []*example.Example
	for _, folder := range []string{"../../examples", "testdata"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			if strings.HasSuffix(file, ".schema.json") {
				continue
			}
			parsed, list := example.ParseAmong(diag.NewText(file, content), exampletest.Others(folder))
			if parsed == nil {
				return nil, fmt.Errorf("%s: %v", file, list)
			}
			examples = append(examples, parsed)
		}
	}
	return examples, nil
})

// prelude brings the shell's results into the form of examples.
const prelude = `
const printed = (id, value) => print('@' + EJSON.stringify({ id, value }, { relaxed: false }));
const has = (o) => o !== undefined && o !== null && Object.keys(o).length > 0;
const shape = (name, r) => {
  if (name.endsWith('Transaction') || ['createCollection', 'createView', 'drop', 'dropIndex', 'rename'].includes(name)) return null;
  if (name === 'explain') { // examples keep less of it
    const explained = r.finish ? r.finish() : r;
    return explained.queryPlanner || explained.stages ? null : { explained };
  }
  if (name === 'find' || name === 'aggregate') return Array.isArray(r) ? r : r.toArray();
  if (name === 'insertOne') return { insertedId: r.insertedId };
  if (name === 'insertMany') return { insertedIds: r.insertedIds };
  if (name.startsWith('delete')) return { deletedCount: r.deletedCount };
  if (name === 'runCommand') { delete r.$clusterTime; delete r.operationTime; return r; }
  if (name === 'next') { // examples keep of a change what they can foretell
    const { _id, clusterTime, wallTime, ...change } = r;
    return change;
  }
  if (name === 'bulkWrite') {
    const { insertedCount, matchedCount, modifiedCount, deletedCount, upsertedCount, insertedIds, upsertedIds } = r;
    return { insertedCount, matchedCount, modifiedCount, deletedCount, upsertedCount,
      ...(has(insertedIds) && { insertedIds }), ...(has(upsertedIds) && { upsertedIds }) };
  }
  if (name.startsWith('update') || name === 'replaceOne') {
    const { matchedCount, modifiedCount, upsertedCount } = r;
    const upsertedId = r.upsertedId ?? r.insertedId ?? null; // the shell has another name for it
    return { matchedCount, modifiedCount, upsertedCount, ...(upsertedId !== null && { upsertedId }) };
  }
  return r;
};
`

// loadingScript loads each example twice, to look at the data and to run the steps.
func loadingScript(t *testing.T, examples []*example.Example) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(prelude)
	for _, e := range examples {
		b.WriteString("try {\n")
		for _, database := range []string{"load_", "run_"} {
			fmt.Fprintf(&b, "db = db.getSiblingDB('%s%s');\n", database, e.Name)
			for _, c := range e.Collections {
				b.WriteString(load(t, e, c))
			}
		}
		fmt.Fprintf(&b, "} catch (e) { printed('%s', e.message); }\n", e.Name)
		b.WriteString("{\n") // its variables are its own
		for _, step := range e.Steps {
			if !step.Unsent {
				b.WriteString(printing(t, e, step))
			}
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// printing returns the code that runs a step and prints its result. Code that is more than
// an expression can't be an argument of the printing call: its result is that of the
// variable, or not printed.
func printing(t *testing.T, e *example.Example, step example.Step) string {
	t.Helper()
	operation, err := StepCode(&step, e.FirstSize())
	if err != nil {
		t.Fatalf("%s: %v", step.Operation.Pos, err)
	}
	id, name := e.Name+"/"+step.ID, step.Operation.Name
	d, _ := example.Describe(name)
	switch {
	case d.Returns == example.ReturnsStream:
		return fmt.Sprintf("%s\nprinted('%s', null);\n", operation.Text(), id)
	case step.Save != "":
		return fmt.Sprintf("%s\nprinted('%s', shape('%s', %s));\n", operation.Text(), id, name, step.Save)
	case step.Begins:
		return fmt.Sprintf("%s\nprinted('%s', null);\n", operation.Text(), id)
	case step.Repeats():
		return fmt.Sprintf("%s\nprinted('%s', { repeated: true });\n", operation.Text(), id)
	}
	const call = `try { printed('%[1]s', shape('%s', %s)); }
catch (e) { printed('%[1]s', { error: e.code ?? e.originalError?.code ?? e.message }); }
`
	return fmt.Sprintf(call, id, name, operation.Text())
}

// load returns the code that makes a collection and fills it.
func load(t *testing.T, e *example.Example, c example.Collection) string {
	t.Helper()
	schema, err := SchemaOf(e, c.Name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, statement := range append([]figure.Code{schema.Validator}, schema.Indexes...) {
		if len(statement.Lines) > 0 {
			b.WriteString(strings.TrimSuffix(statement.Text(), "\n") + ";\n")
		}
	}
	for document := range e.Data(e.FirstSize()).Documents(c.Name) {
		fmt.Fprintf(&b, "db.getCollection('%s').insertOne(%s);\n", c.Name, documentText(t, document.Raw))
	}
	return b.String()
}

// documentText returns the text of a document's box or, if that leaves something out,
// its code.
func documentText(t *testing.T, raw bson.Raw) string {
	t.Helper()
	node, err := ejson.Open(raw)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := shell.Read(node); err == nil && isWhole(read) {
		box, err := boxes{}.document(node)
		if err != nil {
			t.Fatal(err)
		}
		return box.Text()
	}
	written, err := shell.Value(node)
	if err != nil {
		t.Fatal(err)
	}
	return figure.Line{Tokens: written.Inline()}.Text()
}

// isWhole reports whether nothing is left out of an expression.
func isWhole(e code.Expr) bool {
	return e.More == 0 && !slices.ContainsFunc(e.Items, func(item code.Expr) bool { return !isWhole(item) })
}

// runShell runs a script and returns the printed values by id.
func runShell(t *testing.T, mongosh, uri, script string) map[string]ejson.Node {
	t.Helper()
	home := t.TempDir()
	file := filepath.Join(home, "script.js")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(mongosh, uri, "--quiet", "--norc", "--file", file)
	command.Env = append(os.Environ(), "HOME="+home)
	return runProgram(t, command)
}

// runProgram runs a program and returns the printed values by id.
func runProgram(t *testing.T, command *exec.Cmd) map[string]ejson.Node {
	t.Helper()
	var stderr bytes.Buffer
	command.Stderr = &stderr
	stdout, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", command, err, stdout, stderr.String())
	}
	return printedValues(t, string(stdout))
}

// printedValues reads the printed values of a program by id.
func printedValues(t *testing.T, stdout string) map[string]ejson.Node {
	t.Helper()
	printed := map[string]ejson.Node{}
	for line := range strings.Lines(stdout) {
		text, ok := strings.CutPrefix(line, "@")
		if !ok {
			continue
		}
		var value bson.D
		if err := bson.UnmarshalExtJSON([]byte(text), true, &value); err != nil {
			t.Fatalf("it says %s: %v", line, err)
		}
		node, err := ejson.Open(value)
		if err != nil {
			t.Fatal(err)
		}
		printed[node.Fields[0].Value.Text] = node.Fields[1].Value
	}
	return printed
}

// sameData compares the data in the database that is named for an example, with a prefix,
// with the example's.
func sameData(t *testing.T, db *memdb.DB, prefix string, e *example.Example, c example.Collection) {
	t.Helper()
	command, err := bson.Marshal(bson.D{{Key: "find", Value: c.Name}, {Key: "batchSize", Value: int32(1 << 20)}, {Key: "$db", Value: prefix + e.Name}})
	if err != nil {
		t.Fatal(err)
	}
	reply := db.Run(context.Background(), command)
	stored, err := reply.Lookup("cursor", "firstBatch").Array().Values()
	if err != nil {
		t.Fatalf("%s, %s: %v", e.Name, c.Name, reply)
	}
	documents := slices.Collect(e.Data(e.FirstSize()).Documents(c.Name))
	if len(stored) != len(documents) {
		t.Errorf("%s: %d documents in %s, want %d", e.Name, len(stored), c.Name, len(documents))
		return
	}
	has := func(name string) bool {
		return slices.ContainsFunc(c.Options, func(option bson.E) bool { return option.Key == name })
	}
	isTimeSeries := has("timeseries")
	if has("clusteredIndex") || isTimeSeries { // it finds documents in an order of its own
		order := map[string]int{}
		for i, value := range stored {
			order[value.Document().Lookup("_id").String()] = i
		}
		slices.SortStableFunc(documents, func(a, b example.Document) int {
			return order[a.Raw.Lookup("_id").String()] - order[b.Raw.Lookup("_id").String()]
		})
	}
	for i, value := range stored {
		got, want := value.Document(), asShown(t, documents[i].Raw)
		if isTimeSeries { // its measurements have their fields in an order of its own
			got, want = byName(t, got), byName(t, want)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: it has stored %s, the example has %s", e.Name, value.Document(), documents[i].Raw)
		}
	}
}

// byName is a document with its fields in the order of their names.
func byName(t *testing.T, document bson.Raw) bson.Raw {
	t.Helper()
	var fields bson.D
	if err := bson.Unmarshal(document, &fields); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(fields, func(a, b bson.E) int { return strings.Compare(a.Key, b.Key) })
	raw, err := bson.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// asShown is a document as pages show it: of a long text the beginning.
func asShown(t *testing.T, document bson.Raw) bson.Raw {
	t.Helper()
	var shown bson.D
	if err := bson.Unmarshal(document, &shown); err != nil {
		t.Fatal(err)
	}
	raw, err := bson.Marshal(textsShortened(shown))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func textsShortened(v any) any {
	switch v := v.(type) {
	case bson.D:
		for i, f := range v {
			v[i].Value = textsShortened(f.Value)
		}
	case bson.A:
		for i, item := range v {
			v[i] = textsShortened(item)
		}
	case string:
		return shortened(ejson.Node{Text: v}).Text
	}
	return v
}

// Whether int and double are told apart.
const (
	numbersAlike = false
	exactTypes   = true
)

// sameResult compares the result of a step with the expected one; of long texts, if it
// is of code that a page shows, no more than the page shows of them.
func sameResult(t *testing.T, e *example.Example, i int, output map[string]ejson.Node, exact, isShown bool) {
	t.Helper()
	step := e.Steps[i]
	id := e.Name + "/" + step.ID
	got, ok := output[id]
	if !ok {
		t.Errorf("%s did not run", id)
		return
	}
	want := stepResult(&example.Result{Example: e}, i)
	switch {
	case want.Error != nil:
		if text := plainText(got, false, numbersAlike); text != fmt.Sprintf("{error: double %d}", want.Error.Code) && want.Error.By != "driver" {
			t.Errorf("%s gave %s, want the error %d", id, text, want.Error.Code)
		}
	case step.Operation.Name == "explain" && got.Type != "null":
		t.Errorf("%s gave %s, which explains nothing", id, plainText(got, false, exact))
	case !want.Value.IsZero() && !(len(got.Fields) == 1 && got.Fields[0].Key == "repeated") && step.Operation.Name != "explain":
		node, err := ejson.Open(want.Value)
		if err != nil {
			t.Fatal(err)
		}
		loose := step.Unordered || len(step.UnorderedPaths) > 0
		masked(&got, node)
		if isShown {
			got, node = shownOf(got), shownOf(node)
		}
		if got, want := plainText(got, loose, exact), plainText(node, loose, exact); got != want {
			t.Errorf("%s gave\n%s\nwant\n%s", id, got, want)
		}
	}
}

// shownOf returns a value as pages show it.
func shownOf(n ejson.Node) ejson.Node {
	n = shortened(n)
	n.Fields = slices.Clone(n.Fields)
	for i := range n.Fields {
		n.Fields[i].Value = shownOf(n.Fields[i].Value)
	}
	return n
}

// masked replaces the parts of a value that matchers match with the matchers, where
// both have the same form.
func masked(got *ejson.Node, want ejson.Node) {
	if len(want.Fields) == 1 && strings.HasPrefix(want.Fields[0].Key, "$$") {
		*got = want
		return
	}
	for i := range min(len(got.Fields), len(want.Fields)) {
		if got.Fields[i].Key == want.Fields[i].Key {
			masked(&got.Fields[i].Value, want.Fields[i].Value)
		}
	}
}

// plainText writes a value; loose sorts the elements of arrays, exact tells int
// from double.
func plainText(n ejson.Node, loose, exact bool) string {
	if n.Type != "object" && n.Type != "array" {
		if !exact {
			n.Type = strings.Replace(n.Type, "int", "double", 1)
		}
		return n.Type + " " + n.Text + n.Options
	}
	var parts []string
	for _, field := range n.Fields {
		text := plainText(field.Value, loose, exact)
		if n.Type == "object" {
			text = field.Key + ": " + text
		}
		parts = append(parts, text)
	}
	if n.Type == "array" {
		if loose {
			slices.Sort(parts)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
