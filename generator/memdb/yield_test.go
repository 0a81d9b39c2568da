package memdb

import (
	"fmt"
	"sync/atomic"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// long is an update of many documents that takes some seconds.
const long = `{"update": "c", "updates": [{"q": {"gone": {"$ne": 1}}, "multi": true, "u": [{"$set": {"n": {"$add": ["$n", 1]},
	"x": {"$reduce": {"input": {"$range": [0, 2000]}, "initialValue": 0, "in": {"$add": ["$$value", "$$this"]}}}}}]}]}`

// manyDocuments makes a database with {_id: 0, n: 0}, … in the collection "c".
func manyDocuments(t *testing.T, n int32, options Options) *DB {
	t.Helper()
	db := New(options)
	docs := bson.A{}
	for id := range n {
		docs = append(docs, bson.D{{Key: "_id", Value: id}, {Key: "n", Value: int32(0)}})
	}
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
	return db
}

// TestLongWriteLetsOthersIn: while one command changes many documents, others
// read and write, in that collection too; nothing is lost or done twice.
func TestLongWriteLetsOthersIn(t *testing.T) {
	const documents, least = 4000, 20
	db := manyDocuments(t, documents, Options{})
	var over atomic.Bool
	replies := make(chan bson.D, 1)
	go func() {
		replies <- runDocument(t, db, valuetest.Document(t, long))
		over.Store(true)
	}()
	others, found := 0, 0
	for id := int32(0); !over.Load() && id < documents/2; id++ {
		do(t, db, fmt.Sprintf(`{"insert": "other", "documents": [{"_id": %d}]}`, id), fmt.Sprintf(`{"find": "other", "filter": {"_id": %d}}`, id))
		do(t, db, fmt.Sprintf(`{"delete": "c", "deletes": [{"q": {"_id": %d}, "limit": 1}]}`, documents-1-2*id),
			fmt.Sprintf(`{"update": "c", "updates": [{"q": {"_id": %d}, "u": {"$set": {"gone": 1}}}]}`, documents-2-2*id))
		others, found = others+1, found+1
	}
	reply := <-replies
	if others < least || value.Get(reply, "ok") != any(1.0) {
		t.Errorf("%d others wrote meanwhile; %s", others, show(reply))
	}
	count := func(filter string) any {
		return value.Get(mustRun(t, db, valuetest.Document(t, `{"count": "c", "query": `+filter+`}`)), "n")
	}
	if n := count(`{"n": {"$gt": 1}}`); n != any(int32(0)) {
		t.Errorf("%v documents were changed twice", n)
	}
	if n := count(`{"n": 0, "gone": {"$ne": 1}}`); n != any(int32(0)) {
		t.Errorf("%v documents were not changed", n)
	}
	if n := count(`{}`); n != any(int32(documents-found)) {
		t.Errorf("%v documents are left, want %d", n, documents-found)
	}
	if n := count(`{"n": 1}`); n != value.Get(reply, "nModified") {
		// those that were deleted behind it are not there any more
		if gone := value.Get(reply, "nModified").(int32) - n.(int32); gone < 0 || gone > int32(found) {
			t.Errorf("%v documents were changed, %s", n, show(reply))
		}
	}
	if wrong, err := db.engine.Store.Collection("test", "c").Validate(nil); wrong != 0 || err != nil {
		t.Errorf("%d entries of indexes are wrong, %v", wrong, err)
	}
}

// A collection that goes while its documents are changed ends the command.
func TestLongWriteLosesItsCollection(t *testing.T) {
	for _, c := range []struct{ command, away string }{
		{long, `{"drop": "c"}`},
		{long, `{"renameCollection": "test.c", "to": "test.d", "$db": "admin"}`},
		{`{"delete": "c", "deletes": [{"limit": 0, "q": {"$expr": {"$gt": [{"$reduce": {"input": {"$range": [0, 2000]}, "initialValue": 0, "in": {"$add": ["$$value", "$$this"]}}}, 0]}}}]}`, `{"drop": "c"}`},
	} {
		killed := false
		for tries := 0; !killed && tries < 20; tries++ { // the drop may come first
			db := manyDocuments(t, 4000, Options{})
			replies := make(chan bson.D, 1)
			go func() { replies <- runDocument(t, db, valuetest.Document(t, c.command)) }()
			for len(db.engine.Operations.List()) == 0 && len(replies) == 0 {
			}
			do(t, db, c.away)
			errs, _ := value.Get(<-replies, "writeErrors").(bson.A)
			killed = len(errs) == 1 && value.Get(errs[0].(bson.D), "code") == any(int32(175))
		}
		if !killed {
			t.Errorf("%s goes on after %s", c.command, c.away)
		}
	}
}
