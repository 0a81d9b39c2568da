package memdb

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
	"modelbook/generator/memdb/internal/valuetest"
)

// TestPositionalBehindSort: each sorted document shows the element that the filter found
// in it, with the number of its record or without.
func TestPositionalBehindSort(t *testing.T) {
	db := New(Options{})
	do(t, db, `{"insert": "c", "documents": [{"_id": 1, "n": 3, "a": [5, 9]}, {"_id": 2, "n": 1, "a": [9, 5]}, {"_id": 3, "n": 2, "a": [5, 5, 9]}, {"_id": 4, "n": 0, "a": [5]}]}`)
	find := `{"find": "c", "filter": {"a": {"$gt": 6}}, "sort": {"n": 1}, "projection": {"_id": 1, "a.$": 1}`
	for options, want := range map[string]string{
		``:                       `[ { _id: 2, a: [ 9 ] }, { _id: 3, a: [ 9 ] }, { _id: 1, a: [ 9 ] } ]`,
		`, "limit": 1`:           `[ { _id: 2, a: [ 9 ] } ]`,
		`, "skip": 2`:            `[ { _id: 1, a: [ 9 ] } ]`,
		`, "showRecordId": true`: `[ { _id: 2, a: [ 9 ], $recordId: 2 }, { _id: 3, a: [ 9 ], $recordId: 3 }, { _id: 1, a: [ 9 ], $recordId: 1 } ]`,
	} {
		cursor, _ := value.Get(mustRun(t, db, valuetest.Document(t, find+options+`}`)), "cursor").(bson.D)
		if got := value.String(value.Get(cursor, "firstBatch")); got != want {
			t.Errorf("%s: %s, want %s", options, got, want)
		}
	}
}
