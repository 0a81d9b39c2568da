package example

import "go.mongodb.org/mongo-driver/v2/bson"

// IndexScan is how an operation has read the entries of an index, or a collection
// without one.
type IndexScan struct {
	Collection string
	Index      string // its name, "" of a scan of the collection
	Fields     []IndexField
	Entries    int // of the index
	LeftOut    int // documents that have no entry in it
	IsMultikey bool
	Bounds     []string // of each field, as explain writes them
	Examined   int64    // entries
	Documents  int64    // that the server examined
	Returned   int64    // documents
	Rows       []EntryRow
	// Why says why it is not known which entries were examined, "" if it is.
	Why string
}

// IndexField is a field of an index.
type IndexField struct {
	Path       string
	Descending bool
}

// EntryRow is an entry of an index, in the order of the index, or a number of entries
// that are left out in its place.
type EntryRow struct {
	Values  []bson.RawValue // one a field; a zero one is missing, which counts as null
	State   EntryState      // of all that are left out, if they have the same
	LeftOut int
	// LeftOutExamined and LeftOutReturned are how many of those that are left out were
	// examined, and how many of these led to a document that was returned.
	LeftOutExamined, LeftOutReturned int
}

// EntryState is what a scan has done with an entry.
type EntryState uint8

const (
	// Outside: the entry is outside of the bounds of the scan.
	Outside EntryState = iota
	// Within: it is within the bounds, and the scan ended before it.
	Within
	// Examined: the server examined it, and it led to no document that was returned.
	Examined
	// Returned: it led to a document that was returned.
	Returned
)
