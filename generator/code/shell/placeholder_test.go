package shell

import (
	"testing"

	"modelbook/generator/code"
	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// stepsOf returns the printed operations of an example with some steps.
func stepsOf(t *testing.T, steps string) []string {
	t.Helper()
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(`{ "$schema": "./example.schema.json", "description": "x",
		"schema": { "huts": { "validator": null } }, "initialData": [], "steps": [`+steps+`] }`)))
	if e == nil {
		t.Fatalf("%v", list)
	}
	var printed []string
	for _, s := range e.Steps {
		written, err := code.Step(Language, &s, e.FirstSize())
		if err != nil {
			t.Fatal(err)
		}
		printed = append(printed, written.Text())
	}
	return printed
}

// TestSessionsArePrinted: a session is a variable, made by the step that begins
// it, and so is a change stream.
func TestSessionsArePrinted(t *testing.T) {
	got := stepsOf(t, `
		{ "id": "a", "client": "x", "session": "anna", "operation": { "name": "startTransaction" } },
		{ "id": "b", "client": "x", "session": "anna", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 1 } } } },
		{ "id": "c", "client": "x", "session": "anna", "operation": { "name": "runCommand", "arguments": { "command": { "ping": 1 } } } },
		{ "id": "d", "client": "x", "session": "anna", "operation": { "name": "commitTransaction" } },
		{ "id": "e", "client": "x", "session": "anna", "operation": { "name": "startTransaction" } },
		{ "id": "f", "client": "y", "save": "changes", "operation": { "name": "watch", "object": "huts" } },
		{ "id": "g", "client": "y", "operation": { "name": "next", "object": "changes" } }`)
	want := []string{
		"const anna = db.getMongo().startSession()\nanna.startTransaction()\n",
		"anna.getDatabase(db.getName()).huts.insertOne({\n  _id: 1\n})\n",
		"anna.getDatabase(db.getName()).runCommand({\n  ping: 1\n})\n",
		"anna.commitTransaction()\n",
		"anna.startTransaction()\n",
		"const changes = db.huts.watch()\n",
		"changes.tryNext()\n",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got\n%s\nwant\n%s", got[i], want[i])
		}
	}
}

// TestPlaceholders: what stands for a value is printed as the variable that has
// it.
func TestPlaceholders(t *testing.T) {
	got := stepsOf(t, `
		{ "id": "a", "save": "hut", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } },
		{ "id": "b", "save": "all", "operation": { "name": "find", "object": "huts", "arguments": { "filter": { "beds": { "$$saved": "hut.beds" } }, "sort": { "_id": 1 } } } },
		{ "id": "c", "repeat": 12, "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": { "$$index": 3 } }, "update": { "$set": { "n": { "$$index": 0 }, "v": { "$$saved": "all.0.a-b" } } } } } }`)
	want := []string{
		"const hut = db.huts.findOne({ _id: 1 })\n",
		"const all = db.huts.find({\n  beds: hut.beds\n}).sort({ _id: 1 }).toArray()\n",
		"for (let i = 0; i < 12; i++) {\n  db.huts.updateOne(\n    { _id: i + 3 },\n    { $set: { n: i, v: all[0]['a-b'] } }\n  )\n}\n",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got\n%s\nwant\n%s", got[i], want[i])
		}
	}
}
