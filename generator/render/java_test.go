package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/required"
)

// TestBuildersOfJava: what the driver has builders for is written with them, and what
// they would not make the same of is a Document.
func TestBuildersOfJava(t *testing.T) {
	for _, tt := range []struct {
		write      func(d *Dialect, n ejson.Node) (piece, error)
		json, want string
	}{
		{filterInJava, `{}`, `empty()`},
		{filterInJava, `{ "a": null, "b": { "$gte": 1, "$lt": 2.0 } }`, `and(eq("a", null), gte("b", 1), lt("b", 2.0))`},
		{filterInJava, `{ "$or": [{ "a": { "$exists": true } }, { "a": { "$exists": false } }] }`, `or(exists("a"), exists("a", false))`},
		{filterInJava, `{ "a": { "$in": [1, 2] } }`, `in("a", 1, 2)`},
		{filterInJava, `{ "a": { "$in": [[1]] } }`, `in("a", List.of(List.of(1)))`},
		{filterInJava, `{ "a": { "$in": [null] } }`, `in("a", Collections.singletonList(null))`},
		{filterInJava, `{ "a": { "$in": { "$$saved": "sung.0.ids" } } }`, `in("a", sung.get(0).getList("ids", Object.class))`},
		{filterInJava, `{ "a": { "$in": { "$$saved": "sung.ids.0" } } }`, `new Document("a", new Document("$in", sung.getList("ids", Object.class).get(0)))`},
		{filterInJava, `{ "a": { "$regex": "^x", "$options": "i" } }`, `regex("a", "^x", "i")`},
		{filterInJava, `{ "a": { "$elemMatch": { "b": 1 } } }`, `Filters.elemMatch("a", eq("b", 1))`},
		{filterInJava, `{ "a": { "$elemMatch": { "$gt": 1 } } }`, `Filters.elemMatch("a", new Document("$gt", 1))`},
		{filterInJava, `{ "a": { "$not": { "$gt": 1 } } }`, `not(gt("a", 1))`},
		{updateInJava, `{ "$set": { "a": 1 }, "$inc": { "b": { "$$saved": "x.b" } } }`, `combine(set("a", 1), new Document("$inc", new Document("b", x.get("b"))))`},
		{updateInJava, `{ "$push": { "a": { "$each": [1], "$slice": -3, "$sort": { "b": -1 } } } }`, `pushEach("a", List.of(1), new PushOptions().slice(-3).sortDocument(descending("b")))`},
		{updateInJava, `{ "$pull": { "a": { "$gte": 1 } } }`, `pullByFilter(gte("a", 1))`},
		{updateInJava, `{ "$pull": { "a": { "$gte": 1, "$lt": 3 } } }`, `new Document("$pull", new Document("a", new Document("$gte", 1).append("$lt", 3)))`},
		{updateInJava, `{ "$pop": { "a": -1 } }`, `popFirst("a")`},
		{updateInJava, `{ "$bit": { "a": { "and": 1 } } }`, `new Document("$bit", new Document("a", new Document("and", 1)))`},
		{projectionInJava, `{ "_id": 0, "a": 1, "b": true, "c": "$d" }`, `fields(excludeId(), include("a", "b"), computed("c", "$d"))`},
		{pipelineInJava, `[{ "$group": { "_id": null, "n": { "$sum": 1 }, "x": { "$median": { "input": "$a", "method": "approximate" } } } }]`,
			`List.of(group(null, Accumulators.sum("n", 1), new BsonField("x", new Document("$median", new Document("input", "$a").append("method", "approximate")))))`},
		{pipelineInJava, `[{ "$lookup": { "from": "b", "localField": "x", "foreignField": "y", "pipeline": [], "as": "z" } }]`,
			`List.of(new Document("$lookup", new Document("from", "b").append("localField", "x").append("foreignField", "y").append("pipeline", List.of()).append("as", "z")))`},
		{pipelineInJava, `[{ "$lookup": { "from": "b", "localField": "x", "foreignField": "y", "as": "z", "pipeline": [{ "$project": { "a": 1 } }] } }]`,
			`List.of(new Document("$lookup", new Document("from", "b").append("localField", "x").append("foreignField", "y").append("as", "z").append("pipeline", List.of(project(include("a"))))))`},
		{pipelineInJava, `[{ "$bucket": { "groupBy": "$a", "boundaries": [0, 5], "default": "more", "output": { "n": { "$sum": 1 } } } }]`,
			`List.of(bucket("$a", List.of(0, 5), new BucketOptions().defaultBucket("more").output(Accumulators.sum("n", 1))))`},
		{pipelineInJava, `[{ "$setWindowFields": { "sortBy": { "a": 1 }, "output": { "n": { "$documentNumber": {} } } } }]`,
			`List.of(setWindowFields(null, ascending("a"), WindowOutputFields.documentNumber("n")))`},
		{pipelineInJava, `[{ "$setWindowFields": { "output": { "n": { "$sum": "$a", "window": {} } } } }]`,
			`List.of(new Document("$setWindowFields", new Document("output", new Document("n", new Document("$sum", "$a").append("window", new Document())))))`},
		{pipelineInJava, `[{ "$merge": { "into": "b", "on": "_id", "whenMatched": "keepExisting" } }]`,
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
		p, err := tt.write(java, node.Fields[0].Value)
		if err != nil {
			t.Fatal(err)
		}
		if got := (figure.Line{Tokens: inLine([]piece{p})}).Text(); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.json, got, tt.want)
		}
	}
}

