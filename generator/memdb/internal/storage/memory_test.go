package storage

import (
	"encoding/binary"
	"runtime"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Small documents, with their index on _id, take little more than twice their BSON:
// their bytes, a slice of them, an entry and its key.
func TestMemoryOfSmallDocuments(t *testing.T) {
	for name, order := range map[string]func(i int) uint32{
		"growing": func(i int) uint32 { return uint32(i) },
		"random":  func(i int) uint32 { return uint32(i) * 2654435761 },
	} {
		t.Run(name, func(t *testing.T) {
			before := heapInUse()
			c := NewCollection("test.c", 0, 0, nil, new(Undo))
			for i := range 50_000 {
				var id bson.ObjectID
				binary.BigEndian.PutUint32(id[:], order(i))
				doc, err := NewDocument(bson.D{{Key: "_id", Value: id}, {Key: "k", Value: int32(i)}, {Key: "name", Value: "Stella Maris"}, {Key: "cars", Value: int32(40)}})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := c.Insert(doc); err != nil {
					t.Fatal(err)
				}
				c.undo.Commit()
			}
			if ratio := float64(heapInUse()-before) / float64(c.Bytes()); ratio > 2.3 {
				t.Errorf("%.2f × their BSON, want at most 2.3", ratio)
			}
			runtime.KeepAlive(c)
		})
	}
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC() // garbage that the first one found at its end
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
