package engine

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
)

// A transaction works on forks of all collections, made when its first command comes.
// Its writes are visible to others when it commits. Until then, a write to the same
// documents conflicts: in another transaction it fails with error 112 at once, outside
// transactions it waits.

// transactionLifetime is how long a transaction may stay open
// (transactionLifetimeLimitSeconds of the server).
const transactionLifetime = 60 * time.Second

type transactionState int

const (
	inProgress transactionState = iota
	committed
	aborted
)

// Transaction is a transaction that was begun.
type Transaction struct {
	Session string
	Number  int64
	begun   time.Time
	api     APIParameters // of its first command
	store   Store
	before  int64            // bytes of the documents when it began
	state   transactionState // guarded by transactions.mu
}

// Transactions are the transactions in progress.
type Transactions struct {
	mu    sync.Mutex
	open  []*Transaction
	kept  bool     // collections hold state for forks, which Settle drops
	ended Notifier // for writes that wait until a transaction has ended
}

// begin opens a transaction with a snapshot of the data.
func (db *DB) begin(op *Operation) *Transaction {
	db.lock()
	defer db.mu.Unlock()
	t := &Transaction{Session: op.Session, Number: *op.TxnNumber, begun: op.Now, api: op.API, before: db.Store.bytes()}
	t.store.Transaction = t
	db.fork(&t.store)
	db.Transactions.mu.Lock()
	defer db.Transactions.mu.Unlock()
	db.Transactions.open = append(db.Transactions.open, t)
	return t
}

// fork makes a store of the data as it is. It needs the database's lock.
func (db *DB) fork(to *Store) {
	to.Databases = map[string]*catalog.Database{}
	for name, d := range db.Store.Databases {
		to.Databases[name] = db.forkDatabase(d, name, to)
	}
}

// forkDatabase makes a database for a store of what another holds. It needs the lock.
func (db *DB) forkDatabase(d *catalog.Database, name string, to *Store) *catalog.Database {
	fork := &catalog.Database{Name: name, Collections: map[string]*catalog.Collection{}, Views: maps.Clone(d.Views)}
	for name, c := range d.Collections {
		copied := *c
		copied.Collection = c.Fork(&to.Undo)
		db.Guard(to, &copied)
		fork.Collections[name] = &copied
	}
	db.Transactions.mu.Lock()
	defer db.Transactions.mu.Unlock()
	db.Transactions.kept = true
	return fork
}

// settle drops the state that collections hold for transactions once none is open. It
// needs the database's lock.
func (db *DB) settle() {
	db.Transactions.mu.Lock()
	defer db.Transactions.mu.Unlock()
	if !db.Transactions.kept || len(db.Transactions.open) > 0 {
		return
	}
	db.Transactions.kept = false
	for _, d := range db.Store.Databases {
		for _, c := range d.Collections {
			c.Settle()
		}
	}
}

// CommitTransaction publishes the writes of a transaction. It needs the database's
// lock.
func (db *DB) CommitTransaction(t *Transaction, w *Writer) error {
	if w.DB.Transactions.stateOf(t) == aborted { // meanwhile
		return t.wasAborted()
	}
	for name, d := range t.store.Databases {
		for collection, c := range d.Collections {
			if err := w.publish(name, collection, c); err != nil {
				return err
			}
		}
	}
	for _, e := range t.store.changes {
		e.Transaction = t
	}
	w.Store.changes = append(w.Store.changes, t.store.changes...)
	db.Transactions.end(committed, func(other *Transaction) bool { return other == t })
	return nil
}

// publish puts one collection of a transaction in the store of the writer, if the
// transaction wrote to it or made it.
func (w *Writer) publish(database, name string, c *catalog.Collection) error {
	if c.Written() {
		w.Store.Collection(database, name).Publish(c.Collection)
		return nil
	}
	if !c.IsCreated {
		return nil
	}
	d, err := w.ensureDatabase(database)
	if err != nil {
		return err
	}
	c.Adopt(&w.Store.Undo)
	c.IsCreated, c.IsUsed = false, false
	w.DB.Guard(w.Store, c)
	d.Collections[name] = c
	w.Store.Undo.Note(func() { delete(d.Collections, name) })
	return nil
}

