package engine

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// A collation refuses a string that it can't compare only when it meets it, by a panic
// with the refusal; a bug ends a command by a panic, too. The writes of such a command
// are taken back, so that it changes nothing.

// lock takes the lock to write, and counts as waiting until it has it.
func (db *DB) lock() {
	db.writers.Add(1)
	db.mu.Lock()
	db.writers.Add(-1)
}

// WriteUnitOfWork calls run with the lock to write, and takes back its writes to the store if
// it panics, is refused, or conflicts with a transaction.
func (db *DB) WriteUnitOfWork(s *Store, run func() (bson.D, error)) (reply bson.D, err error) {
	db.lock()
	defer func() {
		db.mu.Unlock()
		db.Writes.Notify()
	}()
	defer func() {
		p := recover()
		if p != nil {
			reply, err = nil, errcode.FromPanic(p)
		}
		if p != nil || errcode.Refused(err) || errcode.Is(err, errcode.WriteConflict) {
			s.Undo.RollBack()
			s.changes = nil
			return
		}
		db.commit(s)
	}()
	db.prepare(s)
	return run()
}

// prepare makes a store ready to be written to.
func (db *DB) prepare(s *Store) {
	db.settle()
	s.Reservable = db.maxBytes - db.Store.bytes()
	for t := range db.Transactions.others(nil) {
		s.Reservable -= max(0, t.store.bytes()-t.before)
	}
}

// commit keeps the writes of a command. Outside a transaction it also logs them for
// change streams.
func (db *DB) commit(s *Store) {
	s.Undo.Commit()
	db.ClusterTime.tick(db.Clock())
	if s.Transaction == nil {
		db.log(s.changes)
		s.changes = nil
	}
}
