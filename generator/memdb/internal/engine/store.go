package engine

import (
	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/storage"
)

// Store is the databases that a command works on.
type Store struct {
	Databases   map[string]*catalog.Database
	Transaction *Transaction  // nil for the store that all commands share
	Undo        storage.Undo  // of the command that writes
	changes     []*OplogEntry // that the command has made, or the transaction
	Reservable  int64         // bytes that the command that writes may add to the documents
}

// Database returns the database of a name, an empty one if there is none.
func (s *Store) Database(name string) *catalog.Database {
	if d := s.Databases[name]; d != nil {
		return d
	}
	return &catalog.Database{Name: name}
}

// Collection finds a collection, nil if there is none.
func (s *Store) Collection(database, name string) *catalog.Collection {
	return s.Database(database).Collections[name]
}

// bytes is the size of all documents' BSON.
func (s *Store) bytes() int64 {
	total := int64(0)
	for _, d := range s.Databases {
		total += d.Bytes()
	}
	return total
}

// forgetEmpty drops a database that has nothing left.
func (s *Store) forgetEmpty(database string) {
	if d := s.Databases[database]; d != nil && len(d.Collections)+len(d.Views) == 0 {
		delete(s.Databases, database)
	}
}
