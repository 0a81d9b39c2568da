package cost

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// TestSize: the bytes of a step are those of its own fields, whatever the
// driver, the server and the run add.
func TestSize(t *testing.T) {
	size := func(v any) int64 {
		raw, err := bson.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return int64(len(raw))
	}
	plain := bson.D{{Key: "find", Value: "ferries"}, {Key: "filter", Value: bson.D{{Key: "a", Value: 1}}}}
	sent := append(append(bson.D{}, plain...), bson.E{Key: "lsid", Value: bson.D{{Key: "id", Value: 1}}}, bson.E{Key: "$db", Value: "modelbook_0123_x"}, bson.E{Key: "maxTimeMS", Value: int64(5)})
	r := NewRecorder("modelbook_0123_x", "x")
	if got, want := r.size(marshal(t, sent), generic), size(plain); got != want {
		t.Errorf("command: got %d, want %d", got, want)
	}

	batch := bson.A{bson.D{{Key: "a", Value: 1}}}
	reply := bson.D{{Key: "cursor", Value: bson.D{{Key: "firstBatch", Value: batch}, {Key: "id", Value: int64(0)}, {Key: "ns", Value: "modelbook_0123_x.ferries"}}}, {Key: "ok", Value: 1.0}, {Key: "operationTime", Value: bson.Timestamp{T: 1}}}
	if got, want := r.size(marshal(t, reply), genericReply), size(bson.D{{Key: "cursor", Value: bson.D{{Key: "firstBatch", Value: batch}}}}); got != want {
		t.Errorf("reply: got %d, want %d", got, want)
	}

	failure := bson.D{{Key: "errmsg", Value: "dup key in modelbook_0123_x.ferries"}}
	if got, want := r.size(marshal(t, failure), genericReply), size(bson.D{{Key: "errmsg", Value: "dup key in x.ferries"}}); got != want {
		t.Errorf("failure: got %d, want %d", got, want)
	}

	aborted := func(number string) bson.D {
		return bson.D{{Key: "errmsg", Value: "Transaction with { txnNumber: " + number + " } has been aborted."}, {Key: "code", Value: 251}}
	}
	if got, want := r.size(marshal(t, aborted("1024")), genericReply), size(aborted("1")); got != want {
		t.Errorf("failure in a transaction: got %d, want %d", got, want)
	}
}

func marshal(t *testing.T, v any) bson.Raw {
	t.Helper()
	raw, err := bson.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
