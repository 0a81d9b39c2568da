package render

import (
	"strings"
	"testing"

	"modelbook/generator/example"
)

// TestCallsInNode: a line begins with a point where there are more than two methods, or
// where brackets would take as many lines.
func TestCallsInNode(t *testing.T) {
	for _, c := range []struct{ name, arguments, want string }{
		{"find", `{"filter": {}}`, `await db.collection('songs').find().toArray();`},
		{"find", `{"filter": {"region": "Pirin", "year": 1952}}`, `
await db.collection('songs')
  .find({ region: 'Pirin', year: 1952 })
  .toArray();`},
		{"find", `{"filter": {"region": "Pirin"}, "projection": {"title": 1, "year": 1}}`, `
await db.collection('songs').find(
  { region: 'Pirin' },
  { projection: { title: 1, year: 1 } }
).toArray();`},
		{"find", `{"filter": {"region": "Pirin"}, "projection": {"title": 1, "year": 1}, "sort": {"year": -1, "_id": 1}, "skip": 5, "limit": 5}`, `
await db.collection('songs')
  .find(
    { region: 'Pirin' },
    { projection: { title: 1, year: 1 } }
  )
  .sort({ year: -1, _id: 1 })
  .skip(5)
  .limit(5)
  .toArray();`},
		{"explain", `{"operation": {"find": {"filter": {"region": "Pirin"}}}}`, `
await db.collection('songs')
  .find({ region: 'Pirin' })
  .explain('executionStats');`},
		{"aggregate", `{"pipeline": [{"$match": {"region": "Pirin"}}, {"$count": "songs"}]}`, `
await db.collection('songs').aggregate([
  { $match: { region: 'Pirin' } },
  { $count: 'songs' }
]).toArray();`},
		{"aggregate", `{"pipeline": [{"$out": "old"}]}`, `
await db.collection('songs')
  .aggregate([{ $out: 'old' }])
  .toArray();`},
		{"updateOne", `{"filter": {"_id": 1}, "update": {"$set": {"region": "Pirin", "year": 1952}}}`, `
await db.collection('songs').updateOne(
  { _id: 1 },
  { $set: { region: 'Pirin', year: 1952 } }
);`},
	} {
		code, err := node.Step(&example.Step{Operation: example.Operation{Name: c.name, Object: "songs", Arguments: document(t, c.arguments)}}, 0)
		if err != nil {
			t.Errorf("%s: %v", c.arguments, err)
			continue
		}
		if got, want := strings.TrimSpace(code.Text()), strings.TrimSpace(c.want); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.arguments, got, want)
		}
	}
}

// TestErrorsInNode: an error is known by its class before its code or its labels are
// looked at.
func TestErrorsInNode(t *testing.T) {
	for code, want := range map[int32]string{
		11000:         "if (!(error instanceof MongoServerError)) throw error;\nif (error.code !== 11000) throw error; // DuplicateKey\n",
		writeConflict: "if (!(error instanceof MongoError)) throw error;\nif (!error.hasErrorLabel('TransientTransactionError')) throw error;\n",
	} {
		got := ""
		for _, line := range checkCode(&example.ExpectedError{Code: code, CodeName: "DuplicateKey"}, withLabel) {
			got += line.Text() + "\n"
		}
		if got != want {
			t.Errorf("%d:\n%swant\n%s", code, got, want)
		}
	}
}
