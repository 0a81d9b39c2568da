package memdb

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// yieldingAlways makes a database in which a command yields wherever it may, with n
// documents in the collection "c".
func yieldingAlways(t *testing.T, n int32, options Options) *DB {
	t.Helper()
	db := manyDocuments(t, n, options)
	db.engine.YieldInterval = 0
	return db
}

// counting runs a command and returns how often it yielded.
func counting(t *testing.T, ctx context.Context, db *DB, text string) (reply bson.D, yields int) {
	t.Helper()
	r, fields, err := command.Parse(db.engine, append(valuetest.Document(t, text), bson.E{Key: "$db", Value: "test"}))
	if err != nil {
		t.Fatal(err)
	}
	r.Context = ctx
	reply, err = command.Dispatch(db.engine, r, fields)
	if err != nil {
		reply = bson.D{{Key: "code", Value: errcode.From(err).Code}}
	}
	return reply, r.NumYields
}

// repeated writes a list of n elements, each with its number in the place of N.
func repeated(n int, element string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(element, "N", fmt.Sprint(i))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// longWrites are writes with fifty parts each, on a standalone and in a replica set.
var longWrites = []string{
	`{"insert": "d", "documents": ` + repeated(50, `{"_id": N}`) + `}`,
	`{"update": "c", "updates": ` + repeated(50, `{"q": {"_id": N}, "u": {"$inc": {"n": 1}}}`) + `}`,
	`{"update": "c", "updates": [{"q": {}, "u": {"$inc": {"n": 1}}, "multi": true}]}`,
	`{"delete": "c", "deletes": ` + repeated(50, `{"q": {"_id": N}, "limit": 1}`) + `}`,
	`{"delete": "c", "deletes": [{"q": {}, "limit": 0}]}`,
	`{"createIndexes": "c", "indexes": [{"key": {"n": 1}, "name": "n"}, {"key": {"m": 1}, "name": "m"}]}`,
	`{"aggregate": "c", "pipeline": [{"$merge": "d"}], "cursor": {}}`,
	`{"aggregate": "c", "pipeline": [{"$out": "d"}], "cursor": {}}`,
}

// TestLongWritesPause: every write of many statements or documents yields at each.
func TestLongWritesPause(t *testing.T) {
	for _, options := range []Options{{}, {ReplicaSet: true}} {
		for _, command := range longWrites {
			db := yieldingAlways(t, 50, options)
			if reply, yields := counting(t, t.Context(), db, command); yields < 49 || !value.IsMissing(value.Get(reply, "writeErrors")) {
				t.Errorf("%.60s yields %d times: %.200s", command, yields, show(reply))
			}
		}
	}
}

// TestPartsMeetATransaction: a write that has been made in parts waits for a
// transaction in its way, and repeats none of them.
func TestPartsMeetATransaction(t *testing.T) {
	for _, command := range []string{
		`{"update": "c", "updates": [{"q": {"n": {"$lt": 100}}, "u": {"$inc": {"n": 1}}, "multi": true}]}`,
		`{"update": "c", "updates": ` + repeated(20, `{"q": {"_id": N}, "u": {"$inc": {"n": 1}}}`) + `}`,
	} {
		for _, end := range []string{"commitTransaction", "abortTransaction"} {
			db := yieldingAlways(t, 20, Options{ReplicaSet: true})
			of := `"lsid": {"id": {"$binary": {"base64": "AAAAAAAAAAAAAAAAAAAAAA==", "subType": "04"}}}, "autocommit": false, "txnNumber": {"$numberLong": "1"}`
			do(t, db, `{"update": "c", "updates": [{"q": {"_id": 10}, "u": {"$inc": {"n": 10}}}], "startTransaction": true, `+of+`}`)
			replies := make(chan bson.D, 1)
			go func() {
				reply, _ := counting(t, t.Context(), db, command)
				replies <- reply
			}()
			for tried := 0; tried < 10; { // the parts before the tenth are made, and others read them
				tried = int(value.Get(mustRun(t, db, valuetest.Document(t, `{"count": "c", "query": {"n": 1}}`)), "n").(int32))
			}
			do(t, db, `{"`+end+`": 1, "$db": "admin", `+of+`}`)
			if reply := <-replies; value.Get(reply, "nModified") != any(int32(20)) {
				t.Errorf("%s: %s", end, show(reply))
			}
			want := map[string]string{"commitTransaction": `{"_id": 10, "n": 11}`, "abortTransaction": `{"_id": 10, "n": 1}`}[end]
			found := resultOf(mustRun(t, db, valuetest.Document(t, `{"find": "c", "filter": {"$or": [{"_id": 10}, {"n": {"$ne": 1}}]}}`)))
			if len(found) != 1 || show(found[0]) != show(valuetest.Document(t, want)) {
				t.Errorf("%.40s, %s: %s", command, end, show(found))
			}
		}
	}
}

// after is the context of a command whose client leaves when the command has asked
// for it so many times.
type after struct {
	context.Context
	asked, left int
}

func (a *after) Err() error {
	if a.asked++; a.asked > a.left {
		return context.Canceled
	}
	return nil
}

// TestKilledInTheMiddle: whenever a command is killed, the documents that it has
// written are whole and stay, as the server's do, in the order of its parts; of
// indexes, and of what $out fills, nothing is left; the next command finds all in
// order.
func TestKilledInTheMiddle(t *testing.T) {
	const n = 20
	for _, c := range []struct{ command, written string }{
		{`{"insert": "d", "documents": ` + repeated(n, `{"_id": N}`) + `}`, `{"count": "d"}`},
		{`{"update": "c", "updates": [{"q": {}, "u": {"$inc": {"n": 1}, "$set": {"m": 1}}, "multi": true}]}`, `{"count": "c", "query": {"n": 1, "m": 1}}`},
		{`{"update": "c", "updates": ` + repeated(n, `{"q": {"_id": N}, "u": {"$set": {"n": 1, "m": 1}}}`) + `}`, `{"count": "c", "query": {"n": 1, "m": 1}}`},
		{`{"delete": "c", "deletes": [{"q": {}, "limit": 0}]}`, ""},
		{`{"createIndexes": "c", "indexes": [{"key": {"n": 1}, "name": "n"}, {"key": {"m": 1}, "name": "m"}]}`, ""},
		{`{"aggregate": "c", "pipeline": [{"$merge": "d"}], "cursor": {}}`, `{"count": "d"}`},
		{`{"aggregate": "c", "pipeline": [{"$out": "d"}], "cursor": {}}`, `{"count": "d"}`},
	} {
		seen := map[int32]bool{}
		for left, killed := 1, true; killed; left++ {
			db := yieldingAlways(t, n, Options{})
			reply, _ := counting(t, &after{t.Context(), 0, left}, db, c.command)
			killed = value.Get(reply, "code") == any(int32(11601))
			checkAfterKill(t, db, c.command, killed)
			if c.written != "" {
				seen[value.Get(mustRun(t, db, valuetest.Document(t, c.written)), "n").(int32)] = true
			}
		}
		least := map[bool]int{true: n, false: 2}[!strings.Contains(c.command, "$out")]
		if c.written != "" && len(seen) < least || strings.Contains(c.command, "$out") && len(seen) != 2 {
			t.Errorf("%.60s was killed with %v documents written", c.command, seen)
		}
	}
}

func checkAfterKill(t *testing.T, db *DB, command string, killed bool) {
	t.Helper()
	for _, name := range []string{"c", "d"} {
		c := db.engine.Store.Collection("test", name)
		if c == nil {
			continue
		}
		if wrong, err := c.Validate(nil); wrong != 0 || err != nil {
			t.Errorf("%.60s: %d entries of indexes are wrong, %v", command, wrong, err)
		}
		if killed && len(c.Indexes) != 1 {
			t.Errorf("%.60s was killed and left an index", command)
		}
	}
	if killed && strings.Contains(command, "$out") && db.engine.Store.Collection("test", "d") != nil {
		t.Errorf("%.60s was killed and left a collection", command)
	}
	do(t, db, `{"insert": "c", "documents": [{"_id": "next"}]}`)
}

// TestOutIsSeenWhole: who reads while $out fills a collection sees all of the old
// content or all of the new.
func TestOutIsSeenWhole(t *testing.T) {
	db := yieldingAlways(t, 500, Options{})
	// A busy machine may run the command to its end before anybody reads: then once more.
	for reads, tries := 0, 0; reads < 2; tries++ {
		if tries == 1000 {
			t.Fatal("nobody has read meanwhile")
		}
		do(t, db, `{"delete": "d", "deletes": [{"q": {}, "limit": 0}]}`)
		do(t, db, `{"insert": "d", "documents": [{"_id": "old"}]}`)
		done := make(chan int, 1)
		go func() {
			_, yields := counting(t, t.Context(), db, `{"aggregate": "c", "pipeline": [{"$out": "d"}], "cursor": {}}`)
			done <- yields
		}()
		reads = 0
		for over := false; !over; reads++ {
			select {
			case yields := <-done:
				over = yields >= 500
			default:
			}
			if n := count(t, db, "d"); n != any(int32(1)) && n != any(int32(500)) {
				t.Fatalf("%v documents", n)
			}
		}
		if n := count(t, db, "d"); n != any(int32(500)) {
			t.Errorf("%v documents", n)
		}
	}
}
