package memdb

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// watcher is a change stream of a test.
type watcher struct {
	t          *testing.T
	db         *DB
	database   string
	collection string
	id         int64
	first      bson.D // the reply that opened it
}

// watch opens a change stream: on "c" of "test", or where on says ("$db" and the
// collection, or the number 1).
func watch(t *testing.T, db *DB, spec, rest string, on ...any) *watcher {
	t.Helper()
	w := &watcher{t: t, db: db, database: "test", collection: "c"}
	var from any = "c"
	if len(on) > 0 {
		w.database, from = on[0].(string), on[1]
		if name, ok := from.(string); ok {
			w.collection = name
		} else {
			w.collection = "$cmd.aggregate"
		}
	}
	stages := append(bson.A{bson.D{{Key: "$changeStream", Value: valuetest.Document(t, spec)}}},
		value.Get(valuetest.Document(t, `{"v":[`+rest+`]}`), "v").(bson.A)...)
	w.first = runDocument(t, db, bson.D{{Key: "aggregate", Value: from}, {Key: "pipeline", Value: stages}, {Key: "cursor", Value: bson.D{}}, {Key: "$db", Value: w.database}})
	if value.Get(w.first, "ok") == any(1.0) {
		w.id = value.Get(value.Get(w.first, "cursor").(bson.D), "id").(int64)
	}
	return w
}

func (w *watcher) getMore() bson.D {
	return runDocument(w.t, w.db, bson.D{{Key: "getMore", Value: w.id}, {Key: "collection", Value: w.collection}, {Key: "maxTimeMS", Value: int32(1)}, {Key: "$db", Value: w.database}})
}

// events returns what a batch tells, without what differs from run to run.
func (w *watcher) events() []bson.D {
	w.t.Helper()
	reply := w.getMore()
	if value.Get(reply, "ok") != any(1.0) {
		w.t.Fatalf("%s", show(reply))
	}
	return eventsOf(w.t, reply, "nextBatch")
}

func eventsOf(t *testing.T, reply bson.D, name string) []bson.D {
	t.Helper()
	var list []bson.D
	for _, v := range value.Get(value.Get(reply, "cursor").(bson.D), name).(bson.A) {
		list = append(list, v.(bson.D))
	}
	return list
}

func told(events []bson.D) []string {
	var lines []string
	for _, e := range events {
		kept := slices.DeleteFunc(slices.Clone(e), func(f bson.E) bool {
			return slices.Contains([]string{"_id", "clusterTime", "wallTime", "lsid"}, f.Key)
		})
		lines = append(lines, value.String(kept))
	}
	return lines
}

