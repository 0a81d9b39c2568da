package memdb

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// IndexEntries says what validate says, and nothing of what validate refuses. Records are
// those that a find shows.
func TestIndexEntries(t *testing.T) {
	db := New(Options{})
	send := func(command string) bson.Raw {
		t.Helper()
		var cmd bson.Raw
		if err := bson.UnmarshalExtJSON([]byte(command), false, &cmd); err != nil {
			t.Fatal(err)
		}
		return db.Run(t.Context(), cmd)
	}
	for _, command := range []string{
		`{"create": "clustered", "clusteredIndex": {"key": {"_id": 1}, "unique": true}, "$db": "test"}`,
		`{"create": "measured", "timeseries": {"timeField": "at"}, "$db": "test"}`,
		`{"create": "seen", "viewOn": "plain", "$db": "test"}`,
		`{"create": "empty", "$db": "test"}`,
		`{"createIndexes": "plain", "indexes": [{"key": {"tags": 1}, "name": "tags"}, {"key": {"rare": 1}, "name": "rare", "sparse": true}], "$db": "test"}`,
		`{"createIndexes": "clustered", "indexes": [{"key": {"tags": 1}, "name": "tags"}], "$db": "test"}`,
		`{"insert": "plain", "documents": [{"_id": 1, "tags": ["a", "b", "c"]}, {"_id": 2, "tags": [], "rare": 1}, {"_id": 3}], "$db": "test"}`,
		`{"insert": "clustered", "documents": [{"_id": 1, "tags": ["a", "b"]}, {"_id": 2}], "$db": "test"}`,
		`{"insert": "measured", "documents": [{"_id": 1, "at": {"$date": "2026-01-01T00:00:00Z"}}], "$db": "test"}`,
		`{"delete": "plain", "deletes": [{"q": {"_id": 3}, "limit": 1}], "$db": "test"}`,
	} {
		if reply := send(command); reply.Lookup("ok").Double() != 1 || reply.Lookup("writeErrors").Type != 0 {
			t.Fatalf("%s: %s", command, reply)
		}
	}
	send(`{"insert": "refused", "documents": [{"_id": 1}, {"_id": 1}, {"_id": 2}], "ordered": false, "$db": "test"}`)
	for name, want := range map[string]string{
		"plain": "7 true", "refused": "2 true", "clustered": "3 true", "empty": "0 true", "measured": "0 false", "seen": "0 false", "missing": "0 false",
	} {
		n, ok := db.IndexEntries("test", name)
		if got := fmt.Sprint(n, ok); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		sum, keys := int64(0), send(fmt.Sprintf(`{"validate": %q, "$db": "test"}`, name)).Lookup("keysPerIndex")
		if keys.Type == bson.TypeEmbeddedDocument {
			elements, _ := keys.Document().Elements()
			for _, e := range elements {
				sum += e.Value().AsInt64()
			}
		}
		if validated := fmt.Sprint(sum, keys.Type != 0); validated != want {
			t.Errorf("%s: validate says %s, want %s", name, validated, want)
		}
		ids, documents, isPlain := db.Records("test", name)
		if isPlain != ok {
			t.Errorf("%s: records %v, entries %v", name, isPlain, ok)
		}
		if !isPlain {
			continue
		}
		batch := send(fmt.Sprintf(`{"find": %q, "hint": {"$natural": 1}, "$db": "test"}`, name)).Lookup("cursor", "firstBatch").Array()
		shown, _ := batch.Values()
		if isNumbered := send(fmt.Sprintf(`{"find": %q, "showRecordId": true, "$db": "test"}`, name)).Lookup("ok").AsFloat64() == 1; isNumbered != (ids != nil) {
			t.Errorf("%s: ids %v, and showRecordId %v", name, ids, isNumbered)
		}
		if len(shown) != len(documents) || ids != nil && len(ids) != len(documents) || !slices.IsSorted(ids) {
			t.Fatalf("%s: %d records with the ids %v, %d are found", name, len(documents), ids, len(shown))
		}
		for i, document := range documents {
			if !bytes.Equal(document, shown[i].Document()) {
				t.Errorf("%s: record %d is %s, found is %s", name, i, document, shown[i])
			}
		}
	}
}
