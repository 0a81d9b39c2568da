package wire

import (
	"context"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// BenchmarkDriver gives what a command costs as a ratio to ping, through the
// driver and a connection: the only figure that holds on any machine.
func BenchmarkDriver(b *testing.B) {
	client := connect(b)
	set := bson.D{{Key: "$inc", Value: bson.D{{Key: "n", Value: int32(1)}}}}
	for _, c := range []struct {
		name string
		run  func(ctx context.Context, c *mongo.Collection, i int) error
	}{
		{"insert", func(ctx context.Context, c *mongo.Collection, i int) error {
			_, err := c.InsertOne(ctx, bson.D{{Key: "_id", Value: 1000 + i}, {Key: "n", Value: int32(i)}, {Key: "name", Value: "Stella"}})
			return err
		}},
		{"find", func(ctx context.Context, c *mongo.Collection, i int) error {
			return c.FindOne(ctx, bson.D{{Key: "_id", Value: i % 1000}}).Err()
		}},
		{"update", func(ctx context.Context, c *mongo.Collection, i int) error {
			_, err := c.UpdateOne(ctx, bson.D{{Key: "_id", Value: i % 1000}}, set)
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) { toPing(b, client, c.name, c.run) })
	}
}

// toPing runs a command and a ping by turns.
func toPing(b *testing.B, client *mongo.Client, name string, run func(context.Context, *mongo.Collection, int) error) {
	coll := client.Database("modelbook_bench").Collection(name)
	if err := coll.Drop(b.Context()); err != nil {
		b.Fatal(err)
	}
	var docs []any
	for i := range 1000 {
		docs = append(docs, bson.D{{Key: "_id", Value: i}, {Key: "n", Value: int32(i)}, {Key: "name", Value: "Stella"}})
	}
	if _, err := coll.InsertMany(b.Context(), docs); err != nil {
		b.Fatal(err)
	}
	var command, ping time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		if err := run(b.Context(), coll, i); err != nil {
			b.Fatal(err)
		}
		middle := time.Now()
		if err := client.Ping(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		command += middle.Sub(start)
		ping += time.Since(middle)
	}
	b.ReportMetric(float64(command)/float64(ping), "ratio-to-ping")
}
