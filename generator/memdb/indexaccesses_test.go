package memdb

import (
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Accesses of an index are counted since it was made, hidden or shown.
func TestIndexAccessesSince(t *testing.T) {
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	db := New(Options{Clock: func() time.Time { return now }})
	since := func(name string) time.Duration {
		t.Helper()
		stage := bson.D{{Key: "$indexStats", Value: bson.D{}}}
		reply := mustRun(t, db, bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: bson.A{stage}}, {Key: "cursor", Value: bson.D{}}})
		for _, row := range resultOf(reply) {
			if value.Get(row.(bson.D), "name") == any(name) {
				accesses := value.Get(row.(bson.D), "accesses").(bson.D)
				return now.Sub(value.Get(accesses, "since").(bson.DateTime).Time())
			}
		}
		t.Fatalf("no index %s", name)
		return 0
	}
	hide := func(hidden bool) bson.D {
		return bson.D{{Key: "collMod", Value: "c"}, {Key: "index", Value: bson.D{{Key: "name", Value: "a_1"}, {Key: "hidden", Value: hidden}}}}
	}
	steps := []struct {
		command bson.D
		index   string
	}{
		{bson.D{{Key: "create", Value: "c"}}, "_id_"},
		{bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{bson.D{{Key: "key", Value: bson.D{{Key: "a", Value: int32(1)}}}, {Key: "name", Value: "a_1"}}}}}, "a_1"},
		{hide(true), "a_1"},
		{hide(false), "a_1"},
	}
	for i, step := range steps {
		now = now.Add(time.Hour)
		mustRun(t, db, step.command)
		now = now.Add(time.Minute)
		if got := since(step.index); got != time.Minute {
			t.Errorf("after %v %s counts since %v ago", step.command, step.index, got)
		}
		if got, want := since("_id_"), time.Minute+time.Duration(i)*(time.Hour+time.Minute); got != want {
			t.Errorf("after %v _id_ counts since %v ago, want %v", step.command, got, want)
		}
	}
}

// Figures that nothing measures say so.
func TestUnmeasuredFigures(t *testing.T) {
	db := New(Options{})
	mustRun(t, db, bson.D{{Key: "create", Value: "c"}})
	stage := bson.D{{Key: "$collStats", Value: bson.D{{Key: "storageStats", Value: bson.D{}}}}}
	aggregate := mustRun(t, db, bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: bson.A{stage}}, {Key: "cursor", Value: bson.D{}}})
	for name, reply := range map[string]bson.D{
		"collStats":         mustRun(t, db, bson.D{{Key: "collStats", Value: "c"}}),
		"collStats of none": mustRun(t, db, bson.D{{Key: "collStats", Value: "d"}}),
		"dbStats":           mustRun(t, db, bson.D{{Key: "dbStats", Value: int32(1)}}),
		"top":               mustRun(t, db, bson.D{{Key: "top", Value: int32(1)}, {Key: "$db", Value: "admin"}}),
		"$collStats":        value.Get(resultOf(aggregate)[0].(bson.D), "storageStats").(bson.D),
	} {
		says, _ := value.Get(reply, "memdb").(bson.D)
		list, _ := value.Get(says, "notMeasured").(bson.A)
		for _, f := range reply {
			listed := false
			for _, figure := range list {
				listed = listed || figure == any(f.Key)
			}
			switch f.Key {
			case "storageSize", "freeStorageSize", "totalIndexSize", "indexSize", "totalSize", "indexSizes", "totals":
				if !listed {
					t.Errorf("%s: %s is not said to be unmeasured", name, f.Key)
				}
			default:
				if listed {
					t.Errorf("%s: %s is measured", name, f.Key)
				}
			}
		}
	}
}
