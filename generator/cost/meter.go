// Package cost measures the cost of operations.
//
// A Meter asks the database, with commands of its own that are not counted, how
// much an operation will read and which documents it changed; a Recorder counts
// the commands that the operation itself sends, and their replies. Together they
// make an example.Cost, which is the same on every engine, or says why a measure
// has no certain answer. Neither knows how commands reach the database.
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
	// Run sends a command and returns its reply; a reply that says that the
	// command failed is an error.
	Run func(command bson.D) (bson.Raw, error)
	// TransactionOpen reports whether any transaction is open; nil for a
	// database on which none can be.
	TransactionOpen func() bool
	// Entries counts the entries of a collection's indexes; nil asks validate, which looks
	// at each document besides.
	Entries func(collection string) (n int64, ok bool)
	// Records returns what a collection holds, without ids if they are not certain; nil
	// asks for it by a find.
	Records func(collection string) (ids []int64, documents []bson.Raw, ok bool)
	// Layouts keep where documents lie from one operation to the next; nil keeps none.
	Layouts Layouts
	// Scans gets how the operation reads an index; nil if nobody wants it.
	Scans *[]example.IndexScan
}

// Count asks how much an operation of a step will read, and returns a function
// that counts its cost after it ran. The reads and writes of a transaction are
// visible only to its client, so that only its replies count.
func (m Meter) Count(o example.Operation, wants func(measure string) bool, inTransaction bool) func(*Recorder) example.Cost {
	var read readCost
	var writing func(*Recorder) written
	switch {
	case inTransaction:
		read, writing = unread(example.InTransaction), repliesOnly(o)
	case slices.ContainsFunc(readMeasures, wants):
		read = m.read(o, wants)
	}
	if writing == nil {
		writing = m.write(o, wants)
	}
	return func(replies *Recorder) example.Cost {
		if o.ByClock() {
			return example.UnmeasuredCost(example.NotCounted)
		}
		roundTrips, payload := replies.sums()
		written := writing(replies)
		return example.Cost{
			RoundTrips: example.Measured(roundTrips), Payload: example.Measured(payload),
			DocumentsRead: read.documents, BytesRead: read.bytes, KeysRead: read.keys, PagesRead: read.pages, Joined: read.joined,
			DocumentsWritten: written.documents, IndexEntriesWritten: written.entries,
			IndexBytesWritten: written.indexBytes, OplogBytes: written.oplog,
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

// Documents runs a find, which is not counted, and yields all documents that it
// finds.
func (m Meter) Documents(collection string, find bson.D) iter.Seq2[bson.Raw, error] {
	return m.batches(collection, append(slices.Clone(find), bson.E{Key: "batchSize", Value: int32(oneBatch)}))
}

// rows runs a pipeline, which is not counted, and yields all documents that it
// returns.
func (m Meter) rows(collection string, aggregate bson.D) iter.Seq2[bson.Raw, error] {
	return m.batches(collection, append(slices.Clone(aggregate), bson.E{Key: "cursor", Value: bson.D{{Key: "batchSize", Value: int32(oneBatch)}}}))
}

func (m Meter) batches(collection string, command bson.D) iter.Seq2[bson.Raw, error] {
	return func(yield func(bson.Raw, error) bool) {
		batch := "firstBatch"
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
