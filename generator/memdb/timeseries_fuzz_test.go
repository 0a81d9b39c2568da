package memdb

import (
	"fmt"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// measurementsInFuzz are what measurements hold, but for their _id and their time.
// Nothing is equal and not the same, such as 1 and 1.0: which of them a group shows
// depends on the order of the documents. Nor does an array begin with another's value,
// which would sort beside it.
var measurementsInFuzz = []string{
	`"v": 1`, `"m": 1, "v": 2.5`, `"m": "a", "v": null`, `"m": {"a": 1}, "v": [1, 2]`, `"m": {"a": "x", "b": {"c": [1]}}, "w": 1`,
	`"m": [3, 4], "v": {"x": 1}`, `"m": {"$date": "2024-01-01T00:00:00Z"}, "v": "a"`, `"m": {"a": 1.5}, "v": {"x": [{"y": 1}, {"y": 2}]}`,
}

// filtersInFuzz select measurements.
var filtersInFuzz = []string{
	`{}`, `{"m": 1}`, `{"m": {"$in": ["a", 3, {"a": 1}]}}`, `{"m": {"$exists": false}}`, `{"m.a": 1}`, `{"m.b.c": 1}`, `{"m": {"$type": "object"}}`, `{"m": null}`,
	`{"t": {"$gte": {"$date": "2024-01-01T01:00:00Z"}}}`, `{"t": {"$lt": {"$date": "2024-01-02T00:00:00Z"}}, "m": {"$ne": 1}}`, `{"t": {"$date": "1969-12-31T23:00:00Z"}}`,
	`{"v": {"$gt": 1}}`, `{"v": null}`, `{"v.x.y": 2}`, `{"$or": [{"m": "a"}, {"v": 1}]}`, `{"_id": {"$mod": [2, 1]}}`,
	`{"$expr": {"$eq": ["$m", "a"]}}`, `{"$expr": {"$gt": ["$t", {"$dateFromString": {"dateString": "2024-01-01T12:00:00Z"}}]}}`,
}

// updatesInFuzz change what tells measurements apart, as far as the server lets them.
var updatesInFuzz = []string{
	`{"$set": {"m": {"a": 2}}}`, `{"$set": {"m": "b"}}`, `{"$unset": {"m": 1}}`, `{"$set": {"v": 1}}`, `[{"$set": {"m": 1}}]`, `{"$rename": {"m": "n"}}`,
}

// pipelinesInFuzz end with an order of their own, or give one document.
var pipelinesInFuzz = []string{
	`{"$group": {"_id": "$m", "n": {"$sum": 1}, "last": {"$max": "$t"}}}, {"$sort": {"_id": 1}}`,
	`{"$group": {"_id": {"$dateTrunc": {"date": "$t", "unit": "day"}}, "v": {"$min": "$v"}}}, {"$sort": {"_id": 1}}`,
	`{"$sort": {"t": -1, "_id": 1}}, {"$limit": 3}, {"$project": {"v": 1}}`,
	`{"$count": "n"}`,
	`{"$setWindowFields": {"partitionBy": "$w", "sortBy": {"_id": 1}, "output": {"n": {"$count": {}, "window": {"documents": ["unbounded", "current"]}}}}}, {"$sort": {"_id": 1}}, {"$project": {"n": 1}}`,
	`{"$unwind": {"path": "$v", "preserveNullAndEmptyArrays": true}}, {"$sort": {"_id": 1, "v": 1}}, {"$project": {"v": 1, "m": 1}}`,
}

var timesInFuzz = []string{"2024-01-01T00:00:00Z", "2024-01-01T00:59:59.999Z", "2024-01-01T01:00:00Z", "2024-01-03T00:00:00Z", "1969-12-31T23:00:00Z"}

// FuzzTimeSeries: a time series collection, with indexes and without, gives the
// documents of an ordinary one to which the same was done, and never its buckets.
func FuzzTimeSeries(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 1, 8, 0, 2, 16, 0, 3, 24, 3, 0, 4, 4, 4, 0, 4, 0, 1})
	f.Add([]byte{0, 4, 1, 0, 12, 2, 0, 20, 3, 2, 1, 0, 1, 6, 0, 4, 4, 0, 4, 7, 1, 1, 2, 2, 4, 3, 3})
	f.Add([]byte{5, 0, 0, 0, 7, 1, 0, 15, 2, 5, 1, 0, 3, 4, 4, 4, 5, 5, 6, 0, 0, 4, 9, 2, 2, 11, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		db := New(Options{})
		do(t, db, `{"create": "ts", "timeseries": {"timeField": "t", "metaField": "m"}}`, `{"create": "plain"}`)
		for step := 0; len(data) >= 3; data = data[3:] {
			step++
			both(t, db, fuzzedMeasurement(step, int(data[0]), int(data[1]), int(data[2])))
		}
		compareCollections(t, db, `{"find": "%s", "sort": {"_id": 1}}`)
		buckets := runDocument(t, db, valuetest.Document(t, `{"find": "system.buckets.ts"}`))
		if value.Get(buckets, "code") != any(int32(238)) {
			t.Errorf("buckets: %s", show(buckets))
		}
	})
}

