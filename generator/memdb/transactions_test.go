package memdb

import (
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// client is one session of a test on a replica set.
type client struct {
	t      *testing.T
	db     *DB
	id     byte
	number int64
}

// setOfOne makes a replica set and some clients.
func setOfOne(t *testing.T, options Options, clients int) (*DB, []*client) {
	options.ReplicaSet = true
	db := New(options)
	list := make([]*client, clients)
	for i := range list {
		list[i] = &client{t: t, db: db, id: byte(i + 1)}
	}
	return db, list
}

func (c *client) lsid() bson.E {
	return bson.E{Key: "lsid", Value: bson.D{{Key: "id", Value: bson.Binary{Subtype: 4, Data: []byte{c.id, 15: 0}}}}}
}

// send runs a command with what else it needs.
func (c *client) send(command string, more ...bson.E) bson.D {
	return runDocument(c.t, c.db, append(append(valuetest.Document(c.t, command), c.lsid()), more...))
}

// start sends the first command of a new transaction.
func (c *client) start(command string, more ...bson.E) bson.D {
	c.number++
	return c.in(command, append(more, bson.E{Key: "startTransaction", Value: true})...)
}

// in sends a command of the transaction.
func (c *client) in(command string, more ...bson.E) bson.D {
	return c.send(command, append(more, bson.E{Key: "txnNumber", Value: c.number}, bson.E{Key: "autocommit", Value: false})...)
}

func (c *client) end(name string) bson.D {
	return c.in(`{"` + name + `": 1, "$db": "admin"}`)
}

// gives holds a reply to its first batch, its n, or its code.
func gives(t *testing.T, reply bson.D, want string) {
	t.Helper()
	got := show(reply)
	switch {
	case !value.IsMissing(value.Get(reply, "code")):
		got = show(value.Get(reply, "code"))
		if labels := value.Get(reply, "errorLabels"); !value.IsMissing(labels) {
			got += " " + show(labels)
		}
	case !value.IsMissing(value.Get(reply, "cursor")):
		got = value.String(resultOf(reply))
	case !value.IsMissing(value.Get(reply, "writeErrors")):
		got = "write error " + show(value.Get(value.Get(reply, "writeErrors").(bson.A)[0].(bson.D), "code"))
	case !value.IsMissing(value.Get(reply, "n")):
		got = "n " + value.String(value.Get(reply, "n"))
	case value.Get(reply, "ok") == 1.0:
		got = "ok"
	}
	if got != want {
		t.Errorf("%s, want %s; reply %s", got, want, show(reply))
	}
}

const (
	conflict = `{"$numberInt":"112"} ["TransientTransactionError"]`
	noSuch   = `{"$numberInt":"251"} ["TransientTransactionError"]`
	find     = `{"find": "c", "sort": {"_id": 1}}`
)

func TestTransaction(t *testing.T) {
	_, c := setOfOne(t, Options{}, 2)
	anna, boris := c[0], c[1]
	gives(t, anna.send(`{"insert": "c", "documents": [{"_id": 1, "v": 1}, {"_id": 2, "v": 2}]}`), "n 2")
	gives(t, anna.start(`{"update": "c", "updates": [{"q": {"_id": 1}, "u": {"$set": {"v": 9}}}]}`), "n 1")
	gives(t, anna.in(`{"insert": "c", "documents": [{"_id": 3}]}`), "n 1")
	gives(t, anna.in(find), "[ { _id: 1, v: 9 }, { _id: 2, v: 2 }, { _id: 3 } ]")
	gives(t, boris.send(find), "[ { _id: 1, v: 1 }, { _id: 2, v: 2 } ]")
	gives(t, boris.start(find), "[ { _id: 1, v: 1 }, { _id: 2, v: 2 } ]")
	gives(t, anna.end("commitTransaction"), "ok")
	gives(t, anna.end("commitTransaction"), "ok")
	gives(t, anna.end("abortTransaction"), `{"$numberInt":"256"}`)
	gives(t, anna.in(find), `{"$numberInt":"256"}`)
	gives(t, boris.in(find), "[ { _id: 1, v: 1 }, { _id: 2, v: 2 } ]")
	gives(t, boris.in(`{"insert": "c", "documents": [{"_id": 3}]}`), conflict)
	gives(t, boris.in(find), noSuch)
	gives(t, boris.end("commitTransaction"), noSuch)
	gives(t, boris.end("abortTransaction"), noSuch)
	gives(t, boris.send(find), "[ { _id: 1, v: 9 }, { _id: 2, v: 2 }, { _id: 3 } ]")
	gives(t, boris.send(`{"validate": "c"}`), "ok")
}

// TestFirstWriterWins: the second to change a document fails at once, what is in
// no transaction waits for the first.
func TestFirstWriterWins(t *testing.T) {
	const book = `{"update": "c", "updates": [{"q": {"_id": 1}, "u": {"$inc": {"v": 1}}}]}`
	db, c := setOfOne(t, Options{}, 3)
	gives(t, c[0].send(`{"insert": "c", "documents": [{"_id": 1, "v": 1}]}`), "n 1")
	gives(t, c[0].start(book), "n 1")
	gives(t, c[1].start(book), conflict)
	done := make(chan bson.D)
	go func() { done <- c[2].send(book) }()
	for len(db.engine.Operations.List()) == 0 { // until it runs
		time.Sleep(time.Millisecond)
	}
	gives(t, c[0].end("commitTransaction"), "ok")
	gives(t, <-done, "n 1")
	gives(t, c[0].send(find), "[ { _id: 1, v: 3 } ]")
}

// TestWaitEnds: a write that waits for a transaction ends with its own time, and
// goes on when that of the transaction is over.
func TestWaitEnds(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	passed := make(chan time.Duration, 1)
	passed <- 0
	clock := func() time.Time { d := <-passed; passed <- d; return now.Add(d) }
	_, c := setOfOne(t, Options{Clock: clock}, 2)
	gives(t, c[0].start(`{"insert": "c", "documents": [{"_id": 1, "v": 1}]}`), "n 1")
	gives(t, c[1].send(`{"insert": "c", "documents": [{"_id": 1}]}`, bson.E{Key: "maxTimeMS", Value: int32(30)}), `{"$numberInt":"50"}`)
	done := make(chan bson.D)
	go func() { done <- c[1].send(`{"drop": "c"}`) }()
	<-passed
	passed <- 61 * time.Second
	gives(t, <-done, "ok")
	gives(t, c[0].in(find), noSuch)
}

// TestTransactionsEnd: with an error of any command or statement, a new number, or
// their session.
func TestTransactionsEnd(t *testing.T) {
	db, list := setOfOne(t, Options{}, 1)
	c := list[0]
	gives(t, c.send(`{"insert": "c", "documents": [{"_id": 1}]}`), "n 1")
	gives(t, c.start(`{"insert": "c", "documents": [{"_id": 2}, {"_id": 1}]}`), `write error {"$numberInt":"11000"}`)
	gives(t, c.in(find), noSuch)
	gives(t, c.start(`{"find": "c", "filter": {"$nope": 1}}`), `{"$numberInt":"2"}`)
	gives(t, c.in(find), noSuch)
	gives(t, c.start(`{"insert": "c", "documents": [{"_id": 2}]}`), "n 1")
	gives(t, c.start(find), "[ { _id: 1 } ]")
	gives(t, c.send(`{"endSessions": []}`), "ok")
	mustRun(t, db, bson.D{{Key: "endSessions", Value: bson.A{c.lsid().Value}}})
	gives(t, c.in(find), noSuch)
	if db.engine.Transactions.NumOpen() != 0 {
		t.Errorf("%d open transactions", db.engine.Transactions.NumOpen())
	}
}

// TestNewNamespaces: a transaction may make collections and indexes; two can't make
// the same.
func TestNewNamespaces(t *testing.T) {
	_, c := setOfOne(t, Options{}, 2)
	gives(t, c[0].start(`{"create": "c"}`), "ok")
	gives(t, c[0].in(`{"createIndexes": "c", "indexes": [{"key": {"v": 1}, "name": "v", "unique": true}]}`), "ok")
	gives(t, c[0].in(`{"insert": "c", "documents": [{"_id": 1, "v": 1}]}`), "n 1")
	gives(t, c[1].send(find), "[]")
	gives(t, c[1].start(`{"insert": "c", "documents": [{"_id": 1}]}`), conflict)
	gives(t, c[0].end("commitTransaction"), "ok")
	gives(t, c[1].send(`{"insert": "c", "documents": [{"_id": 2, "v": 1}]}`), `write error {"$numberInt":"11000"}`)
	gives(t, c[0].start(`{"createIndexes": "c", "indexes": [{"key": {"w": 1}, "name": "w"}]}`), `{"$numberInt":"263"}`)
}

// TestChangedMeanwhile: a transaction reads a collection as it was, and can't write
// where its indexes or itself have changed.
func TestChangedMeanwhile(t *testing.T) {
	for _, change := range []string{
		`{"drop": "c"}`,
		`{"createIndexes": "c", "indexes": [{"key": {"v": 1}, "name": "v"}]}`,
		`{"collMod": "c", "validator": {"v": 1}}`,
		`{"renameCollection": "test.c", "to": "test.d", "$db": "admin"}`,
		`{"dropDatabase": 1}`,
	} {
		_, c := setOfOne(t, Options{}, 2)
		gives(t, c[0].send(`{"insert": "c", "documents": [{"_id": 1}]}`), "n 1")
		gives(t, c[0].start(`{"find": "other"}`), "[]")
		gives(t, c[1].send(change), "ok")
		gives(t, c[0].in(find), "[ { _id: 1 } ]")
		gives(t, c[0].in(`{"insert": "c", "documents": [{"_id": 2}]}`), conflict)
	}
}

func TestNotInTransactions(t *testing.T) {
	for command, want := range map[string]string{
		`{"count": "c"}`:                `{"$numberInt":"263"}`,
		`{"listCollections": 1}`:        `{"$numberInt":"263"}`,
		`{"drop": "c"}`:                 `{"$numberInt":"263"}`,
		`{"find": "c", "$db": "admin"}`: `{"$numberInt":"263"}`,
		`{"aggregate": "c", "pipeline": [{"$out": "d"}], "cursor": {}}`:             `{"$numberInt":"263"}`,
		`{"insert": "capped", "documents": [{}]}`:                                   `write error {"$numberInt":"263"}`,
		`{"insert": "c", "documents": [{}], "writeConcern": {"w": 1}}`:              `{"$numberInt":"72"}`,
		`{"find": "c", "readConcern": {"level": "linearizable"}}`:                   `{"$numberInt":"72"}`,
		`{"find": "c", "readConcern": {"level": "snapshot"}}`:                       "[]",
		`{"create": "v", "viewOn": "c"}`:                                            `{"$numberInt":"238"}`,
		`{"getMore": {"$numberLong": "12"}, "collection": "c"}`:                     `{"$numberInt":"43"}`,
		`{"find": "c", "filter": {}, "batchSize": 1, "projection": {"_id": false}}`: "[]",
	} {
		_, c := setOfOne(t, Options{}, 1)
		gives(t, c[0].send(`{"create": "capped", "capped": true, "size": 1000}`), "ok")
		gives(t, c[0].start(command), want)
	}
}

func TestRetryableWrites(t *testing.T) {
	_, list := setOfOne(t, Options{}, 1)
	c := list[0]
	number := func(n int64) bson.E { return bson.E{Key: "txnNumber", Value: n} }
	insert := `{"insert": "c", "documents": [{"v": 1}]}`
	gives(t, c.send(insert, number(1)), "n 1")
	again := c.send(insert, number(1))
	gives(t, again, "n 1")
	if ids := value.Get(again, "retriedStmtIds"); value.String(ids) != "[ 0 ]" {
		t.Errorf("retriedStmtIds: %s", show(ids))
	}
	gives(t, c.send(`{"find": "c", "projection": {"_id": 0}}`), "[ { v: 1 } ]")
	modify := `{"findAndModify": "c", "update": {"$inc": {"v": 1}}, "new": true, "fields": {"_id": 0}}`
	first, second := c.send(modify, number(2)), c.send(modify, number(2))
	if show(value.Get(first, "value")) != show(value.Get(second, "value")) || value.IsMissing(value.Get(second, "retriedStmtId")) {
		t.Errorf("%s, then %s", show(first), show(second))
	}
	gives(t, c.send(insert, number(1)), `{"$numberInt":"225"}`)
	gives(t, c.send(`{"find": "c"}`, number(3)), `{"$numberInt":"50768"}`)
	gives(t, c.send(`{"delete": "c", "deletes": [{"q": {}, "limit": 0}]}`, number(3)), `{"$numberInt":"72"}`)
	c.number = 3
	gives(t, c.start(find+" "), "[ { _id: "+value.String(value.Get(resultOf(c.send(find))[0].(bson.D), "_id"))+", v: 2 } ]")
	gives(t, c.send(insert, number(4)), `{"$numberInt":"238"}`)
}

// TestSetSaysSo: what a driver needs to know of a replica set.
func TestSetSaysSo(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	hello := mustRun(t, db, bson.D{{Key: "hello", Value: 1}, {Key: "$db", Value: "admin"}})
	if value.Get(hello, "setName") != "memdb" || value.Get(hello, "isWritablePrimary") != true || value.String(value.Get(hello, "hosts")) != `[ "memdb" ]` {
		t.Errorf("%s", show(hello))
	}
	for _, db := range []*DB{db, New(Options{})} {
		mustRun(t, db, valuetest.Document(t, `{"hello": 1, "$db": "admin", "txnNumber": {"$numberLong": "1"}, "autocommit": false}`))
	}
	before := value.Get(hello, "operationTime").(bson.Timestamp)
	after := value.Get(mustRun(t, db, valuetest.Document(t, `{"insert": "c", "documents": [{}]}`)), "operationTime").(bson.Timestamp)
	if !after.After(before) {
		t.Errorf("a write at %v after %v", after, before)
	}
	for _, refused := range []string{
		`{"aggregate": "c", "pipeline": [{"$changeStream": {"showExpandedEvents": true}}], "cursor": {}}`,
		`{"insert": "c", "documents": [{}], "writeConcern": {"w": 2}}`,
		`{"insert": "c", "documents": [{}], "writeConcern": {"w": {"dc": 1}}}`,
		`{"replSetGetStatus": 1, "$db": "admin"}`,
	} {
		gives(t, runDocument(t, db, valuetest.Document(t, refused)), `{"$numberInt":"238"}`)
	}
	late := bson.E{Key: "readConcern", Value: bson.D{{Key: "afterClusterTime", Value: bson.Timestamp{T: after.T, I: after.I + 1}}}}
	gives(t, runDocument(t, db, bson.D{{Key: "find", Value: "none"}, late}), `{"$numberInt":"72"}`)
	reached := bson.E{Key: "readConcern", Value: bson.D{{Key: "afterClusterTime", Value: after}}}
	gives(t, runDocument(t, db, bson.D{{Key: "find", Value: "none"}, reached}), "[]")
	gives(t, runDocument(t, db, valuetest.Document(t, `{"find": "c", "readConcern": {"level": "linearizable"}, "projection": {"_id": 0}}`)), "[ {} ]")
	if reply := runDocument(t, New(Options{}), bson.D{{Key: "ping", Value: 1}}); len(reply) != 1 {
		t.Errorf("a standalone says %s", show(reply))
	}
}
