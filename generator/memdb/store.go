package memdb

import (
	"modelbook/generator/memdb/internal/storage"
)

// store is the databases that a command works on.
type store struct {
	databases   map[string]*database
	transaction *transaction // nil for the store that all commands share
	undo        storage.Undo // of the command that writes
	changes     []*logEntry  // that the command has made, or the transaction
	reservable  int64        // bytes that the command that writes may add to the documents
}

// database returns the database of a name, an empty one if there is none.
func (s *store) database(name string) *database {
	if d := s.databases[name]; d != nil {
		return d
	}
	return &database{name: name}
}

// collection finds a collection, nil if there is none.
func (s *store) collection(database, name string) *collection {
	return s.database(database).collections[name]
}

// bytes is the size of all documents' BSON.
func (s *store) bytes() int64 {
	total := int64(0)
	for _, d := range s.databases {
		total += d.bytes()
	}
	return total
}

// forgetEmpty drops a database that has nothing left.
func (s *store) forgetEmpty(database string) {
	if d := s.databases[database]; d != nil && len(d.collections)+len(d.views) == 0 {
		delete(s.databases, database)
	}
}
