package code_test

import (
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
	"modelbook/generator/diag"
	"modelbook/generator/example"
)

var languages = []code.Language{shell.Language, node.Language, python.Language, golang.Language, java.Language}

// TestLanguages: each folder of a language is in the list of those that are tried here.
func TestLanguages(t *testing.T) {
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		isListed := slices.ContainsFunc(languages, func(l code.Language) bool { return path.Base(reflect.TypeOf(l).PkgPath()) == folder.Name() })
		if folder.IsDir() && folder.Name() != "layout" && !isListed {
			t.Errorf("%s is not in the list", folder.Name())
		}
	}
}

// TestEveryArgument: each argument of each operation, and of each request of a bulk
// write, is written in each language: with another value the code is another.
func TestEveryArgument(t *testing.T) {
	for _, of := range example.Operations() {
		for _, a := range of.Arguments {
			arguments := required(of.Arguments, a)
			for i := range values(t, a) {
				differs(t, of, a, i, func(value bson.D) bson.D { return append(arguments, value...) })
			}
		}
		for _, a := range of.Request {
			arguments := required(of.Request, a)
			bulk, _ := example.Describe("bulkWrite")
			for i := range values(t, a) {
				differs(t, bulk, a, i, func(value bson.D) bson.D {
					return bson.D{{Key: "requests", Value: bson.A{bson.D{{Key: of.Name, Value: append(arguments, value...)}}}}}
				})
			}
		}
	}
}

// required are values of those arguments that must be there, but for one.
func required(all []example.Argument, but example.Argument) bson.D {
	var arguments bson.D
	for _, a := range all {
		if a.Required && a.Name != but.Name {
			arguments = append(arguments, bson.E{Key: a.Name, Value: samples[a.Type][0]})
		}
	}
	return arguments[:len(arguments):len(arguments)]
}

// values are those with which an argument is tried; the last is none if it may be left
// out.
func values(t *testing.T, a example.Argument) []bson.D {
	if len(samples[a.Type]) != 2 {
		t.Fatalf("there are no samples of the type %s", a.Type)
	}
	all := []bson.D{{{Key: a.Name, Value: samples[a.Type][0]}}, {{Key: a.Name, Value: samples[a.Type][1]}}}
	if !a.Required {
		all = append(all, nil)
	}
	return all
}

func differs(t *testing.T, of example.Descriptor, a example.Argument, i int, arguments func(value bson.D) bson.D) {
	all := values(t, a)
	for _, l := range languages {
		if l.Facts().Templates.Changes == code.None && (of.Returns == example.ReturnsStream || of.On == example.OnStream) {
			continue
		}
		write := func(value bson.D) string {
			step := example.Step{Operation: example.Operation{Name: of.Name, Object: "huts", Arguments: arguments(value)}}
			if of.On == example.OnDatabase {
				step.Operation.Object = ""
			}
			written, err := code.Step(l, &step, 1)
			if err != nil {
				t.Fatalf("%s %s: %v", of.Name, a.Name, err)
			}
			return written.Text()
		}
		one, other := write(all[i]), write(all[(i+1)%len(all)])
		isFalse := a.Type == example.TypeBool && strings.Contains(one+other, "RunCommand") // which needs no false
		if one == other && !isFalse {
			t.Errorf("%s: %s does not have %s:\n%s", l.Facts().Name, of.Name, a.Name, one)
		}
	}
}

