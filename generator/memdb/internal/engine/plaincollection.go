package engine

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
)

// IndexEntries returns how many entries the indexes of a collection hold together that
// clients see. ok is false for a view, a time series collection, and one that is not
// there.
func (db *DB) IndexEntries(database, collection string) (n int64, ok bool) {
	db.mu.RLock()
	defer db.mu.RUnlock()
	c := db.plain(database, collection)
	if c == nil {
		return 0, false
	}
	for _, x := range c.ShownIndexes() {
		n += int64(x.Len())
	}
	return n, true
}

// Records returns the documents of a collection in the order in which it holds them, and
// the ids of their records, nil if showRecordId is refused. Nobody may change them. ok is
// false as for IndexEntries.
func (db *DB) Records(database, collection string) (ids []int64, documents []bson.Raw, ok bool) {
	db.mu.RLock()
	defer db.mu.RUnlock()
	c := db.plain(database, collection)
	if c == nil {
		return nil, nil, false
	}
	documents = make([]bson.Raw, 0, c.Count())
	isNumbered := c.Numbered() && !c.IsClustered()
	if isNumbered {
		ids = make([]int64, 0, c.Count())
	}
	for id, document := c.After(0); document != nil; id, document = c.After(id) {
		if documents = append(documents, document); isNumbered {
			ids = append(ids, int64(id))
		}
	}
	return ids, documents, true
}

// plain returns a collection, or nil for a view, a time series collection, and one that
// is not there.
func (db *DB) plain(database, collection string) *catalog.Collection {
	d := db.Store.Database(database)
	if d.Measurements(collection) != nil {
		return nil
	}
	return d.Collections[collection]
}
