package memdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// filled makes a database with n documents {_id: i} in the collection "c".
func filled(t *testing.T, options Options, n int) *DB {
	t.Helper()
	db := New(options)
	docs := bson.A{}
	for i := range n {
		docs = append(docs, bson.D{{Key: "_id", Value: int32(i)}, {Key: "k", Value: int32(i % 10)}})
	}
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
	return db
}

func cursorOf(t *testing.T, reply bson.D, batch string) (id int64, docs int) {
	t.Helper()
	cursor, _ := value.Get(reply, "cursor").(bson.D)
	id, ok := value.Get(cursor, "id").(int64)
	if !ok {
		t.Fatalf("no cursor in %s", value.String(reply))
	}
	list, _ := value.Get(cursor, batch).(bson.A)
	return id, len(list)
}

func TestBatches(t *testing.T) {
	db := filled(t, Options{}, 150)
	for _, c := range []struct {
		name  string
		find  bson.D
		first int
		open  bool
	}{
		{"the first batch has 101", bson.D{}, 101, true},
		{"a batch of none", bson.D{{Key: "batchSize", Value: int32(0)}}, 0, true},
		{"exactly all", bson.D{{Key: "batchSize", Value: int32(150)}}, 150, true},
		{"more than all", bson.D{{Key: "batchSize", Value: int32(151)}}, 150, false},
		{"a limit that is reached", bson.D{{Key: "limit", Value: int32(5)}}, 5, false},
		{"a single batch", bson.D{{Key: "batchSize", Value: int32(2)}, {Key: "singleBatch", Value: true}}, 2, false},
	} {
		reply := mustRun(t, db, append(bson.D{{Key: "find", Value: "c"}}, c.find...))
		if id, n := cursorOf(t, reply, "firstBatch"); n != c.first || (id != 0) != c.open {
			t.Errorf("%s: %d documents, cursor %d", c.name, n, id)
		}
	}
}

func TestGetMore(t *testing.T) {
	db := filled(t, Options{}, 250)
	id, _ := cursorOf(t, mustRun(t, db, bson.D{{Key: "find", Value: "c"}}), "firstBatch")
	more := func(collection string) bson.D {
		return runDocument(t, db, bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: collection}, {Key: "batchSize", Value: int32(100)}})
	}
	if code := value.Get(more("other"), "code"); code != int32(13) {
		t.Errorf("another collection: %v, want 13", code)
	}
	if _, n := cursorOf(t, more("c"), "nextBatch"); n != 100 {
		t.Errorf("second batch of %d", n)
	}
	if last, n := cursorOf(t, more("c"), "nextBatch"); n != 49 || last != 0 {
		t.Errorf("last batch of %d, cursor %d", n, last)
	}
	if code := value.Get(more("c"), "code"); code != int32(43) {
		t.Errorf("a cursor that has ended: %v, want 43", code)
	}
}

// A value that no collation can order ends the cursor that meets it: what it
// had read by then would be missing from the next batch.
func TestRefusalEndsTheCursor(t *testing.T) {
	db := New(Options{})
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{
		bson.D{{Key: "_id", Value: int32(1)}, {Key: "port", Value: "Pula"}},
		bson.D{{Key: "_id", Value: int32(2)}, {Key: "port", Value: "Rovinj"}},
		bson.D{{Key: "_id", Value: int32(3)}, {Key: "port", Value: "\U0001f6a2"}},
		bson.D{{Key: "_id", Value: int32(4)}, {Key: "port", Value: "Zadar"}},
	}}})
	id, _ := cursorOf(t, mustRun(t, db, bson.D{
		{Key: "find", Value: "c"}, {Key: "filter", Value: bson.D{{Key: "port", Value: bson.D{{Key: "$gt", Value: "a"}}}}},
		{Key: "collation", Value: bson.D{{Key: "locale", Value: "en"}}}, {Key: "batchSize", Value: int32(1)},
	}), "firstBatch")
	for _, code := range []int32{238, 43} {
		reply := runDocument(t, db, bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "c"}})
		if got := value.Get(reply, "code"); got != any(code) {
			t.Errorf("%s, want %d", value.String(reply), code)
		}
	}
}

