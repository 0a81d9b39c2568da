package cost

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
	executed = `, "executionStats": { "totalDocsExamined": 3, "totalKeysExamined": 4 }`
	cursor   = `{ "$cursor": { "queryPlanner": { "winningPlan": { "stage": "EXPRESS_IXSCAN", "indexName": "_id_" } }, "executionStats": { "totalDocsExamined": 1, "totalKeysExamined": 1 } } }`
	pushed   = `"queryPlanner": { "winningPlan": { "queryPlan": { "stage": "EQ_LOOKUP", "foreignCollection": "t.objects", "strategy": "STRATEGY",
		"inputStage": { "stage": "FETCH", "inputStage": { "stage": "IXSCAN", "indexName": "_id_" } } }, "slotBasedPlan": {} } }`
)

func TestReadPlan(t *testing.T) {
	tests := []struct {
		name, reply string
		want        Plan
		ok          bool
	}{
		{"a scan", `{ "queryPlanner": { "winningPlan": { "stage": "COLLSCAN" } }` + executed + ` }`, Plan{Stages: []string{"COLLSCAN"}, documents: 3, keys: 4}, true},
		{"an index", `{ "queryPlanner": { "winningPlan": { "stage": "LIMIT", "inputStage": { "stage": "FETCH", "inputStage": { "stage": "IXSCAN", "indexName": "a_1" } } } }` + executed + ` }`,
			Plan{Stages: []string{"FETCH", "IXSCAN"}, Indexes: []string{"a_1"}, documents: 3, keys: 4}, true},
		{"two", `{ "queryPlanner": { "winningPlan": { "stage": "FETCH", "inputStage": { "stage": "OR", "inputStages": [{ "stage": "IXSCAN", "indexName": "a_1" }, { "stage": "IXSCAN", "indexName": "b_1" }] } } }` + executed + ` }`,
			Plan{Stages: []string{"FETCH", "OR", "IXSCAN", "IXSCAN"}, Indexes: []string{"a_1", "b_1"}, documents: 3, keys: 4}, true},
		{"_id in 7.0", `{ "queryPlanner": { "winningPlan": { "stage": "IDHACK" } }` + executed + ` }`, Plan{Stages: []string{"FETCH", "IXSCAN"}, Indexes: []string{"_id_"}, documents: 3, keys: 4}, true},
		{"_id in 8.2", `{ "queryPlanner": { "winningPlan": { "stage": "EXPRESS_IXSCAN", "indexName": "_id_" } }` + executed + ` }`, Plan{Stages: []string{"FETCH", "IXSCAN"}, Indexes: []string{"_id_"}, documents: 3, keys: 4}, true},
		{"stages", `{ "stages": [` + cursor + `, { "$unwind": {} }, { "$group": {} }] }`, Plan{Stages: []string{"FETCH", "IXSCAN"}, Indexes: []string{"_id_"}, documents: 1, keys: 1}, true},
		{"a join by an index", `{ "stages": [` + cursor + `, { "$lookup": {}, "totalDocsExamined": 4, "totalKeysExamined": 4, "collectionScans": 0, "indexesUsed": ["_id_"] }] }`,
			Plan{Stages: []string{"FETCH", "IXSCAN"}, Indexes: []string{"_id_"}, documents: 1, keys: 1, joined: 4, joins: []string{joinByIndex}}, true},
		{"a join by scans", `{ "stages": [` + cursor + `, { "$lookup": {}, "totalDocsExamined": 400, "collectionScans": 1 }] }`,
			Plan{Stages: []string{"FETCH", "IXSCAN"}, Indexes: []string{"_id_"}, documents: 1, keys: 1, joined: 400, joins: []string{joinByScan}}, true},
		{"a join that says nothing", `{ "stages": [` + cursor + `, { "$lookup": {} }] }`, Plan{}, false},
		{"a join in the query", `{ ` + strings.Replace(pushed, "STRATEGY", "IndexedLoopJoin", 1) + executed + ` }`,
			Plan{Stages: []string{"FETCH", "IXSCAN"}, Indexes: []string{"_id_"}, documents: 3, keys: -1, joins: []string{joinByIndex}, isCombined: true}, true},
		{"a join in the query by hashes", `{ ` + strings.Replace(pushed, "STRATEGY", "HashJoin", 1) + executed + ` }`,
			Plan{Stages: []string{"FETCH", "IXSCAN"}, Indexes: []string{"_id_"}, documents: 3, keys: -1, joins: []string{joinByScan}, isCombined: true}, true},
		{"shards", `{ "queryPlanner": { "winningPlan": { "stage": "SHARD_MERGE", "shards": [] } }` + executed + ` }`, Plan{}, false},
		{"no counts", `{ "queryPlanner": { "winningPlan": { "stage": "COLLSCAN" } } }`, Plan{}, false},
		{"something else", `{ "ok": 1 }`, Plan{}, false},
		{"no cursor", `{ "stages": [{ "$documents": [] }] }`, Plan{}, false},
	}
	for _, tt := range tests {
		got, ok := ReadPlan(extended(t, tt.reply))
		if ok != tt.ok || ok && !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v, want %+v", tt.name, got, ok, tt.want)
		}
	}
}

// TestJoins: what a join reads of its inner side counts, if an index finds it.
func TestJoins(t *testing.T) {
	db := memdb.New(memdb.Options{})
	run := func(command bson.D) (bson.Raw, error) {
		return db.Run(t.Context(), marshal(t, append(command, bson.E{Key: "$db", Value: "d"}))), nil
	}
	insert := func(collection string, documents ...string) {
		list := bson.A{}
		for _, document := range documents {
			list = append(list, extended(t, document))
		}
		run(bson.D{{Key: "insert", Value: collection}, {Key: "documents", Value: list}})
	}
	insert("tours", `{ "_id": 1, "objects": [1, 2] }`)
	insert("objects", `{ "_id": 1, "t": "a" }`, `{ "_id": 2, "t": "bcd" }`, `{ "_id": 3, "t": "x" }`)
	lookup := bson.D{{Key: "from", Value: "objects"}, {Key: "localField", Value: "objects"}, {Key: "foreignField", Value: "_id"}, {Key: "as", Value: "objects"}}
	sheet := example.Operation{Name: "aggregate", Object: "tours", Arguments: bson.D{{Key: "pipeline", Value: bson.A{
		bson.D{{Key: "$match", Value: bson.D{{Key: "_id", Value: int32(1)}}}}, bson.D{{Key: "$lookup", Value: lookup}}}}}}
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
		m := Meter{Run: func(command bson.D) (bson.Raw, error) {
			if command[0].Key == "explain" {
				return extended(t, tt.reply), nil
			}
			return run(command)
		}}
		got := m.Count(sheet, func(string) bool { return true }, false)(NewRecorder("d", "d"))
		if got.DocumentsRead != tt.documents || got.BytesRead != tt.size {
			t.Errorf("%s: %+v, %+v", tt.name, got.DocumentsRead, got.BytesRead)
		}
	}
}
