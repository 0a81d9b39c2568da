package memdb

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/query"
	"modelbook/generator/memdb/internal/value"
)

// The numbers of records go on over the batches of a cursor, whatever was written
// meanwhile; after an insert that an index refused they are not the server's.
func TestRecordIDs(t *testing.T) {
	db := New(Options{})
	database := bson.E{Key: "$db", Value: "test"}
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: int32(10)}}, bson.D{{Key: "_id", Value: int32(20)}}}}, database})
	find := bson.D{{Key: "find", Value: "c"}, {Key: "showRecordId", Value: true}, {Key: "batchSize", Value: int32(1)}, database}
	cursor := value.Get(mustRun(t, db, find), "cursor").(bson.D)
	mustRun(t, db, bson.D{{Key: "delete", Value: "c"}, {Key: "deletes", Value: bson.A{bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: int32(10)}}}, {Key: "limit", Value: int32(0)}}}}, database})
	more := mustRun(t, db, bson.D{{Key: "getMore", Value: value.Get(cursor, "id")}, {Key: "collection", Value: "c"}, database})
	want := bson.A{bson.D{{Key: "_id", Value: int32(20)}, {Key: query.RecordIDField, Value: int64(2)}}}
	if got := value.Get(value.Get(more, "cursor").(bson.D), "nextBatch"); !value.Equal(got, want) {
		t.Errorf("second batch: %s, want %s", value.String(got), value.String(want))
	}
	runDocument(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: int32(1)}}, bson.D{{Key: "_id", Value: int32(1)}}}}, database})
	if reply := runDocument(t, db, find); value.Get(reply, "code") != any(int32(238)) {
		t.Errorf("after a refused insert: %s, want 238", value.String(reply))
	}
}
