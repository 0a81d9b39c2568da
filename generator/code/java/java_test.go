package java

import (
	"os"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/code/layout"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// TestBuilders: what the driver has builders for is written with them, and what
// they would not make the same of is a Document.
func TestBuilders(t *testing.T) {
	for _, tt := range []struct {
		write      func(n ejson.Node) code.Expr
		json, want string
	}{
		{filter, `{}`, `empty()`},
		{filter, `{ "a": null, "b": { "$gte": 1, "$lt": 2.0 } }`, `and(eq("a", null), gte("b", 1), lt("b", 2.0))`},
		{filter, `{ "$or": [{ "a": { "$exists": true } }, { "a": { "$exists": false } }] }`, `or(exists("a"), exists("a", false))`},
		{filter, `{ "a": { "$in": [1, 2] } }`, `in("a", 1, 2)`},
		{filter, `{ "a": { "$in": [[1]] } }`, `in("a", List.of(List.of(1)))`},
		{filter, `{ "a": { "$in": [null] } }`, `in("a", Collections.singletonList(null))`},
		{filter, `{ "a": { "$in": { "$$saved": "sung.0.ids" } } }`, `in("a", sung.get(0).getList("ids", Object.class))`},
		{filter, `{ "a": { "$in": { "$$saved": "sung.ids.0" } } }`, `new Document("a", new Document("$in", sung.getList("ids", Object.class).get(0)))`},
		{filter, `{ "a": { "$regex": "^x", "$options": "i" } }`, `regex("a", "^x", "i")`},
		{filter, `{ "a": { "$elemMatch": { "b": 1 } } }`, `Filters.elemMatch("a", eq("b", 1))`},
		{filter, `{ "a": { "$elemMatch": { "$gt": 1 } } }`, `Filters.elemMatch("a", new Document("$gt", 1))`},
		{filter, `{ "a": { "$not": { "$gt": 1 } } }`, `not(gt("a", 1))`},
		{update, `{ "$set": { "a": 1 }, "$inc": { "b": { "$$saved": "x.b" } } }`, `combine(set("a", 1), new Document("$inc", new Document("b", x.get("b"))))`},
		{update, `{ "$push": { "a": { "$each": [1], "$slice": -3, "$sort": { "b": -1 } } } }`, `pushEach("a", List.of(1), new PushOptions().slice(-3).sortDocument(descending("b")))`},
		{update, `{ "$pull": { "a": { "$gte": 1 } } }`, `pullByFilter(gte("a", 1))`},
		{update, `{ "$pull": { "a": { "$gte": 1, "$lt": 3 } } }`, `new Document("$pull", new Document("a", new Document("$gte", 1).append("$lt", 3)))`},
		{update, `{ "$pop": { "a": -1 } }`, `popFirst("a")`},
		{update, `{ "$bit": { "a": { "and": 1 } } }`, `new Document("$bit", new Document("a", new Document("and", 1)))`},
		{projection, `{ "_id": 0, "a": 1, "b": true, "c": "$d" }`, `fields(excludeId(), include("a", "b"), computed("c", "$d"))`},
		{pipeline, `[{ "$group": { "_id": null, "n": { "$sum": 1 }, "x": { "$median": { "input": "$a", "method": "approximate" } } } }]`,
			`List.of(group(null, Accumulators.sum("n", 1), new BsonField("x", new Document("$median", new Document("input", "$a").append("method", "approximate")))))`},
		{pipeline, `[{ "$lookup": { "from": "b", "localField": "x", "foreignField": "y", "pipeline": [], "as": "z" } }]`,
			`List.of(new Document("$lookup", new Document("from", "b").append("localField", "x").append("foreignField", "y").append("pipeline", List.of()).append("as", "z")))`},
		{pipeline, `[{ "$lookup": { "from": "b", "localField": "x", "foreignField": "y", "as": "z", "pipeline": [{ "$project": { "a": 1 } }] } }]`,
			`List.of(new Document("$lookup", new Document("from", "b").append("localField", "x").append("foreignField", "y").append("as", "z").append("pipeline", List.of(project(include("a"))))))`},
		{pipeline, `[{ "$bucket": { "groupBy": "$a", "boundaries": [0, 5], "default": "more", "output": { "n": { "$sum": 1 } } } }]`,
			`List.of(bucket("$a", List.of(0, 5), new BucketOptions().defaultBucket("more").output(Accumulators.sum("n", 1))))`},
		{pipeline, `[{ "$setWindowFields": { "sortBy": { "a": 1 }, "output": { "n": { "$documentNumber": {} } } } }]`,
			`List.of(setWindowFields(null, ascending("a"), WindowOutputFields.documentNumber("n")))`},
		{pipeline, `[{ "$setWindowFields": { "output": { "n": { "$sum": "$a", "window": {} } } } }]`,
			`List.of(new Document("$setWindowFields", new Document("output", new Document("n", new Document("$sum", "$a").append("window", new Document())))))`},
		{pipeline, `[{ "$merge": { "into": "b", "on": "_id", "whenMatched": "keepExisting" } }]`,
			`List.of(merge("b", new MergeOptions().uniqueIdentifier("_id").whenMatched(MergeOptions.WhenMatched.KEEP_EXISTING)))`},
	} {
		var value bson.D
		if err := bson.UnmarshalExtJSON([]byte(`{ "v": `+tt.json+` }`), false, &value); err != nil {
			t.Fatal(err)
		}
		node, err := ejson.Open(value)
		if err != nil {
			t.Fatal(err)
		}
		if got := (figure.Line{Tokens: layout.Inline(code.Fluent{}.Doc(tt.write(node.Fields[0].Value)))}).Text(); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.json, got, tt.want)
		}
	}
}