// A cursor goes on in the index where it was: it meets what was written since behind
// its place, in the index's order, and nothing of what was written before it.
func TestCursorsMeetLaterWrites(t *testing.T) {
	const through = `"filter": {"n": {"$gte": 0}}, "sort": {"n": 1}`
	for _, c := range []struct {
		name, find string
		writes     []string
		want       string
	}{
		{"nothing is written", through, nil, "3 4 5"},
		{"inserted ahead", through, []string{`{"insert": "c", "documents": [{"_id": 9, "n": 35}]}`}, "3 9 4 5"},
		{"inserted behind", through, []string{`{"insert": "c", "documents": [{"_id": 9, "n": 15}]}`}, "3 4 5"},
		{"deleted ahead", through, []string{`{"delete": "c", "deletes": [{"q": {"_id": 4}, "limit": 1}]}`}, "3 5"},
		{"deleted where it is", through, []string{`{"delete": "c", "deletes": [{"q": {"_id": 2}, "limit": 1}]}`}, "3 4 5"},
		{"all deleted", through, []string{`{"delete": "c", "deletes": [{"q": {}, "limit": 0}]}`}, ""},
		{"moved ahead", through, []string{`{"update": "c", "updates": [{"q": {"_id": 1}, "u": {"$set": {"n": 45}}}]}`}, "3 4 1 5"},
		{"moved out of its way", through, []string{`{"update": "c", "updates": [{"q": {"_id": 5}, "u": {"$set": {"n": 5}}}]}`}, "3 4"},
		{"out of the bounds", through, []string{`{"update": "c", "updates": [{"q": {"_id": 5}, "u": {"$set": {"n": -1}}}]}`}, "3 4"},
		{"backwards", `"sort": {"n": -1}`, []string{`{"insert": "c", "documents": [{"_id": 8, "n": 35}, {"_id": 9, "n": 45}]}`, `{"delete": "c", "deletes": [{"q": {"_id": 4}, "limit": 1}]}`}, "8 3 2 1"},
		{"between min and max", `"hint": "n_1", "min": {"n": 10}, "max": {"n": 50}`, []string{`{"insert": "c", "documents": [{"_id": 8, "n": 49}, {"_id": 9, "n": 50}]}`}, "3 4 8"},
		{"another index is dropped", through, []string{`{"dropIndexes": "c", "index": "m_1"}`}, "3 4 5"},
		{"the index is dropped", through, []string{`{"dropIndexes": "c", "index": "n_1"}`}, "175 query plan killed :: index 'n_1' dropped"},
		{"the index is made anew", through, []string{`{"dropIndexes": "c", "index": "n_1"}`, `{"createIndexes": "c", "indexes": [{"key": {"n": 1}, "name": "n_1"}]}`}, "175 query plan killed :: index 'n_1' dropped"},
		{"a record of several entries is met once", `"filter": {"m": {"$gte": 0}}, "hint": "m_1"`, []string{`{"update": "c", "updates": [{"q": {"_id": 1}, "u": {"$set": {"m": [99, 100]}}}]}`}, "3 4 5"},
		{"in the order of insertion", "", []string{`{"insert": "c", "documents": [{"_id": 0, "n": 0}]}`}, "3 4 5 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := New(Options{})
			mustRun(t, db, valuetest.Document(t, `{"createIndexes": "c", "indexes": [{"key": {"n": 1}, "name": "n_1"}, {"key": {"m": 1}, "name": "m_1"}]}`))
			mustRun(t, db, valuetest.Document(t, `{"insert": "c", "documents": [
				{"_id": 1, "n": 10, "m": [1, 50]}, {"_id": 2, "n": 20, "m": 2}, {"_id": 3, "n": 30, "m": 3}, {"_id": 4, "n": 40, "m": 4}, {"_id": 5, "n": 50, "m": 5}]}`))
			laterWrites(t, db, c.find, c.writes, c.want)
		})
	}
	t.Run("clustered", func(t *testing.T) {
		db := New(Options{})
		mustRun(t, db, valuetest.Document(t, `{"create": "c", "clusteredIndex": {"key": {"_id": 1}, "unique": true}}`))
		mustRun(t, db, valuetest.Document(t, `{"insert": "c", "documents": [{"_id": 10}, {"_id": 20}, {"_id": 30}, {"_id": 40}]}`))
		laterWrites(t, db, "", []string{`{"insert": "c", "documents": [{"_id": 15}, {"_id": 35}]}`}, "30 35 40")
	})
}

// laterWrites opens a cursor with a batch of two, writes, and compares the numbers of
// the documents, or the error, that the cursor then gives.
func laterWrites(t *testing.T, db *DB, find string, writes []string, want string) {
	t.Helper()
	if find != "" {
		find = ", " + find
	}
	id, _ := cursorOf(t, mustRun(t, db, valuetest.Document(t, `{"find": "c", "batchSize": 2`+find+`}`)), "firstBatch")
	for _, write := range writes {
		mustRun(t, db, valuetest.Document(t, write))
	}
	reply := runDocument(t, db, bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "c"}})
	var got []string
	if code, failed := value.Get(reply, "code").(int32); failed {
		got = append(got, fmt.Sprint(code, " ", value.Get(reply, "errmsg")))
	} else {
		batch, _ := value.Get(value.Get(reply, "cursor").(bson.D), "nextBatch").(bson.A)
		for _, doc := range batch {
			got = append(got, fmt.Sprint(value.Get(doc.(bson.D), "_id")))
		}
	}
	if strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
}