// TestOptionsOfJava: every operation whose options are an object has its class, and
// every class that is named is imported from somewhere.
func TestOptionsOfJava(t *testing.T) {
	for _, of := range example.Operations() {
		for _, a := range of.Arguments {
			class := optionsOf[of.Name]
			if placeInJava(of, a) == example.Option && of.Returns != example.ReturnsStream && class == "" {
				t.Errorf("%s takes the option %s, but has no class for it", of.Name, a.Name)
			}
			if class != "" && !slices.ContainsFunc(packages, func(p classes) bool { return slices.Contains(strings.Fields(p.names), class) }) {
				t.Errorf("%s is in no package", class)
			}
		}
	}
}

// TestJarsOfJava: a script says how to fetch the driver that CI runs it with.
func TestJarsOfJava(t *testing.T) {
	pom, err := os.ReadFile("../../.ci/clients/pom.xml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(pom), "<version>"+versionOfJava+"</version>") {
		t.Errorf("CI's driver is not of version %s:\n%s", versionOfJava, pom)
	}
}

// TestStepsOfDrivers: the handbook's steps are written for pages in every language,
// narrow as they are.
func TestStepsOfDrivers(t *testing.T) {
	for _, e := range handbook(t) {
		for _, d := range Dialects()[1:] {
			if _, steps, err := d.Steps(e); d.Writes(e) && (err != nil || len(steps) != len(e.Steps)) {
				t.Errorf("%s, %s: %d steps, %v", e.Name, d.Name, len(steps), err)
			}
		}
	}
}