// TestOptions: every operation whose options are an object has its class, and
// every class that is named is imported from somewhere.
func TestOptions(t *testing.T) {
	for _, of := range example.Operations() {
		for _, a := range of.Arguments {
			class := optionsOf[of.Name]
			if place(of)(a) == example.Option && of.Returns != example.ReturnsStream && class == "" {
				t.Errorf("%s takes the option %s, but has no class for it", of.Name, a.Name)
			}
			if class != "" && !slices.ContainsFunc(packages, func(p classes) bool { return slices.Contains(strings.Fields(p.names), class) }) {
				t.Errorf("%s is in no package", class)
			}
		}
	}
}

// TestCollections: the options of a collection are set by the driver's methods, with
// values of their types.
func TestCollections(t *testing.T) {
	const made = `new CreateCollectionOptions()`
	for options, want := range map[string]string{
		`{ "capped": true, "size": 4096, "max": 100 }`:                                                                  made + `.capped(true).sizeInBytes(4096L).maxDocuments(100L)`,
		`{ "timeseries": { "timeField": "at", "metaField": "hut", "granularity": "hours" }, "expireAfterSeconds": 60 }`: made + `.timeSeriesOptions(new TimeSeriesOptions("at").metaField("hut").granularity(TimeSeriesGranularity.HOURS)).expireAfter(60L, TimeUnit.SECONDS)`,
		`{ "timeseries": { "timeField": "at", "bucketMaxSpanSeconds": 60, "bucketRoundingSeconds": 60 } }`:              made + `.timeSeriesOptions(new TimeSeriesOptions("at").bucketMaxSpan(60L, TimeUnit.SECONDS).bucketRounding(60L, TimeUnit.SECONDS))`,
		`{ "clusteredIndex": { "key": { "_id": 1 }, "unique": true, "name": "by number" } }`:                            made + `.clusteredIndexOptions(new ClusteredIndexOptions(Indexes.ascending("_id"), true).name("by number"))`,
		`{ "collation": { "locale": "en" } }`:                                                                           made + `.collation(Collation.builder().locale("en").build())`,
	} {
		c := &example.Collection{Name: "huts"}
		if err := bson.UnmarshalExtJSON([]byte(options), false, &c.Options); err != nil {
			t.Fatal(err)
		}
		written, _, err := code.Schema(Language, c)
		if err != nil {
			t.Fatal(err)
		}
		if got := unbroken.Replace(written.Text()); got != `db.createCollection("huts",`+unbroken.Replace(want)+");" {
			t.Errorf("%s: got\n%s\nwant\n%s", options, got, want)
		}
	}
}