func TestDropKillsCursors(t *testing.T) {
	db := filled(t, Options{}, 150)
	id, _ := cursorOf(t, mustRun(t, db, bson.D{{Key: "find", Value: "c"}}), "firstBatch")
	mustRun(t, db, bson.D{{Key: "drop", Value: "c"}})
	reply := runDocument(t, db, bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "c"}})
	if code := value.Get(reply, "code"); code != int32(175) {
		t.Errorf("%v, want 175", code)
	}
}

func TestSessionsOwnTheirCursors(t *testing.T) {
	db := filled(t, Options{}, 150)
	lsid := func(b byte) bson.E {
		return bson.E{Key: "lsid", Value: bson.D{{Key: "id", Value: bson.Binary{Subtype: 4, Data: append(make([]byte, 15), b)}}}}
	}
	id, _ := cursorOf(t, mustRun(t, db, bson.D{{Key: "find", Value: "c"}, lsid(1)}), "firstBatch")
	more := bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "c"}}
	if code := value.Get(runDocument(t, db, append(more, lsid(2))), "code"); code != int32(50738) {
		t.Errorf("another session: %v, want 50738", code)
	}
	mustRun(t, db, bson.D{{Key: "endSessions", Value: bson.A{lsid(1).Value}}})
	if code := value.Get(runDocument(t, db, append(more, lsid(1))), "code"); code != int32(43) {
		t.Errorf("after the session: %v, want 43", code)
	}
}

// A list of ids with one that is none kills nothing: all of it is read first.
func TestKillCursorsReadsAllIDs(t *testing.T) {
	db := filled(t, Options{}, 150)
	id, _ := cursorOf(t, mustRun(t, db, bson.D{{Key: "find", Value: "c"}}), "firstBatch")
	reply := runDocument(t, db, bson.D{{Key: "killCursors", Value: "c"}, {Key: "cursors", Value: bson.A{id, int32(1)}}})
	if code := value.Get(reply, "code"); code != int32(14) {
		t.Errorf("%v, want 14", code)
	}
	reply = mustRun(t, db, bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "c"}})
	if _, n := cursorOf(t, reply, "nextBatch"); n != 49 {
		t.Errorf("%d documents, want the 49 that were left", n)
	}
}

// A collection may be named by its uuid wherever one is read.
func TestFindByUUID(t *testing.T) {
	db := filled(t, Options{}, 3)
	listed := mustRun(t, db, bson.D{{Key: "listCollections", Value: int32(1)}})
	cursor, _ := value.Get(listed, "cursor").(bson.D)
	list, _ := value.Get(cursor, "firstBatch").(bson.A)
	info, _ := value.Get(list[0].(bson.D), "info").(bson.D)
	for _, command := range []string{"find", "count"} {
		mustRun(t, db, bson.D{{Key: command, Value: value.Get(info, "uuid")}})
	}
	if _, n := cursorOf(t, mustRun(t, db, bson.D{{Key: "find", Value: value.Get(info, "uuid")}}), "firstBatch"); n != 3 {
		t.Errorf("%d documents by uuid", n)
	}
}

// Shuffle changes the order of what has none, and only that.
func TestShuffle(t *testing.T) {
	plain, shuffled := filled(t, Options{}, 60), filled(t, Options{Shuffle: true, Seed: 3}, 60)
	find := bson.D{{Key: "find", Value: "c"}}
	a, b := texts(resultOf(mustRun(t, plain, find))), texts(resultOf(mustRun(t, shuffled, find)))
	if len(a) != len(b) || slices.Equal(a, b) {
		t.Error("documents without a sort come in the same order")
	}
	indexed := append(find, bson.E{Key: "filter", Value: bson.D{{Key: "_id", Value: bson.D{{Key: "$gte", Value: int32(0)}}}}})
	if slices.Equal(a, texts(resultOf(mustRun(t, shuffled, indexed)))) {
		t.Error("documents found by an index come in its order")
	}
	sorted := append(find, bson.E{Key: "sort", Value: bson.D{{Key: "_id", Value: int32(1)}}})
	if b := texts(resultOf(mustRun(t, shuffled, sorted))); !slices.Equal(a, b) {
		t.Error("a sort by _id comes in another order")
	}
	ties := append(find, bson.E{Key: "sort", Value: bson.D{{Key: "k", Value: int32(1)}}})
	if slices.Equal(texts(resultOf(mustRun(t, plain, ties))), texts(resultOf(mustRun(t, shuffled, ties)))) {
		t.Error("ties come in the same order")
	}
}

