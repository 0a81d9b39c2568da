package memdb

import (
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// count returns how many documents a collection has.
func count(t *testing.T, db *DB, collection string) any {
	t.Helper()
	return value.Get(mustRun(t, db, bson.D{{Key: "count", Value: collection}}), "n")
}

// A measurement goes when no bucket that could have it may stay: an hour, the
// length of a bucket, after it has expired. Until then the server may have it.
func TestMeasurementsExpire(t *testing.T) {
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	db := New(Options{Clock: func() time.Time { return now }})
	do(t, db, `{"create": "ts", "timeseries": {"timeField": "t"}, "expireAfterSeconds": 60}`,
		`{"insert": "ts", "documents": [{"_id": 1, "t": {"$date": "2024-01-01T00:00:00Z"}}, {"_id": 2, "t": {"$date": "2024-01-01T00:02:00Z"}}]}`)
	for _, c := range []struct {
		after time.Duration
		left  int32
	}{{time.Minute, 2}, {60 * time.Minute, 2}, {61 * time.Minute, 1}, {62 * time.Minute, 1}, {63 * time.Minute, 0}} {
		now = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(c.after)
		if n := count(t, db, "ts"); n != any(c.left) {
			t.Errorf("%s later %v measurements are left, want %d", c.after, n, c.left)
		}
	}
}

// TestBucketsListed: the collection behind is listed as the server lists it.
func TestBucketsListed(t *testing.T) {
	db := New(Options{})
	do(t, db, `{"create": "ts", "timeseries": {"timeField": "t"}, "expireAfterSeconds": 60}`)
	rows := resultOf(mustRun(t, db, valuetest.Document(t, `{"listCollections": 1, "filter": {"name": "system.buckets.ts"}}`)))
	if len(rows) != 1 {
		t.Fatal(show(rows))
	}
	row := rows[0].(bson.D)
	if id := value.Get(row, "idIndex"); !value.IsMissing(id) {
		t.Errorf("an index on _id: %s", show(id))
	}
	info := value.Get(row, "info").(bson.D)
	if _, is := value.Get(info, "uuid").(bson.Binary); !is {
		t.Error(show(info))
	}
	want := valuetest.Document(t, `{"validator": {"$jsonSchema": {"bsonType": "object", "required": ["_id", "control", "data"], "properties": {
		"_id": {"bsonType": "objectId"},
		"control": {"bsonType": "object", "required": ["version", "min", "max"], "properties": {
			"version": {"bsonType": "number"},
			"min": {"bsonType": "object", "required": ["t"], "properties": {"t": {"bsonType": "date"}}},
			"max": {"bsonType": "object", "required": ["t"], "properties": {"t": {"bsonType": "date"}}},
			"closed": {"bsonType": "bool"},
			"count": {"bsonType": "number", "minimum": 1}}, "additionalProperties": false},
		"data": {"bsonType": "object"}, "meta": {}}, "additionalProperties": false}},
		"clusteredIndex": true, "expireAfterSeconds": {"$numberLong": "60"},
		"timeseries": {"timeField": "t", "granularity": "seconds", "bucketMaxSpanSeconds": 3600}}`)
	if got := show(value.Get(row, "options")); got != show(want) {
		t.Errorf("got\n  %s\nwant\n  %s", got, show(want))
	}
}

// TestTimeSeriesInTransaction: measurements are read in a transaction, as they were
// when it began, and not written.
func TestTimeSeriesInTransaction(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	do(t, db, `{"create": "ts", "timeseries": {"timeField": "t", "metaField": "m"}}`,
		`{"insert": "ts", "documents": [{"_id": 1, "t": {"$date": "2024-01-01T00:00:00Z"}, "m": 1}]}`)
	begun := `"lsid": {"id": {"$binary": {"base64": "AAAAAAAAAAAAAAAAAAAAAA==", "subType": "04"}}}, "autocommit": false, "txnNumber": {"$numberLong": "%d"}`
	numbered := func(n string) string { return strings.ReplaceAll(begun, "%d", n) }
	reply := mustRun(t, db, valuetest.Document(t, `{"find": "ts", "startTransaction": true, "readConcern": {"level": "snapshot"}, `+numbered("1")+`}`))
	if len(resultOf(reply)) != 1 {
		t.Error(show(reply))
	}
	do(t, db, `{"insert": "ts", "documents": [{"_id": 2, "t": {"$date": "2024-01-01T00:00:00Z"}, "m": 1}]}`)
	if reply := mustRun(t, db, valuetest.Document(t, `{"find": "ts", `+numbered("1")+`}`)); len(resultOf(reply)) != 1 {
		t.Error(show(reply))
	}
	for n, c := range []struct {
		command string
		code    int32
	}{
		{`{"insert": "ts", "documents": [{"_id": 3, "t": {"$date": "2024-01-01T00:00:00Z"}}]`, 263},
		{`{"delete": "ts", "deletes": [{"q": {}, "limit": 0}]`, 263},
		{`{"update": "ts", "updates": [{"q": {"m": 1}, "u": {"$set": {"m": 2}}, "multi": true}]`, 263},
		{`{"findAndModify": "ts", "remove": true`, 263},
		{`{"create": "other", "timeseries": {"timeField": "t"}`, 238},
	} {
		command := valuetest.Document(t, c.command+`, "startTransaction": true, `+numbered(string(rune('2'+n)))+`}`)
		reply := runDocument(t, db, command)
		code := value.Get(reply, "code")
		if rows, is := value.Get(reply, "writeErrors").(bson.A); is {
			code = value.Get(rows[0].(bson.D), "code")
		}
		if code != any(c.code) {
			t.Errorf("%s: %s", show(command), show(reply))
		}
	}
	if n := count(t, db, "ts"); n != any(int32(2)) {
		t.Errorf("%v measurements", n)
	}
	snapshot := `{"find": "ts", "readConcern": {"level": "snapshot"}}`
	if reply := runDocument(t, db, valuetest.Document(t, snapshot)); value.Get(reply, "code") != any(int32(238)) {
		t.Error(show(reply))
	}
}

// TestTimeSeriesUnwatched: no change stream tells of measurements, nor of their
// collection (M core/timeseries/timeseries-limitations).
func TestTimeSeriesUnwatched(t *testing.T) {
	db := New(Options{ReplicaSet: true})
	do(t, db, `{"create": "c"}`)
	opened := mustRun(t, db, valuetest.Document(t, `{"aggregate": 1, "pipeline": [{"$changeStream": {}}], "cursor": {}}`))
	do(t, db, `{"create": "ts", "timeseries": {"timeField": "t", "metaField": "m"}}`,
		`{"insert": "ts", "documents": [{"_id": 1, "t": {"$date": "2024-01-01T00:00:00Z"}, "m": 1}]}`,
		`{"update": "ts", "updates": [{"q": {"m": 1}, "u": {"$set": {"m": 2}}, "multi": true}]}`,
		`{"drop": "ts"}`, `{"insert": "c", "documents": [{"_id": 7}]}`)
	id := value.Get(value.Get(opened, "cursor").(bson.D), "id")
	more := mustRun(t, db, bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: "$cmd.aggregate"}})
	events := value.Get(value.Get(more, "cursor").(bson.D), "nextBatch").(bson.A)
	if len(events) != 1 || value.Get(events[0].(bson.D), "operationType") != any("insert") {
		t.Error(show(events))
	}
	if reply := runDocument(t, db, valuetest.Document(t, `{"aggregate": "ts", "pipeline": [{"$changeStream": {}}], "cursor": {}}`)); value.Get(reply, "ok") != any(1.0) {
		t.Error(show(reply)) // there is none any more
	}
	do(t, db, `{"create": "ts", "timeseries": {"timeField": "t"}}`)
	if reply := runDocument(t, db, valuetest.Document(t, `{"aggregate": "ts", "pipeline": [{"$changeStream": {}}], "cursor": {}}`)); value.Get(reply, "code") != any(int32(166)) {
		t.Error(show(reply))
	}
}

