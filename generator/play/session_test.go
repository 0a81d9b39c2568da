package play_test

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/play"
)

const huts = `{
  "$schema": "./example.schema.json",
  "description": "x",
  "sizes": [2, 5],
  "schema": { "huts": { "validator": null, "indexes": [{ "key": { "name": 1 } }] } },
  "initialData": [{ "collectionName": "huts", "documents": [{ "_id": 0, "name": "a", "beds": [1, 2, 3] }],
    "generate": { "count": { "$$size": 1 }, "seed": 1, "document": { "_id": { "$$index": 1 }, "name": "b" } } }],
  "steps": [
    { "id": "first", "save": "hut", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 0 } } }, "expectResult": { "_id": 0, "name": "a", "beds": [1, 2, 3] } },
    { "id": "by-saved", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "name": { "$$saved": "hut.name" } }, "update": { "$push": { "beds": 4 } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } },
    { "id": "loop", "repeat": 3, "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": { "$$index": 100 } } } }, "expectResult": { "insertedId": 102 } }
  ]
}`

func open(t *testing.T, size, step int) *play.Session {
	t.Helper()
	session, err := play.Open(diag.NewText("examples/huts-x.json", []byte(huts)), size)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Prepare(t.Context(), step); err != nil {
		t.Fatal(err)
	}
	return session
}

// plain writes an outcome's statements for people: result or error, then the
// changed lines with their signs.
func plain(outcome play.Outcome) string {
	var b strings.Builder
	lines := func(list []play.Line) {
		for _, line := range list {
			if line.LeftOut > 0 {
				b.WriteString("…\n")
				continue
			}
			b.WriteString(line.Sign)
			for _, token := range line.Tokens {
				b.WriteString(token[1])
			}
			b.WriteString("\n")
		}
	}
	for _, m := range outcome.Mistakes {
		b.WriteString(m.Text + "\n")
	}
	for _, s := range outcome.Statements {
		if s.Error != nil {
			b.WriteString(s.Error.Name + "\n")
		} else {
			lines(s.Result.Lines)
		}
		for _, c := range s.Changes {
			b.WriteString(string(c.Kind) + " " + c.Collection + "\n")
			for _, sheet := range c.Sheets {
				lines(sheet.Lines)
			}
		}
	}
	return b.String()
}

func TestRun(t *testing.T) {
	tests := []struct {
		name   string
		step   int
		source string
		want   string
	}{
		{"another value", 0, `db.huts.countDocuments({ name: "b" })`, "2\n"},
		{"a change", 0, `db.huts.updateOne({ _id: 0 }, { $set: { name: "c" }, $unset: { beds: 1 } })`,
			"{\n  matchedCount: 1,\n  modifiedCount: 1,\n  upsertedCount: 0\n}\nchanged huts\n{\n  _id: 0,\n-  name: 'a',\n-  beds: [1, 2, 3]\n+  name: 'c'\n}\n"},
		{"two statements", 0, "db.huts.deleteMany({ _id: { $gt: 0 } }); db.huts.find()",
			"{ deletedCount: 2 }\ngone huts\n-{\n-  _id: 1,\n-  name: 'b'\n-}\n-{\n-  _id: 2,\n-  name: 'b'\n-}\n[{ _id: 0, name: 'a', beds: [1, 2, 3] }]\n"},
		{"an error ends it", 0, "db.huts.insertOne({ _id: 0 }); db.huts.drop()", "DuplicateKey\n"},
		{"a mistake", 0, "db.huts.find({", "the end where a field's name should stand\n"},
		{"what is lacking", 0, "db.huts.find({ $where: 'true' })", "NotImplemented\n"},
		{"both kinds of a bulk", 0, "db.huts.bulkWrite([{ insertOne: { document: { _id: 9 } } }, { deleteOne: { filter: { _id: 1 } } }, { updateOne: { filter: { _id: 7 }, update: { $set: { a: 1 } }, upsert: true } }])",
			"{\n  insertedCount: 1,\n  matchedCount: 0,\n  modifiedCount: 0,\n  deletedCount: 1,\n  upsertedCount: 1,\n  upsertedIds: { '2': 7 }\n}\nnew huts\n+{\n+  _id: 7,\n+  a: 1\n+}\n+{\n+  _id: 9\n+}\ngone huts\n-{\n-  _id: 1,\n-  name: 'b'\n-}\n"},
	}
	for _, tt := range tests {
		if got := plain(open(t, 2, tt.step).Run(t.Context(), tt.source)); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestOwnSteps: a step that is no statement by itself runs as the example has it,
// after the steps before it.
func TestOwnSteps(t *testing.T) {
	session := open(t, 5, 1)
	e, _ := example.Parse(diag.NewText("examples/huts-x.json", []byte(huts)))
	source, err := play.Source(e, 1, 5)
	if err != nil || !strings.Contains(source, "hut.name") {
		t.Fatal(source, err)
	}
	outcome := session.Run(t.Context(), source+"\n")
	if got := plain(outcome); !outcome.Unedited || !strings.Contains(got, "+  beds: [1, 2, 3, 4]") {
		t.Errorf("unedited %v: %s", outcome.Unedited, got)
	}
	if err := session.Prepare(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	outcome = session.Run(t.Context(), "for (let i = 0; i < 3; i++) {\n  db.huts.insertOne({ _id: i + 100 })\n}")
	// As in a guide, two of the new documents are shown, and all are counted.
	if got := plain(outcome); !outcome.Unedited || strings.Count(got, "+  _id: 10") != 2 || outcome.Statements[0].Changes[0].Count != 3 || outcome.Statements[0].Cost["roundTrips"] != 3 {
		t.Errorf("unedited %v, %v: %s", outcome.Unedited, outcome.Statements, got)
	}
	outcome = session.Run(t.Context(), "for (let i = 0; i < 4; i++) {\n  db.huts.insertOne({ _id: i + 100 })\n}")
	if outcome.Unedited || len(outcome.Mistakes) == 0 {
		t.Errorf("a changed loop ran: %+v", outcome)
	}
}

func TestOpenRefuses(t *testing.T) {
	for content, size := range map[string]int{huts: 3, "{": 0, strings.Replace(huts, `"sizes"`, `"runOnRequirements": [{ "topologies": ["sharded"] }], "sizes"`, 1): 2} {
		if _, err := play.Open(diag.NewText("examples/huts-x.json", []byte(content)), size); err == nil {
			t.Errorf("opened at %d: %.80s", size, content)
		}
	}
}

// TestCountThatDecides: a step whose count is not what it must be is an error, unless the
// example expects that.
func TestCountThatDecides(t *testing.T) {
	const step = `"operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 9 } } }, "must": { "deletedCount": 1 }, "expectResult": { "deletedCount": `
	source := strings.Replace(huts, `"steps": [`, `"steps": [
    { "id": "must", `+step+`1 } }, { "id": "fails", `+step+`0 } },`, 1)
	text := diag.NewText("examples/huts-x.json", []byte(source))
	e, _ := example.Parse(text)
	session, err := play.Open(text, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"deletedCount is 0, not 1", ""} {
		if err := session.Prepare(t.Context(), i); err != nil {
			t.Fatal(err)
		}
		printed, err := play.Source(e, i, 2)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if failed := session.Run(t.Context(), printed).Statements[0].Error; failed != nil {
			got = failed.Message
		}
		if got != want {
			t.Errorf("the step %d ends in %q, want %q", i, got, want)
		}
	}
}
