package engine

// IndexEntries returns how many entries the indexes of a collection hold together that
// clients see. ok is false for a view, a time series collection, and one that is not
// there.
func (db *DB) IndexEntries(database, collection string) (n int64, ok bool) {
	db.mu.RLock()
	defer db.mu.RUnlock()
	d := db.Store.Database(database)
	c := d.Collections[collection]
	if c == nil || d.Measurements(collection) != nil {
		return 0, false
	}
	for _, x := range c.ShownIndexes() {
		n += int64(x.Len())
	}
	return n, true
}
