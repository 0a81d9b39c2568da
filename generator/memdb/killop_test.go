package memdb

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// endless is an aggregate that no clock ends.
func endless(more ...bson.E) bson.D {
	stages := bson.A{stage("$documents", bson.A{bson.D{}})}
	for range 8 {
		stages = append(stages, stage("$set", stage("b", stage("$range", bson.A{int32(0), int32(100)}))), stage("$unwind", "$b"))
	}
	return append(bson.D{
		{Key: "aggregate", Value: int32(1)}, {Key: "pipeline", Value: append(stages, stage("$count", "n"))},
		{Key: "cursor", Value: bson.D{}}, {Key: "comment", Value: "endless"},
	}, more...)
}

// begun runs a command beside the others and waits until $currentOp shows it.
func begun(t *testing.T, db *DB, command bson.D) (opid any, reply <-chan bson.D) {
	t.Helper()
	done := make(chan bson.D, 1)
	go func() { done <- runDocument(t, db, command) }()
	for {
		ops, _ := value.Get(mustRun(t, db, bson.D{{Key: "currentOp", Value: int32(1)}, {Key: "command.comment", Value: value.Get(command, "comment")}, {Key: "$db", Value: "admin"}}), "inprog").(bson.A)
		if len(ops) == 1 {
			return value.Get(ops[0].(bson.D), "opid"), done
		}
	}
}

func TestKillOpEndsACommand(t *testing.T) {
	db := New(Options{})
	opid, reply := begun(t, db, endless())
	mustRun(t, db, bson.D{{Key: "killOp", Value: int32(1)}, {Key: "op", Value: opid}, {Key: "$db", Value: "admin"}})
	if got := <-reply; value.Get(got, "code") != int32(11601) {
		t.Errorf("%s, want error 11601", show(got))
	}
}

func TestKillSessionsEndsTheirCommands(t *testing.T) {
	db := New(Options{})
	session := bson.D{{Key: "id", Value: bson.Binary{Subtype: 4, Data: make([]byte, 16)}}}
	_, reply := begun(t, db, endless(bson.E{Key: "lsid", Value: session}))
	mustRun(t, db, bson.D{{Key: "killSessions", Value: bson.A{session}}})
	if got := <-reply; value.Get(got, "code") != int32(11601) {
		t.Errorf("%s, want error 11601", show(got))
	}
}

// A getMore that waits for documents ends when its cursor is killed, and by killOp.
func TestWaitingEnds(t *testing.T) {
	for _, by := range []string{"killCursors", "killOp"} {
		db := New(Options{})
		mustRun(t, db, bson.D{{Key: "create", Value: "c"}, {Key: "capped", Value: true}, {Key: "size", Value: int32(1000)}})
		mustRun(t, db, insertOf(bson.D{{Key: "_id", Value: int32(1)}}))
		cursor, _ := value.Get(mustRun(t, db, bson.D{{Key: "find", Value: "c"}, {Key: "tailable", Value: true}, {Key: "awaitData", Value: true}}), "cursor").(bson.D)
		id := value.Get(cursor, "id")
		opid, reply := begun(t, db, bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "c"}, {Key: "maxTimeMS", Value: int64(1 << 30)}, {Key: "comment", Value: by}})
		want := int32(11601)
		if by == "killOp" {
			mustRun(t, db, bson.D{{Key: "killOp", Value: int32(1)}, {Key: "op", Value: opid}, {Key: "$db", Value: "admin"}})
		} else {
			want = 237
			mustRun(t, db, bson.D{{Key: "killCursors", Value: "c"}, {Key: "cursors", Value: bson.A{id}}})
		}
		if got := <-reply; value.Get(got, "code") != want {
			t.Errorf("%s: %s, want error %d", by, show(got), want)
		}
	}
}
