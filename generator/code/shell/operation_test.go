package shell

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/code"
	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// document reads the Extended JSON of an example.
func document(t *testing.T, text string) bson.D {
	t.Helper()
	source := diag.NewText("test.json", []byte(text))
	value, list := ejson.Parse(source)
	if list.Failed() {
		t.Fatalf("%s: %v", text, list)
	}
	got, list := ejson.ToBSON(source, value)
	if list.Failed() {
		t.Fatalf("%s: %v", text, list)
	}
	return got.(bson.D)
}

// TestOperations has a case for each operation and for what decides its form.
func TestOperations(t *testing.T) {
	printed := map[string]bool{}
	for _, c := range []struct{ name, object, arguments, want string }{
		{"find", "ferries", `{}`, `db.ferries.find()`},
		{"find", "ferries", `{"filter": {"name": "Galeb"}}`, `db.ferries.find({ name: 'Galeb' })`},
		{"find", "ferries", `{"filter": {}, "projection": {"_id": 0}}`, `db.ferries.find({}, { _id: 0 })`},
		{"find", "readings", `{"limit": 5, "sort": {"at": -1}, "filter": {"station": "Sljeme"}}`, `
db.readings.find({
  station: 'Sljeme'
}).sort({ at: -1 }).limit(5)`},
		{"find", "readings", `{"filter": {"station": "Sljeme", "at": {"$lt": {"$date": "2026-05-01T08:00:00Z"}}}, "projection": {"_id": 0, "at": 1, "celsius": 1}, "sort": {"station": 1, "at": -1}, "limit": 5}`, `
db.readings.find(
  {
    station: 'Sljeme',
    at: { $lt: ISODate('2026-05-01T08:00:00Z') }
  },
  { _id: 0, at: 1, celsius: 1 }
).sort({ station: 1, at: -1 }).limit(5)`},
		{"find", "ferries", `{"let": {"port": "Zadar"}}`, `
db.ferries.find({}, {}, { let: { port: 'Zadar' } })`},
		{"find", "ferries", `{"hint": "n_1", "batchSize": 2, "skip": 3, "filter": {}}`, `
db.ferries.find().skip(3).batchSize(2).hint('n_1')`},
		{"findOne", "ferries", `{"filter": {"_id": 1}}`, `db.ferries.findOne({ _id: 1 })`},
		{"countDocuments", "ferries", `{"filter": {}}`, `db.ferries.countDocuments()`},
		{"distinct", "ferries", `{"fieldName": "homePort", "filter": {}}`, `db.ferries.distinct('homePort')`},
		{"distinct", "ferries", `{"fieldName": "homePort", "filter": {"inService": true}}`, `
db.ferries.distinct('homePort', { inService: true })`},
		{"aggregate", "ferries", `{"pipeline": [{"$lookup": {"from": "certificates", "localField": "_id", "foreignField": "ferry", "as": "certificate"}}, {"$sort": {"name": 1}}]}`, `
db.ferries.aggregate([
  { $lookup: {
    from: 'certificates',
    localField: '_id',
    foreignField: 'ferry',
    as: 'certificate'
  } },
  { $sort: { name: 1 } }
])`},
		{"aggregate", "ferries", `{"pipeline": [{"$group": {"_id": "$homePort", "ferries": {"$sum": 1}}}], "batchSize": 2}`, `
db.ferries.aggregate(
  [{ $group: {
    _id: '$homePort',
    ferries: { $sum: 1 }
  } }],
  { batchSize: 2 }
)`},
		{"insertOne", "ferries", `{"document": {"_id": 1, "log.book": {"$numberLong": "7"}}}`, `
db.ferries.insertOne({
  _id: 1,
  'log.book': Long('7')
})`},
		{"insertMany", "ferries", `{"documents": [{"_id": 1}, {"_id": 2}], "ordered": false}`, `
db.ferries.insertMany(
  [{ _id: 1 }, { _id: 2 }],
  { ordered: false }
)`},
		{"updateOne", "ferries", `{"filter": {"_id": 3}, "update": {"$set": {"certificate": {"number": "SC-4417", "issued": {"$date": "2026-02-16T00:00:00Z"}}}}}`, `
db.ferries.updateOne(
  { _id: 3 },
  { $set: { certificate: {
    number: 'SC-4417',
    issued: ISODate('2026-02-16')
  } } }
)`},
		{"updateMany", "ferries", `{"filter": {}, "update": {"$inc": {"n": 1}}, "upsert": true}`, `
db.ferries.updateMany(
  {},
  { $inc: { n: 1 } },
  { upsert: true }
)`},
		{"replaceOne", "ferries", `{"filter": {"_id": 1}, "replacement": {"_id": 1}}`, `db.ferries.replaceOne({ _id: 1 }, { _id: 1 })`},
		{"deleteOne", "ferries", `{"filter": {}}`, `db.ferries.deleteOne({})`},
		{"deleteMany", "ferries", `{"filter": {"_id": {"$in": [1, 2]}}}`, `
db.ferries.deleteMany({ _id: { $in: [1, 2] } })`},
		{"findOneAndUpdate", "ferries", `{"filter": {"_id": 1}, "update": {"$inc": {"n": 1}}, "returnDocument": "After"}`, `
db.ferries.findOneAndUpdate(
  { _id: 1 },
  { $inc: { n: 1 } },
  { returnDocument: 'after' }
)`},
		{"findOneAndReplace", "ferries", `{"filter": {"_id": 1}, "replacement": {"n": 1}, "returnDocument": "Before"}`, `
db.ferries.findOneAndReplace(
  { _id: 1 },
  { n: 1 },
  { returnDocument: 'before' }
)`},
		{"findOneAndDelete", "ferries", `{"filter": {"_id": 1}, "sort": {"n": 1}}`, `
db.ferries.findOneAndDelete(
  { _id: 1 },
  { sort: { n: 1 } }
)`},
		{"bulkWrite", "ferries", `{"requests": [{"insertOne": {"document": {"_id": 9}}}, {"deleteOne": {"filter": {"_id": 1}}}]}`, `
db.ferries.bulkWrite([
  { insertOne: { document: { _id: 9 } } },
  { deleteOne: { filter: { _id: 1 } } }
])`},
		{"createIndex", "ferries", `{"keys": {"name": 1}, "unique": true}`, `
db.ferries.createIndex(
  { name: 1 },
  { unique: true }
)`},
		{"createCollection", "", `{"collection": "ships", "validator": {"name": "a"}}`, `
db.createCollection('ships', { validator: {
  name: 'a'
} })`},
		{"createView", "", `{"collection": "names", "viewOn": "ships", "pipeline": [{"$unset": "crew"}]}`, `
db.createView('names', 'ships', [{
  $unset: 'crew'
}])`},
		{"runCommand", "", `{"command": {"collMod": "ferries", "validationLevel": "moderate"}}`, `
db.runCommand({
  collMod: 'ferries',
  validationLevel: 'moderate'
})`},
		{"estimatedDocumentCount", "ferries", `{}`, `db.ferries.estimatedDocumentCount()`},
		{"listIndexes", "ferries", `{}`, `db.ferries.getIndexes()`},
		{"dropIndex", "ferries", `{"name": "name_1"}`, `db.ferries.dropIndex('name_1')`},
		{"drop", "ferries", `{}`, `db.ferries.drop()`},
		{"rename", "ferries", `{"to": "ships", "dropTarget": true}`, `db.ferries.renameCollection('ships', true)`},
		{"explain", "ferries", `{"operation": {"find": {"filter": {"a": 1}, "sort": {"b": 1}, "limit": 2}}}`, `
db.ferries.explain('executionStats').find({
  a: 1
}).sort({ b: 1 }).limit(2)`},
		{"explain", "ferries", `{"operation": {"aggregate": {"pipeline": [{"$count": "n"}]}}}`, `
db.ferries.explain('executionStats').aggregate([{
  $count: 'n'
}])`},
		{"rename", "ferries", `{"to": "ships"}`, `db.ferries.renameCollection('ships')`},
		{"watch", "ferries", `{"pipeline": [{"$match": {"a": 1}}], "fullDocument": "updateLookup"}`, `
db.ferries.watch(
  [{ $match: { a: 1 } }],
  { fullDocument: 'updateLookup' }
)`},
		{"watch", "ferries", `{"fullDocument": "updateLookup"}`, `
db.ferries.watch(
  [],
  { fullDocument: 'updateLookup' }
)`},
		{"watch", "ferries", `{}`, `db.ferries.watch()`},
		{"aggregate", "", `{"pipeline": [{"$documents": [{"a": 1}]}]}`, `db.aggregate([{ $documents: [{ a: 1 }] }])`},
		{"find", "stats", `{}`, `db.getCollection('stats').find()`},
		{"find", "log-book", `{}`, `db.getCollection('log-book').find()`},
	} {
		printed[c.name] = true
		got, err := code.Step(Language, &example.Step{Operation: example.Operation{Name: c.name, Object: c.object, Arguments: document(t, c.arguments)}}, 0)
		if err != nil {
			t.Errorf("%s %s: %v", c.name, c.arguments, err)
			continue
		}
		if text, want := strings.TrimSpace(got.Text()), strings.TrimSpace(c.want); text != want {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.name, c.arguments, text, want)
		}
		if got.Width > Margins.Width {
			t.Errorf("%s: %d columns wide:\n%s", c.arguments, got.Width, got.Text())
		}
	}
	for _, d := range example.Operations() {
		if !printed[d.Name] && d.On != example.OnSession && d.On != example.OnStream { // see TestSessionsArePrinted
			t.Errorf("%s has no case", d.Name)
		}
	}
}

func TestOperationRefuses(t *testing.T) {
	for _, c := range []struct{ name, arguments, want string }{
		{"mapReduce", `{}`, "there is no operation mapReduce"},
		{"find", `{"filter": {}, "fitler": {}}`, "find takes no fitler"},
		{"find", `{"filter": {"b": 1, "0": 2}}`, "the key 0 has no form in the shell, which would move it"},
	} {
		_, err := code.Step(Language, &example.Step{Operation: example.Operation{Name: c.name, Object: "ferries", Arguments: document(t, c.arguments)}}, 0)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %s: %v, want %s", c.name, c.arguments, err, c.want)
		}
	}
}
