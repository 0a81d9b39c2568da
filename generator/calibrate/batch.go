package calibrate

import (
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/weigh"
)

// The collections, each with an index on n.
const (
	small   = "small"   // documents of some 60 bytes
	large   = "large"   // the same with 8 KiB
	indexed = "indexed" // those of small, with more indexes on the field that changes
	wide    = "wide"    // documents of 16 KiB, all of it in one field
)

const (
	entries     = 1000 // that a long scan of an index walks, and documents in small
	many        = 100  // documents that a long command reads or writes
	moreIndexes = 8
	logged      = 16 << 10 // bytes of the longest value that an update sets
)

// document returns a document of a collection.
func document(collection string, id int) bson.D {
	d := bson.D{{Key: "_id", Value: int32(id)}, {Key: "n", Value: int32(id)}, {Key: "v", Value: int32(0)}, {Key: "text", Value: padded(id, 16)}}
	switch collection {
	case large:
		for i := range 80 {
			d = append(d, bson.E{Key: fmt.Sprintf("field%02d", i), Value: padded(id+i, 90)})
		}
	case wide:
		d = append(d, bson.E{Key: "long", Value: padded(id, logged)})
	}
	return d
}

// documents are how many each collection has.
var documents = map[string]int{small: entries, large: many, indexed: many, wide: 10}

// padded returns a string of so many bytes that begins with a number.
func padded(number, bytes int) string {
	digits := fmt.Sprintf("%012d", number)
	return digits + strings.Repeat("x", bytes-len(digits))
}

// kib returns the size of documents in KiB.
func kib(documents ...bson.D) float64 {
	sum := 0
	for _, d := range documents {
		raw, err := bson.Marshal(d)
		if err != nil {
			panic(err) // they are constants
		}
		sum += len(raw)
	}
	return float64(sum) / 1024
}

// between is a filter on the values from 0 to below n of a field.
func between(field string, n int) bson.D {
	return bson.D{{Key: field, Value: bson.D{{Key: "$gte", Value: int32(0)}, {Key: "$lt", Value: int32(n)}}}}
}

func find(collection string, filter bson.D) bson.D {
	return bson.D{{Key: "find", Value: collection}, {Key: "filter", Value: filter}, {Key: "batchSize", Value: int32(entries + 1)}}
}

func update(collection string, filter, change bson.D, isMulti bool) bson.D {
	return bson.D{
		{Key: "update", Value: collection},
		{Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: filter}, {Key: "u", Value: change}, {Key: "multi", Value: isMulti}}}},
		acknowledged,
	}
}

// acknowledged has a write answered before it is on the disk or with other members,
// for which the server waits and does not work.
var acknowledged = bson.E{Key: "writeConcern", Value: bson.D{{Key: "w", Value: int32(1)}, {Key: "j", Value: false}}}

var increment = bson.D{{Key: "$inc", Value: bson.D{{Key: "v", Value: int32(1)}}}}

func set(field string, value any) bson.D {
	return bson.D{{Key: "$set", Value: bson.D{{Key: field, Value: value}}}}
}

// batch is a command that is sent many times.
type batch struct {
	// command returns the command for a number that is another each time.
	command func(number int) bson.D
	amounts weigh.Amounts // of one command
}

// The batches that are compared.
const (
	oneKey = iota
	manyKeys
	oneDocument
	manyDocuments
	largeDocuments
	shortValue
	longValue
	oneWrite
	manyWrites
	indexedWrites
	mixed // a find by _id, one by another index, an update, in turn
	batches
)

// difference says that a weight is what a batch takes longer than another, the other
// weights in it left out.
type difference struct {
	unit       weigh.Unit
	more, less int // less is none for the whole of a batch
}

const none = -1

// differences are in the order in which weights become known.
var differences = []difference{
	{weigh.Keys, manyKeys, oneKey},
	{weigh.KiBRead, largeDocuments, manyDocuments},
	{weigh.DocumentsRead, manyDocuments, oneDocument},
	{weigh.OplogKiB, longValue, shortValue},
	{weigh.DocumentsWritten, manyWrites, oneWrite},
	{weigh.EntriesWritten, indexedWrites, manyWrites},
	{weigh.Commands, mixed, none},
}

// newBatches returns the batches; hasOplog says that the server logs changes.
func newBatches(hasOplog bool) [batches]batch {
	amounts := func(collection string, keys, read, written, entriesWritten float64, change bson.D) weigh.Amounts {
		a := weigh.Amounts{weigh.Commands: 1, weigh.Keys: keys, weigh.DocumentsRead: read, weigh.KiBRead: read * kib(document(collection, 0)),
			weigh.DocumentsWritten: written, weigh.EntriesWritten: entriesWritten}
		if hasOplog && written > 0 {
			entry := bson.D{{Key: "$v", Value: int32(2)}, {Key: "diff", Value: bson.D{{Key: "u", Value: change}}}}
			a[weigh.OplogKiB] = written * kib(entry, bson.D{{Key: "_id", Value: int32(0)}})
		}
		return a
	}
	counted := bson.D{{Key: "v", Value: int32(0)}}
	// All are skipped, so that entries are walked and nothing else is done.
	keys := func(n int) batch {
		covered := bson.D{{Key: "_id", Value: int32(0)}, {Key: "n", Value: int32(1)}}
		command := append(find(small, between("n", n)), bson.E{Key: "projection", Value: covered}, bson.E{Key: "skip", Value: int32(n)})
		return batch{func(int) bson.D { return command }, amounts(small, float64(n), 0, 0, 0, nil)}
	}
	reads := func(collection string, n int) batch {
		return batch{func(int) bson.D { return find(collection, between("n", n)) }, amounts(collection, float64(n), float64(n), 0, 0, nil)}
	}
	writes := func(collection string, n, indexes int) batch {
		return batch{func(int) bson.D { return update(collection, between("_id", n), increment, true) },
			amounts(collection, float64(n), float64(n), float64(n), float64(2*indexes*n), counted)}
	}
	sets := func(field string, bytes int) batch {
		return batch{func(number int) bson.D {
			id := bson.D{{Key: "_id", Value: int32(number % documents[wide])}}
			return update(wide, id, set(field, padded(number+1, bytes)), false)
		}, amounts(wide, 1, 1, 1, 0, bson.D{{Key: field, Value: padded(0, bytes)}})}
	}
	third := amounts(small, 1, 1, 1.0/kinds, 0, counted)
	return [batches]batch{
		oneKey: keys(1), manyKeys: keys(entries),
		oneDocument: reads(small, 1), manyDocuments: reads(small, many), largeDocuments: reads(large, many),
		shortValue: sets("text", 16), longValue: sets("long", logged),
		oneWrite: writes(small, 1, 0), manyWrites: writes(small, many, 0), indexedWrites: writes(indexed, many, moreIndexes),
		mixed: {func(number int) bson.D {
			id := int32(number % entries)
			switch number % kinds {
			case 0:
				return find(small, bson.D{{Key: "_id", Value: id}})
			case 1:
				return find(small, bson.D{{Key: "n", Value: id}})
			}
			return update(small, bson.D{{Key: "_id", Value: id}}, increment, false)
		}, third},
	}
}

// kinds is the number of kinds of commands in the mixed batch. The number of commands
// in a batch is a multiple of it.
const kinds = 3
