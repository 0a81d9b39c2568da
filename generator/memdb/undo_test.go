package memdb

import (
	"context"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// breaking is the context of a command in which something has a bug: whoever asks
// it for an error once too often panics.
type breaking struct {
	context.Context
	left int
}

func (b *breaking) Err() error {
	if b.left--; b.left < 0 {
		var none []int
		_ = none[b.left+1]
	}
	return nil
}

// What a command wrote before it met a bug is taken back, the reply says where
// the bug is, and the next command runs.
func TestABugChangesNothing(t *testing.T) {
	set := func(filter bson.D) bson.D {
		return bson.D{{Key: "q", Value: filter}, {Key: "u", Value: stage("$set", bson.D{{Key: "n", Value: "changed"}})}, {Key: "multi", Value: true}}
	}
	db := filled(t, Options{}, 5)
	mustRun(t, db, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{
		bson.D{{Key: "key", Value: bson.D{{Key: "n", Value: int32(1)}}}, {Key: "name", Value: "n"}},
	}}})
	before := texts(resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}})))
	raw, err := bson.Marshal(bson.D{
		{Key: "bulkWrite", Value: int32(1)},
		{Key: "ops", Value: bson.A{
			bson.D{{Key: "insert", Value: int32(1)}, {Key: "document", Value: bson.D{{Key: "_id", Value: int32(1)}}}},
			bson.D{{Key: "delete", Value: int32(0)}, {Key: "filter", Value: bson.D{{Key: "_id", Value: int32(1)}}}},
			bson.D{{Key: "update", Value: int32(0)}, {Key: "filter", Value: bson.D{}}, {Key: "updateMods", Value: set(nil)[1].Value}, {Key: "multi", Value: true}},
			bson.D{{Key: "update", Value: int32(0)}, {Key: "filter", Value: bson.D{}}, {Key: "updateMods", Value: set(nil)[1].Value}, {Key: "multi", Value: true}},
		}},
		{Key: "nsInfo", Value: bson.A{bson.D{{Key: "ns", Value: "test.c"}}, bson.D{{Key: "ns", Value: "other.fresh"}}}},
		{Key: "$db", Value: "admin"},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx := &breaking{t.Context(), 2}
	reply, err := value.Decode(db.Run(ctx, raw))
	if err != nil {
		t.Fatal(err)
	}
	if ctx.left >= 0 {
		t.Fatalf("the command asked too seldom to meet the bug: %s", show(reply))
	}
	message, _ := value.Get(reply, "errmsg").(string)
	if value.Get(reply, "code") != int32(8) || !strings.Contains(message, "index out of range") {
		t.Errorf("%s, want error 8 with what failed", show(reply))
	}
	info, _ := value.Get(reply, "errInfo").(bson.D)
	if stack, _ := value.Get(info, "stack").(string); !strings.Contains(stack, "bulkWriteCommand") || !strings.Contains(stack, "undo_test.go") {
		t.Errorf("the stack is %q", stack)
	}
	if after := texts(resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}}))); strings.Join(after, "") != strings.Join(before, "") {
		t.Errorf("changed\n%s\nto\n%s", before, after)
	}
	if value.Get(mustRun(t, db, bson.D{{Key: "validate", Value: "c"}}), "valid") != true {
		t.Error("an index does not fit the documents")
	}
	if db.engine.Store.Databases["other"] != nil {
		t.Error("the database that the command made is still there")
	}
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: "next"}}}}})
}

// A refusal that depends on a document takes back what the documents before it
// became.
func TestARefusalMidwayChangesNothing(t *testing.T) {
	db := New(Options{})
	mustRun(t, db, bson.D{{Key: "create", Value: "c"}, {Key: "capped", Value: true}, {Key: "size", Value: int32(100)}})
	docs := bson.A{
		bson.D{{Key: "_id", Value: int32(1)}, {Key: "n", Value: "aaaaa"}}, bson.D{{Key: "_id", Value: int32(2)}, {Key: "n", Value: "bbbb"}},
		bson.D{{Key: "_id", Value: int32(3)}, {Key: "n", Value: "cccc"}},
	}
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
	reply := runDocument(t, db, bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{
		bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "u", Value: stage("$set", bson.D{{Key: "n", Value: "ccccc"}})}},
		bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: int32(2)}}}, {Key: "u", Value: stage("$set", bson.D{{Key: "n", Value: "a longer text than there is room for"}})}},
	}}})
	if value.Get(reply, "code") != int32(238) {
		t.Fatalf("%s, want a refusal", show(reply))
	}
	sameList(t, resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}})), docs, false)
}

// An $out that fails does not make its target: F
// test_out_unique_violation_nonexistent_target_not_created.
func TestAFailedOutMakesNothing(t *testing.T) {
	db := filled(t, Options{}, 2)
	twins := bson.A{stage("$set", bson.D{{Key: "_id", Value: "twin"}}), stage("$out", "twins")}
	reply := runDocument(t, db, bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: twins}, {Key: "cursor", Value: bson.D{}}})
	if code := value.Get(reply, "code"); code != int32(11000) {
		t.Fatalf("two documents of one _id: %s", show(reply))
	}
	list := mustRun(t, db, bson.D{{Key: "listCollections", Value: int32(1)}, {Key: "filter", Value: bson.D{{Key: "name", Value: "twins"}}}})
	if found := resultOf(list); len(found) != 0 {
		t.Errorf("there is a collection: %v", found)
	}
}