var unbroken = strings.NewReplacer("\n", "", " ", "")

// TestJars: a script says how to fetch the driver that CI runs it with.
func TestJars(t *testing.T) {
	pom, err := os.ReadFile("../../../.ci/clients/pom.xml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(pom), "<version>"+Version+"</version>") {
		t.Errorf("CI's driver is not of version %s:\n%s", Version, pom)
	}
}

// TestArguments: a short first argument that has no room behind its bracket is indented
// as the others are, and names before options share a line.
func TestArguments(t *testing.T) {
	texts := func(words ...string) (all []code.Expr) {
		for _, word := range words {
			all = append(all, text(word))
		}
		return all
	}
	joined := static("List", "of", append(texts("$$value"), document("$toString", text("$$this._id")), text("/"))...)
	for _, tt := range []struct {
		argument code.Expr
		want     string
	}{
		{document("$concat", joined), "new Document(\"$concat\", List.of(\n    \"$$value\",\n    new Document(\"$toString\", \"$$this._id\"),\n    \"/\")))"},
		{static("Aggregates", "graphLookup", append(texts("places", "$parent", "parent", "_id", "found"), made("GraphLookupOptions").Then("depthField", text("level")))...),
			"graphLookup(\"places\", \"$parent\",\n    \"parent\", \"_id\", \"found\",\n    new GraphLookupOptions().depthField(\"level\"))"},
	} {
		if got := laidOut(code.Method{Name: "f", Arguments: []code.Expr{tt.argument}}, 62); !strings.Contains(got, tt.want) {
			t.Errorf("got\n%s\nwant\n%s", got, tt.want)
		}
	}
}

// TestLongStrings: a string that has no room for its parts is not cut.
func TestLongStrings(t *testing.T) {
	deep := text(strings.Repeat("word ", 20))
	for range 20 {
		deep = document("field", deep)
	}
	if got := laidOut(code.Method{Name: "insertOne", Arguments: []code.Expr{deep}}, 52); !strings.Contains(got, strings.Repeat("word ", 20)) {
		t.Errorf("the string is cut:\n%s", got)
	}
}

// TestDeepDocuments: the time for documents within each other grows with their number; if
// each were laid out twice, this test would not end.
func TestDeepDocuments(t *testing.T) {
	deep := text("x")
	for range 80 {
		deep = document("a", deep).Then("append", key("b"), text("y"))
	}
	got := laidOut(code.Method{Name: "insertOne", Arguments: []code.Expr{deep}}, 52)
	if count := strings.Count(got, "new Document("); count != 80 {
		t.Errorf("there are %d documents:\n%s", count, got)
	}
}

func laidOut(m code.Method, width int) string {
	statement := layout.Concat(code.Fluent{}.Chain(Language.Collection("huts"), []code.Method{m}), layout.Punctuation(";"))
	return figure.Code{Lines: layout.Lines(statement, layout.Margins{Width: width, Step: 4}).Lines}.Text()
}

// TestHints: the keys of an index are written as where the index is made.
func TestHints(t *testing.T) {
	for hint, want := range map[string]string{
		`"name_1__id_-1"`:          `.hintString("name_1__id_-1")`,
		`{ "name": 1, "_id": -1 }`: `.hint(Indexes.compoundIndex(Indexes.ascending("name"), Indexes.descending("_id")))`,
	} {
		step := example.Step{Operation: example.Operation{Name: "find", Object: "huts"}}
		if err := bson.UnmarshalExtJSON([]byte(`{ "filter": {}, "hint": `+hint+` }`), false, &step.Operation.Arguments); err != nil {
			t.Fatal(err)
		}
		written, err := code.Step(Language, &step, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := unbroken.Replace(written.Text()); !strings.Contains(got, unbroken.Replace(want)) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