// A clock that the test moves lets documents expire.
func TestExpiry(t *testing.T) {
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	db := New(Options{Clock: func() time.Time { return now }})
	date := func(minutes int) bson.DateTime {
		return bson.NewDateTimeFromTime(now.Add(time.Duration(minutes) * time.Minute))
	}
	mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{
		bson.D{{Key: "_id", Value: int32(1)}, {Key: "at", Value: date(0)}},
		bson.D{{Key: "_id", Value: int32(2)}, {Key: "at", Value: date(60)}},
		bson.D{{Key: "_id", Value: int32(3)}, {Key: "at", Value: bson.A{date(60), date(1)}}},
		bson.D{{Key: "_id", Value: int32(4)}, {Key: "at", Value: "never"}},
	}}})
	mustRun(t, db, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{
		bson.D{{Key: "key", Value: bson.D{{Key: "at", Value: int32(1)}}}, {Key: "name", Value: "at_1"}, {Key: "expireAfterSeconds", Value: int32(600)}},
	}}})
	for _, c := range []struct {
		minutes int
		left    int
	}{{9, 4}, {2, 2}, {120, 1}} {
		now = now.Add(time.Duration(c.minutes) * time.Minute)
		if left := len(resultOf(mustRun(t, db, bson.D{{Key: "find", Value: "c"}}))); left != c.left {
			t.Errorf("at %v: %d documents, want %d", now, left, c.left)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	db := filled(t, Options{}, 2000)
	pipeline := bson.A{}
	for range 3 {
		pipeline = append(pipeline, bson.D{{Key: "$lookup", Value: bson.D{
			{Key: "from", Value: "c"}, {Key: "pipeline", Value: bson.A{}}, {Key: "as", Value: "x"},
		}}}, bson.D{{Key: "$unwind", Value: "$x"}})
	}
	pipeline = append(pipeline, bson.D{{Key: "$count", Value: "n"}})
	reply := runDocument(t, db, bson.D{
		{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: pipeline}, {Key: "cursor", Value: bson.D{}}, {Key: "maxTimeMS", Value: int32(20)},
	})
	if code := value.Get(reply, "code"); code != int32(50) {
		t.Errorf("%s, want 50", value.String(reply))
	}
}

// TestScanGoesOnInTheCollection: a cursor meets what was written since its last batch,
// as documentdb/functional-tests has measured (test_getMore_new_inserts_visible,
// test_getMore_updated_docs_show_new_value, test_getMore_deleted_docs_still_visible).
func TestScanGoesOnInTheCollection(t *testing.T) {
	for name, command := range map[string]string{
		"find":      `{"find": "c", "batchSize": 1}`,
		"filter":    `{"find": "c", "filter": {"v": {"$gt": 0}}, "batchSize": 1}`,
		"aggregate": `{"aggregate": "c", "pipeline": [{"$match": {"v": {"$gt": 0}}}], "cursor": {"batchSize": 1}}`,
	} {
		t.Run(name, func(t *testing.T) {
			db := New(Options{})
			do(t, db, `{"insert": "c", "documents": [{"_id": 1, "v": 1}, {"_id": 2, "v": 2}, {"_id": 3, "v": 3}, {"_id": 4, "v": 4}]}`)
			first := mustRun(t, db, valuetest.Document(t, command))
			cursor := value.Get(first, "cursor").(bson.D)
			do(t, db, `{"insert": "c", "documents": [{"_id": 9, "v": 9}]}`,
				`{"update": "c", "updates": [{"q": {"_id": 3}, "u": {"$set": {"v": 33}}}, {"q": {"_id": 1}, "u": {"$set": {"v": 11}}}]}`,
				`{"delete": "c", "deletes": [{"q": {"_id": 2}, "limit": 1}]}`)
			more := mustRun(t, db, bson.D{{Key: "getMore", Value: value.Get(cursor, "id")}, {Key: "collection", Value: "c"}})
			const want = "[ { _id: 3, v: 33 }, { _id: 4, v: 4 }, { _id: 9, v: 9 } ]"
			if got := value.String(value.Get(value.Get(more, "cursor").(bson.D), "nextBatch")); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
