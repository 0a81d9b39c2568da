package pipeline

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/timeseries"
)

// Catalog is the access of stages to the database they run in. Names are of
// collections in the pipeline's own database; a collection that does not exist is an
// empty one.
type Catalog interface {
	// View returns the namespace behind a view, with the stages of all views between,
	// outermost last. For a collection it returns its name and no stages.
	View(name string) (collection string, stages bson.A, err error)
	// Scan returns all documents of a collection, in its natural order.
	Scan(collection string) Next
	// Equal returns the documents which {path: {$in: values}} finds, each once, in
	// natural order; here a regular expression equals only itself. ok is false if
	// no index serves, so that the collection would have to be scanned.
	Equal(collection, path string, values []any) (found Next, ok bool)
	// Statistics returns the documents of $indexStats, $collStats or $currentOp.
	Statistics(stage, collection string, spec bson.D) ([]bson.D, error)
	// Changes returns the events of a change stream; after the last event it may be
	// called again, for events that have happened since.
	Changes(of *Changes) Next
	Writer
}

// Writer is the access of $out and $merge. Every method checks documents as a write
// command does and returns its errors.
type Writer interface {
	// Write makes the changes of one document together; other commands may write
	// before and after them.
	Write(run func() error) error
	// Unique reports whether an index on exactly these fields is unique without a
	// partial filter, and whether it is sparse.
	Unique(collection string, fields []string) (unique, sparse bool, err error)
	// FindOne returns the document in which all fields have the values of the key.
	FindOne(collection string, key bson.D) (bson.D, bool, error)
	// Insert adds a document.
	Insert(collection string, doc bson.D) error
	// Replace puts doc in the place of the document with the same _id. whenMatched is
	// the mode of $merge that made it: "merge", "replace" or "pipeline".
	Replace(collection string, doc bson.D, whenMatched string) error
	// ReplaceAll makes docs the whole content of a collection, keeping its
	// options and indexes; on an error nothing changes. With the options of a time
	// series collection it is to be one with these, and made if there is none.
	ReplaceAll(collection string, series *timeseries.Options, docs []bson.D) error
}
