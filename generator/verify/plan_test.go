package verify

import (
	"reflect"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/memdb"
)

func extended(t *testing.T, text string) bson.Raw {
	t.Helper()
	var d bson.D
	if err := bson.UnmarshalExtJSON([]byte(text), false, &d); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return marshal(t, d)
}

// Parts of replies of explain as servers give them: 7.0 and 8.2 in the classic
// engine, and with the one that runs a $lookup as a part of the query.
const (
	executed = `, "executionStats": { "totalDocsExamined": 3 }`
	cursor   = `{ "$cursor": { "queryPlanner": { "winningPlan": { "stage": "EXPRESS_IXSCAN", "indexName": "_id_" } }, "executionStats": { "totalDocsExamined": 1 } } }`
	pushed   = `"queryPlanner": { "winningPlan": { "queryPlan": { "stage": "EQ_LOOKUP", "foreignCollection": "t.objects", "strategy": "STRATEGY",
		"inputStage": { "stage": "FETCH", "inputStage": { "stage": "IXSCAN", "indexName": "_id_" } } }, "slotBasedPlan": {} } }`
)

func TestReadPlan(t *testing.T) {
	tests := []struct {
		name, reply string
		want        plan
		ok          bool
	}{
		{"a scan", `{ "queryPlanner": { "winningPlan": { "stage": "COLLSCAN" } }` + executed + ` }`, plan{stages: []string{"COLLSCAN"}, documents: 3}, true},
		{"an index", `{ "queryPlanner": { "winningPlan": { "stage": "LIMIT", "inputStage": { "stage": "FETCH", "inputStage": { "stage": "IXSCAN", "indexName": "a_1" } } } }` + executed + ` }`,
			plan{stages: []string{"FETCH", "IXSCAN"}, indexes: []string{"a_1"}, documents: 3}, true},
		{"two", `{ "queryPlanner": { "winningPlan": { "stage": "FETCH", "inputStage": { "stage": "OR", "inputStages": [{ "stage": "IXSCAN", "indexName": "a_1" }, { "stage": "IXSCAN", "indexName": "b_1" }] } } }` + executed + ` }`,
			plan{stages: []string{"FETCH", "OR", "IXSCAN", "IXSCAN"}, indexes: []string{"a_1", "b_1"}, documents: 3}, true},
		{"_id in 7.0", `{ "queryPlanner": { "winningPlan": { "stage": "IDHACK" } }` + executed + ` }`, plan{stages: []string{"FETCH", "IXSCAN"}, indexes: []string{"_id_"}, documents: 3}, true},
		{"_id in 8.2", `{ "queryPlanner": { "winningPlan": { "stage": "EXPRESS_IXSCAN", "indexName": "_id_" } }` + executed + ` }`, plan{stages: []string{"FETCH", "IXSCAN"}, indexes: []string{"_id_"}, documents: 3}, true},
		{"stages", `{ "stages": [` + cursor + `, { "$unwind": {} }, { "$group": {} }] }`, plan{stages: []string{"FETCH", "IXSCAN"}, indexes: []string{"_id_"}, documents: 1}, true},
		{"a join by an index", `{ "stages": [` + cursor + `, { "$lookup": {}, "totalDocsExamined": 4, "totalKeysExamined": 4, "collectionScans": 0, "indexesUsed": ["_id_"] }] }`,
			plan{stages: []string{"FETCH", "IXSCAN"}, indexes: []string{"_id_"}, documents: 1, joined: 4, joins: []string{joinByIndex}}, true},
		{"a join by scans", `{ "stages": [` + cursor + `, { "$lookup": {}, "totalDocsExamined": 400, "collectionScans": 1 }] }`,
			plan{stages: []string{"FETCH", "IXSCAN"}, indexes: []string{"_id_"}, documents: 1, joined: 400, joins: []string{joinByScan}}, true},
		{"a join that says nothing", `{ "stages": [` + cursor + `, { "$lookup": {} }] }`, plan{}, false},
		{"a join in the query", `{ ` + strings.Replace(pushed, "STRATEGY", "IndexedLoopJoin", 1) + executed + ` }`,
			plan{stages: []string{"FETCH", "IXSCAN"}, indexes: []string{"_id_"}, documents: 3, joins: []string{joinByIndex}}, true},
		{"a join in the query by hashes", `{ ` + strings.Replace(pushed, "STRATEGY", "HashJoin", 1) + executed + ` }`,
			plan{stages: []string{"FETCH", "IXSCAN"}, indexes: []string{"_id_"}, documents: 3, joins: []string{joinByScan}}, true},
		{"shards", `{ "queryPlanner": { "winningPlan": { "stage": "SHARD_MERGE", "shards": [] } }` + executed + ` }`, plan{}, false},
		{"no counts", `{ "queryPlanner": { "winningPlan": { "stage": "COLLSCAN" } } }`, plan{}, false},
		{"something else", `{ "ok": 1 }`, plan{}, false},
		{"no cursor", `{ "stages": [{ "$documents": [] }] }`, plan{}, false},
	}
	for _, tt := range tests {
		got, ok := readPlan(extended(t, tt.reply))
		if ok != tt.ok || ok && !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v, want %+v", tt.name, got, ok, tt.want)
		}
	}
}