// What is refused or fails leaves no time series collection, and none changed.
func TestTimeSeriesUndone(t *testing.T) {
	db := New(Options{})
	do(t, db, `{"create": "ts", "timeseries": {"timeField": "t", "metaField": "m"}}`,
		`{"insert": "ts", "documents": [{"_id": 1, "t": {"$date": "2024-01-01T00:00:00Z"}, "m": 1}, {"_id": 2, "t": {"$date": "2024-01-01T00:00:00Z"}, "m": 2}]}`)
	for _, command := range []string{
		`{"aggregate": "ts", "pipeline": [{"$unset": "t"}, {"$out": {"db": "test", "coll": "d", "timeseries": {"timeField": "t"}}}], "cursor": {}}`,
		`{"aggregate": "ts", "pipeline": [{"$unset": "_id"}, {"$out": {"db": "test", "coll": "d", "timeseries": {"timeField": "t"}}}], "cursor": {}}`,
		`{"aggregate": "ts", "pipeline": [{"$unset": "t"}, {"$out": "ts"}], "cursor": {}}`,
		`{"update": "ts", "updates": [{"q": {"m": {"$lt": 3}}, "u": {"$set": {"m": {"b": 1, "a": 1}}}, "multi": true}]}`,
		`{"insert": "ts", "documents": [{"_id": 3, "t": {"$date": "2024-01-01T00:00:00Z"}}, {"t": {"$date": "2024-01-01T00:00:00Z"}}]}`,
		`{"create": "e", "timeseries": {"timeField": "t", "metaField": "t"}}`,
	} {
		if reply := runDocument(t, db, valuetest.Document(t, command)); value.Get(reply, "ok") != any(0.0) {
			t.Errorf("%s: %s", command, show(reply))
		}
	}
	found := resultOf(mustRun(t, db, valuetest.Document(t, `{"find": "ts", "projection": {"m": 1}}`)))
	if got := show(found); got != show(bson.A{valuetest.Document(t, `{"m": 1, "_id": 1}`), valuetest.Document(t, `{"m": 2, "_id": 2}`)}) {
		t.Error(got)
	}
	names := resultOf(mustRun(t, db, valuetest.Document(t, `{"listCollections": 1, "nameOnly": true}`)))
	if len(names) != 3 {
		t.Error(show(names))
	}
	do(t, db, `{"dropDatabase": 1}`)
	if names := resultOf(mustRun(t, db, valuetest.Document(t, `{"listCollections": 1}`))); len(names) != 0 {
		t.Error(show(names))
	}
}
