package memdb

import (
	"runtime/debug"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// A collation meets a string that it can't compare only when the string's turn
// comes, and ends the command by a panic with the refusal; a bug ends it by a
// panic too. What such a command has written by then is taken back: one that is
// refused or broken changes nothing.

// lock waits until nobody reads or writes.
func (db *DB) lock() {
	db.writers.Add(1)
	db.mu.Lock()
	db.writers.Add(-1)
}

// writing runs what may write to a store, alone, and takes back what it wrote if it
// panics, is refused, or meets a conflict.
func (db *DB) writing(s *store, run func() (bson.D, error)) (reply bson.D, err error) {
	db.lock()
	defer func() {
		db.mu.Unlock()
		db.writes.done()
	}()
	defer func() {
		p := recover()
		if p != nil {
			reply, err = nil, panicked(p)
		}
		if p != nil || errcode.Refused(err) || errcode.Is(err, errcode.WriteConflict) {
			s.undo.RollBack()
			s.changes = nil
			return
		}
		db.commit(s)
	}()
	db.prepare(s)
	return run()
}

// prepare makes a store ready to be written to.
func (db *DB) prepare(s *store) {
	db.settle()
	s.reservable = db.maxBytes - db.store.bytes()
	for t := range db.transactions.others(nil) {
		s.reservable -= max(0, t.store.bytes()-t.before)
	}
}

// commit leaves what was written as it is; change streams are told of it, unless a
// transaction goes on.
func (db *DB) commit(s *store) {
	s.undo.Commit()
	db.clusterTime.tick(db.clock())
	if s.transaction == nil {
		db.log(s.changes)
		s.changes = nil
	}
}

// panicked is the error of a command that ended by a panic: the refusal of a
// collation, or error 8 with the stack in errInfo. It must be called while the
// panic goes on.
func panicked(p any) error {
	if refusal, ok := p.(*errcode.Error); ok {
		return refusal
	}
	e := errcode.New(8, "memdb failed: %v", p)
	e.Info = bson.D{{Key: "errInfo", Value: bson.D{{Key: "stack", Value: string(debug.Stack())}}}}
	return e
}