// explaining answers explain as it is told to, and everything else as the
// embedded database does.
func explaining(t *testing.T, reply string) func(string, bson.Raw) bson.D {
	t.Helper()
	db := memdb.New(memdb.Options{})
	return func(name string, command bson.Raw) bson.D {
		answer := db.Run(t.Context(), command)
		if name == "explain" {
			answer = extended(t, reply)
		}
		var d bson.D
		if err := bson.Unmarshal(answer, &d); err != nil {
			t.Error(err)
		}
		return d
	}
}

// TestJoins: what a join reads of its inner side counts, if an index finds it.
func TestJoins(t *testing.T) {
	content := `{ "$schema": "./example.schema.json", "description": "x",
  "schema": { "tours": { "validator": null }, "objects": { "validator": null } },
  "initialData": [{ "collectionName": "tours", "documents": [{ "_id": 1, "objects": [1, 2] }] },
    { "collectionName": "objects", "documents": [{ "_id": 1, "t": "a" }, { "_id": 2, "t": "bcd" }, { "_id": 3, "t": "x" }] }],
  "steps": [{ "id": "sheet", "answers": { "id": "sheet", "fields": [] }, "operation": { "name": "aggregate", "object": "tours", "arguments": { "pipeline": [
    { "$match": { "_id": 1 } }, { "$lookup": { "from": "objects", "localField": "objects", "foreignField": "_id", "as": "objects" } }] } },
    "unordered": ["objects"], "expectResult": { "$$type": "array" } }] }`
	join := `{ "$lookup": {}, "totalDocsExamined": READ, "collectionScans": SCANS }`
	tour, objects := int64(42), int64(23+25)
	tests := []struct {
		name, reply     string
		documents, size example.Quantity
	}{
		{"by stages", `{ "stages": [` + cursor + `, ` + strings.NewReplacer("READ", "2", "SCANS", "0").Replace(join) + `], "ok": 1 }`, example.Measured(3), example.Measured(tour + objects)},
		{"in the query", `{ ` + strings.Replace(pushed, "STRATEGY", "IndexedLoopJoin", 1) + executed + `, "ok": 1 }`, example.Measured(3), example.Measured(tour + objects)},
		{"of others", `{ "stages": [` + cursor + `, ` + strings.NewReplacer("READ", "5", "SCANS", "0").Replace(join) + `], "ok": 1 }`, example.Measured(6), example.Unmeasured(example.NoPlan)},
		{"without an index", `{ "stages": [` + cursor + `, ` + strings.NewReplacer("READ", "3", "SCANS", "1").Replace(join) + `], "ok": 1 }`, example.Unmeasured(example.JoinPlan), example.Unmeasured(example.JoinPlan)},
	}
	for _, tt := range tests {
		f := startFake(t, explaining(t, tt.reply))
		results, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "tours", content)}})
		if err != nil || list != nil {
			t.Fatalf("%v %s", err, told(list))
		}
		if got := results[0].Steps()[0].Cost; got.DocumentsRead != tt.documents || got.BytesRead != tt.size {
			t.Errorf("%s: %+v, %+v", tt.name, got.DocumentsRead, got.BytesRead)
		}
	}
}