// TestErrorsOfJava: what is caught is of the class that the driver throws for the
// operation, and a program has no method that it doesn't call.
func TestErrorsOfJava(t *testing.T) {
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null, "indexes": [] } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1 }] }],
  "steps": [
    { "id": "one", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 1 } } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } },
    { "id": "several", "operation": { "name": "insertMany", "object": "huts", "arguments": { "documents": [{ "_id": 1 }] } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } },
    { "id": "index", "operation": { "name": "createIndex", "object": "huts", "arguments": { "keys": { "a": 1 }, "unique": true } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } },
    { "id": "changed", "operation": { "name": "findOneAndUpdate", "object": "huts", "arguments": { "filter": {}, "update": { "$set": { "_id": 2 } } } }, "expectError": { "code": 66, "codeName": "ImmutableField" } },
    { "id": "all", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": 1 } } } }
  ]
}`
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(source)))
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	script, err := java.Script(storedOf(t, e))
	if err != nil {
		t.Fatal(err)
	}
	text := script.In(&Comments{Steps: make([]string, len(e.Steps))})
	for _, part := range []string{
		"} catch (MongoWriteException error) {\n                if (error.getError().getCategory()\n                        != ErrorCategory.DUPLICATE_KEY) {\n",
		"} catch (MongoBulkWriteException error) {\n                if (error.getWriteErrors().stream()\n                        .noneMatch(err -> err.getCode() == 11000)) { // DuplicateKey\n",
		"} catch (DuplicateKeyException error) {\n                System.out.println(error);\n",
		"} catch (MongoCommandException error) {\n                if (error.getCode() != 66) { // ImmutableField\n",
		"\n            printAll(all);\n", "\n    private static void printAll(List<Document> documents) {\n",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the script has no\n%s\nin\n%s", part, text)
		}
	}
	if strings.Contains(text, "void print(") {
		t.Errorf("the script prints no document alone, but could:\n%s", text)
	}
}

// TestArgumentsOfJava: a short first argument that has no room behind its bracket is
// indented as the others are, and names before options share a line.
func TestArgumentsOfJava(t *testing.T) {
	text := func(words ...string) (pieces []piece) {
		for _, word := range words {
			pieces = append(pieces, stringInJava(word))
		}
		return pieces
	}
	joined := static("List", "of", append(text("$$value"), documentOf("$toString", stringInJava("$$this._id")), stringInJava("/"))...)
	for _, tt := range []struct {
		argument piece
		want     string
	}{
		{documentOf("$concat", joined), "new Document(\"$concat\", List.of(\n    \"$$value\",\n    new Document(\"$toString\", \"$$this._id\"),\n    \"/\")))"},
		{static("Aggregates", "graphLookup", append(text("places", "$parent", "parent", "_id", "found"), made("GraphLookupOptions").calls("depthField", stringInJava("level")))...),
			"graphLookup(\"places\", \"$parent\",\n    \"parent\", \"_id\", \"found\",\n    new GraphLookupOptions().depthField(\"level\"))"},
	} {
		c := chain{dialect: java, receiver: java.receiver("huts"), methods: []method{{name: "f", arguments: []piece{tt.argument}}}, width: 62}
		if got := c.code().Text(); !strings.Contains(got, tt.want) {
			t.Errorf("got\n%s\nwant\n%s", got, tt.want)
		}
	}
}

// TestLongStringsOfJava: a string that has no room for its parts is not cut.
func TestLongStringsOfJava(t *testing.T) {
	deep := piece{scalar: one(figure.String, quoteInJava(strings.Repeat("word ", 20)))}
	for range 20 {
		deep = documentOf("field", deep)
	}
	c := chain{dialect: java, receiver: java.receiver("huts"), methods: []method{{name: "insertOne", arguments: []piece{deep}}}}
	if text := c.code().Text(); !strings.Contains(text, strings.Repeat("word ", 20)) {
		t.Errorf("the string is cut:\n%s", text)
	}
}

// TestScriptsInJava does the same with the driver for Java: all scripts are compiled
// at once and run in one virtual machine.
func TestScriptsInJava(t *testing.T) {
	jars := os.Getenv("MODELBOOK_JAVA_CLASSPATH")
	if jars == "" {
		required.Missing(t, "drivers", "MODELBOOK_JAVA_CLASSPATH names no jars of the driver for Java; .ci/clients/run fetches them")
	}
	scriptsRun(t, java, exactTypes, func(uri, folder string, calls []string) map[string]ejson.Node {
		for name, content := range map[string]string{"Scripts.java": inJava, "calls": strings.Join(calls, "")} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		compileJava(t, jars, folder)
		command := exec.Command("java", "-XX:TieredStopAtLevel=1", "-cp", jars+string(filepath.ListSeparator)+folder, "Scripts", filepath.Join(folder, "calls"))
		command.Env = append(os.Environ(), "MONGODB_URI="+uri)
		return runProgram(t, command)
	})
}

// compileJava compiles all files of a folder, and takes a warning for an error.
func compileJava(t *testing.T, jars, folder string) {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(folder, "*.java"))
	if err != nil {
		t.Fatal(err)
	}
	compile := exec.Command("javac", append([]string{"--release", java.least, "-encoding", "UTF-8", "-proc:none", "-Xlint:all", "-Werror", "-d", folder, "-cp", jars}, sources...)...)
	if output, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
}

// TestPagesInJava: the steps of an example as pages have them, one below the other
// where the listing has …, are a program that compiles.
func TestPagesInJava(t *testing.T) {
	jars := os.Getenv("MODELBOOK_JAVA_CLASSPATH")
	if jars == "" {
		required.Missing(t, "drivers", "MODELBOOK_JAVA_CLASSPATH names no jars of the driver for Java; .ci/clients/run fetches them")
	}
	folder := t.TempDir()
	for _, e := range handbook(t) {
		if !java.Writes(e) {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, e.Name+".java"), []byte(joined(t, java, e)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compileJava(t, jars, folder)
}

// joined is the listing of an example's page with all steps in it.
func joined(t *testing.T, d *Dialect, e *example.Example) string {
	t.Helper()
	listing, steps, err := d.Steps(e)
	if err != nil {
		t.Fatal(err)
	}
	var body strings.Builder
	for _, step := range steps {
		body.WriteString(step.Text() + "\n")
	}
	program := strings.Replace(listing.Text(), "// …", body.String(), 1)
	if program == listing.Text() {
		t.Fatalf("the listing has no place for steps:\n%s", program)
	}
	return program
}

// inJava loads scripts and takes what they print: one value for each step that
// prints.
const inJava = `
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.result.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.logging.*;
import org.bson.*;
import org.bson.json.*;

class Scripts {
  static final JsonWriterSettings CANONICAL = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
  static final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  static final List<Logger> quieted = List.of(Logger.getLogger("org.bson"), Logger.getLogger("org.mongodb.driver"));

