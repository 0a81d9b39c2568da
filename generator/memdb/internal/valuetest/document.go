// Package valuetest writes values in tests: it turns Extended JSON into the values
// that package value would read from the wire.
package valuetest

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Document reads a document in relaxed or canonical Extended JSON, and ends the
// test if it can't.
func Document(t testing.TB, text string) bson.D {
	t.Helper()
	var raw bson.Raw
	if err := bson.UnmarshalExtJSON([]byte(text), false, &raw); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	doc, err := value.Decode(raw)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc
}