// Guard has all writes to a collection of a store checked for conflicts with the
// transactions.
func (db *DB) Guard(s *Store, c *catalog.Collection) {
	if db.IsReplicaSet {
		c.Check = func(write storage.Write) error { return db.checkWrite(s.Transaction, c, write) }
	}
}

// checkWrite returns error 112 for a write, in a transaction or in none, that conflicts
// with another transaction's.
func (db *DB) checkWrite(mine *Transaction, c *catalog.Collection, write storage.Write) error {
	database, name, _ := strings.Cut(c.Name, ".")
	for other := range db.Transactions.others(mine) {
		if fork := other.store.Collection(database, name); fork != nil && write.Meets(fork.Collection) {
			return writeConflict()
		}
	}
	if mine == nil {
		return nil
	}
	c.IsUsed = true
	switch live := db.Store.Collection(database, name); {
	case c.Capped():
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Collection '%s' is a capped collection. Writes in transactions are not allowed on capped collections.", c.Name)
	case c.IsCreated:
		return nil
	case live == nil || live.UUID != c.UUID || live.Version != c.Version:
		return errcode.New(errcode.WriteConflict, "Unable to write to collection '%s' due to catalog changes; please retry the operation", c.Name)
	case write.Outdated(c.Collection, live.Collection):
		return writeConflict()
	}
	return nil
}

// CheckNotInUse returns error 112 for creating, changing or dropping a collection that another
// transaction uses. In a transaction, also for one that exists outside by now.
func (w *Writer) CheckNotInUse(database, name string) error {
	mine := w.Store.Transaction
	for other := range w.DB.Transactions.others(mine) {
		if c := other.store.Collection(database, name); c != nil && c.IsUsed {
			return writeConflict()
		}
	}
	if mine != nil && w.DB.Store.Collection(database, name) != nil {
		return writeConflict()
	}
	return nil
}

// CheckDatabaseNotInUse is like alone for all collections of a database.
func (w *Writer) CheckDatabaseNotInUse(database string) error {
	for other := range w.DB.Transactions.others(nil) {
		for _, c := range other.store.Database(database).Collections {
			if c.IsUsed {
				return writeConflict()
			}
		}
	}
	return nil
}

func writeConflict() error {
	return errcode.New(errcode.WriteConflict, "Write conflict during plan execution and yielding is disabled.")
}

// others returns the open transactions except one.
func (ts *Transactions) others(mine *Transaction) func(func(*Transaction) bool) {
	return func(yield func(*Transaction) bool) {
		ts.mu.Lock()
		defer ts.mu.Unlock()
		for _, t := range ts.open {
			if t != mine && !yield(t) {
				return
			}
		}
	}
}

// NumOpen returns the number of open transactions.
func (ts *Transactions) NumOpen() int {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return len(ts.open)
}

func (ts *Transactions) stateOf(t *Transaction) transactionState {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return t.state
}

// abortWhere aborts open transactions.
func (ts *Transactions) abortWhere(which func(*Transaction) bool) { ts.end(aborted, which) }

// AbortExpired ends the transactions that have been open for too long.
func (ts *Transactions) AbortExpired(now time.Time) {
	ts.abortWhere(func(t *Transaction) bool { return now.Sub(t.begun) > transactionLifetime })
}

func (ts *Transactions) end(as transactionState, which func(*Transaction) bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	before := len(ts.open)
	ts.open = slices.DeleteFunc(ts.open, func(t *Transaction) bool {
		if !which(t) {
			return false
		}
		t.state = as
		return true
	})
	if len(ts.open) < before {
		ts.ended.Notify()
	}
}

func (t *Transaction) wasAborted() error {
	return errcode.New(errcode.NoSuchTransaction, "Transaction with { txnNumber: %d } has been aborted.", t.Number)
}
