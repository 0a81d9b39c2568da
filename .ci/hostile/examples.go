package main

import (
	"regexp"
	"strings"

	"modelbook/.ci/smallbook"
)

// file is an input that has another example.
func file(name, text string) input {
	return input{name: name, change: func(b *book) error { return b.write(smallbook.ExampleFile, text) }}
}

// document is an input that has another document.
func document(name, text string) input {
	return file(name, smallbook.Example("ferries", text, smallbook.Find, `[{ "_id": 1, "name": "Galeb" }]`))
}

// operation is an input that has another operation.
func operation(name, text string) input {
	return file(name, smallbook.Example("ferries", `{ "_id": 1, "name": "Galeb" }`, text, `[]`))
}

func syntax() []input {
	repeat := strings.Repeat
	inputs := numbered("file", file, []string{
		"", "{", "[]", "null", "12", "\"a\"", "{}{}", "{} x", "// comment\n{}", "{ \"a\": 1, }", "{ 'a': 1 }", "{ a: 1 }", "\ufeff{}", "\xff\xfe{\x00}\x00", "{ \"a\": 01 }", "{ \"a\": NaN }",
		"{ \"a\": 1e999999 }", "{ \"a\": " + repeat("9", 4_000) + " }", "{ \"a\": 1, \"a\": 2 }", "{ \"__proto__\": {} }", repeat("[", 4_000), repeat("[", 100) + repeat("]", 100), repeat("{\"a\":", 800), repeat("[\n", 100_000),
		"{ \"a\": \"" + repeat("a", 5_000) + "\" }", "{\"a\":1" + repeat(",\n\"a\":1", 30_000) + "}", "{ \"a\": \"\\ud800\" }", "{ \"a\": \"\\x\" }", "{ \"a\": \"\x1b[31m\" }", "{ \"a\": \"\u202e\" }", "{ \"a\": \"\U000e0041\" }",
		"{ \"\u200b\": 1 }", "{ \"\\u0000\": 1 }", "{ \"a\": tru }", "{ \"a\": \"\n\" }", "{ \"::error::x\": 1 }", "{ \"##[error]x\": 1 }", "{ \"\\u001b[31m\": 1 }", repeat(" \n", 200_000),
	})
	return append(inputs, numbered("value", document, []string{
		`{ "_id": { "$oid": "x" } }`, `{ "_id": { "$numberInt": "99999999999" } }`, `{ "_id": { "$numberLong": "1e5" } }`, `{ "_id": { "$numberDecimal": "1E999999" } }`, `{ "_id": { "$numberDouble": "Infinity" } }`,
		`{ "_id": { "$date": "9999999-01-01T00:00:00Z" } }`, `{ "_id": { "$date": { "$numberLong": "9223372036854775807" } } }`, `{ "_id": { "$binary": { "base64": "!", "subType": "00" } } }`, `{ "_id": { "$uuid": "x" } }`,
		`{ "_id": { "$code": "function(){while(1){}}" } }`, `{ "_id": { "$regularExpression": { "pattern": "(a+)+$", "options": "" } } }`, `{ "_id": { "$regularExpression": { "pattern": "(", "options": "zz" } } }`,
		`{ "_id": { "$undefined": true } }`, `{ "_id": { "$ref": "users", "$id": 1, "$db": "admin" } }`, `{ "_id": { "$minKey": 2 } }`, `{ "_id": { "$timestamp": { "t": -1, "i": 1 } } }`, `{ "_id": { "$unknown": 1 } }`,
		`{ "_id": [1] }`, `{ "$where": "x" }`, `{ "a.b": 1, "_id": 1 }`, `{ "": 1, "_id": 1 }`, `{ "_id": 1, "a": ` + repeat("[", 150) + repeat("]", 150) + ` }`, `1`, `{ "_id": 1 }, { "_id": 1 }`, `{ "$dbPointer": {} }`,
		`{ "_id": 2147483648 }`, `{ "_id": 1, "name": "</script><script>alert(1)</script>" }`, `{ "_id": 1, "\"><script>": "x" }`, `{ "_id": 1, "name": "\u001b[31m\u202e\u200b" }`, `{ "_id": 1, "n\u0000": 1 }`,
	})...)
}