var samples = map[example.Type][2]any{
	example.TypeBool: {true, false}, example.TypeString: {"strict", "moderate"}, example.TypeInt32: {int32(3), int32(4)}, example.TypeInt64: {int32(3), int32(4)},
	example.TypeReturnDocument: {"After", "Before"},
	example.TypeDocument:       {bson.D{{Key: "a", Value: int32(1)}}, bson.D{{Key: "b", Value: int32(1)}}},
	example.TypeStored:         {bson.D{{Key: "a", Value: int32(1)}}, bson.D{{Key: "b", Value: int32(1)}}},
	example.TypeKeys:           {bson.D{{Key: "a", Value: int32(1)}}, bson.D{{Key: "b", Value: int32(-1)}}},
	example.TypeHint:           {"a_1", bson.D{{Key: "a", Value: int32(1)}}},
	example.TypeUpdate:         {bson.D{{Key: "$set", Value: bson.D{{Key: "a", Value: int32(1)}}}}, bson.A{bson.D{{Key: "$unset", Value: "a"}}}},
	example.TypePipeline:       {bson.A{bson.D{{Key: "$limit", Value: int32(1)}}}, bson.A{bson.D{{Key: "$limit", Value: int32(2)}}}},
	example.TypeClusteredIndex: {bson.D{{Key: "key", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "unique", Value: true}}, bson.D{{Key: "key", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "unique", Value: true}, {Key: "name", Value: "by hut"}}},
	example.TypeCollation:      {bson.D{{Key: "locale", Value: "de"}}, bson.D{{Key: "locale", Value: "fr"}}},
	example.TypeDocuments:      {bson.A{bson.D{{Key: "a", Value: int32(1)}}}, bson.A{bson.D{{Key: "b", Value: int32(1)}}}},
	example.TypeStoredList:     {bson.A{bson.D{{Key: "a", Value: int32(1)}}}, bson.A{bson.D{{Key: "b", Value: int32(1)}}}},
	example.TypeRequests: {
		bson.A{bson.D{{Key: "insertOne", Value: bson.D{{Key: "document", Value: bson.D{{Key: "a", Value: int32(1)}}}}}}},
		bson.A{bson.D{{Key: "deleteOne", Value: bson.D{{Key: "filter", Value: bson.D{{Key: "a", Value: int32(1)}}}}}}},
	},
	example.TypeCommand:   {bson.D{{Key: "ping", Value: int32(1)}}, bson.D{{Key: "hello", Value: int32(1)}}},
	example.TypeExplained: {bson.D{{Key: "find", Value: bson.D{{Key: "filter", Value: bson.D{}}}}}, bson.D{{Key: "aggregate", Value: bson.D{{Key: "pipeline", Value: bson.A{}}}}}},
}

// TestTemplates: a language has a template of each statement, or says that it does
// without one.
func TestTemplates(t *testing.T) {
	for _, l := range languages {
		of := reflect.ValueOf(l.Facts().Templates)
		for i := range of.NumField() {
			if of.Field(i).String() == "" {
				t.Errorf("%s has no template %s", l.Facts().Name, of.Type().Field(i).Name)
			}
		}
	}
}

// TestScalars: a language writes each scalar.
func TestScalars(t *testing.T) {
	for _, l := range languages {
		for _, kind := range append(strings.Fields("bool null int long decimal objectId timestamp regex minKey maxKey NaN Infinity -Infinity"), code.RegexWithOptions, code.WholeDouble) {
			if l.Facts().Scalars[kind] == "" {
				t.Errorf("%s has no %s", l.Facts().Name, kind)
			}
		}
	}
}

