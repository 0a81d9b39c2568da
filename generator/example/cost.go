package example

import "fmt"

// Cost is the cost of a step, or of all steps together that answer a question. It
// is the same on every server: anything that depends on the kind of server, on
// chance or on the clock is not measured.
type Cost struct {
	// RoundTrips are the commands that have to follow each other: commands that
	// are sent at the same time count as one.
	RoundTrips Quantity
	// DocumentsRead is totalDocsExamined of explain. An insert reads none.
	DocumentsRead Quantity
	// BytesRead are the BSON sizes of those documents. They are asked for once
	// more, by the plan that explain shows.
	BytesRead Quantity
	// KeysRead is totalKeysExamined of explain: the entries of indexes that the
	// server examines, those that a join examines included.
	KeysRead Quantity
	// Joined are the documents among them that the operation's joins read, by join; nil
	// where that is not measured.
	Joined []JoinedRead
	// PagesRead is the number of different leaf pages of 32 KiB that are read if none
	// is in the cache: those of the documents read and those of the index entries
	// walked. A question of several steps reads each page once. They are calculated from
	// where both lie; see package cost.
	PagesRead Quantity
	// DocumentsWritten is the number in the replies of the commands: documents
	// inserted, deleted, and changed.
	DocumentsWritten Quantity
	// IndexEntriesWritten are the entries added to indexes, that on _id included,
	// and the entries removed; the difference agrees with validate.
	IndexEntriesWritten Quantity
	// IndexBytesWritten are the bytes of those entries in the server's key format,
	// their record ids included, before any compression. They are calculated from
	// the documents; see package cost.
	IndexBytesWritten Quantity
	// OplogBytes are the BSON bytes of what replication carries: a document that was
	// inserted, the _id of one that was deleted, the _id and the difference of one
	// that was updated. They are calculated from the documents before and after; see
	// package cost.
	OplogBytes Quantity
	// Payload are the BSON bytes of commands and replies, without the fields that
	// every command may have and the ones that depend on the kind of server.
	Payload Quantity
}

// Footprint is the space that a model takes before its first step, once for all
// of its questions.
type Footprint struct {
	// StoredBytes is the sum of the BSON sizes of all documents.
	StoredBytes Quantity
	// IndexEntries is the sum of keysPerIndex of validate, over all collections.
	IndexEntries Quantity
	// IndexBytes are the bytes of those entries in the server's key format, their
	// record ids included, before any compression. They are calculated from the
	// documents; see package cost.
	IndexBytes Quantity
}

// measure is one thing that is measured of a T.
type measure[T any] struct {
	name  string // in "expectCost" and in links
	about string // for people who edit examples
	of    func(*T) *Quantity
}

// measures has a row for each field of Cost, in the order of a cost table.
var measures = []measure[Cost]{
	{"roundTrips", "Commands that have to follow each other", func(c *Cost) *Quantity { return &c.RoundTrips }},
	{"documentsRead", "Documents that the server examines, as explain says", func(c *Cost) *Quantity { return &c.DocumentsRead }},
	{"bytesRead", "BSON bytes of the documents that the server examines", func(c *Cost) *Quantity { return &c.BytesRead }},
	{"keysRead", "Index entries that the server examines, as explain says", func(c *Cost) *Quantity { return &c.KeysRead }},
	{"pagesRead", "Different pages of 32 KiB that hold the documents and index entries read, calculated", func(c *Cost) *Quantity { return &c.PagesRead }},
	{"documentsWritten", "Documents inserted, changed and deleted", func(c *Cost) *Quantity { return &c.DocumentsWritten }},
	{"indexEntriesWritten", "Entries put into indexes and taken out", func(c *Cost) *Quantity { return &c.IndexEntriesWritten }},
	{"indexBytesWritten", "Bytes of those entries in the server's key format, with their record ids, calculated", func(c *Cost) *Quantity { return &c.IndexBytesWritten }},
	{"oplogBytes", "BSON bytes of the changes that replication carries, calculated", func(c *Cost) *Quantity { return &c.OplogBytes }},
	{"payload", "BSON bytes of commands and replies, without what every command carries", func(c *Cost) *Quantity { return &c.Payload }},
}

// footprintMeasures has a row for each field of Footprint.
var footprintMeasures = []measure[Footprint]{
	{"storedBytes", "BSON bytes of all documents", func(f *Footprint) *Quantity { return &f.StoredBytes }},
	{"indexEntries", "Entries of all indexes, those on _id included", func(f *Footprint) *Quantity { return &f.IndexEntries }},
	{"indexBytes", "Bytes of those entries in the server's key format, with their record ids, calculated", func(f *Footprint) *Quantity { return &f.IndexBytes }},
}

// Measures are the names of the measures of a step, FootprintMeasures of those of
// a model, both in the order of a cost table.
var (
	Measures          = namesOfMeasures(measures)
	FootprintMeasures = namesOfMeasures(footprintMeasures)
)

func namesOfMeasures[T any](measures []measure[T]) []string {
	var names []string
	for _, m := range measures {
		names = append(names, m.name)
	}
	return names
}

func measureNamed[T any](measures []measure[T], of *T, name string) Quantity {
	for _, m := range measures {
		if m.name == name {
			return *m.of(of)
		}
	}
	return Quantity{}
}

// Measure returns a measure by its name.
func (c Cost) Measure(name string) Quantity { return measureNamed(measures, &c, name) }

// Measure returns a measure by its name.
func (f Footprint) Measure(name string) Quantity { return measureNamed(footprintMeasures, &f, name) }

// UnmeasuredCost is a cost of which nothing was measured.
func UnmeasuredCost(why Reason) Cost {
	var c Cost
	for _, m := range measures {
		*m.of(&c) = Unmeasured(why)
	}
	return c
}

// Plus returns the cost of two steps, one after the other.
func (c Cost) Plus(next Cost) Cost {
	for _, m := range measures {
		*m.of(&c) = m.of(&c).Plus(*m.of(&next))
	}
	return c
}

// Bearer names in messages whose cost is meant: a step's by its index, the
// model's by -1.
func (e *Example) Bearer(step int) string {
	if step < 0 {
		return "the model"
	}
	return fmt.Sprintf("the step %q", e.Steps[step].ID)
}

// JoinedRead counts the documents of a collection that a join reads, and their bytes.
type JoinedRead struct {
	Collection       string
	Documents, Bytes int64
}