func rules() []input {
	changed := func(old, new string) func(b *book) error {
		return func(b *book) error { return b.replace(smallbook.ExampleFile, old, new) }
	}
	var inputs []input
	for _, rule := range []struct{ name, old, new string }{
		{"an unknown key", `"steps"`, `"evil": 1, "steps"`},
		{"no steps", `"steps": [`, `"step": [`},
		{"a step's id with a tag", `"id": "find"`, `"id": "\"><script>"`},
		{"a step's id twice", `"steps": [`, `"steps": [{ "id": "find", "operation": ` + smallbook.Find + `, "expectResult": [] }, `},
		{"a schema elsewhere", `./example.schema.json`, `https://example.org/x.json`},
		{"a description with a tag", `"A ferry"`, `"<script>alert(1)</script>"`},
		{"a collection of the system", `"ferries": { "validator"`, `"system.users": { "validator"`},
		{"a collection of another database", `"ferries": { "validator"`, `"admin.$cmd": { "validator"`},
		{"a collection without a name", `"ferries": { "validator"`, `"": { "validator"`},
		{"a collection with a null", `"ferries": { "validator"`, `"a\u0000b": { "validator"`},
		{"a collection with a long name", `"ferries": { "validator"`, `"` + strings.Repeat("a", 300) + `": { "validator"`},
		{"no validator", `"validator": null`, ``},
		{"a validator with $where", `"validator": null`, `"validator": { "$where": "while(1){}" }`},
		{"a validator with $function", `"validator": null`, `"validator": { "$expr": { "$function": { "body": "x", "args": [], "lang": "js" } } }`},
		{"a validator that is a number", `"validator": null`, `"validator": 1`},
		{"options with a view", `"validator": null`, `"validator": null, "options": { "viewOn": "admin.users" }`},
		{"options with an engine", `"validator": null`, `"validator": null, "options": { "storageEngine": { "wiredTiger": { "configString": "x" } } }`},
		{"an index with a collation", `"validator": null`, `"validator": null, "indexes": [{ "key": { "a": 1 }, "collation": { "locale": "../../etc" } }]`},
		{"indexes without end", `"validator": null`, `"validator": null, "indexes": [` + strings.TrimSuffix(strings.Repeat(`{ "key": { "a": 1 } },`+"\n", 3_000), ",\n") + `]`},
		{"a billion documents", `"documents": [{ "_id": 1, "name": "Galeb" }]`, `"generate": { "count": 1000000000, "seed": 7, "document": {} }`},
		{"less than no documents", `"documents": [{ "_id": 1, "name": "Galeb" }]`, `"generate": { "count": -1, "seed": 7, "document": {} }`},
		{"an empty document", `"documents": [{ "_id": 1, "name": "Galeb" }]`, `"generate": { "count": 1, "seed": 7, "document": {} }`},
		{"repeats in repeats", `"documents": [{ "_id": 1, "name": "Galeb" }]`, `"generate": { "count": 10, "seed": 7, "document": { "_id": { "$$index": 1 }, "a": { "$$repeat": { "count": 1000000, "value": { "$$repeat": { "count": 1000000, "value": "a" } } } } } }`},
		{"documents and none", `"documents": [{ "_id": 1, "name": "Galeb" }]`, `"documents": null`},
		{"an error that our refusal would be", `"expectResult": [{ "_id": 1, "name": "Galeb" }]`, `"expectError": { "code": 238, "codeName": "NotImplemented", "contains": "", "by": "server" }`},
		{"a result of any type", `"expectResult": [{ "_id": 1, "name": "Galeb" }]`, `"expectResult": { "$$type": "array" }`},
		{"a result that is wrong", `"expectResult": [{ "_id": 1, "name": "Galeb" }]`, `"expectResult": [{ "_id": 1, "name": "<script>" }]`},
		{"a matcher that is none", `"expectResult": [{ "_id": 1, "name": "Galeb" }]`, `"expectResult": [{ "_id": { "$$matchesHexBytes": "x" } }]`},
		{"nothing expected", `, "expectResult": [{ "_id": 1, "name": "Galeb" }]`, ``},
		{"a cost that is wrong", `"expectResult"`, `"expectCost": { "roundTrips": 9 }, "expectResult"`},
		{"a cost that is huge", `"expectResult"`, `"expectCost": { "roundTrips": 99999999999999999999 }, "expectResult"`},
		{"unordered nothing", `"expectResult"`, `"unordered": ["a.b.c"], "expectResult"`},
		{"alongside itself", `"expectResult"`, `"alongside": "find", "expectResult"`},
		{"a server that is none", `"schema"`, `"runOnRequirements": [{ "minServerVersion": "99" }], "schema"`},
		{"a topology that is none", `"schema"`, `"runOnRequirements": [{ "topologies": ["evil"] }], "schema"`},
		{"references to nothing", `"schema"`, `"references": [{ "from": "a", "to": "b" }], "schema"`},
		{"references that go round", `"schema"`, `"references": [{ "from": "ferries._id", "to": "ferries._id" }], "schema"`},
	} {
		inputs = append(inputs, input{name: rule.name, change: changed(rule.old, rule.new)})
	}
	inputs = append(inputs, input{
		name: "large documents", varies: regexp.MustCompile(`:\d+:\d+: the (documents are larger|example takes more) than .*`),
		change: changed(`"documents": [{ "_id": 1, "name": "Galeb" }]`, `"generate": { "count": 100, "seed": 7, "document": { "_id": { "$$index": 1 }, "a": { "$$repeat": { "count": 5000, "value": "`+strings.Repeat("a", 3_000)+`" } } } }`),
	})
	return inputs
}