// TestChain: of methods that don't fit in one line, none is broken whose argument is as
// narrow as an indentation.
func TestChain(t *testing.T) {
	descending := bson.D{{Key: "at", Value: int32(-1)}, {Key: "_id", Value: int32(-1)}}
	step := example.Step{ID: "find", Save: "newest", Operation: example.Operation{Name: "find", Object: "entries", Arguments: bson.D{
		{Key: "filter", Value: bson.D{{Key: "hut", Value: int32(1)}}}, {Key: "projection", Value: bson.D{{Key: "hut", Value: int32(0)}}},
		{Key: "sort", Value: descending}, {Key: "limit", Value: int32(3)},
	}}}
	written, err := code.Step(python.Language, &step, 1)
	if err != nil {
		t.Fatal(err)
	}
	const want = `newest = db["entries"].find(
    {"hut": 1},
    {"hut": 0},
).sort([
    ("at", DESCENDING),
    ("_id", DESCENDING),
]).limit(3).to_list()
`
	if got := written.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestClusteredCollection: each language makes a collection whose documents lie in the
// order of _id as its driver wants it.
func TestClusteredCollection(t *testing.T) {
	key := bson.D{{Key: "_id", Value: int32(1)}}
	options := bson.D{{Key: "clusteredIndex", Value: bson.D{{Key: "key", Value: key}, {Key: "unique", Value: true}, {Key: "name", Value: "by hut"}}}}
	for l, want := range map[code.Language]string{
		shell.Language:  `db.createCollection('nights', { clusteredIndex: { key: { _id: 1 }, unique: true, name: 'by hut' } })`,
		node.Language:   `await db.createCollection('nights', { clusteredIndex: { key: { _id: 1 }, unique: true, name: 'by hut' } });`,
		python.Language: `db.create_collection("nights", clusteredIndex={ "key": {"_id": 1}, "unique": True, "name": "by hut", })`,
		golang.Language: `err = db.CreateCollection(ctx, "nights", options.CreateCollection().SetClusteredIndex(bson.D{ {"key", bson.D{{"_id", 1}}}, {"unique", true}, {"name", "by hut"}, }), ) if err != nil { return err }`,
		java.Language:   `db.createCollection("nights", new CreateCollectionOptions() .clusteredIndexOptions( new ClusteredIndexOptions( Indexes.ascending("_id"), true) .name("by hut")));`,
	} {
		created, _, err := code.Schema(l, &example.Collection{Name: "nights", Options: options})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(created.Text()), " "); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestPipelineThatWrites: a script runs it, and prints no result, which is always empty.
func TestPipelineThatWrites(t *testing.T) {
	stored := storedOf(t, `{ "id": "copy", "operation": { "name": "aggregate", "object": "huts", "arguments": { "pipeline": [{ "$out": "copies" }] } } }`)
	for l, want := range map[code.Language]string{
		shell.Language:  `db.huts.aggregate([{ $out: 'copies' }]);`,
		node.Language:   `await db.collection('huts').aggregate([{ $out: 'copies' }]).toArray();`,
		python.Language: `db["huts"].aggregate([{"$out": "copies"}])`,
		golang.Language: `_, err = db.Collection("huts").Aggregate(ctx, mongo.Pipeline{`,
		java.Language:   `db.getCollection("huts").aggregate(List.of(out("copies"))).toCollection();`,
	} {
		script, err := code.WriteScript(l, stored)
		if err != nil {
			t.Fatal(err)
		}
		got := script.In(&code.Comments{Steps: []string{"Copy"}})
		if !strings.Contains(got, want) || strings.Contains(got, "print") {
			t.Errorf("%s prints the result, or lacks %s:\n%s", l.Facts().Name, want, got)
		}
	}
}

// TestCommandThatGoesWell: a reply that says only that is not printed.
func TestCommandThatGoesWell(t *testing.T) {
	stored := storedOf(t, `{ "id": "loosen", "operation": { "name": "runCommand", "arguments": { "command": { "collMod": "huts", "validator": {} } } }, "expectResult": { "ok": 1.0 } }`)
	for l, want := range map[code.Language]string{
		shell.Language:  "\ndb.runCommand({ collMod: 'huts', validator: {} });\n",
		node.Language:   "\n  await db.command({ collMod: 'huts', validator: {} });\n",
		python.Language: "\n    db.command({\"collMod\": \"huts\", \"validator\": {}})\n",
		golang.Language: "}).Err()",
		java.Language:   "\n            db.runCommand(\n",
	} {
		script, err := code.WriteScript(l, stored)
		if err != nil {
			t.Fatal(err)
		}
		got := script.In(&code.Comments{Steps: []string{"Loosen"}})
		if !strings.Contains(got, want) || strings.Contains(got, "print") {
			t.Errorf("%s prints the reply, or lacks %s:\n%s", l.Facts().Name, want, got)
		}
	}
}

// storedOf returns the parts of the scripts of an example with these steps.
func storedOf(t *testing.T, steps string) *code.Stored {
	t.Helper()
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(`{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null } },
  "initialData": [],
  "steps": [`+steps+`]
}`)))
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	stored, err := code.StoredOf(e)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

// TestUpsertThatReturnsADocument: PyMongo returns the document itself, which has no
// upserted_id to print.
func TestUpsertThatReturnsADocument(t *testing.T) {
	stored := storedOf(t, `{ "id": "put", "operation": { "name": "findOneAndReplace", "object": "huts", "arguments": { "filter": { "_id": 1 }, "replacement": { "open": true }, "upsert": true, "returnDocument": "After" } } }`)
	script, err := code.WriteScript(python.Language, stored)
	if err != nil {
		t.Fatal(err)
	}
	const want = `
    pp(
        db["huts"].find_one_and_replace(
            {"_id": 1},
            {"open": True},
            upsert=True,
            return_document=ReturnDocument.AFTER,
        )
    )
`
	if got := script.In(&code.Comments{Steps: []string{"Put"}}); !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant at its end\n%s", got, want)
	}
}

