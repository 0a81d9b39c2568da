package render

import (
	"strings"
	"testing"

	"modelbook/generator/code/python"
	"modelbook/generator/diag"
	"modelbook/generator/example"
)

// TestPython: code for PyMongo is as its documentation has it, and hides none of
// Python's own names.
func TestPython(t *testing.T) {
	const source = `{
  "$schema": "./example.schema.json",
  "description": "Huts",
  "runOnRequirements": [{ "topologies": ["replicaset"] }],
  "schema": { "huts": { "validator": null, "indexes": [{ "key": { "name": 1 }, "unique": true }, { "key": { "name": 1, "beds": 1 } }, { "key": { "place": "2dsphere" } }, { "key": { "beds": 1 }, "name": "huts_that_have_a_name_at_all", "partialFilterExpression": { "name": { "$exists": true } } }] } },
  "initialData": [{ "collectionName": "huts", "documents": [
    { "_id": 1, "name": "Alm", "note": "A very long note on a hut that goes on beyond the end of the line, and so begins another one" },
    { "_id": 2, "names": ["A very long name of a hut that goes on beyond the end of the line, and so begins another", "Au"] }
  ] }],
  "steps": [
    { "id": "last", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": -1 } } }, "save": "lastHut" },
    { "id": "sum", "operation": { "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": { "$$saved": "lastHut._id" } } } }, "save": "sum" },
    { "id": "use", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": { "$$saved": "sum._id" } }, "update": { "$set": { "beds": 1 } } } } },
    { "id": "upsert", "operation": { "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 3 }, "update": { "$set": { "beds": 1 } }, "upsert": true } } },
    { "id": "down", "unordered": true, "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "beds": -1 } } } },
    { "id": "mixed", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "beds": -1, "_id": 1 } } } },
    { "id": "up", "operation": { "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "beds": 1, "_id": 1 } } } },
    { "id": "plan", "operation": { "name": "explain", "object": "huts", "arguments": { "operation": { "find": { "filter": {}, "limit": 1 } } } } },
    { "id": "merge", "operation": { "name": "aggregate", "object": "huts", "arguments": { "pipeline": [{ "$merge": "copies" }] } } },
    { "id": "many", "operation": { "name": "insertMany", "object": "huts", "arguments": { "documents": [{ "_id": 1 }] } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } },
    { "id": "one", "operation": { "name": "insertOne", "object": "huts", "arguments": { "document": { "_id": 1 } } }, "expectError": { "code": 11000, "codeName": "DuplicateKey" } },
    { "id": "start", "session": "anna", "operation": { "name": "startTransaction" } },
    { "id": "write", "session": "anna", "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } } },
    { "id": "commit", "session": "anna", "operation": { "name": "commitTransaction" } },
    { "id": "first", "session": "bo", "operation": { "name": "startTransaction" } },
    { "id": "more", "session": "bo", "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 2 } } } },
    { "id": "end", "session": "bo", "operation": { "name": "commitTransaction" } },
    { "id": "after", "session": "bo", "operation": { "name": "deleteOne", "object": "huts", "arguments": { "filter": { "_id": 3 } } } }
  ]
}`
	e, list := example.Parse(diag.NewText("examples/huts.json", []byte(source)))
	if e == nil {
		t.Fatal(list[0].Text)
	}
	script := outdented(python.Language, written(t, python.Language, e))
	for _, part := range []string{
		"from pymongo import ASCENDING, DESCENDING, GEOSPHERE, MongoClient\nfrom pymongo.errors import BulkWriteError, DuplicateKeyError\n",
		"\nuri = os.environ.get(\"MONGODB_URI\", \"mongodb://localhost:27017\")\nwith MongoClient(uri, tz_aware=True) as client:\ndb = client[\"huts\"]\n",
		"\ndb[\"huts\"].create_index(\"name\", unique=True)\ndb[\"huts\"].create_index([\"name\", \"beds\"])\ndb[\"huts\"].create_index([(\"place\", GEOSPHERE)])\n" +
			"db[\"huts\"].create_index(\n    \"beds\",\n    name=\"huts_that_have_a_name_at_all\",\n    partialFilterExpression={\"name\": {\"$exists\": True}},\n)\n",
		"end of the \"\n            \"line, and so begins another one\",\n    },\n", "of the line, \" +\n",
		"\nlast_hut = db[\"huts\"].find_one(sort=[(\"_id\", DESCENDING)])\nif last_hut is None:\n    raise LookupError(\"last_hut is missing\")\npp(last_hut)\n",
		"\nsum_ = db[\"huts\"].find_one({\"_id\": last_hut[\"_id\"]})\n", "{\"_id\": sum_[\"_id\"]}, {\"$set\": {\"beds\": 1}})\nprint(result.matched_count, result.modified_count)\n",
		"upsert=True)\nprint(result.matched_count, result.modified_count, result.upserted_id)\n",
		".sort(\"beds\", DESCENDING).to_list())\n", ".sort([(\"beds\", DESCENDING), (\"_id\", ASCENDING)]).to_list())\n", ".sort([\"beds\", \"_id\"]).to_list())\n",
		"\ndb[\"huts\"].aggregate([{\"$merge\": \"copies\"}])\n",
		"\"limit\": 1", "except BulkWriteError as error:\n    if error.details[\"writeErrors\"][0][\"code\"] != 11000:  # DuplicateKey\n        raise\n",
		"except DuplicateKeyError as error:\n    print(error)\n",
		"\n# 12. start\ndef transaction(anna):\n", "\n# 14. commit\nwith client.start_session() as anna:\n    anna.with_transaction(transaction)\n\n",
		"\nbo = client.start_session()\ndef transaction(bo):\n", "\nbo.with_transaction(transaction)\n", "session=bo)\nprint(result.deleted_count)\nbo.end_session()\n",
	} {
		if !strings.Contains(script, part) {
			t.Errorf("the script lacks %q:\n%s", part, script)
		}
	}
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "result = ") && len(line) > python.Language.Facts().Script.Width+1 {
			t.Errorf("%q is too long", line)
		}
	}
}
