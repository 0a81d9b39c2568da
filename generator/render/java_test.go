package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/java"
	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/required"
)

// TestStepsOfDrivers: the handbook's steps are written for pages in every language,
// narrow as they are.
func TestStepsOfDrivers(t *testing.T) {
	for _, e := range handbook(t) {
		for _, l := range drivers {
			if _, steps, err := code.Steps(l, e); code.Writes(l, e) && (err != nil || len(steps) != len(e.Steps)) {
				t.Errorf("%s, %s: %d steps, %v", e.Name, l.Facts().Name, len(steps), err)
			}
		}
	}
}

// TestErrorsOfJava: a program catches the class that the driver throws for the
// operation, and has no method that it doesn't call.
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
	script, err := code.WriteScript(java.Language, storedOf(t, e))
	if err != nil {
		t.Fatal(err)
	}
	text := script.In(&code.Comments{Steps: make([]string, len(e.Steps))})
	for _, part := range []string{
		"} catch (MongoWriteException error) {\n                if (error.getError().getCategory()\n                        != ErrorCategory.DUPLICATE_KEY) {\n",
		"} catch (MongoBulkWriteException error) {\n                if (error.getWriteErrors().stream()\n                        .noneMatch(err -> err.getCode() == 11000)) { // DuplicateKey\n",
		"} catch (MongoServerException error) {\n                if (error.getCode() != 11000) { // DuplicateKey\n                    throw error;\n",
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

// TestScriptsInJava does the same with the driver for Java: all scripts are compiled
// at once and run in one virtual machine.
func TestScriptsInJava(t *testing.T) {
	jars := os.Getenv("MODELBOOK_JAVA_CLASSPATH")
	if jars == "" {
		required.Missing(t, "drivers", "MODELBOOK_JAVA_CLASSPATH names no jars of the driver for Java; .ci/clients/run fetches them")
	}
	scriptsRun(t, java.Language, exactTypes, func(uri, folder string, calls []string) map[string]ejson.Node {
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
	compile := exec.Command("javac", append([]string{"--release", java.Language.Facts().Least, "-encoding", "UTF-8", "-proc:none", "-Xlint:all", "-Werror", "-d", folder, "-cp", jars}, sources...)...)
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
		if !code.Writes(java.Language, e) {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, e.Name+".java"), []byte(joined(t, java.Language, e)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compileJava(t, jars, folder)
}

// joined is the listing of an example's page with all steps in it.
func joined(t *testing.T, l code.Language, e *example.Example) string {
	t.Helper()
	listing, steps, err := code.Steps(l, e)
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

// inJava loads scripts and reads their output: one value for each step that prints.
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
    if (name.equals("distinct")) return new Document("values", value).toBsonDocument().get("values");
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
