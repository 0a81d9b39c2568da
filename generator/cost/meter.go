// Package cost measures what operations cost.
//
// A Meter asks the database, with commands of its own that are not counted,
// what an operation will read and what it changed; a Recorder counts what the
// operation itself sends and gets back. Together they give an example.Cost,
// which is the same on every engine, or says why something has no certain
// answer. Neither knows how commands reach the database.
package cost

import (
	"iter"
	"math"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// Meter asks one database.
type Meter struct {
	// Run sends a command and gives its reply; a reply that says that the
	// command failed is an error.
	Run func(command bson.D) (bson.Raw, error)
	// TransactionOpen reports whether any transaction is open; nil for a
	// database on which none can be.
	TransactionOpen func() bool
}

// Count asks what an operation of a step will read, and gives what counts its
// cost after it ran. Of a part of a transaction nobody but its client sees what
// it reads and writes, so that only its replies count.
func (m Meter) Count(o example.Operation, wants func(measure string) bool, inTransaction bool) func(*Recorder) example.Cost {
	var read, bytes example.Quantity
	var writing func(*Recorder) written
	switch wanted := wants("documentsRead") || wants("bytesRead"); {
	case inTransaction:
		read, bytes = example.Unmeasured(example.InTransaction), example.Unmeasured(example.InTransaction)
		writing = repliesOnly(o)
	case wanted:
		read, bytes = m.read(o)
	}
	if writing == nil {
		writing = m.write(o, wants("indexEntriesWritten"))
	}
	return func(replies *Recorder) example.Cost {
		if o.ByClock() {
			return example.UnmeasuredCost(example.NotCounted)
		}
		roundTrips, payload := replies.sums()
		written := writing(replies)
		return example.Cost{
			RoundTrips: example.Measured(roundTrips), Payload: example.Measured(payload), DocumentsRead: read, BytesRead: bytes,
			DocumentsWritten: written.documents, IndexEntriesWritten: written.entries,
		}
	}
}

func (m Meter) decode(command bson.D, into any) error {
	reply, err := m.Run(command)
	if err != nil {
		return err
	}
	return bson.Unmarshal(reply, into)
}

// oneBatch asks for as many documents in the first reply as fit into it. A
// driver may send a getMore in another session, which has no part in the cursor.
const oneBatch = math.MaxInt32

// Documents runs a find, which is not counted, and gives all that it finds.
func (m Meter) Documents(collection string, find bson.D) iter.Seq2[bson.Raw, error] {
	return func(yield func(bson.Raw, error) bool) {
		command, batch := append(slices.Clone(find), bson.E{Key: "batchSize", Value: int32(oneBatch)}), "firstBatch"
		for {
			reply, err := m.Run(command)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, document := range ejson.Elements(reply.Lookup("cursor", batch)) {
				if !yield(document.Document(), nil) {
					return
				}
			}
			id, _ := reply.Lookup("cursor", "id").AsInt64OK()
			if id == 0 {
				return
			}
			command, batch = bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: collection}}, "nextBatch"
		}
	}
}
