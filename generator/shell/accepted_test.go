package shell_test

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/shell"
)

// accepted are statements with the operation that each is: its name, the
// collection, and its arguments as examples write them.
var accepted = []struct{ source, name, object, arguments string }{
	{`db.c.find()`, "find", "c", `{ "filter": {} }`},
	{`db.c.find({})`, "find", "c", `{ "filter": {} }`},
	{`db.c.find({ a: 1 }, { _id: 0 })`, "find", "c", `{ "filter": { "a": 1 }, "projection": { "_id": 0 } }`},
	{`db.c.find({ a: 1 }).projection({ _id: 0 })`, "find", "c", `{ "filter": { "a": 1 }, "projection": { "_id": 0 } }`},
	{`db.c.find({}, {}, { sort: { a: 1 }, limit: 5, let: { x: 1 } })`, "find", "c", `{ "filter": {}, "sort": { "a": 1 }, "limit": 5, "let": { "x": 1 } }`},
	{`db.c.find().limit(5).sort({ b: -1, a: 1 }).skip(1).batchSize(2).hint('_id_')`, "find", "c",
		`{ "filter": {}, "sort": { "b": -1, "a": 1 }, "skip": 1, "limit": 5, "batchSize": 2, "hint": "_id_" }`},
	{`db.c.find().hint({ _id: 1 }).collation({ locale: "simple" }).pretty().toArray();`, "find", "c", `{ "filter": {}, "collation": { "locale": "simple" }, "hint": { "_id": 1 } }`},
	{`db.c.find().limit(5.0).skip(0x2)`, "find", "c", `{ "filter": {}, "skip": 2, "limit": 5 }`},
	{`db['c']['find']()`, "find", "c", `{ "filter": {} }`},
	{"db[`c`].find()", "find", "c", `{ "filter": {} }`},
	{`db["log-" + "book"].find()`, "find", "log-book", `{ "filter": {} }`},
	{`db['a.b'].find()`, "find", "a.b", `{ "filter": {} }`},
	{`db.getCollection('stats').find()`, "find", "stats", `{ "filter": {} }`},
	{`db.getCollection("_c").find()`, "find", "_c", `{ "filter": {} }`},
	{`db.имена.find()`, "find", "имена", `{ "filter": {} }`},
	{"// first\ndb /* the */ . c\n\t.find( // filter\n\t\t{ a: 1, /* b: 2 */ },\n\t)\n\t.limit(1)\n;;", "find", "c", `{ "filter": { "a": 1 }, "limit": 1 }`},
	{"\ufeffdb.c.find({\u00a0a:\u20281 })", "find", "c", `{ "filter": { "a": 1 } }`},
	{`db.c.find({ 'a b': 1, "c": 2, ["d"]: 3, [` + "`e`" + ` + 'f']: 4, $or: [{ new: 1 }], null: 5, été: 6, })`, "find", "c",
		`{ "filter": { "a b": 1, "c": 2, "d": 3, "ef": 4, "$or": [{ "new": 1 }], "null": 5, "été": 6 } }`},
	{`db.c.find(({ a: (((1))) }))`, "find", "c", `{ "filter": { "a": 1 } }`},
	{`db.c.findOne()`, "findOne", "c", `{ "filter": {} }`},
	{`db.c.findOne({ a: /^x/i }, { a: 1 }, { sort: { a: -1 }, skip: 1 })`, "findOne", "c",
		`{ "filter": { "a": { "$regularExpression": { "pattern": "^x", "options": "i" } } }, "projection": { "a": 1 }, "sort": { "a": -1 }, "skip": 1 }`},
	{`db.c.aggregate([{ $match: {} }, { $group: { _id: null, n: { $sum: 1 } } }], { batchSize: 2 }).toArray()`, "aggregate", "c",
		`{ "pipeline": [{ "$match": {} }, { "$group": { "_id": null, "n": { "$sum": 1 } } }], "batchSize": 2 }`},
	{`db.aggregate([{ $documents: [{ a: 1 }] }])`, "aggregate", "", `{ "pipeline": [{ "$documents": [{ "a": 1 }] }] }`},
	{`db.c.countDocuments()`, "countDocuments", "c", `{ "filter": {} }`},
	{`db.c.countDocuments({ a: 1 }, { limit: 3 })`, "countDocuments", "c", `{ "filter": { "a": 1 }, "limit": 3 }`},
	{`db.c.distinct('a')`, "distinct", "c", `{ "fieldName": "a", "filter": {} }`},
	{`db.c.distinct('a', { b: 1 })`, "distinct", "c", `{ "fieldName": "a", "filter": { "b": 1 } }`},
	{`db.c.insertOne({ _id: 1 })`, "insertOne", "c", `{ "document": { "_id": 1 } }`},
	{`db.c.insertMany([{ _id: 1 }, { _id: 2 }], { ordered: false })`, "insertMany", "c", `{ "documents": [{ "_id": 1 }, { "_id": 2 }], "ordered": false }`},
	{`db.c.updateOne({ a: 1 }, { $set: { b: 2 } }, { upsert: true, arrayFilters: [] })`, "updateOne", "c",
		`{ "filter": { "a": 1 }, "update": { "$set": { "b": 2 } }, "upsert": true, "arrayFilters": [] }`},
	{`db.c.updateMany({}, [{ $set: { b: '$a' } }])`, "updateMany", "c", `{ "filter": {}, "update": [{ "$set": { "b": "$a" } }] }`},
	{`db.c.replaceOne({ _id: 1 }, { a: 1 })`, "replaceOne", "c", `{ "filter": { "_id": 1 }, "replacement": { "a": 1 } }`},
	{`db.c.deleteOne({ a: 1 })`, "deleteOne", "c", `{ "filter": { "a": 1 } }`},
	{`db.c.deleteMany({}, { hint: '_id_' })`, "deleteMany", "c", `{ "filter": {}, "hint": "_id_" }`},
	{`db.c.findOneAndUpdate({}, { $inc: { n: 1 } }, { returnDocument: 'after', projection: { n: 1 } })`, "findOneAndUpdate", "c",
		`{ "filter": {}, "update": { "$inc": { "n": 1 } }, "projection": { "n": 1 }, "returnDocument": "After" }`},
	{`db.c.findOneAndReplace({}, { n: 1 }, { returnDocument: "before" })`, "findOneAndReplace", "c", `{ "filter": {}, "replacement": { "n": 1 }, "returnDocument": "Before" }`},
	{`db.c.findOneAndDelete({}, { sort: { a: 1 } })`, "findOneAndDelete", "c", `{ "filter": {}, "sort": { "a": 1 } }`},
	{`db.c.bulkWrite([{ insertOne: { document: { a: 1 } } }, { updateOne: { filter: {}, update: { $set: { a: 1 } }, upsert: true } }], { ordered: false })`, "bulkWrite", "c",
		`{ "requests": [{ "insertOne": { "document": { "a": 1 } } }, { "updateOne": { "filter": {}, "update": { "$set": { "a": 1 } }, "upsert": true } }], "ordered": false }`},
	{`db.c.createIndex({ b: 1, a: -1 }, { unique: true })`, "createIndex", "c", `{ "keys": { "b": 1, "a": -1 }, "unique": true }`},
	{`db.c.estimatedDocumentCount()`, "estimatedDocumentCount", "c", `{}`},
	{`db.c.dropIndex('b_1')`, "dropIndex", "c", `{ "name": "b_1" }`},
	{`db.c.getIndexes()`, "listIndexes", "c", `{}`},
	{`db.c.renameCollection('d', true)`, "rename", "c", `{ "to": "d", "dropTarget": true }`},
	{`db.c.drop()`, "drop", "c", `{}`},
	{`db.createCollection('d', { validator: { a: 1 } })`, "createCollection", "", `{ "collection": "d", "validator": { "a": 1 } }`},
	{`db.createView('v', 'c', [{ $unset: 'a' }])`, "createView", "", `{ "collection": "v", "viewOn": "c", "pipeline": [{ "$unset": "a" }] }`},
	{`db.runCommand({ collMod: 'c', validationLevel: 'moderate' })`, "runCommand", "", `{ "command": { "collMod": "c", "validationLevel": "moderate" } }`},
}

