package memdb

import (
	"context"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A copy of a database holds what it held, takes the place of another, and changes apart
// from it.
func TestCopyDatabase(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	send := func(command string) string {
		t.Helper()
		var cmd bson.Raw
		if err := bson.UnmarshalExtJSON([]byte(command), false, &cmd); err != nil {
			t.Fatal(err)
		}
		return db.Run(context.Background(), cmd).String()
	}
	must := func(commands ...string) {
		t.Helper()
		for _, command := range commands {
			if reply := send(command); !strings.Contains(reply, `"ok": {"$numberDouble":"1.0"}`) || strings.Contains(reply, "writeErrors") {
				t.Fatalf("%s: %s", command, reply)
			}
		}
	}
	must(
		`{"create": "plain", "validator": {"n": {"$type": "int"}}, "$db": "one"}`,
		`{"createIndexes": "plain", "indexes": [{"key": {"n": 1}, "name": "n", "unique": true}], "$db": "one"}`,
		`{"create": "measured", "timeseries": {"timeField": "at"}, "$db": "one"}`,
		`{"create": "seen", "viewOn": "plain", "$db": "one"}`,
		`{"insert": "plain", "documents": [{"_id": 1, "n": 1}, {"_id": 2, "n": 2}], "$db": "one"}`,
		`{"insert": "measured", "documents": [{"_id": 1, "at": {"$date": "2026-01-01T00:00:00Z"}}], "$db": "one"}`,
		`{"insert": "gone", "documents": [{"_id": 1}], "$db": "two"}`,
	)
	db.CopyDatabase("one", "two")
	holds := func(database, collection, want string) {
		t.Helper()
		reply := send(`{"find": "` + collection + `", "filter": {}, "projection": {"at": 0}, "sort": {"_id": 1}, "$db": "` + database + `"}`)
		reply = strings.NewReplacer(`{"$numberInt":"`, "", `"}`, "").Replace(reply)
		if !strings.Contains(reply, `"firstBatch": [`+want+`]`) || !strings.Contains(reply, `"ns": "`+database+"."+collection) {
			t.Errorf("%s.%s holds %s, want %s", database, collection, reply, want)
		}
	}
	both := `{"_id": 1,"n": 1},{"_id": 2,"n": 2}`
	holds("two", "plain", both)
	holds("two", "seen", both)
	holds("two", "measured", `{"_id": 1}`)
	holds("two", "gone", "")

	must(`{"update": "plain", "updates": [{"q": {"_id": 1}, "u": {"$set": {"n": 3}}}], "$db": "two"}`)
	must(`{"delete": "plain", "deletes": [{"q": {"_id": 2}, "limit": 1}], "$db": "one"}`)
	holds("one", "plain", `{"_id": 1,"n": 1}`)
	holds("two", "plain", `{"_id": 1,"n": 3},{"_id": 2,"n": 2}`)
	if reply := send(`{"insert": "plain", "documents": [{"_id": 3, "n": 3}], "$db": "two"}`); !strings.Contains(reply, "two.plain index: n dup key") {
		t.Errorf("the unique index of the copy does not hold: %s", reply)
	}
	if reply := send(`{"insert": "plain", "documents": [{"_id": 3, "n": "x"}], "$db": "two"}`); !strings.Contains(reply, "failed validation") {
		t.Errorf("the validator of the copy does not hold: %s", reply)
	}
	must(`{"insert": "plain", "documents": [{"_id": 3, "n": 3}], "$db": "one"}`)

	db.CopyDatabase("two", "one")
	holds("one", "plain", `{"_id": 1,"n": 3},{"_id": 2,"n": 2}`)
	db.CopyDatabase("none", "one")
	holds("one", "plain", "")
}
