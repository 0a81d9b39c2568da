package migration

import (
	"testing"

	"modelbook/generator/example"
	"modelbook/generator/run"
)

// TestIsThere: an insert meets the document by its _id, in a clustered collection too,
// which has no index on it; what another index refuses is a mistake of the move.
func TestIsThere(t *testing.T) {
	for message, want := range map[string]bool{
		`E11000 duplicate key error collection: t.ferries index: _id_ dup key: { _id: 1 }`:      true,
		`E11000 duplicate key error collection: t.ferries dup key: { _id: 1 }`:                  true,
		`E11000 duplicate key error collection: t.ferries index: name_1 dup key: { name: "K" }`: false,
	} {
		s := example.Step{Operation: example.Operation{Name: "insertOne"}}
		if got := isThere(&s, &run.ServerError{Code: duplicateKey, Message: message}); got != want {
			t.Errorf("%s: %v", message, got)
		}
	}
}
