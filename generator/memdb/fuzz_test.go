package memdb

import (
	"flag"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// No command may crash the database or, while inputs are made up, keep it for long,
// and an index never loses step with its documents.
func FuzzCommand(f *testing.F) {
	n := 0
	for _, c := range allCases(f) {
		// TestCases runs all of them, on data that fit.
		if n++; !isFuzzing() && n%8 > 0 {
			continue
		}
		raw, err := bson.Marshal(append(c.Command, bson.E{Key: "$db", Value: "test"}, bson.E{Key: "maxTimeMS", Value: int32(500)}))
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		db := New(Options{})
		mustRun(t, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: bson.A{
			bson.D{{Key: "_id", Value: int32(1)}, {Key: "a", Value: bson.A{int32(1), bson.D{{Key: "b", Value: "x"}}}}},
			bson.D{{Key: "_id", Value: int32(2)}, {Key: "a", Value: 1.5}, {Key: "b", Value: bson.D{}}},
		}}})
		mustRun(t, db, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{
			bson.D{{Key: "key", Value: bson.D{{Key: "a", Value: int32(1)}, {Key: "b", Value: int32(-1)}}}, {Key: "name", Value: "ab"}},
		}}})
		start := time.Now()
		reply, err := value.Decode(db.Run(t.Context(), data))
		if err != nil {
			t.Fatal(err)
		}
		if value.Get(reply, "code") == int32(8) {
			t.Errorf("%s", value.String(reply))
		}
		if spent := time.Since(start); spent > 5*time.Second && isFuzzing() {
			t.Errorf("a command took %v", spent)
		}
		if db.engine.Store.Collection("test", "c") != nil {
			if checked := mustRun(t, db, bson.D{{Key: "validate", Value: "c"}}); value.Get(checked, "valid") != true {
				t.Errorf("an index does not fit the documents: %s", value.String(checked))
			}
		}
	})
}

// isFuzzing reports whether inputs are made up. What is only tried again says nothing
// of time: the machine may be busy.
func isFuzzing() bool {
	return flag.Lookup("test.fuzz").Value.String() != "" || flag.Lookup("test.fuzzworker").Value.String() == "true"
}
