package node

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/example"
)

// TestCalls: a line begins with a point where there are more than two methods, or
// where brackets would take as many lines.
func TestCalls(t *testing.T) {
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
		written, err := code.Step(Language, &example.Step{Operation: example.Operation{Name: c.name, Object: "songs", Arguments: document(t, c.arguments)}}, 0)
		if err != nil {
			t.Errorf("%s: %v", c.arguments, err)
			continue
		}
		if got, want := strings.TrimSpace(written.Text()), strings.TrimSpace(c.want); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.arguments, got, want)
		}
	}
}

// TestErrors: an error is known by its class before its code or its labels are
// looked at.
func TestErrors(t *testing.T) {
	for number, want := range map[int32]string{
		11000:              "  if (!(error instanceof MongoServerError)) throw error;\n  if (error.code !== 11000) throw error; // DuplicateKey\n",
		code.WriteConflict: "  if (!(error instanceof MongoError)) throw error;\n  if (!error.hasErrorLabel('TransientTransactionError')) throw error;\n",
	} {
		step := example.Step{Operation: example.Operation{Name: "drop", Object: "songs"}, ExpectError: &example.ExpectedError{Code: number, CodeName: "DuplicateKey"}}
		written, err := code.Step(Language, &step, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := written.Text(), "try {\n  await db.collection('songs').drop();\n} catch (error) {\n"+want+"  console.log(error.message);\n}\n"; got != want {
			t.Errorf("%d:\n%swant\n%s", number, got, want)
		}
	}
}

func document(t *testing.T, text string) bson.D {
	t.Helper()
	var d bson.D
	if err := bson.UnmarshalExtJSON([]byte(text), false, &d); err != nil {
		t.Fatal(err)
	}
	return d
}
