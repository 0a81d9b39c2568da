package memdb

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// BenchmarkAgainstPing is what commands cost beside a ping, which depends less on the
// machine than their times do: on 10,000 documents of 62 bytes, with an index on k.
func BenchmarkAgainstPing(b *testing.B) {
	db := fill(b, 10_000, shortName, true)
	for _, c := range []struct {
		name    string
		command func(n int) bson.D
	}{
		{"ping", func(int) bson.D { return bson.D{{Key: "ping", Value: 1}} }},
		{"find by index", func(n int) bson.D {
			return bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: bson.D{{Key: "k", Value: int32(n % 10_000)}}}}
		}},
		{"find by index, projected", func(n int) bson.D {
			return bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: bson.D{{Key: "k", Value: bson.D{{Key: "$lt", Value: int32(100)}}}}},
				{Key: "projection", Value: bson.D{{Key: "name", Value: 1}}}}
		}},
		{"find by scan", func(n int) bson.D {
			return bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: bson.D{{Key: "cars", Value: bson.D{{Key: "$gt", Value: int32(n%10 + 40)}}}}}}
		}},
		{"group", func(int) bson.D {
			group := bson.D{{Key: "_id", Value: "$cars"}, {Key: "n", Value: bson.D{{Key: "$sum", Value: 1}}}}
			return bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: bson.A{bson.D{{Key: "$group", Value: group}}}}, {Key: "cursor", Value: bson.D{}}}
		}},
		{"insert", func(n int) bson.D {
			doc := bson.D{{Key: "k", Value: int32(n)}, {Key: "name", Value: shortName}, {Key: "cars", Value: int32(40)}}
			return bson.D{{Key: "insert", Value: "d"}, {Key: "documents", Value: bson.A{doc}}}
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				runBench(b, db, c.command(n))
			}
		})
	}
}
