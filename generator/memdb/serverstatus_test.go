package memdb

import (
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// mongostat reads the uptime as a whole number.
func TestUptimeIsWhole(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	db := New(Options{Clock: func() time.Time { return now }})
	now = now.Add(2900 * time.Millisecond)
	reply := mustRun(t, db, bson.D{{Key: "serverStatus", Value: 1}, {Key: "$db", Value: "admin"}})
	if got := value.Get(reply, "uptime"); got != 2.0 {
		t.Errorf("uptime %v", got)
	}
	if got := value.Get(reply, "uptimeMillis"); got != int64(2900) {
		t.Errorf("uptimeMillis %v", got)
	}
}
