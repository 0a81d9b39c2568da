package memdb

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// BenchmarkMillion inserts a million documents, scans them, sorts them for the first
// ten, and groups them: with the CPU time of each, and with the most memory that the
// process had till then as a ratio to their BSON. To be run for one size alone, once:
// -bench Million/400 -benchtime 1x.
func BenchmarkMillion(b *testing.B) {
	for _, size := range []int{62, 400} {
		b.Run(fmt.Sprint(size), func(b *testing.B) { million(b, shortName+strings.Repeat(" ", size-62)) })
	}
}

func million(b *testing.B, name string) {
	const n = 1_000_000
	var db *DB
	read := func(command bson.D) func(b *testing.B) { return func(b *testing.B) { runBench(b, db, command) } }
	key := bson.D{{Key: "$mod", Value: bson.A{"$k", int32(1000)}}}
	group := bson.D{{Key: "$group", Value: bson.D{{Key: "_id", Value: key}, {Key: "cars", Value: bson.D{{Key: "$sum", Value: "$cars"}}}}}}
	for _, step := range []struct {
		name string
		run  func(b *testing.B)
	}{
		{"insert", func(b *testing.B) { db = fill(b, n, name, false) }},
		{"scan", read(bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: bson.D{{Key: "cars", Value: bson.D{{Key: "$gt", Value: int32(40)}}}}}})},
		{"sort", read(bson.D{{Key: "find", Value: "c"}, {Key: "sort", Value: bson.D{{Key: "k", Value: int32(-1)}}}, {Key: "limit", Value: int32(10)}})},
		{"group", read(bson.D{{Key: "aggregate", Value: "c"}, {Key: "pipeline", Value: bson.A{group}}, {Key: "cursor", Value: bson.D{}}})},
	} {
		b.Run(step.name, func(b *testing.B) {
			before := used(b)
			for b.Loop() {
				step.run(b)
			}
			after := used(b)
			b.ReportMetric((seconds(after)-seconds(before))/float64(b.N), "CPU-s/op")
			b.ReportMetric(float64(after.Maxrss)*1024/float64(db.engine.Store.Collection("test", "c").Bytes()), "peak-to-BSON")
		})
	}
}

// used returns what the process has used of the machine.
func used(b *testing.B) (usage syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return usage
}

func seconds(usage syscall.Rusage) float64 {
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}
