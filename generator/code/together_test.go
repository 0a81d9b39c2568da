package code_test

import (
	"os"
	"strings"
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/code/golang"
	"modelbook/generator/code/java"
	"modelbook/generator/code/node"
	"modelbook/generator/code/python"
	"modelbook/generator/code/shell"
	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// TestTogether: steps that are sent at the same time are sent before the result of any is
// waited for; only the shell waits for each.
func TestTogether(t *testing.T) {
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(`{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null }, "logs": { "validator": null } },
  "initialData": [],
  "steps": [
    { "id": "find-hut", "answers": { "id": "page", "fields": [] }, "save": "hut", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } },
    { "id": "find-logs", "answers": { "id": "page", "fields": [] }, "alongside": "find-hut", "operation": { "name": "find", "object": "logs", "arguments": { "filter": { "hut": 1 }, "sort": { "_id": 1 } } } },
    { "id": "open", "answers": { "id": "change", "fields": [] }, "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "open": true } } } }, "must": { "matchedCount": 1 } },
    { "id": "clear", "answers": { "id": "change", "fields": [] }, "alongside": "open", "operation": { "name": "deleteMany", "object": "logs", "arguments": { "filter": { "hut": 1 } } } },
    { "id": "use", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": { "name": { "$$saved": "hut.name" } } } } }
  ]
}`)))
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	for l, want := range map[code.Language]string{
		shell.Language:  `const hut = db.huts.findOne({ _id: 1 }) db.logs.find({ hut: 1 }).sort({ _id: 1 })`,
		node.Language:   `const hutSent = db.collection('huts').findOne({ _id: 1 }); const logsSent = db.collection('logs') .find({ hut: 1 }) .sort({ _id: 1 }) .toArray(); const [hut, logs] = await Promise.all([ hutSent, logsSent ]); if (!hut) throw new Error('hut is missing');`,
		python.Language: `with ThreadPoolExecutor() as pool: hut_sent = pool.submit( lambda: db["huts"].find_one({"_id": 1}) ) logs_sent = pool.submit( lambda: db["logs"].find({ "hut": 1, }).sort("_id").to_list() ) hut = hut_sent.result() if hut is None: raise LookupError("hut is missing") logs = logs_sent.result()`,
		golang.Language: `group, groupCtx := errgroup.WithContext(ctx) var hut bson.Raw group.Go(func() error { return db.Collection("huts").FindOne(groupCtx, bson.D{ {"_id", 1}, }).Decode(&hut) }) var logs []bson.D group.Go(func() error { cursor, err := db.Collection("logs").Find(groupCtx, bson.D{{"hut", 1}}, options.Find().SetSort(bson.D{{"_id", 1}}), ) if err != nil { return err } return cursor.All(groupCtx, &logs) }) if err := group.Wait(); err != nil { return err }`,
		java.Language:   `Executor threads = task -> new Thread(task).start(); CompletableFuture<Document> hutSent = CompletableFuture.supplyAsync( () -> db.getCollection("huts") .find(eq("_id", 1)) .first(), threads); CompletableFuture<List<Document>> logsSent = CompletableFuture.supplyAsync( () -> db.getCollection("logs") .find(eq("hut", 1)) .sort(ascending("_id")) .into(new ArrayList<>()), threads); Document hut = hutSent.join(); if (hut == null) { throw new IllegalStateException("hut is missing"); } List<Document> logs = logsSent.join();`,
	} {
		_, steps, err := code.Steps(l, e)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(steps[0].Text()+steps[1].Text()), " "); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", l.Facts().Name, got, want)
		}
		if next := steps[2].Text(); strings.Contains(next, "Executor threads") || l == python.Language && !strings.Contains(next, "with ThreadPoolExecutor") {
			t.Errorf("%s begins the next ones as\n%s", l.Facts().Name, next)
		}
		if got := steps[3].Text() + steps[4].Text(); !l.Facts().IsShell && !strings.Contains(got, "nothing matched in huts") {
			t.Errorf("%s does not look at the count:\n%s", l.Facts().Name, steps[3].Text())
		}
	}
}

// TestTogetherOfEveryKind: a document that is not there is no error of the others, and the
// name of an index and a pipeline that writes have types of their own.
func TestTogetherOfEveryKind(t *testing.T) {
	text, err := os.ReadFile("../render/testdata/together.json")
	if err != nil {
		t.Fatal(err)
	}
	e, list := example.Parse(diag.NewText("examples/together.json", text))
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	stored, err := code.StoredOf(e)
	if err != nil {
		t.Fatal(err)
	}
	for l, parts := range map[code.Language][]string{
		node.Language:   {`const [insert, insertTwo, update, upsert, bulk, index] = await Promise.all([ insertSent, insertTwoSent, updateSent, upsertSent, bulkSent, indexSent, copyResultSent ]);`},
		python.Language: {`bulk = bulk_sent.result() copy_result_sent.result() index = index_sent.result()`},
		golang.Language: {
			`.Decode(&none) if errors.Is(err, mongo.ErrNoDocuments) { return nil } return err })`,
			`if none == nil { fmt.Println(mongo.ErrNoDocuments) } else { show(none) }`,
			`_, err := db.Collection("logs").Aggregate(groupCtx,`, `var index string`, `fmt.Println(index)`,
		},
		java.Language: {
			`CompletableFuture<Void> copyResultSent = CompletableFuture.runAsync(`, `; copyResultSent.join();`,
			`CompletableFuture<String> indexSent =`, `String index = indexSent.join();`,
		},
	} {
		script, err := code.WriteScript(l, stored)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(strings.Fields(script.In(&code.Comments{Steps: make([]string, len(e.Steps))})), " ")
		for _, part := range parts {
			if !strings.Contains(strings.ReplaceAll(got, "// ", ""), part) {
				t.Errorf("%s: the script has no\n%s\nin\n%s", l.Facts().Name, part, got)
			}
		}
	}
}