// TestCollation: each language breaks a collation into lines, and Java has constants for
// its values.
func TestCollation(t *testing.T) {
	options := bson.D{{Key: "collation", Value: bson.D{{Key: "locale", Value: "fr"}, {Key: "strength", Value: int32(2)}, {Key: "caseFirst", Value: "upper"}, {Key: "alternate", Value: "non-ignorable"}, {Key: "maxVariable", Value: "space"}}}}
	for l, want := range map[code.Language]string{
		shell.Language: `db.createCollection('huts', { collation: {
  locale: 'fr',
  strength: 2,
  caseFirst: 'upper',
  alternate: 'non-ignorable',
  maxVariable: 'space'
} })
`,
		node.Language: `await db.createCollection('huts', { collation: {
  locale: 'fr',
  strength: 2,
  caseFirst: 'upper',
  alternate: 'non-ignorable',
  maxVariable: 'space'
} });
`,
		python.Language: `db.create_collection("huts", collation=Collation(
    locale="fr",
    strength=2,
    caseFirst="upper",
    alternate="non-ignorable",
    maxVariable="space",
))
`,
		golang.Language: `err = db.CreateCollection(ctx, "huts",
    options.CreateCollection().SetCollation(&options.Collation{
        Locale:      "fr",
        Strength:    2,
        CaseFirst:   "upper",
        Alternate:   "non-ignorable",
        MaxVariable: "space",
    }),
)
if err != nil {
    return err
}
`,
		java.Language: `db.createCollection("huts",
    new CreateCollectionOptions()
        .collation(Collation.builder()
            .locale("fr")
            .collationStrength(
                CollationStrength.SECONDARY)
            .collationCaseFirst(CollationCaseFirst.UPPER)
            .collationAlternate(
                CollationAlternate.NON_IGNORABLE)
            .collationMaxVariable(
                CollationMaxVariable.SPACE)
            .build()));
`,
	} {
		created, _, err := code.Schema(l, &example.Collection{Name: "huts", Options: options})
		if err != nil {
			t.Fatal(err)
		}
		if got := created.Text(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestEmptyListInGo: a list that a later step uses is not nil, which the driver leaves as
// it is if there are no documents, and then sends as null.
func TestEmptyListInGo(t *testing.T) {
	stored := storedOf(t, `{ "id": "extra", "save": "extra", "operation": { "name": "find", "object": "huts", "arguments": { "filter": { "old": true }, "sort": { "_id": 1 } } } },
    { "id": "remove", "operation": { "name": "deleteMany", "object": "huts", "arguments": { "filter": { "$expr": { "$in": ["$$ROOT", { "$literal": { "$$saved": "extra" } }] } } } } },
    { "id": "rest", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": 1 } } } }`)
	script, err := code.WriteScript(golang.Language, stored)
	if err != nil {
		t.Fatal(err)
	}
	got := script.In(&code.Comments{Steps: make([]string, 3)})
	for _, want := range []string{"\n\textra := []bson.Raw{}\n", "\n\tvar rest []bson.D\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the script has no%sin\n%s", want, got)
		}
	}
}
