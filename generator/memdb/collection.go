package memdb

import (
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// collection is a storage collection with its options.
type collection struct {
	*storage.Collection
	options   collectionOptions
	validator *validator
	uuid      [16]byte
	version   int  // counts the changes of its indexes and options
	created   bool // in the transaction to which it belongs
	used      bool // by the transaction to which it belongs
}

// collectionOptions are the options that create was given.
type collectionOptions struct {
	shown      bson.D // as listCollections shows them
	cappedSize int64
	cappedMax  int64
	validator  *validator
	collation  *value.Collation // the default
	internal   bool             // its documents may be as long as a command
	images     bool             // the log keeps documents as they were before and after a change
	clustered  *clustered       // of a clustered collection, nil for others
	series     *timeSeries      // of a collection that holds measurements, nil for others
}

// restart sets the access counts of indexes to zero.
func (c *collection) restart(indexes []*storage.Index, now time.Time) {
	for _, x := range indexes {
		x.Accesses.Restart(bson.DateTime(now.UnixMilli()))
	}
}

// findID finds the record of an _id.
func (c *collection) findID(id any) (storage.RecordID, bool) {
	var found storage.RecordID
	c.Indexes[0].Scan(storage.Bounds{{storage.Point(c.Indexes[0].Collation.Fold(id))}}, func(e storage.Entry) bool {
		found = e.ID
		return false
	})
	return found, found != 0
}

func allRecords(c *storage.Collection) []storage.RecordID {
	ids := make([]storage.RecordID, 0, c.Count())
	for id, _ := c.After(0); id != 0; id, _ = c.After(id) {
		ids = append(ids, id)
	}
	return ids
}
