package example

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
)

// toldOf parses an example with one step and gives what is wrong with it.
func toldOf(t *testing.T, operation string) string {
	t.Helper()
	content := `{ "$schema": "./example.schema.json", "description": "x", "schema": { "c": { "validator": null } }, "initialData": [],
  "steps": [{ "id": "it", "operation": ` + operation + `, "unordered": true, "expectResult": [] }] }`
	_, list := Parse(diag.NewText("examples/it.json", []byte(content)))
	record(list)
	var told []string
	for _, m := range list {
		told = append(told, m.Text)
	}
	return strings.Join(told, "; ")
}

// No place of a stage can name another database, wherever the stage stands.
func TestStagesStayInTheDatabase(t *testing.T) {
	stages := []string{
		`{ "$unionWith": { "coll": "c", "db": "other" } }`,
		`{ "$unionWith": { "coll": { "db": "other", "coll": "c" } } }`,
		`{ "$lookup": { "from": { "db": "other", "coll": "c" }, "pipeline": [], "as": "x" } }`,
		`{ "$graphLookup": { "from": { "db": "other", "coll": "c" }, "startWith": "$a", "connectFromField": "a", "connectToField": "b", "as": "x" } }`,
		`{ "$merge": { "into": { "db": "other", "coll": "c" } } }`,
		`{ "$out": { "db": "other", "coll": "c" } }`,
	}
	places := []string{
		`{ "name": "aggregate", "object": "c", "arguments": { "pipeline": [STAGE] } }`,
		`{ "name": "aggregate", "arguments": { "pipeline": [STAGE] } }`,
		`{ "name": "aggregate", "object": "c", "arguments": { "pipeline": [{ "$facet": { "a": [STAGE] } }] } }`,
		`{ "name": "aggregate", "object": "c", "arguments": { "pipeline": [{ "$lookup": { "from": "c", "pipeline": [STAGE], "as": "x" } }] } }`,
		`{ "name": "aggregate", "object": "c", "arguments": { "pipeline": [{ "$unionWith": { "coll": "c", "pipeline": [{ "$facet": { "a": [STAGE] } }] } }] } }`,
		`{ "name": "runCommand", "arguments": { "command": { "aggregate": "c", "pipeline": [STAGE], "cursor": {} } } }`,
		`{ "name": "runCommand", "arguments": { "command": { "explain": { "aggregate": "c", "pipeline": [STAGE], "cursor": {} } } } }`,
		`{ "name": "runCommand", "arguments": { "command": { "create": "v", "viewOn": "c", "pipeline": [STAGE] } } }`,
		`{ "name": "runCommand", "arguments": { "command": { "collMod": "v", "viewOn": "c", "pipeline": [STAGE] } } }`,
		`{ "name": "createView", "arguments": { "collection": "v", "viewOn": "c", "pipeline": [STAGE] } }`,
		`{ "name": "updateOne", "object": "c", "arguments": { "filter": {}, "update": [STAGE] } }`,
		`{ "name": "bulkWrite", "object": "c", "arguments": { "requests": [{ "updateOne": { "filter": {}, "update": [STAGE] } }] } }`,
		`{ "name": "runCommand", "arguments": { "command": { "update": "c", "updates": [{ "q": {}, "u": [STAGE] }] } } }`,
		`{ "name": "runCommand", "arguments": { "command": { "findAndModify": "c", "query": {}, "update": [STAGE] } } }`,
	}
	for _, stage := range stages {
		for _, place := range places {
			operation := strings.Replace(place, "STAGE", stage, 1)
			if told := toldOf(t, operation); !strings.Contains(told, " leaves the example's database") {
				t.Errorf("%s: told %q", operation, told)
			}
		}
	}
}

// TestStagesNameCollections holds the table of stages to itself: what reaches
// further than its documents says where it names a collection.
func TestStagesNameCollections(t *testing.T) {
	for _, s := range stages {
		if further := s.Reach != ReachNothing && s.Name != "$facet"; further != (s.Foreign != "") {
			t.Errorf("%s reaches %d and names a collection in %q", s.Name, s.Reach, s.Foreign)
		}
	}
}

func TestCommandsStayInTheDatabase(t *testing.T) {
	for _, test := range []struct{ command, want string }{
		{`"dataSize": "users.passwords"`, `the command "dataSize" may not be sent`},
		{`"renameCollection": "c", "to": "users.d"`, `the command "renameCollection" may not be sent`},
		{`"explain": { "dataSize": "users.passwords" }`, `the command "dataSize" may not be sent`},
		{`"explain": { "find": "c", "$db": "users" }`, `$db is for the driver to set`},
		{`"explain": "find"`, `"command" is an object, not a string`},
		{`"find": "c", "$db": "users"`, `$db is for the driver to set`},
		{`"find": { "$binary": { "base64": "AAAAAAAAAAAAAAAAAAAAAA==", "subType": "04" } }`, `find is a string, not an object`},
		{`"find": "$cmd"`, `"$cmd" is not a collection of the example's`},
		{`"aggregate": "$cmd.aggregate", "pipeline": []`, `"$cmd.aggregate" is not a collection of the example's`},
		{`"aggregate": 1, "pipeline": [{ "$currentOp": {} }]`, `$currentOp is not an operator that may be sent`},
		{`"aggregate": 1, "pipeline": [{ "$listSessions": {} }]`, `$listSessions is not an operator that may be sent`},
		{`"hello": 1, "saslSupportedMechs": "admin.root"`, `the field "saslSupportedMechs" of the command "hello" may not be sent`},
		{`"hello": "c"`, `the command "hello" is sent to the database`},
		{`"create": "v", "viewOn": { "db": "users", "coll": "d" }`, `viewOn is a string, not an object`},
		{`"create": "v", "storageEngine": { "wiredTiger": { "configString": "x" } }`, `the field "storageEngine" of the command "create" may not be sent`},
		{`"listCollections": 1, "filter": { "$where": "1" }`, `$where may not be sent`},
		{`"listDatabases": 1`, `the command "listDatabases" may not be sent`},
		{`"aggregate": "c", "pipeline": [{ "$oid": "65f0a1c2d4e8b93a7c1f0e01", "$unionWith": { "coll": "c", "db": "other" } }]`, `an object with $oid has no other keys`},
		{`"aggregate": "c", "pipeline": [{ "$unionWith": { "coll": "c", "db": "other", "$numberInt": "1" } }]`, `$unionWith leaves`},
		{`"find": "c", "filter": {}, "comment": "x", "maxTimeMS": 5`, ``},
		{`"aggregate": 1, "pipeline": [{ "$documents": [{ "a": 1 }] }], "cursor": {}`, ``},
		{`"collStats": "c"`, ``},
		{`"ping": 1`, ``},
		{`"create": "v", "viewOn": "c", "pipeline": []`, ``},
		{`"insert": "c", "documents": [{ "_id": 1, "$db": "x" }]`, ``},
	} {
		told := toldOf(t, `{ "name": "runCommand", "arguments": { "command": { `+test.command+` } } }`)
		if told != test.want && !(test.want != "" && strings.HasPrefix(told, test.want)) {
			t.Errorf("%s: told %q, want %q", test.command, told, test.want)
		}
	}
}
