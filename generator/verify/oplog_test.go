package verify

import (
	"bytes"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
	"modelbook/generator/memdb"
)

// realServer is a fake that says it is MongoDB 8.2 and a replica set. It answers as
// memdb does, but for what memdb has not: the oplog, and the keys of indexes.
func realServer(t *testing.T, oplog func(database string) []any, keys []any) *fake {
	t.Helper()
	db := memdb.New(memdb.Options{ReplicaSet: true})
	database, reads := "", 0
	f := startFake(t, nil)
	f.answer = func(name string, command bson.Raw) bson.D {
		var reply bson.D
		switch collection, _ := command.Lookup(name).StringValueOK(); {
		case collection == "oplog.rs":
			if reads++; reads%2 == 1 { // the newest entry before the step
				return finds("local.oplog.rs", bson.D{{Key: "ts", Value: bson.Timestamp{T: 1}}})
			}
			return finds("local.oplog.rs", oplog(database)...)
		case name == "aggregate" && bytes.Contains(command, []byte("_internalKeyStringValue")):
			return finds(database+".ferries", keys...)
		case name == "insert":
			database = command.Lookup("$db").StringValue()
		}
		if err := bson.Unmarshal(db.Run(t.Context(), command), &reply); err != nil {
			t.Error(err)
		}
		return reply
	}
	f.hello = replicaSet(f)
	return f
}

// TestOplog compares calculated bytes with entries as a server writes them: with other
// fields, for other databases, and several in one.
func TestOplog(t *testing.T) {
	update := bson.D{{Key: "$v", Value: int32(2)}, {Key: "diff", Value: bson.D{{Key: "u", Value: bson.D{{Key: "name", Value: "Jadran"}}}}}}
	id := bson.D{{Key: "_id", Value: int32(1)}}
	entry := func(op, ns string, o, o2 bson.D) bson.D {
		return bson.D{
			{Key: "lsid", Value: bson.D{{Key: "id", Value: 1}}}, {Key: "txnNumber", Value: int64(1)}, {Key: "op", Value: op}, {Key: "ns", Value: ns},
			{Key: "o", Value: o}, {Key: "o2", Value: o2}, {Key: "ts", Value: bson.Timestamp{T: 2}}, {Key: "v", Value: int64(2)},
		}
	}
	const updates = `{ "id": "rename", "answers": { "id": "a", "fields": [] }, "operation": { "name": "updateOne", "object": "ferries", "arguments": { "filter": { "_id": 1 }, "update": { "$set": { "name": "Jadran" } } } }, "expectResult": { "matchedCount": 1, "modifiedCount": 1, "upsertedCount": 0 } }`
	const inserts = `{ "id": "add", "answers": { "id": "a", "fields": [] }, "operation": { "name": "insertMany", "object": "ferries", "arguments": { "documents": [{ "_id": 2 }, { "_id": 3 }] } }, "expectResult": { "insertedIds": { "0": 2, "1": 3 } } }`
	for _, c := range []struct {
		name, step string
		oplog      func(database string) []any
		want       string
	}{
		{"an update", updates, func(database string) []any {
			return []any{entry("u", database+".ferries", update, id), entry("u", "another.ferries", update, id), entry("n", "", bson.D{{Key: "msg", Value: "periodic noop"}}, nil)}
		}, ""},
		{"another rule", updates, func(database string) []any {
			return []any{entry("u", database+".ferries", bson.D{{Key: "_id", Value: int32(1)}, {Key: "name", Value: "Jadran"}}, id)}
		}, `examples/ferry.json:7:76: oplogBytes of the step "rename": 63 calculated, 45 in the server's oplog`},
		{"inserts in one entry", inserts, func(database string) []any {
			return []any{entry("c", "admin.$cmd", bson.D{{Key: "applyOps", Value: bson.A{
				entry("i", database+".ferries", bson.D{{Key: "_id", Value: int32(2)}}, bson.D{{Key: "_id", Value: int32(2)}}),
				entry("i", database+".ferries", bson.D{{Key: "_id", Value: int32(3)}}, bson.D{{Key: "_id", Value: int32(3)}}),
			}}}, nil)}
		}, ""},
		{"nothing", inserts, func(string) []any { return nil }, `examples/ferry.json:7:73: oplogBytes of the step "add": 28 calculated, 0 in the server's oplog`},
	} {
		f := realServer(t, c.oplog, nil)
		content := strings.Replace(oneStep, "STEP", c.step, 1)
		results, server, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "ferry", content)}})
		if got := told(list); err != nil || got != c.want || !hasOplog(server) {
			t.Errorf("%s: %v, %s on %v, want %s", c.name, err, got, server, c.want)
		}
		if cost, _ := results[0].CostOf("a", 0); cost.OplogBytes == (example.Quantity{}) {
			t.Errorf("%s: %+v", c.name, cost)
		}
	}
}

// TestKeySizes compares calculated keys with those that a server returns, with and
// without their end.
func TestKeySizes(t *testing.T) {
	key := func(value any, bytes ...byte) bson.D {
		return bson.D{{Key: "value", Value: value}, {Key: "key", Value: bson.Binary{Data: bytes}}}
	}
	for _, c := range []struct {
		name string
		keys []any
		want string
	}{
		{"as calculated", []any{key("ab", 60, 'a', 'b', 0, 4), key(int32(1), 43, 2)}, ""},
		{"another key", []any{key("ab", 60, 'a', 'b', 0, 4), key(int32(1), 43, 0, 2)}, "examples/ferry.json:4:59: the key of name of ferries is 2b0002 on the server, 2b0204 calculated"},
	} {
		f := realServer(t, func(string) []any { return nil }, c.keys)
		content := strings.Replace(oneStep, "STEP", findStep+`, "expectResult": [{ "_id": 1, "name": "Galeb" }] }`, 1)
		_, _, list, err := runNoted(t.Context(), Options{URI: f.uri, Examples: []*example.Example{load(t, "ferry", content)}})
		if got := told(list); err != nil || got != c.want {
			t.Errorf("%s: %v, %s, want %s", c.name, err, got, c.want)
		}
	}
}

// TestHasOplog: other servers, and MongoDB before 8.0, log by other rules.
func TestHasOplog(t *testing.T) {
	for server, want := range map[example.Server]bool{
		{Name: "MongoDB", Version: "8.2.4", Topology: example.ReplicaSet}: true,
		{Name: "MongoDB", Version: "10.0", Topology: example.ReplicaSet}:  true,
		{Name: "MongoDB", Version: "7.0.5", Topology: example.ReplicaSet}: false,
		{Name: "MongoDB", Version: "8.2.4", Topology: example.Single}:     false,
		{Name: "memdb", Version: "8.2", Topology: example.ReplicaSet}:     false,
	} {
		if hasOplog(server) != want {
			t.Errorf("%v: %v", server, !want)
		}
	}
}
