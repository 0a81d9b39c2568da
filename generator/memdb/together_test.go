package memdb

import (
	"context"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// Commands that run beside each other have one limit together: of those that would
// hold more, one fails, and what they held is free when they have ended.
func TestMemoryTogether(t *testing.T) {
	const each, commands = 90, 5 // MB; of one text, so that it is only counted
	db := New(Options{})
	numbers := func(n int32) bson.D { return bson.D{{Key: "$range", Value: bson.A{int32(0), n}}} }
	holding := bson.A{
		bson.D{{Key: "$documents", Value: bson.A{bson.D{{Key: "n", Value: numbers(each)}, {Key: "text", Value: strings.Repeat("x", 1<<20)}}}}},
		bson.D{{Key: "$unwind", Value: "$n"}},
		bson.D{{Key: "$group", Value: bson.D{{Key: "_id", Value: nil}, {Key: "all", Value: bson.D{{Key: "$push", Value: "$text"}}}}}},
		bson.D{{Key: "$set", Value: bson.D{{Key: "all", Value: bson.D{{Key: "$size", Value: "$all"}}}}}},
	}
	endless := append(bson.A{}, holding[:3]...)
	for range 8 {
		endless = append(endless, bson.D{{Key: "$set", Value: bson.D{{Key: "n", Value: numbers(100)}}}}, bson.D{{Key: "$unwind", Value: "$n"}})
	}
	endless = append(endless, bson.D{{Key: "$count", Value: "n"}})
	run := func(ctx context.Context, stages bson.A) bson.Raw {
		command, err := bson.Marshal(bson.D{{Key: "aggregate", Value: int32(1)}, {Key: "pipeline", Value: stages}, {Key: "cursor", Value: bson.D{}}, {Key: "$db", Value: "test"}})
		if err != nil {
			t.Fatal(err)
		}
		return db.Run(ctx, command)
	}
	ctx, cancel := context.WithCancel(t.Context())
	replies := make(chan bson.Raw, commands)
	for range commands {
		go func() { replies <- run(ctx, endless) }()
	}
	if r := <-replies; r.Lookup("code").Int32() != errcode.ExceededMemoryLimit {
		t.Errorf("the first to end: %s", r)
	}
	cancel()
	for range commands - 1 {
		<-replies
	}
	for range commands {
		if r := run(t.Context(), holding); r.Lookup("ok").Double() != 1 {
			t.Fatalf("after all have ended: %s", r)
		}
	}
}
