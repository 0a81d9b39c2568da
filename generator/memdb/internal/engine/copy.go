package engine

// CopyDatabase puts a copy of a database in place of another, which is dropped. They share
// what neither changes. No change stream sees it.
func (db *DB) CopyDatabase(from, to string) {
	db.lock()
	defer db.mu.Unlock()
	delete(db.Store.Databases, to)
	source := db.Store.Databases[from]
	if source == nil {
		return
	}
	copied := db.forkDatabase(source, to, &db.Store)
	for name, c := range copied.Collections {
		c.Adopt(&db.Store.Undo)
		db.Guard(&db.Store, c)
		c.Name, c.UUID = copied.Namespace(name), db.IDs.UUID()
	}
	db.Store.Databases[to] = copied
}
