package memdb

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/command"
	"modelbook/generator/memdb/internal/valuetest"
)

// TestLetIsParsedOnce: the statements of a command share the variables of its let,
// as long as they compare by one collation.
func TestLetIsParsedOnce(t *testing.T) {
	for text, want := range map[string]int{
		`{"update": "c", "let": {"n": {"$add": [1, 1]}}, "updates": [
			{"q": {"$expr": {"$eq": ["$_id", "$$n"]}}, "u": {"$set": {"a": 1}}}, {"q": {}, "u": [{"$set": {"b": "$$n"}}], "multi": true},
			{"q": {"$expr": {"$eq": ["$_id", "$$n"]}}, "u": {"$set": {"c": 1}}}]}`: 1,
		`{"delete": "c", "let": {"n": {"$add": [1, 1]}}, "deletes": [
			{"q": {"$expr": {"$eq": ["$_id", "$$n"]}}, "limit": 1}, {"q": {"$expr": {"$eq": ["$_id", "$$n"]}}, "limit": 1},
			{"q": {"$expr": {"$eq": ["$_id", "$$n"]}}, "limit": 1, "collation": {"locale": "en"}}]}`: 2,
		`{"aggregate": "c", "let": {"n": 2}, "cursor": {}, "pipeline": [{"$match": {"$expr": {"$eq": ["$_id", "$$n"]}}}]}`: 1,
		`{"find": "c", "filter": {}}`: 0,
	} {
		db := filled(t, Options{}, 5)
		req, fields, err := command.Parse(db.engine, append(valuetest.Document(t, text), bson.E{Key: "$db", Value: "test"}))
		if err != nil {
			t.Fatal(err)
		}
		req.Context = t.Context()
		if _, err := command.Dispatch(db.engine, req, fields); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if len(req.LetScopes) != want {
			t.Errorf("%s: its let was parsed %d times, want %d", text, len(req.LetScopes), want)
		}
	}
}