func (w *watcher) sees(want ...string) []bson.D {
	w.t.Helper()
	events := w.events()
	if got := told(events); !slices.Equal(got, want) {
		w.t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return events
}

func do(t *testing.T, db *DB, commands ...string) {
	t.Helper()
	for _, command := range commands {
		reply := runDocument(t, db, valuetest.Document(t, command))
		if value.Get(reply, "ok") != any(1.0) || !value.IsMissing(value.Get(reply, "writeErrors")) {
			t.Fatalf("%s: %s", command, show(reply))
		}
	}
}

func TestChangeStreamTells(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	do(t, db, `{"insert": "c", "documents": [{"_id": 0}]}`)
	w := watch(t, db, `{}`, ``)
	do(t, db,
		`{"insert": "c", "documents": [{"_id": 1, "a": 1}, {"_id": 2}]}`,
		`{"insert": "other", "documents": [{"_id": 1}]}`,
		`{"update": "c", "updates": [{"q": {"_id": 1}, "u": {"$set": {"a": 2, "b.c": 1}}}, {"q": {"_id": 1}, "u": {"$set": {"a": 2}}}]}`,
		`{"update": "c", "updates": [{"q": {"_id": 2}, "u": {"x": 1}}]}`,
		`{"update": "c", "updates": [{"q": {"_id": 3}, "u": {"$set": {"n": 1}}, "upsert": true}]}`,
		`{"findAndModify": "c", "query": {"_id": 3}, "update": {"$unset": {"n": ""}}}`,
		`{"delete": "c", "deletes": [{"q": {"_id": 3}, "limit": 1}]}`,
		`{"bulkWrite": 1, "ops": [{"insert": 0, "document": {"_id": 4}}], "nsInfo": [{"ns": "test.c"}], "$db": "admin"}`,
		`{"aggregate": "other", "pipeline": [{"$set": {"m": 1}}, {"$merge": "c"}], "cursor": {}}`,
	)
	ns := `ns: { db: "test", coll: "c" }, documentKey: { _id: `
	w.sees(
		`{ operationType: "insert", fullDocument: { _id: 1, a: 1 }, `+ns+`1 } }`,
		`{ operationType: "insert", fullDocument: { _id: 2 }, `+ns+`2 } }`,
		`{ operationType: "update", `+ns+`1 }, updateDescription: { updatedFields: { a: 2, b: { c: 1 } }, removedFields: [], truncatedArrays: [] } }`,
		`{ operationType: "replace", fullDocument: { _id: 2, x: 1 }, `+ns+`2 } }`,
		`{ operationType: "insert", fullDocument: { _id: 3, n: 1 }, `+ns+`3 } }`,
		`{ operationType: "update", `+ns+`3 }, updateDescription: { updatedFields: {}, removedFields: [ "n" ], truncatedArrays: [] } }`,
		`{ operationType: "delete", `+ns+`3 } }`,
		`{ operationType: "insert", fullDocument: { _id: 4 }, `+ns+`4 } }`,
		`{ operationType: "update", `+ns+`1 }, updateDescription: { updatedFields: { m: 1 }, removedFields: [], truncatedArrays: [] } }`,
	)
	w.sees()
}

// The fields of an event and their order, and that its times go up.
func TestChangeStreamEvent(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	w := watch(t, db, `{"fullDocument": "updateLookup"}`, ``)
	do(t, db, `{"insert": "c", "documents": [{"_id": 1}, {"_id": 2}]}`, `{"update": "c", "updates": [{"q": {"_id": 1}, "u": {"$set": {"a": 1}}}]}`,
		`{"update": "c", "updates": [{"q": {"_id": 2}, "u": {"$set": {"a": 1}}}]}`, `{"delete": "c", "deletes": [{"q": {"_id": 2}, "limit": 1}]}`)
	events := w.events()
	names := func(e bson.D) string {
		var list []string
		for _, f := range e {
			list = append(list, f.Key)
		}
		return strings.Join(list, " ")
	}
	for i, want := range []string{
		"_id operationType clusterTime wallTime fullDocument ns documentKey", "_id operationType clusterTime wallTime fullDocument ns documentKey",
		"_id operationType clusterTime wallTime fullDocument ns documentKey updateDescription", "_id operationType clusterTime wallTime fullDocument ns documentKey updateDescription",
		"_id operationType clusterTime wallTime ns documentKey",
	} {
		if names(events[i]) != want {
			t.Errorf("event %d has %s", i, names(events[i]))
		}
		if i > 0 && (text(events[i-1]) >= text(events[i]) || !value.Get(events[i], "clusterTime").(bson.Timestamp).After(value.Get(events[i-1], "clusterTime").(bson.Timestamp))) {
			t.Errorf("event %d comes before the one in front of it", i)
		}
	}
	if a, b := value.Get(events[2], "fullDocument"), value.Get(events[3], "fullDocument"); value.String(a) != "{ _id: 1, a: 1 }" || b != any(bson.Null{}) {
		t.Errorf("looked up %v and %v", a, b)
	}
}

// text is the resume token of an event.
func text(event bson.D) string {
	return value.Get(value.Get(event, "_id").(bson.D), "_data").(string)
}

func TestChangeStreamPipeline(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	w := watch(t, db, `{}`, `{"$match": {"operationType": "insert"}}, {"$addFields": {"x": "$fullDocument.a"}}, {"$project": {"x": 1}}`)
	do(t, db, `{"insert": "c", "documents": [{"_id": 1, "a": 5}]}`, `{"delete": "c", "deletes": [{"q": {}, "limit": 1}]}`)
	w.sees(`{ x: 5 }`)
	for stage, code := range map[string]int32{
		`{"$group": {"_id": null}}`: 20, `{"$sort": {"_id": 1}}`: 20, `{"$limit": 1}`: 20, `{"$lookup": {"from": "c", "as": "x", "pipeline": []}}`: 20,
		`{"$changeStreamSplitLargeEvent": {}}`: 238, `{"$changeStream": {}}`: 40602, `{"$out": "x"}`: 20,
	} {
		if got := value.Get(watch(t, db, `{}`, stage).first, "code"); got != any(code) {
			t.Errorf("%s: %v, want %d", stage, got, code)
		}
	}
	w = watch(t, db, `{}`, `{"$project": {"_id": 0}}`)
	do(t, db, `{"insert": "c", "documents": [{"_id": 1}]}`)
	if got := value.Get(w.getMore(), "code"); got != any(int32(280)) {
		t.Errorf("without _id: %v", got)
	}
	if got := value.Get(w.getMore(), "code"); got != any(int32(43)) {
		t.Errorf("afterwards: %v", got)
	}
}

func TestChangeStreamOptions(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	do(t, db, `{"create": "view", "viewOn": "c", "pipeline": []}`)
	old := `{"_data": "820000000000000000000000000000"}`
	for _, c := range []struct {
		on   any
		db   string
		spec string
		code int32
	}{
		{"c", "test", `{"nothing": 1}`, 40415},
		{"c", "test", `{"fullDocument": "x"}`, 2},
		{"c", "test", `{"fullDocument": 1}`, 14},
		{"c", "test", `{"startAtOperationTime": 1}`, 14},
		{"c", "test", `{"resumeAfter": "x"}`, 14},
		{"c", "test", `{"resumeAfter": {}}`, 40647},
		{"c", "test", `{"resumeAfter": {"_data": "xyz"}}`, 9},
		{"c", "test", `{"resumeAfter": {"_data": ""}}`, 40649},
		{"c", "test", `{"resumeAfter": {"_data": "8265AB"}}`, 238},
		{"c", "test", `{"resumeAfter": ` + old + `, "startAfter": ` + old + `}`, 50865},
		{"c", "test", `{"resumeAfter": ` + old + `, "startAtOperationTime": {"$timestamp": {"t": 1, "i": 1}}}`, 40674},
		{"c", "test", `{"resumeAfter": {"_data": "820000000100000001800000000000"}}`, 280},
		{"c", "test", `{"resumeAfter": {"_data": "820000000100000001800000000001"}}`, 260},
		{"c", "test", `{"allChangesForCluster": true}`, 72},
		{int32(1), "test", `{"allChangesForCluster": true}`, 72},
		{int32(1), "admin", `{}`, 73},
		{"c", "config", `{}`, 73},
		{"system.js", "test", `{}`, 73},
		{"view", "test", `{}`, 166},
		{"c", "test", `{"showExpandedEvents": true}`, 238},
	} {
		if got := value.Get(watch(t, db, c.spec, ``, c.db, c.on).first, "code"); got != any(c.code) {
			t.Errorf("%v in %s with %s: %v, want %d", c.on, c.db, c.spec, got, c.code)
		}
	}
	for level, code := range map[string]any{"local": int32(72), "available": int32(72), "majority": value.Missing{}} {
		reply := runDocument(t, db, valuetest.Document(t, `{"aggregate": "c", "pipeline": [{"$changeStream": {}}], "cursor": {}, "readConcern": {"level": "`+level+`"}}`))
		if got := value.Get(reply, "code"); got != code {
			t.Errorf("level %s: %v", level, got)
		}
	}
	if got := value.Get(runDocument(t, db, valuetest.Document(t, `{"create": "v", "viewOn": "c", "pipeline": [{"$changeStream": {}}]}`)), "code"); got != any(int32(167)) {
		t.Errorf("in a view: %v", got)
	}
}

// TestChangeStreamResumes: from each place there is, a stream gives what comes
// behind it.
func TestChangeStreamResumes(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	w := watch(t, db, `{}`, ``)
	mark := func(reply bson.D) string {
		return show(value.Get(value.Get(reply, "cursor").(bson.D), "postBatchResumeToken").(bson.D))
	}
	begin := mark(w.first)
	do(t, db, `{"insert": "c", "documents": [{"_id": 1}, {"_id": 2}, {"_id": 3}]}`, `{"insert": "other", "documents": [{"_id": 1}]}`)
	reply := w.getMore()
	events := eventsOf(t, reply, "nextBatch")
	do(t, db, `{"insert": "c", "documents": [{"_id": 4}]}`)
	ids := func(spec string) (list []string) {
		for _, e := range eventsOf(t, watch(t, db, spec, ``).first, "firstBatch") {
			list = append(list, value.String(value.Get(value.Get(e, "documentKey").(bson.D), "_id")))
		}
		return list
	}
	for spec, want := range map[string]string{
		`{"resumeAfter": ` + begin + `}`:                                      "1 2 3 4",
		`{"startAfter": {"_data": "` + text(events[0]) + `"}}`:                "2 3 4",
		`{"resumeAfter": {"_data": "` + text(events[1]) + `"}}`:               "3 4",
		`{"resumeAfter": {"_data": "` + text(events[2]) + `"}}`:               "4",
		`{"resumeAfter": ` + mark(reply) + `}`:                                "4",
		`{"startAtOperationTime": ` + timeOf(events[1]) + `}`:                 "2 3 4",
		`{"startAtOperationTime": {"$timestamp": {"t": 1, "i": 1}}}`:          "1 2 3 4",
		`{"startAtOperationTime": {"$timestamp": {"t": 4000000000, "i": 1}}}`: "",
		`{}`: "",
	} {
		if got := strings.Join(ids(spec), " "); got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
	if got := value.Get(watch(t, db, `{"resumeAfter": {"_data": "`+text(events[0])+`"}}`, ``, "test", "other").first, "code"); got != any(int32(280)) {
		t.Errorf("another collection's token: %v", got)
	}
}

func timeOf(event bson.D) string {
	return strings.TrimSuffix(strings.TrimPrefix(show(bson.D{{Key: "v", Value: value.Get(event, "clusterTime")}}), `{"v":`), "}")
}

// TestChangeStreamEnds: what there is to watch may go.
func TestChangeStreamEnds(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	do(t, db, `{"create": "c"}`, `{"create": "d"}`, `{"create": "e"}`)
	on, all, inDatabase := watch(t, db, `{}`, ``), watch(t, db, `{"allChangesForCluster": true}`, ``, "admin", int32(1)), watch(t, db, `{}`, ``, "test", int32(1))
	target := watch(t, db, `{}`, ``, "test", "d")
	do(t, db, `{"renameCollection": "test.c", "to": "test.d", "dropTarget": true, "$db": "admin"}`, `{"drop": "e"}`, `{"insert": "c", "documents": [{"_id": 1}]}`)
	renamed := `{ to: { db: "test", coll: "d" }, operationType: "rename", ns: { db: "test", coll: "c" } }`
	dropped := func(name string) string { return `{ operationType: "drop", ns: { db: "test", coll: "` + name + `" } }` }
	inserted := `{ operationType: "insert", fullDocument: { _id: 1 }, ns: { db: "test", coll: "c" }, documentKey: { _id: 1 } }`
	target.sees(renamed, `{ operationType: "invalidate" }`)
	events := on.sees(renamed, `{ operationType: "invalidate" }`)
	if got := value.Get(on.getMore(), "code"); got != any(int32(43)) {
		t.Errorf("an invalid stream goes on: %v", got)
	}
	resumed := func(how string, e bson.D) bson.D {
		return watch(t, db, `{"`+how+`": {"_data": "`+text(e)+`"}}`, ``).first
	}
	if got := value.Get(resumed("resumeAfter", events[1]), "code"); got != any(int32(260)) {
		t.Errorf("resumed behind the end: %v", got)
	}
	for how, c := range map[string]struct {
		event bson.D
		want  string
	}{"startAfter": {events[1], inserted}, "resumeAfter": {events[0], `{ operationType: "invalidate" }`}} {
		reply := resumed(how, c.event)
		if got := strings.Join(told(eventsOf(t, reply, "firstBatch")), "\n"); got != c.want {
			t.Errorf("%s: %s", how, got)
		}
		over := value.Get(value.Get(reply, "cursor").(bson.D), "id") == any(int64(0))
		if over != (how == "resumeAfter") {
			t.Errorf("%s: %s", how, show(reply))
		}
	}
	inDatabase.sees(renamed, dropped("e"), inserted)
	do(t, db, `{"dropDatabase": 1}`, `{"insert": "x", "documents": [{"_id": 1}], "$db": "other"}`)
	inDatabase.sees(dropped("c"), dropped("d"), `{ operationType: "dropDatabase", ns: { db: "test" } }`, `{ operationType: "invalidate" }`)
	all.sees(renamed, dropped("e"), inserted, dropped("c"), dropped("d"), `{ operationType: "dropDatabase", ns: { db: "test" } }`,
		`{ operationType: "insert", fullDocument: { _id: 1 }, ns: { db: "other", coll: "x" }, documentKey: { _id: 1 } }`)
	all.sees()
}

// A transaction's changes are told when it commits, at one time, and none of one
// that aborts.
func TestChangeStreamOfTransaction(t *testing.T) {
	db, clients := setOfOne(t, Options{}, 1)
	c := clients[0]
	do(t, db, `{"insert": "c", "documents": [{"_id": 0}]}`)
	w := watch(t, db, `{}`, ``)
	c.start(`{"insert": "c", "documents": [{"_id": 1}]}`)
	c.end("abortTransaction")
	c.start(`{"insert": "c", "documents": [{"_id": 2}]}`)
	c.in(`{"update": "c", "updates": [{"q": {"_id": 2}, "u": {"$set": {"a": 1}}}]}`)
	c.in(`{"delete": "c", "deletes": [{"q": {"_id": 0}, "limit": 1}]}`)
	w.sees()
	c.end("commitTransaction")
	ns := `ns: { db: "test", coll: "c" }, documentKey: { _id: `
	events := w.sees(
		`{ txnNumber: 2, operationType: "insert", fullDocument: { _id: 2 }, `+ns+`2 } }`,
		`{ txnNumber: 2, operationType: "update", `+ns+`2 }, updateDescription: { updatedFields: { a: 1 }, removedFields: [], truncatedArrays: [] } }`,
		`{ txnNumber: 2, operationType: "delete", `+ns+`0 } }`,
	)
	if timeOf(events[0]) != timeOf(events[2]) || text(events[0]) >= text(events[1]) || text(events[1]) >= text(events[2]) {
		t.Errorf("%v", events)
	}
	if got := told(eventsOf(t, watch(t, db, `{"resumeAfter": {"_data": "`+text(events[1])+`"}}`, ``).first, "firstBatch")); len(got) != 1 {
		t.Errorf("resumed in a transaction: %v", got)
	}
	if got := c.start(`{"aggregate": "c", "pipeline": [{"$changeStream": {}}], "cursor": {}}`); value.Get(got, "code") != any(int32(263)) {
		t.Errorf("in a transaction: %s", show(got))
	}
}

func TestChangeStreamImages(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	do(t, db, `{"create": "c", "changeStreamPreAndPostImages": {"enabled": true}}`, `{"insert": "c", "documents": [{"_id": 1, "a": 1}]}`)
	available := watch(t, db, `{"fullDocument": "whenAvailable", "fullDocumentBeforeChange": "whenAvailable"}`, `{"$project": {"operationType": 1, "fullDocument": 1, "fullDocumentBeforeChange": 1}}`)
	required := watch(t, db, `{"fullDocument": "required", "fullDocumentBeforeChange": "required"}`, `{"$project": {"operationType": 1, "fullDocument": 1, "fullDocumentBeforeChange": 1}}`)
	do(t, db, `{"update": "c", "updates": [{"q": {}, "u": {"$set": {"a": 2}}}, {"q": {}, "u": {"a": 3}}]}`, `{"delete": "c", "deletes": [{"q": {}, "limit": 1}]}`)
	want := []string{
		`{ operationType: "update", fullDocument: { _id: 1, a: 2 }, fullDocumentBeforeChange: { _id: 1, a: 1 } }`,
		`{ operationType: "replace", fullDocument: { _id: 1, a: 3 }, fullDocumentBeforeChange: { _id: 1, a: 2 } }`,
		`{ operationType: "delete", fullDocumentBeforeChange: { _id: 1, a: 3 } }`,
	}
	available.sees(want...)
	required.sees(want...)
	do(t, db, `{"collMod": "c", "changeStreamPreAndPostImages": {"enabled": false}}`, `{"insert": "c", "documents": [{"_id": 1}]}`,
		`{"update": "c", "updates": [{"q": {}, "u": {"$set": {"a": 2}}}]}`)
	available.sees(`{ operationType: "insert", fullDocument: { _id: 1 } }`, `{ operationType: "update", fullDocument: null, fullDocumentBeforeChange: null }`)
	if got := value.Get(required.getMore(), "code"); got != any(int32(47)) {
		t.Errorf("a required image that is not there: %v", got)
	}
}

// What can't be told as the server tells it is refused, by who watches it.
func TestChangeStreamRefuses(t *testing.T) {
	for what, commands := range map[string][]string{
		"a document that leaves": {`{"create": "c", "capped": true, "size": 4096, "max": 1}`, `{"insert": "c", "documents": [{"_id": 1}, {"_id": 2}]}`},
		"$out":                   {`{"insert": "d", "documents": [{"_id": 1}]}`, `{"aggregate": "d", "pipeline": [{"$out": "c"}], "cursor": {}}`},
	} {
		db := New(Options{ReplicaSet: true})
		w, other := watch(t, db, `{}`, ``), watch(t, db, `{}`, ``, "test", "z")
		do(t, db, commands...)
		if got := value.Get(w.getMore(), "code"); got != any(int32(238)) {
			t.Errorf("%s: %v", what, got)
		}
		other.sees()
	}
}

// A write that is taken back is not told.
func TestChangeStreamOfWhatWasTakenBack(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	w := watch(t, db, `{}`, ``)
	gives(t, runDocument(t, db, valuetest.Document(t, `{"update": "c", "updates": [{"q": {}, "u": {"$set": {"a": 1}}, "upsert": true}, {"q": {"$where": "1"}, "u": {"$set": {"a": 2}}}]}`)), `{"$numberInt":"238"}`)
	w.sees()
}

// TestChangeStreamForgets: the log does not grow for ever, and says so.
func TestChangeStreamForgets(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	slow, begin := watch(t, db, `{}`, ``), watch(t, db, `{}`, ``)
	long := strings.Repeat("x", 8<<20)
	for i := range int32(9) {
		mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: i}, {Key: "s", Value: long}}}}})
	}
	if db.engine.Oplog.Bytes > engine.MaxLogBytes || db.engine.Oplog.Dropped == 0 {
		t.Errorf("%d bytes, %d dropped", db.engine.Oplog.Bytes, db.engine.Oplog.Dropped)
	}
	if got := value.Get(slow.getMore(), "code"); got != any(int32(286)) {
		t.Errorf("a stream that is too slow: %v", got)
	}
	token := show(value.Get(value.Get(begin.first, "cursor").(bson.D), "postBatchResumeToken").(bson.D))
	if got := value.Get(watch(t, db, `{"resumeAfter": `+token+`}`, ``).first, "code"); got != any(int32(286)) {
		t.Errorf("resumed too late: %v", got)
	}
}

// TestChangeStreamWaits: a getMore waits for a change, and ends with its client.
func TestChangeStreamWaits(t *testing.T) { synctest.Test(t, changeStreamWaits) }

func changeStreamWaits(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	w := watch(t, db, `{}`, ``)
	replies := make(chan bson.Raw, 1)
	wait := func(ctx context.Context) {
		raw, err := value.Encode(bson.D{{Key: "getMore", Value: w.id}, {Key: "collection", Value: "c"}, {Key: "maxTimeMS", Value: int32(60_000)}, {Key: "$db", Value: "test"}})
		if err != nil {
			t.Error(err)
		}
		replies <- db.Run(ctx, raw)
	}
	go wait(t.Context())
	synctest.Wait()
	do(t, db, `{"insert": "c", "documents": [{"_id": 1}]}`)
	if reply := <-replies; len(reply.Lookup("cursor", "nextBatch").Array()) < 6 {
		t.Errorf("%s", reply)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go wait(ctx)
	synctest.Wait()
	select {
	case reply := <-replies:
		t.Fatalf("nothing has changed: %s", reply)
	default:
	}
	cancel()
	if reply := <-replies; reply.Lookup("code").Int32() != 11601 {
		t.Errorf("%s", reply)
	}
}