func TestAccepted(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range accepted {
		seen[c.name] = true
		operations, list := shell.Parse(diag.NewText("", []byte(c.source)))
		if len(operations) != 1 {
			t.Errorf("%s: %d operations, told %s", c.source, len(operations), strings.Join(messages(list), "\n"))
			continue
		}
		o := operations[0]
		if o.Name != c.name || o.Object != c.object || !raw(t, o.Arguments).Equal(raw(t, extended(t, c.arguments))) {
			t.Errorf("%s is read as\n%s %s %s, want\n%s %s %s", c.source, o.Name, o.Object, ejson.Print(raw(t, o.Arguments)), c.name, c.object, c.arguments)
		}
	}
	for _, d := range example.Operations() {
		if !seen[d.Name] && d.IsStatement() {
			t.Errorf("%s has no statement", d.Name)
		}
	}
}

// extended returns the value that Extended JSON stands for.
func extended(t *testing.T, source string) any {
	t.Helper()
	text := diag.NewText("", []byte(source))
	v, list := ejson.Parse(text)
	if v == nil {
		t.Fatalf("%s: %s", source, messages(list))
	}
	value, list := ejson.ToBSON(text, v)
	if list.Failed() {
		t.Fatalf("%s: %s", source, messages(list))
	}
	return value
}

// TestStatements has where statements end.
func TestStatements(t *testing.T) {
	for source, want := range map[string]string{
		"db.a.find(); db.b.find();":               "a 1:1, b 1:14",
		"db.a.find()\ndb.b.find()":                "a 1:1, b 2:1",
		"db.a.find()\r\n\r\n  db.b.find()":        "a 1:1, b 3:3",
		"db.a.find()\n  .limit(1)\ndb.b.find()":   "a 1:1, b 3:1",
		"db.a.find()/*\n*/db.b.find()":            "a 1:1, b 2:3",
		"db.a.find({\n})\n;\ndb.b.find() // db.c": "a 1:1, b 4:1",
		"db.a.find({ a: 'db.x.find();' });\n\n":   "a 1:1",
		"db.a.find()\u2028db.b.find()":            "a 1:1, b 1:13",
	} {
		operations, list := shell.Parse(diag.NewText("", []byte(source)))
		var got []string
		for _, o := range operations {
			got = append(got, o.Object+" "+strings.TrimPrefix(o.Pos.String(), ":"))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %v, told %v, want %s", source, got, messages(list), want)
		}
	}
}