// commands are operations that would leave the example's own database.
func commands() []input {
	command := func(c string) string { return `{ "name": "runCommand", "arguments": { "command": ` + c + ` } }` }
	pipeline := func(stages string) string {
		return `{ "name": "aggregate", "object": "ferries", "arguments": { "pipeline": [` + stages + `] } }`
	}
	var commands []string
	for _, c := range []string{
		`{ "dataSize": "admin.system.users" }`, `{ "dropDatabase": 1 }`, `{ "renameCollection": "a.b", "to": "c.d" }`, `{ "listDatabases": 1 }`, `{ "shutdown": 1 }`, `{ "eval": "x" }`, `{ "createUser": "x" }`, `{ "usersInfo": 1 }`,
		`{ "fsync": 1 }`, `{ "getLog": "global" }`, `{ "getCmdLineOpts": 1 }`, `{ "hostInfo": 1 }`, `{ "serverStatus": 1 }`, `{ "setParameter": 1 }`, `{ "getParameter": "*" }`, `{ "killOp": 1 }`, `{ "currentOp": 1 }`, `{ "mapReduce": "a" }`,
		`{ "copydb": 1 }`, `{ "cloneCollection": "a" }`, `{ "replSetStepDown": 1 }`, `{ "explain": { "dropDatabase": 1 } }`, `{ "explain": { "aggregate": "a", "pipeline": [{ "$out": "b" }], "cursor": {} } }`, `{ "find": "ferries", "$db": "admin" }`,
		`{ "find": "ferries", "lsid": {} }`, `{ "hello": 1, "saslSupportedMechs": "admin.root" }`, `{ "saslStart": 1 }`, `{ "aggregate": 1, "pipeline": [{ "$currentOp": {} }], "cursor": {} }`, `{ "create": "v", "viewOn": "admin.users" }`, `{ "validate": "../x" }`,
		`{ "collMod": "ferries", "viewOn": "x" }`, `{ "FIND": "ferries" }`, `{}`, `{ "ping": 1, "find": "a" }`, `[]`, `{ "configureFailPoint": "x", "mode": "alwaysOn" }`,
	} {
		commands = append(commands, command(c))
	}
	for _, stage := range []string{
		`{ "$out": { "db": "admin", "coll": "x" } }`, `{ "$out": "system.users" }`, `{ "$merge": { "into": { "db": "admin", "coll": "x" } } }`, `{ "$merge": "other" }`, `{ "$lookup": { "from": { "db": "admin", "coll": "x" }, "pipeline": [], "as": "a" } }`,
		`{ "$unionWith": { "db": "admin", "coll": "x" } }`, `{ "$unionWith": { "coll": "system.users" } }`, `{ "$graphLookup": { "from": "admin.x", "startWith": 1, "connectFromField": "a", "connectToField": "b", "as": "c" } }`, `{ "$currentOp": {} }`,
		`{ "$listSessions": {} }`, `{ "$listLocalSessions": {} }`, `{ "$planCacheStats": {} }`, `{ "$collStats": {} }`, `{ "$indexStats": {} }`, `{ "$changeStream": {} }`, `{ "$documents": [] }`, `{ "$search": {} }`, `{ "$function": {} }`, `{ "$evil": 1 }`,
		`{ "$match": { "$where": "while(1){}" } }`, `{ "$match": { "$expr": { "$function": { "body": "function(){}", "args": [], "lang": "js" } } } }`, `{ "$group": { "_id": null, "a": { "$accumulator": {} } } }`,
		`{ "$facet": { "a": [{ "$out": "x" }] } }`, `{ "$facet": { "a": [{ "$unionWith": { "db": "admin", "coll": "x" } }] } }`, `{ "$lookup": { "from": "ferries", "pipeline": [{ "$merge": "x" }], "as": "a" } }`, `{ "$match": 1 }`, `{}`, `{ "$match": {}, "$sort": {} }`,
	} {
		commands = append(commands, pipeline(stage))
	}
	return append(numbered("command", operation, commands), numbered("operation", operation, []string{
		`{ "name": "evil" }`, `{ "name": "find" }`, `{ "name": "find", "object": "admin.users", "arguments": { "filter": {} } }`, `{ "name": "find", "object": "other", "arguments": { "filter": {} } }`, `{ "name": "find", "object": "ferries", "arguments": { "evil": 1 } }`,
		`{ "name": "find", "object": "ferries", "arguments": { "filter": { "$where": "x" } } }`, `{ "name": "find", "object": "ferries", "arguments": { "filter": {} } }`, `{ "name": "find", "object": "ferries", "arguments": { "filter": 1 } }`,
		`{ "name": "insertMany", "object": "ferries", "arguments": { "documents": [] } }`, `{ "name": "bulkWrite", "object": "ferries", "arguments": { "requests": [{ "evil": {} }] } }`, `{ "name": "createIndex", "object": "ferries", "arguments": { "keys": { "a": "evil" } } }`,
		`{ "name": "aggregate", "arguments": { "pipeline": [{ "$listLocalSessions": {} }] } }`, `{ "name": "distinct", "object": "ferries", "arguments": { "fieldName": "$where", "filter": {} } }`, `[]`, `null`,
		`{ "name": "find", "object": "ferries", "arguments": { "filter": { "name": { "$regex": "(a+)+$" } }, "sort": { "_id": 1 } } }`,
		`{ "name": "updateOne", "object": "ferries", "arguments": { "filter": { "_id": 1 }, "update": { "$evil": {} } } }`, `{ "name": "updateOne", "object": "ferries", "arguments": { "filter": { "_id": 1 }, "update": [{ "$out": "x" }] } }`,
	})...)
}
