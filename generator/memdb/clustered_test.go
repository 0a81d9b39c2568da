package memdb

import (
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// TestClusteredIsShown: listCollections has the option as a whole, and no index on
// _id beside it.
func TestClusteredIsShown(t *testing.T) {
	db := New(Options{})
	do(t, db, `{"create": "c", "expireAfterSeconds": {"$numberLong": "5"}, "clusteredIndex": {"key": {"_id": 1}, "unique": true, "name": "ports"}}`)
	row := resultOf(mustRun(t, db, bson.D{{Key: "listCollections", Value: 1}}))[0].(bson.D)
	const want = `{ clusteredIndex: { v: 2, key: { _id: 1 }, name: "ports", unique: true }, expireAfterSeconds: 5 }`
	if got := value.String(value.Get(row, "options")); got != want || !value.IsMissing(value.Get(row, "idIndex")) {
		t.Errorf("%s, want options %s", show(row), want)
	}
}

// TestClusteredExpires: documents whose _id is a date as old as that go, others stay.
func TestClusteredExpires(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	db := New(Options{Clock: func() time.Time { return now }})
	do(t, db, `{"create": "c", "expireAfterSeconds": 60, "clusteredIndex": {"key": {"_id": 1}, "unique": true}}`,
		`{"insert": "c", "documents": [{"_id": {"$date": "2026-06-01T12:00:30Z"}}, {"_id": {"$date": "2026-06-01T11:59:59Z"}}, {"_id": 7}, {"_id": {"$oid": "000000000000000000000000"}}]}`)
	now = now.Add(61 * time.Second)
	gives(t, mustRun(t, db, bson.D{{Key: "find", Value: "c"}}), `[ { _id: 7 }, { _id: ObjectId('000000000000000000000000') }, { _id: new Date(1780315230000) } ]`)
}

// TestClusteredInTransaction: the order of _id holds for a snapshot and what is
// written to it, and after the commit.
func TestClusteredInTransaction(t *testing.T) {
	_, c := setOfOne(t, Options{}, 2)
	gives(t, c[0].start(`{"create": "c", "clusteredIndex": {"key": {"_id": 1}, "unique": true}}`), "ok")
	gives(t, c[0].in(`{"insert": "c", "documents": [{"_id": 5}, {"_id": 2}]}`), "n 2")
	gives(t, c[0].in(`{"find": "c"}`), "[ { _id: 2 }, { _id: 5 } ]")
	gives(t, c[0].end("commitTransaction"), "ok")
	gives(t, c[1].start(`{"insert": "c", "documents": [{"_id": 3}]}`), "n 1")
	gives(t, c[1].in(`{"find": "c"}`), "[ { _id: 2 }, { _id: 3 }, { _id: 5 } ]")
	gives(t, c[0].send(`{"find": "c"}`), "[ { _id: 2 }, { _id: 5 } ]")
	gives(t, c[1].end("commitTransaction"), "ok")
	gives(t, c[0].send(`{"find": "c"}`), "[ { _id: 2 }, { _id: 3 }, { _id: 5 } ]")
	gives(t, c[0].send(`{"insert": "c", "documents": [{"_id": 3}]}`), `write error {"$numberInt":"11000"}`)
}

// TestClusteredRefusesLargeIDs: the server has an error of its own for an _id that is no
// number of a record any more (test_record_id_size_limit_exceeded and
// test_binary_id_record_id_exceeded of documentdb/functional-tests).
func TestClusteredRefusesLargeIDs(t *testing.T) {
	for _, id := range []any{strings.Repeat("x", 8<<20), bson.Binary{Data: make([]byte, 8<<20)}} {
		db := New(Options{})
		do(t, db, `{"create": "c", "clusteredIndex": {"key": {"_id": 1}, "unique": true}}`)
		gives(t, runDocument(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: id}}}}}), `{"$numberInt":"238"}`)
	}
}
