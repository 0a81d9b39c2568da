package code_test

import (
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

// TestAgain: the script of an example in which a client begins again is the program of
// that client, with a loop that is left if the count is what it must be, and that fails
// in the end. What comes before it and after it is sent once.
func TestAgain(t *testing.T) {
	e := clientsOf(t)
	stored, err := code.StoredOf(e)
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range map[code.Language]string{
		shell.Language: `// 3. reads for (let attempt = 1; ; attempt++) { const hut = db.huts.findOne({ _id: 1 }); if (!hut) throw new Error('hut is missing'); printjson(hut);` +
			` // 4. writes const writes = db.huts.updateOne( { _id: 1, version: hut.version }, { $set: { beds: 4 }, $inc: { version: 1 } } ); print(writes);` +
			` if (writes.matchedCount === 1) break; if (attempt === 5) { throw new Error('nothing matched in huts'); } }` +
			` // 5. notes print(db.notes.insertOne({ _id: 7 }));`,
		node.Language: `if (writes.matchedCount === 1) break; if (attempt === 5) { throw new Error('nothing matched in huts'); } }` +
			` // 5. notes console.log(await db.collection('notes').insertOne({ _id: 7 }));`,
		python.Language: `# 3. reads for _ in range(5): hut = db["huts"].find_one({"_id": 1})`,
		golang.Language: `if writes.MatchedCount == 1 { break } if attempt == 5 { return errors.New("nothing matched in huts") } } // 5. notes`,
		java.Language:   `if (writes.getMatchedCount() == 1) { break; } if (attempt == 5) { throw new IllegalStateException("nothing matched in huts"); } } // 5. notes`,
	} {
		script, err := code.WriteScript(l, stored)
		if err != nil {
			t.Fatal(err)
		}
		got := script.In(&code.Comments{Steps: []string{"adds", "looks", "reads", "writes", "notes"}})
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("%s: got\n%s\nwant\n%s", l.Facts().Name, got, want)
		}
		if l == python.Language && !strings.Contains(got, "        if result.matched_count == 1:\n            break\n    else:\n        raise RuntimeError(\"nothing matched in huts\")\n\n    # 5. notes\n    result = ") {
			t.Errorf("got\n%s", got)
		}
		if strings.Contains(strings.ToLower(got), "delete") || strings.Contains(got, "11000") {
			t.Errorf("%s has what only the order of the file has:\n%s", l.Facts().Name, got)
		}
	}
}

// TestAgainOfOthers: steps are in the order of the file if a loop would not do what the
// example does.
func TestAgainOfOthers(t *testing.T) {
	const must, when = `"must": { "matchedCount": 1 }`, `"when": { "matchedCount": 0 }`
	for name, changes := range map[string][]string{
		"no count decides":      {must, `"note": "It is not looked at"`},
		"the count may be 0":    {must, `"must": { "matchedCount": 0 }`},
		"another count decides": {must, `"must": { "modifiedCount": 1 }`},
		"an error":              {when, `"when": { "code": 11000 }`},
		"begins again twice":    {when, when + `, "from": "reads" }, "notes": { "when": { "code": 11000 }`},
		"uses the last attempt": {`"_id": 7`, `"_id": { "$$saved": "hut.beds" }`},
		"a transaction follows": {
			`{ "id": "notes", `, `{ "id": "starts", "client": "anna", "session": "a", "operation": { "name": "startTransaction" } },
      { "id": "commits", "client": "anna", "session": "a", "operation": { "name": "commitTransaction" } },
      { "id": "notes", "session": "a", `,
			`"notes"]`, `"starts", "notes", "commits"]`,
			`"schema": {`, `"runOnRequirements": [{ "topologies": ["replicaset"] }], "schema": {`,
		},
	} {
		e := clientsOf(t, changes...)
		if program, repeats := code.Program(e); program != e || repeats != nil {
			t.Errorf("%s: %+v", name, repeats)
		}
	}
}

// clientsOf is an example in which Anna begins again when another has written, with
// changes to its text.
func clientsOf(t *testing.T, changes ...string) *example.Example {
	t.Helper()
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "schema": { "huts": { "validator": null }, "notes": { "validator": null } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 1, "beds": 3, "version": 1 }] }],
  "steps": [
    { "id": "adds", "client": "anna", "operation": { "name": "insertOne", "object": "notes", "arguments": { "document": { "_id": 6 } } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } },
    { "id": "looks", "client": "anna", "operation": { "name": "countDocuments", "object": "huts", "arguments": { "filter": {} } }, "expectResult": 1 },
    { "id": "reads", "client": "anna", "save": "hut", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }, "expectResult": { "_id": 1, "beds": 3, "version": 1 } },
    { "id": "deletes", "client": "bo", "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }, "expectResult": { "deletedCount": 1 } },
    { "id": "writes", "client": "anna", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1, "version": { "$$saved": "hut.version" } }, "update": { "$set": { "beds": 4 }, "$inc": { "version": 1 } } } }, "must": { "matchedCount": 1 }, "expectResult": { "matchedCount": 0, "modifiedCount": 0, "upsertedCount": 0 } }
  ],
  "explore": {
    "steps": [{ "id": "notes", "client": "anna", "operation": { "name": "insertOne", "object": "notes", "arguments": { "document": { "_id": 7 } } } }],
    "clients": { "bo": ["deletes"], "anna": ["adds", "looks", "reads", "writes", "notes"] },
    "again": { "writes": { "when": { "matchedCount": 0 }, "from": "reads" } },
    "holds": [{ "id": "all", "operation": { "name": "countDocuments", "object": "notes", "arguments": { "filter": {} } }, "expectResult": 0 }]
  }
}`
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(strings.NewReplacer(changes...).Replace(source))))
	if e == nil || len(list) > 0 {
		t.Fatal(list[0].Text)
	}
	return e
}
