package catalog

import (
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// Collection is a storage collection with its options.
type Collection struct {
	*storage.Collection
	Options   CollectionOptions
	Validator *Validator
	UUID      [16]byte
	Version   int  // counts the changes of its indexes and options
	IsCreated bool // in the transaction to which it belongs
	IsUsed    bool // by the transaction to which it belongs
}

// CollectionOptions are the options that create was given.
type CollectionOptions struct {
	Shown          bson.D // as listCollections shows them
	CappedSize     int64
	CappedMax      int64
	Validator      *Validator
	Collation      *value.Collation // the default
	IsInternal     bool             // its documents may be as long as a command
	RecordsImages  bool             // the log keeps documents as they were before and after a change
	ClusteredIndex *ClusteredIndex  // of a clustered collection, nil for others
	TimeSeries     *TimeSeries      // of a collection that holds measurements, nil for others
}

// Restart sets the access counts of indexes to zero.
func (c *Collection) Restart(indexes []*storage.Index, now time.Time) {
	for _, x := range indexes {
		x.Accesses.Restart(bson.DateTime(now.UnixMilli()))
	}
}

// FindID finds the record of an _id.
func (c *Collection) FindID(id any) (storage.RecordID, bool) {
	var found storage.RecordID
	c.Indexes[0].Scan(storage.Bounds{{storage.Point(c.Indexes[0].Collation.Fold(id))}}, func(e storage.Entry) bool {
		found = e.ID
		return false
	})
	return found, found != 0
}

// AllRecords returns the numbers of all records in the order of their insertion.
func AllRecords(c *storage.Collection) []storage.RecordID {
	ids := make([]storage.RecordID, 0, c.Count())
	for id, _ := c.After(0); id != 0; id, _ = c.After(id) {
		ids = append(ids, id)
	}
	return ids
}