  public static void main(String[] args) throws IOException {
    for (Logger quiet : quieted) quiet.setLevel(Level.SEVERE);
    for (String call : Files.readAllLines(Path.of(args[0]))) {
      BsonArray arguments = BsonArray.parse("[" + call.substring(call.indexOf('(') + 1, call.length() - 1) + "]");
      run(arguments.get(0).asString().getValue(), arguments.get(1).asString().getValue(), arguments.get(2).asArray());
    }
    out.flush();
    System.exit(0);
  }

  static void run(String script, String file, BsonArray steps) throws IOException {
    String source = Files.readString(Path.of(file));
    String name = source.replaceAll("(?s).*?\nclass (\\w+).*", "$1");
    Iterator<BsonValue> rest = steps.iterator();
    System.setOut(new PrintStream(OutputStream.nullOutputStream()) {
      void take(Object value) {
        BsonArray step = rest.hasNext() ? rest.next().asArray() : BsonArray.parse("['" + script + "', 'prints too much']");
        printed(step.get(0).asString().getValue(), shape(step.get(1).asString().getValue(), value));
      }
      @Override public void println(Object value) { take(value); }
      @Override public void println(String value) { take(value); }
      @Override public void println(long value) { take(value); }
    });
    try {
      Class.forName(name).getDeclaredMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } catch (Throwable problem) {
      StringWriter trace = new StringWriter();
      problem.printStackTrace(new PrintWriter(trace));
      printed(script, new BsonString(trace.toString()));
    }
  }

  static void printed(String id, BsonValue value) {
    out.println("@" + new BsonDocument("id", new BsonString(id)).append("value", value).toJson(CANONICAL));
  }

  static BsonValue json(String text) { return BsonDocument.parse("{v: " + text + "}").get("v"); }

  /** Brings a result into the form of examples. */
  static BsonValue shape(String name, Object value) {
    if (value instanceof MongoBulkWriteException error) return new BsonDocument("error", new BsonInt32(error.getWriteErrors().get(0).getCode()));
    if (value instanceof MongoException error) return new BsonDocument("error", new BsonInt32(error.getCode()));
    if (value instanceof InsertOneResult r) return new BsonDocument("insertedId", r.getInsertedId());
    if (value instanceof InsertManyResult r) return new BsonDocument("insertedIds", ids(r.getInsertedIds()));
    if (value instanceof DeleteResult r) return count(new BsonDocument(), "deletedCount", r.getDeletedCount());
    if (value instanceof UpdateResult r) {
      BsonDocument counts = count(count(new BsonDocument(), "matchedCount", r.getMatchedCount()), "modifiedCount", r.getModifiedCount());
      count(counts, "upsertedCount", r.getUpsertedId() == null ? 0 : 1);
      return r.getUpsertedId() == null ? counts : counts.append("upsertedId", r.getUpsertedId());
    }
    if (value instanceof BulkWriteResult r) return bulk(r);
    if (value instanceof Long n) return new BsonInt32(Math.toIntExact(n));
    if (value instanceof List<?> list) {
      BsonArray array = new BsonArray();
      for (Object element : list) array.add(element instanceof BsonValue b ? b : json((String) element));
      return array;
    }
    if (name.equals("createIndex")) return new BsonString((String) value);
    BsonValue document = json((String) value);
    if (name.equals("explain")) {
      boolean explains = document.asDocument().containsKey("queryPlanner") || document.asDocument().containsKey("stages");
      return explains ? BsonNull.VALUE : new BsonDocument("explained", document);
    }
    if (name.equals("runCommand")) {
      document.asDocument().remove("$clusterTime");
      document.asDocument().remove("operationTime");
    }
    return document;
  }

  static BsonDocument count(BsonDocument counts, String name, long n) {
    return counts.append(name, new BsonInt32(Math.toIntExact(n)));
  }

  static BsonDocument ids(Map<Integer, BsonValue> byIndex) {
    BsonDocument ids = new BsonDocument();
    byIndex.forEach((index, id) -> ids.append(String.valueOf(index), id));
    return ids;
  }

  static BsonDocument bulk(BulkWriteResult r) {
    BsonDocument counts = count(count(new BsonDocument(), "insertedCount", r.getInsertedCount()), "matchedCount", r.getMatchedCount());
    count(count(counts, "modifiedCount", r.getModifiedCount()), "deletedCount", r.getDeletedCount());
    count(counts, "upsertedCount", r.getUpserts().size());
    BsonDocument inserted = new BsonDocument(), upserted = new BsonDocument();
    r.getInserts().forEach(insert -> inserted.append(String.valueOf(insert.getIndex()), insert.getId()));
    r.getUpserts().forEach(upsert -> upserted.append(String.valueOf(upsert.getIndex()), upsert.getId()));
    if (!inserted.isEmpty()) counts.append("insertedIds", inserted);
    return upserted.isEmpty() ? counts : counts.append("upsertedIds", upserted);
  }
}
`
