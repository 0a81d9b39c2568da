package example

import (
	"strings"
	"testing"

	"modelbook/generator/golden"
)

// places are the texts into which the value of a mistake's word is put.
var places = map[string]string{
	"top":    `{ "$schema": "./example.schema.json", "description": "x", VALUE, SCHEMA, "initialData": [], "steps": [STEP] }`,
	"schema": `{ "$schema": "./example.schema.json", "description": "x", "schema": { VALUE }, "initialData": [], "steps": [STEP] }`,
	"data":   `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [VALUE], "steps": [STEP] }`,
	"make": `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [{ "name": "entries", "documents": [{ "_id": 1, "hut": 1 }] },
  { "collectionName": "huts", "generate": { "count": 1, "seed": 1, "document": { "_id": { "$$index": 1 }, "v": VALUE } } }], "steps": [STEP] }`,
	"tree": `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [
  { "collectionName": "huts", "generate": { "seed": 1, "tree": VALUE } }], "steps": [STEP] }`,
	"steps": `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [], "steps": [VALUE] }`,
	"op":    `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [], "steps": [{ "id": "a", "operation": VALUE }] }`,
	"explore": `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [], "steps": [
  { "id": "anna-reads", "client": "anna", "save": "hut", "operation": ONE }, { "id": "anna-writes", "client": "anna", "operation": SET },
  { "id": "bo-starts", "client": "bo", "session": "bo", "operation": { "name": "startTransaction" } }, { "id": "bo-reads", "client": "bo", "session": "bo", "operation": FIND },
  { "id": "bo-commits", "client": "bo", "session": "bo", "operation": { "name": "commitTransaction" } },
  { "id": "job-repeats", "client": "job", "repeat": 3, "operation": SET }, { "id": "job-finds", "client": "job", "answers": { "id": "all", "fields": [] }, "operation": FIND },
  { "id": "job-finds-too", "client": "job", "answers": { "id": "all", "fields": [] }, "alongside": "job-finds", "operation": FIND },
  { "id": "job-watches", "client": "job", "save": "changes", "operation": { "name": "watch", "object": "huts" } },
  { "id": "bo-starts-too", "client": "bo", "session": "bo", "operation": { "name": "startTransaction" } }],
  "explore": VALUE }`,
	"find": `{ "$schema": "./example.schema.json", "description": "x", SCHEMA, "initialData": [],
  "steps": [{ "id": "a", "operation": { "name": "find", "object": "huts", "arguments": { "filter": VALUE, "sort": { "_id": 1 } } } }] }`,
}

var filling = strings.NewReplacer(
	"SCHEMA", `"schema": { "huts": { "validator": null } }`,
	"STEP", `{ "id": "s", "operation": FIND }`,
	"FIND", `{ "name": "find", "object": "huts", "arguments": { "filter": {}, "sort": { "_id": 1 } } }`,
	"SET", `{ "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "beds": { "$$saved": "hut.beds" } } } } }`,
	"HOLDS", `"holds": [{ "id": "none", "operation": FIND, "expectResult": [] }]`,
	"ANNA", `"anna": ["anna-reads", "anna-writes"]`,
	"UPDATE", `{ "name": "updateOne", "object": "huts", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "beds": 1 } } } }`,
	"ONE", `{ "name": "findOne", "object": "huts", "arguments": { "filter": { "_id": 1 } } }`,
)

// TestMistakes holds each mistake of testdata/mistakes.txtar to its messages;
// with -update it writes those that came.
func TestMistakes(t *testing.T) {
	golden.Pairs(t, "testdata/mistakes.txtar", func(t *testing.T, wrong string) string {
		word, value, _ := strings.Cut(wrong, ": ")
		content := strings.Replace(places[word], "VALUE", value, 1)
		_, list := parse(t, filling.Replace(filling.Replace(content)))
		return list
	})
}
