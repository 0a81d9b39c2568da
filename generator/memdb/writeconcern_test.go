package memdb

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Who asks for no acknowledgement hears nothing of statements that failed.
func TestUnacknowledgedErrors(t *testing.T) {
	for members, shown := range map[int32]bool{0: false, 1: true} {
		reply := inProcess(t, Options{}).open(t).reply(t, bson.D{
			{Key: "update", Value: "c"},
			{Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: bson.D{}}, {Key: "u", Value: bson.D{{Key: "a", Value: int32(1)}}}, {Key: "multi", Value: true}}}},
			{Key: "writeConcern", Value: bson.D{{Key: "w", Value: members}}},
		})
		if got := !value.IsMissing(value.Get(reply, "writeErrors")); got != shown {
			t.Errorf("w: %d: %s", members, show(reply))
		}
	}
}
