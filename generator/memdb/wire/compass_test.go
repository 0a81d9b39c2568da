package wire

import (
	"errors"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// TestCompassConnects sends what MongoDB Compass (its packages
// instance-model and data-service) asks when it connects and opens a
// collection, and looks for what it reads in the replies.
func TestCompassConnects(t *testing.T) {
	client := connect(t)
	if _, err := client.Database("coast").Collection("ports").InsertMany(t.Context(), []any{
		bson.D{{Key: "_id", Value: int32(1)}, {Key: "name", Value: "Varna"}},
		bson.D{{Key: "_id", Value: int32(2)}, {Key: "name", Value: "Pula"}},
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		db, command string
		want        string // fields of the reply
	}{
		{"admin", `{"connectionStatus": 1, "showPrivileges": true}`,
			`{"authInfo": {"authenticatedUsers": [], "authenticatedUserRoles": [], "authenticatedUserPrivileges": []}}`},
		{"admin", `{"hostInfo": 1}`, `{"os": {"name": "memdb"}}`},
		{"admin", `{"buildInfo": 1}`, `{"version": "8.2.4", "modules": []}`},
		{"admin", `{"getParameter": 1, "featureCompatibilityVersion": 1}`, `{"featureCompatibilityVersion": {"version": "8.2"}}`},
		{"admin", `{"listDatabases": 1, "nameOnly": true}`, `{"databases": [{"name": "admin"}, {"name": "coast"}]}`},
		{"coast", `{"dbStats": 1}`, `{"db": "coast", "collections": {"$numberLong": "1"}, "objects": {"$numberLong": "2"}}`},
		{"coast", `{"listCollections": 1, "nameOnly": true, "filter": {}}`, `{"cursor": {"firstBatch": [{"name": "ports", "type": "collection"}]}}`},
		{"coast", `{"collStats": "ports"}`, `{"ns": "coast.ports", "count": 2, "nindexes": 1, "capped": false}`},
		{"coast", `{"aggregate": "ports", "pipeline": [{"$collStats": {"storageStats": {}}}], "cursor": {}}`,
			`{"cursor": {"firstBatch": [{"ns": "coast.ports", "storageStats": {"count": 2}}]}}`},
		{"coast", `{"aggregate": "ports", "pipeline": [{"$indexStats": {}}], "cursor": {}}`,
			`{"cursor": {"firstBatch": [{"name": "_id_", "key": {"_id": 1}, "accesses": {"ops": {"$numberLong": "0"}}}]}}`},
		{"coast", `{"listIndexes": "ports", "cursor": {}}`, `{"cursor": {"firstBatch": [{"v": 2, "key": {"_id": 1}, "name": "_id_"}]}}`},
		{"coast", `{"find": "ports", "filter": {}, "sort": {"_id": -1}, "limit": 20, "maxTimeMS": 60000}`,
			`{"cursor": {"firstBatch": [{"_id": 2, "name": "Pula"}, {"_id": 1, "name": "Varna"}]}}`},
		{"coast", `{"aggregate": "ports", "pipeline": [{"$match": {}}, {"$group": {"_id": 1, "n": {"$sum": 1}}}], "cursor": {}, "maxTimeMS": 5000}`,
			`{"cursor": {"firstBatch": [{"_id": 1, "n": 2}]}}`},
		{"coast", `{"aggregate": "ports", "pipeline": [{"$match": {"_id": 2}}, {"$sample": {"size": 1000}}], "cursor": {}, "allowDiskUse": true}`,
			`{"cursor": {"firstBatch": [{"_id": 2, "name": "Pula"}]}}`},
		{"coast", `{"explain": {"aggregate": "ports", "pipeline": [{"$match": {"name": "Pula"}}], "cursor": {}}, "verbosity": "executionStats"}`,
			`{"executionStats": {"nReturned": 1, "totalDocsExamined": 2}}`},
		{"coast", `{"explain": {"find": "ports", "filter": {"name": "Pula"}}, "verbosity": "allPlansExecution"}`,
			`{"executionStats": {"nReturned": 1, "totalDocsExamined": 2}}`},
		{"admin", `{"serverStatus": 1}`, `{"process": "memdb"}`},
		{"admin", `{"top": 1}`, `{"totals": {}}`},
		{"admin", `{"aggregate": 1, "pipeline": [{"$currentOp": {"allUsers": true, "idleConnections": false}}], "cursor": {}}`,
			`{"cursor": {"firstBatch": [{"op": "command", "ns": "admin.$cmd.aggregate", "secs_running": {"$numberLong": "0"}}]}}`},
		// What it does not get it does without.
		{"admin", `{"atlasVersion": 1}`, `{"code": 59, "codeName": "CommandNotFound"}`},
	} {
		reply, err := client.Database(c.db).RunCommand(t.Context(), fromJSON(t, c.command)).Raw()
		var refused mongo.CommandError
		if err != nil && !errors.As(err, &refused) {
			t.Fatalf("%s: %v", c.command, err)
		}
		if !holds(decode(t, reply), fromJSON(t, c.want)) {
			t.Errorf("%s\nreplies %s\nwithout %s", c.command, reply, c.want)
		}
	}
}

// holds reports whether a value has all the fields of want, at every depth.
func holds(got, want any) bool {
	switch want := want.(type) {
	case bson.D:
		fields, ok := got.(bson.D)
		return ok && !slices.ContainsFunc(want, func(e bson.E) bool {
			i := slices.IndexFunc(fields, func(f bson.E) bool { return f.Key == e.Key })
			return i < 0 || !holds(fields[i].Value, e.Value)
		})
	case bson.A:
		elements, ok := got.(bson.A)
		return ok && slices.EqualFunc(elements, want, holds)
	}
	return got == want
}

func decode(t *testing.T, raw bson.Raw) bson.D {
	t.Helper()
	var d bson.D
	if err := bson.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func fromJSON(t *testing.T, text string) bson.D {
	t.Helper()
	var d bson.D
	if err := bson.UnmarshalExtJSON([]byte(text), false, &d); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d
}
