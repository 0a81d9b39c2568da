package memdb

import (
	"errors"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Close ends what computes, what waits for documents and what waits for a
// transaction, and nothing begins afterwards.
func TestCloseEndsCommands(t *testing.T) {
	set := func(comment string) bson.D {
		return bson.D{{Key: "update", Value: "c"}, {Key: "comment", Value: comment}, {Key: "updates", Value: bson.A{
			bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "u", Value: stage("$set", stage("a", int32(1)))}},
		}}}
	}
	db := New(Options{ReplicaSet: true})
	mustRun(t, db, bson.D{{Key: "create", Value: "c"}})
	mustRun(t, db, insertOf(bson.D{{Key: "_id", Value: int32(1)}}))
	mustRun(t, db, append(set("holds"),
		bson.E{Key: "lsid", Value: bson.D{{Key: "id", Value: bson.Binary{Subtype: 4, Data: make([]byte, 16)}}}},
		bson.E{Key: "txnNumber", Value: int64(1)}, bson.E{Key: "startTransaction", Value: true}, bson.E{Key: "autocommit", Value: false}))
	watch := mustRun(t, db, bson.D{
		{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: bson.A{stage("$changeStream", bson.D{})}}, {Key: "cursor", Value: bson.D{}},
	})
	opened, _ := value.Get(watch, "cursor").(bson.D)
	var replies []<-chan bson.D
	for _, command := range []bson.D{
		endless(), set("waits"),
		{{Key: "getMore", Value: value.Get(opened, "id")}, {Key: "collection", Value: "c"}, {Key: "maxTimeMS", Value: int32(3_600_000)}, {Key: "comment", Value: "watches"}},
	} {
		_, reply := begun(t, db, command)
		replies = append(replies, reply)
	}
	db.Close()
	for i, reply := range replies {
		if got := <-reply; value.Get(got, "code") != int32(11600) {
			t.Errorf("command %d: %s, want error 11600", i, show(got))
		}
	}
	if got := runDocument(t, db, bson.D{{Key: "ping", Value: int32(1)}}); value.Get(got, "code") != int32(91) {
		t.Errorf("%s, want error 91", show(got))
	}
}

// A refusal says what to do, and who asked for it is told, once each.
func TestRefusalsAreTold(t *testing.T) {
	var told []string
	db := New(Options{RefusalHint: "ask the harbour master", OnRefusal: func(cmd bson.Raw, refusal error) {
		if !Refused(refusal) || Refused(errors.New("another")) {
			t.Error(refusal)
		}
		told = append(told, cmd.Index(0).Key()+": "+refusal.Error())
	}})
	const message = "$where is not implemented by memdb; ask the harbour master"
	reply := runDocument(t, db, bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: stage("$where", "true")}})
	if got := value.Get(reply, "errmsg"); got != message {
		t.Errorf("%s", show(got))
	}
	runDocument(t, db, bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: stage("$nowhere", "true")}})
	if len(told) != 1 || told[0] != "find: "+message+" (238 NotImplemented)" {
		t.Errorf("told %q", told)
	}
}
