package memdb

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// What a database stores has a limit; documents that go make room again.
func TestStoredBytesHaveALimit(t *testing.T) {
	db := New(Options{MaxBytes: 10_000})
	filling := func(id int32) bson.D {
		return insertOf(bson.D{{Key: "_id", Value: id}, {Key: "s", Value: strings.Repeat("x", 4000)}})
	}
	mustRun(t, db, filling(1))
	mustRun(t, db, filling(2))
	if code, ofCommand := writeCode(runDocument(t, db, filling(3))); code != int32(14031) || ofCommand {
		t.Errorf("insert: code %v, of the command: %v, want 14031", code, ofCommand)
	}
	growing := bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{bson.D{
		{Key: "q", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "u", Value: stage("$set", stage("t", strings.Repeat("x", 4000)))},
	}}}}
	if code, _ := writeCode(runDocument(t, db, growing)); code != int32(14031) {
		t.Errorf("update: code %v, want 14031", code)
	}
	all := bson.D{{Key: "q", Value: bson.D{}}, {Key: "limit", Value: int32(0)}}
	if n := value.Get(mustRun(t, db, bson.D{{Key: "delete", Value: "c"}, {Key: "deletes", Value: bson.A{all}}}), "n"); n != int32(2) {
		t.Errorf("%v documents, want 2", n)
	}
	mustRun(t, db, filling(3))
}

// A sort with a limit gives what the whole sort begins with, also of documents that
// tie.
func TestSortWithLimit(t *testing.T) {
	db := New(Options{})
	docs := make(bson.A, 5000)
	for i := range docs {
		docs[i] = bson.D{{Key: "_id", Value: int32(i)}, {Key: "n", Value: int32(i * 7919 % 1000 / 3)}}
	}
	mustRun(t, db, insertOf(docs...))
	by := bson.E{Key: "sort", Value: bson.D{{Key: "n", Value: int32(-1)}}}
	whole := resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}, by, {Key: "batchSize", Value: int32(5000)}}))
	part := resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}, by, {Key: "skip", Value: int32(5)}, {Key: "limit", Value: int32(20)}}))
	sameList(t, part, whole[5:25], false)
	inner := stage("$unionWith", bson.D{{Key: "coll", Value: "none"}})
	part = resultOf(mustRun(t, db, aggregateOn(inner, stage("$sort", by.Value), stage("$limit", int32(20)))))
	sameList(t, part, whole[:20], false)
}
