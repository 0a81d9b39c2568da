package memdb

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/required"
)

// specModule carries the drivers' specification files; they are read where the
// module cache has them and never copied.
const specModule = "go.mongodb.org/mongo-driver@v1.17.9"

// unlike are the tests that memdb does not pass, with the reason. One that
// passes has no place here: the test fails then.
var unlike = map[string]string{
	"aggregate-let/Aggregate with let option": "uses $rand, which is refused: an example could not repeat it",
}

// beyond are the files with tests that need more than commands on a collection,
// with the reason why those do not run here.
var beyond = map[string]string{
	"aggregate-merge-errorResponse":  failPoint,
	"bulkWrite-errorResponse":        failPoint,
	"bulkWrite-update-validation":    driverRefuses,
	"countDocuments-comment":         eventsOnly,
	"db-aggregate":                   "$listLocalSessions is refused",
	"deleteOne-errorResponse":        failPoint,
	"estimatedDocumentCount":         "fail points, and a view made by the runner",
	"find-allowdiskuse":              eventsOnly,
	"findOneAndUpdate-errorResponse": failPoint,
	"insertOne-errorResponse":        failPoint,
	"replaceOne-validation":          driverRefuses,
	"updateMany-validation":          driverRefuses,
	"updateOne-errorResponse":        failPoint,
	"updateOne-validation":           driverRefuses,
}

const (
	driverRefuses = "a driver refuses to send it"
	failPoint     = "needs an error made to order, or looks at how a driver shows one"
	eventsOnly    = "has no data of its own, or looks at what a driver sends"
)

type specFile struct {
	InitialData []specData `bson:"initialData"`
	Tests       []struct {
		Description string      `bson:"description"`
		Runs        []specRuns  `bson:"runOnRequirements"`
		SkipReason  string      `bson:"skipReason"`
		Operations  []operation `bson:"operations"`
		Outcome     []specData  `bson:"outcome"`
	} `bson:"tests"`
	Runs []specRuns `bson:"runOnRequirements"`
}

type specData struct {
	Collection string `bson:"collectionName"`
	Database   string `bson:"databaseName"`
	Documents  bson.A `bson:"documents"`
}

type specRuns struct {
	Min        string   `bson:"minServerVersion"`
	Max        string   `bson:"maxServerVersion"`
	Topologies []string `bson:"topologies"`
	Serverless string   `bson:"serverless"`
}

type operation struct {
	Name      string `bson:"name"`
	Object    string `bson:"object"`
	Arguments bson.D `bson:"arguments"`
	Result    any    `bson:"expectResult"`
	Error     bson.D `bson:"expectError"`
}

// TestCRUDSpecification runs the tests of the drivers' CRUD specification whose
// operations are commands on a collection, and compares the data that they
// leave.
func TestCRUDSpecification(t *testing.T) {
	files := specFiles(t, "crud/unified")
	var tally specTally
	needed := map[string]bool{}
	for _, path := range files {
		tally.files++
		file, base := readSpec(t, path), strings.TrimSuffix(filepath.Base(path), ".json")
		for _, test := range file.Tests {
			name := base + "/" + test.Description
			if strings.Contains(base, "clientError") {
				tally.leave(driverRefuses)
				continue
			}
			if test.SkipReason != "" || !applies(file.Runs) || !applies(test.Runs) {
				tally.leave("not for a standalone of this version")
				continue
			}
			operations := singly(test.Operations)
			commands, ok := specCommands(operations)
			ok = ok && len(file.InitialData) > 0
			if _, listed := beyond[base]; !ok && !listed {
				t.Errorf("%s needs more than commands on a collection, and is not listed", name)
			}
			if !ok {
				needed[base] = true
				tally.leave(beyond[base])
				continue
			}
			reason, listed := unlike[name]
			tally.run(t, name, func(t *testing.T) {
				problem := runSpec(t, file.InitialData, operations, commands, test.Outcome)
				switch {
				case problem != "" && !listed:
					t.Error(problem)
				case problem == "" && listed:
					t.Errorf("passes, but is listed as unlike: %s", reason)
				}
			})
			if listed {
				tally.passed--
				tally.leave(reason)
			}
		}
	}
	for base := range beyond {
		if !needed[base] {
			t.Errorf("%s is listed as beyond these tests, and is not", base)
		}
	}
	tally.log(t, "crud/unified", 132)
}