// fuzzedMeasurement returns a command on a collection whose name is to be filled in.
func fuzzedMeasurement(step, what, a, b int) string {
	filter := filtersInFuzz[a%len(filtersInFuzz)]
	switch what % 7 {
	case 0:
		return fmt.Sprintf(`{"insert": "%%s", "documents": [{"_id": %d, "t": {"$date": %q}, %s}]}`, step, timesInFuzz[b%len(timesInFuzz)], measurementsInFuzz[a%len(measurementsInFuzz)])
	case 1:
		return fmt.Sprintf(`{"update": "%%s", "updates": [{"q": %s, "u": %s, "multi": true}]}`, filter, updatesInFuzz[b%len(updatesInFuzz)])
	case 2:
		return fmt.Sprintf(`{"delete": "%%s", "deletes": [{"q": %s, "limit": 0}]}`, filter)
	case 3:
		return fmt.Sprintf(`{"aggregate": "%%s", "pipeline": [{"$match": %s}, %s], "cursor": {}}`, filter, pipelinesInFuzz[b%len(pipelinesInFuzz)])
	case 4:
		return fmt.Sprintf(`{"find": "%%s", "filter": %s, "sort": {"t": 1, "_id": -1}, "skip": %d}`, filter, b%3)
	case 5:
		keys := []string{`{"m": 1}`, `{"t": -1}`, `{"m.a": 1, "t": 1}`, `{"v": 1}`}
		return fmt.Sprintf(`{"createIndexes": "%%s", "indexes": [{"key": %s, "name": "i%d"}]}`, keys[a%len(keys)], a%len(keys))
	}
	return fmt.Sprintf(`{"count": "%%s", "query": %s}`, filter)
}

// both runs a command on the measurements and, if that does not fail, on the
// ordinary documents, and compares what they answer.
func both(t *testing.T, db *DB, command string) {
	t.Helper()
	reply := runDocument(t, db, valuetest.Document(t, fmt.Sprintf(command, "ts")))
	if value.Get(reply, "code") == any(int32(8)) {
		t.Fatalf("%s: %s", command, show(reply))
	}
	if failed(reply) {
		return
	}
	if _, reads := value.Get(reply, "cursor").(bson.D); reads {
		compareCollections(t, db, command)
		return
	}
	plain := runDocument(t, db, valuetest.Document(t, fmt.Sprintf(command, "plain")))
	for _, field := range []string{"ok", "n", "nModified"} {
		if got, want := value.Get(reply, field), value.Get(plain, field); !value.Equal(got, want) {
			t.Errorf("%s: %s is %v of measurements, %v of documents", command, field, got, want)
		}
	}
}

// compareCollections compares what a command reads of both collections; the order of
// documents is the command's, that of fields nobody's.
func compareCollections(t *testing.T, db *DB, command string) {
	t.Helper()
	var results [2]string
	for i, name := range []string{"ts", "plain"} {
		reply := mustRun(t, db, valuetest.Document(t, fmt.Sprintf(command, name)))
		results[i] = value.String(byName(resultOf(reply)))
	}
	if results[0] != results[1] {
		t.Errorf("%s\nof measurements\n%s\nof documents\n%s", command, results[0], results[1])
	}
}
