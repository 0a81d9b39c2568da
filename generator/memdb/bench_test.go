package memdb

import (
	"fmt"
	"runtime"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// shortName makes documents of 62 bytes.
const shortName = "Stella Maris"

// fill makes a database whose collection "c" has n documents with that name.
func fill(b *testing.B, n int, name string, index bool) *DB {
	b.Helper()
	db := New(Options{})
	if index {
		runBench(b, db, bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{
			bson.D{{Key: "key", Value: bson.D{{Key: "k", Value: int32(1)}}}, {Key: "name", Value: "k_1"}},
		}}})
	}
	for from := 0; from < n; from += 1000 {
		docs := make(bson.A, 1000)
		for i := range docs {
			docs[i] = bson.D{
				{Key: "_id", Value: bson.ObjectID{byte(i >> 8), byte(i), byte(from >> 16), byte(from >> 8), byte(from)}},
				{Key: "k", Value: int32(from + i)}, {Key: "name", Value: name}, {Key: "cars", Value: int32(40)},
			}
		}
		runBench(b, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
	}
	return db
}

func runBench(b *testing.B, db *DB, command bson.D) {
	raw, err := bson.Marshal(append(command, bson.E{Key: "$db", Value: "test"}))
	if err != nil {
		b.Fatal(err)
	}
	if reply := db.Run(b.Context(), raw); reply.Lookup("ok").Double() != 1 {
		b.Fatal(reply)
	}
}

// BenchmarkMemory gives the memory of 100,000 small documents as a ratio to the
// size of their BSON.
func BenchmarkMemory(b *testing.B) {
	var ratio float64
	for b.Loop() {
		before := heap()
		db := fill(b, 100_000, shortName, false)
		ratio = float64(heap()-before) / float64(db.engine.Store.Collection("test", "c").Bytes())
		runtime.KeepAlive(db)
	}
	b.ReportMetric(ratio, "ratio-to-BSON")
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// BenchmarkIndexedFind must not grow with the collection.
func BenchmarkIndexedFind(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			db := fill(b, n, shortName, true)
			for i := 0; b.Loop(); i++ {
				runBench(b, db, bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: bson.D{{Key: "k", Value: int32(i % n)}}}})
			}
		})
	}
}

// BenchmarkInsert stores documents one a command, and a thousand a command, in
// a collection with an index beside that of _id.
func BenchmarkInsert(b *testing.B) {
	for _, size := range []int{1, 1000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			db := fill(b, 0, shortName, true)
			docs := make(bson.A, size)
			for n := 0; b.Loop(); n++ {
				for i := range docs {
					docs[i] = bson.D{
						{Key: "_id", Value: int64(n*size + i)}, {Key: "k", Value: int32(i)}, {Key: "name", Value: "Stella Maris"},
						{Key: "route", Value: bson.D{{Key: "from", Value: "Varna"}, {Key: "to", Value: "Odesa"}, {Key: "stops", Value: bson.A{"a", "b"}}}},
					}
				}
				runBench(b, db, bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: docs}})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/document")
		})
	}
}

// BenchmarkUpdate changes all of a thousand documents by one command.
func BenchmarkUpdate(b *testing.B) {
	db := fill(b, 1000, shortName, true)
	for b.Loop() {
		runBench(b, db, bson.D{{Key: "update", Value: "c"}, {Key: "updates", Value: bson.A{
			bson.D{{Key: "q", Value: bson.D{}}, {Key: "u", Value: bson.D{{Key: "$inc", Value: bson.D{{Key: "cars", Value: int32(1)}}}}}, {Key: "multi", Value: true}},
		}}})
	}
}