// specFiles returns the files of a folder of the specifications, or skips the test.
func specFiles(t *testing.T, folder string) []string {
	t.Helper()
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(cache)), specModule, "testdata", folder, "*.json"))
	if err != nil || len(files) == 0 {
		required.Missing(t, "specs", "the module cache has no "+specModule+": go mod download "+specModule)
	}
	return files
}

func readSpec(t *testing.T, path string) (file specFile) {
	t.Helper()
	readSpecInto(t, path, &file)
	return file
}

func readSpecInto(t *testing.T, path string, file any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := bson.UnmarshalExtJSON(text, false, file); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// applies says whether a test is meant for a standalone of this version.
func applies(runs []specRuns) bool { return appliesTo(runs, "single") }

func appliesTo(runs []specRuns, topology string) bool {
	return len(runs) == 0 || slices.ContainsFunc(runs, func(r specRuns) bool {
		return r.Min <= "8.2.4" && (r.Max == "" || r.Max >= "8.2.4") && r.Serverless != "require" &&
			(len(r.Topologies) == 0 || slices.Contains(r.Topologies, topology))
	})
}

// singly takes the requests of a bulk write that succeeds apart: one after the
// other they leave the same data.
func singly(operations []operation) []operation {
	var single []operation
	for _, op := range operations {
		requests, _ := value.Get(op.Arguments, "requests").(bson.A)
		if op.Name != "bulkWrite" || op.Error != nil || len(requests) == 0 {
			single = append(single, op)
			continue
		}
		for _, request := range requests {
			first := request.(bson.D)[0]
			arguments := slices.Concat(first.Value.(bson.D), pick(op.Arguments, "let", "comment", "bypassDocumentValidation"))
			single = append(single, operation{Name: first.Key, Object: op.Object, Arguments: arguments})
		}
	}
	return single
}

// specCommands writes operations as the commands that drivers send.
func specCommands(operations []operation) ([]bson.D, bool) {
	var commands []bson.D
	for _, op := range operations {
		command, ok := specCommand(op)
		if !ok || value.Get(op.Error, "isClientError") == any(true) {
			return nil, false
		}
		commands = append(commands, command)
	}
	return commands, true
}

func specCommand(op operation) (bson.D, bool) {
	args := op.Arguments
	statement := func(names ...string) bson.D { return pick(args, names...) }
	head := func(name string) bson.D { return bson.D{{Key: name, Value: "$collection"}} }
	join := func(docs ...bson.D) bson.D { return slices.Concat(docs...) }
	one := func(name string, v any) bson.D { return bson.D{{Key: name, Value: v}} }
	filter := renamed(args, "filter", "q")
	switch op.Name {
	case "find":
		return join(head("find"), statement("filter", "sort", "projection", "skip", "limit", "hint", "let", "collation", "allowDiskUse", "comment")), true
	case "aggregate":
		return join(head("aggregate"), statement("pipeline", "hint", "let", "collation", "comment", "allowDiskUse"), one("cursor", bson.D{})), strings.HasPrefix(op.Object, "collection")
	case "distinct":
		return join(head("distinct"), renamed(args, "fieldName", "key"), renamed(args, "filter", "query"), statement("hint", "collation")), true
	case "estimatedDocumentCount":
		return head("count"), true
	case "insertOne":
		return join(head("insert"), one("documents", bson.A{value.Get(args, "document")}), statement("comment")), true
	case "insertMany":
		return join(head("insert"), statement("documents", "ordered", "comment")), true
	case "updateOne", "updateMany":
		u := join(filter, renamed(args, "update", "u"), statement("upsert", "collation", "arrayFilters", "hint", "sort"), one("multi", op.Name == "updateMany"))
		return join(head("update"), one("updates", bson.A{u}), statement("let", "comment", "bypassDocumentValidation")), true
	case "replaceOne":
		u := join(filter, renamed(args, "replacement", "u"), statement("upsert", "collation", "hint", "sort"))
		return join(head("update"), one("updates", bson.A{u}), statement("let", "comment", "bypassDocumentValidation")), true
	case "deleteOne", "deleteMany":
		limit := int32(0)
		if op.Name == "deleteOne" {
			limit = 1
		}
		d := join(filter, statement("collation", "hint"), one("limit", limit))
		return join(head("delete"), one("deletes", bson.A{d}), statement("let", "comment")), true
	case "findOneAndUpdate", "findOneAndReplace", "findOneAndDelete":
		return join(head("findAndModify"), specModify(op)), true
	}
	return nil, false
}

func specModify(op operation) bson.D {
	args := op.Arguments
	command := slices.Concat(renamed(args, "filter", "query"), renamed(args, "update", "update"), renamed(args, "replacement", "update"),
		renamed(args, "projection", "fields"), pick(args, "sort", "upsert", "collation", "arrayFilters", "hint", "let", "comment"))
	if value.Get(args, "returnDocument") == any("After") {
		command = append(command, bson.E{Key: "new", Value: true})
	}
	if op.Name == "findOneAndDelete" {
		command = append(command, bson.E{Key: "remove", Value: true})
	}
	return command
}

func pick(args bson.D, names ...string) bson.D {
	var picked bson.D
	for _, name := range names {
		picked = append(picked, renamed(args, name, name)...)
	}
	return picked
}

func renamed(args bson.D, from, to string) bson.D {
	v := value.Get(args, from)
	if value.IsMissing(v) {
		return nil
	}
	return bson.D{{Key: to, Value: v}}
}

// runSpec returns what is wrong, or nothing.
func runSpec(t *testing.T, data []specData, operations []operation, commands []bson.D, outcome []specData) string {
	t.Helper()
	db := New(Options{})
	for _, d := range data {
		if len(d.Documents) > 0 {
			mustRun(t, db, bson.D{{Key: "insert", Value: d.Collection}, {Key: "documents", Value: d.Documents}, {Key: "$db", Value: d.Database}})
		}
	}
	for i, command := range commands {
		command[0].Value = data[0].Collection
		reply := runDocument(t, db, append(command, bson.E{Key: "$db", Value: data[0].Database}))
		failed := value.Get(reply, "ok") != any(1.0) || !value.IsMissing(value.Get(reply, "writeErrors"))
		if failed != (operations[i].Error != nil) {
			return operations[i].Name + ": " + value.String(reply)
		}
		if want, ok := operations[i].Result.(bson.A); ok && !failed {
			if got := resultOf(reply); !hasSpecial(want) && !slices.EqualFunc(got, want, hasFields) {
				return operations[i].Name + ": " + value.String(got) + ", want " + value.String(want)
			}
		}
	}
	for _, d := range outcome {
		reply := mustRun(t, db, bson.D{{Key: "find", Value: d.Collection}, {Key: "sort", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "$db", Value: d.Database}})
		if got := resultOf(reply); !slices.Equal(texts(got), texts(d.Documents)) && !hasSpecial(d.Documents) {
			return "the data is " + value.String(got) + ", want " + value.String(d.Documents)
		}
	}
	return ""
}

// hasFields compares as the format does: a result may have more fields at its
// top than the expectation.
func hasFields(got, want any) bool {
	doc, isDoc := got.(bson.D)
	fields, areFields := want.(bson.D)
	if !isDoc || !areFields {
		return sameValue(got, want)
	}
	return !slices.ContainsFunc(fields, func(f bson.E) bool { return !sameValue(value.Get(doc, f.Key), f.Value) })
}

// hasSpecial finds the operators of the format that loosen a comparison.
func hasSpecial(v any) bool { return strings.Contains(value.String(v), "$$") }
