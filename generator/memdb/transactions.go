package memdb

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

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

// transaction is a transaction that was begun.
type transaction struct {
	session string
	number  int64
	begun   time.Time
	api     declaredAPI // of its first command
	store   store
	before  int64            // bytes of the documents when it began
	state   transactionState // guarded by transactions.mu
}

// transactions are the transactions in progress.
type transactions struct {
	mu    sync.Mutex
	open  []*transaction
	kept  bool   // collections hold state for forks, which Settle drops
	ended writes // for writes that wait until a transaction has ended
}

// begin opens a transaction with a snapshot of the data.
func (db *DB) begin(r *request) *transaction {
	db.lock()
	defer db.mu.Unlock()
	t := &transaction{session: r.session, number: *r.transactionNumber, begun: r.now, api: r.api, before: db.store.bytes()}
	t.store.transaction = t
	db.fork(&t.store)
	db.transactions.mu.Lock()
	defer db.transactions.mu.Unlock()
	db.transactions.open = append(db.transactions.open, t)
	return t
}

// fork makes a store of the data as it is. It needs the database's lock.
func (db *DB) fork(to *store) {
	to.databases = map[string]*database{}
	for name, d := range db.store.databases {
		fork := &database{name: name, collections: map[string]*collection{}, views: maps.Clone(d.views)}
		for name, c := range d.collections {
			copied := *c
			copied.Collection = c.Fork(&to.undo)
			db.guard(to, &copied)
			fork.collections[name] = &copied
		}
		to.databases[name] = fork
	}
	db.transactions.mu.Lock()
	defer db.transactions.mu.Unlock()
	db.transactions.kept = true
}

// settle drops the state that collections hold for transactions once none is open. It
// needs the database's lock.
func (db *DB) settle() {
	db.transactions.mu.Lock()
	defer db.transactions.mu.Unlock()
	if !db.transactions.kept || len(db.transactions.open) > 0 {
		return
	}
	db.transactions.kept = false
	for _, d := range db.store.databases {
		for _, c := range d.collections {
			c.Settle()
		}
	}
}

// commitTransaction publishes the writes of a transaction. It needs the database's
// lock.
func (db *DB) commitTransaction(t *transaction, w *writer) error {
	if w.db.transactions.stateOf(t) == aborted { // meanwhile
		return t.wasAborted()
	}
	for name, d := range t.store.databases {
		for collection, c := range d.collections {
			if err := w.publish(name, collection, c); err != nil {
				return err
			}
		}
	}
	for _, e := range t.store.changes {
		e.transaction = t
	}
	w.store.changes = append(w.store.changes, t.store.changes...)
	db.transactions.end(committed, func(other *transaction) bool { return other == t })
	return nil
}

// publish puts one collection of a transaction in the store of the writer, if the
// transaction wrote to it or made it.
func (w *writer) publish(database, name string, c *collection) error {
	if c.Written() {
		w.store.collection(database, name).Publish(c.Collection)
		return nil
	}
	if !c.created {
		return nil
	}
	d, err := w.ensureDatabase(database)
	if err != nil {
		return err
	}
	c.Adopt(&w.store.undo)
	c.created, c.used = false, false
	w.db.guard(w.store, c)
	d.collections[name] = c
	w.store.undo.Note(func() { delete(d.collections, name) })
	return nil
}

// guard has all writes to a collection of a store checked for conflicts with the
// transactions.
func (db *DB) guard(s *store, c *collection) {
	if db.replicaSet {
		c.Check = func(write storage.Write) error { return db.checkWrite(s.transaction, c, write) }
	}
}

// checkWrite returns error 112 for a write, in a transaction or in none, that conflicts
// with another transaction's.
func (db *DB) checkWrite(mine *transaction, c *collection, write storage.Write) error {
	database, name, _ := strings.Cut(c.Name, ".")
	for other := range db.transactions.others(mine) {
		if fork := other.store.collection(database, name); fork != nil && write.Meets(fork.Collection) {
			return writeConflict()
		}
	}
	if mine == nil {
		return nil
	}
	c.used = true
	switch live := db.store.collection(database, name); {
	case c.Capped():
		return errcode.New(errcode.OperationNotSupportedInTransaction, "Collection '%s' is a capped collection. Writes in transactions are not allowed on capped collections.", c.Name)
	case c.created:
		return nil
	case live == nil || live.uuid != c.uuid || live.version != c.version:
		return errcode.New(errcode.WriteConflict, "Unable to write to collection '%s' due to catalog changes; please retry the operation", c.Name)
	case write.Outdated(c.Collection, live.Collection):
		return writeConflict()
	}
	return nil
}

// alone returns error 112 for creating, changing or dropping a collection that another
// transaction uses. In a transaction, also for one that exists outside by now.
func (w *writer) alone(database, name string) error {
	mine := w.store.transaction
	for other := range w.db.transactions.others(mine) {
		if c := other.store.collection(database, name); c != nil && c.used {
			return writeConflict()
		}
	}
	if mine != nil && w.db.store.collection(database, name) != nil {
		return writeConflict()
	}
	return nil
}

// aloneInDatabase is like alone for all collections of a database.
func (w *writer) aloneInDatabase(database string) error {
	for other := range w.db.transactions.others(nil) {
		for _, c := range other.store.database(database).collections {
			if c.used {
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
func (ts *transactions) others(mine *transaction) func(func(*transaction) bool) {
	return func(yield func(*transaction) bool) {
		ts.mu.Lock()
		defer ts.mu.Unlock()
		for _, t := range ts.open {
			if t != mine && !yield(t) {
				return
			}
		}
	}
}

func (ts *transactions) stateOf(t *transaction) transactionState {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return t.state
}

// abortWhere aborts open transactions.
func (ts *transactions) abortWhere(which func(*transaction) bool) { ts.end(aborted, which) }

// abortOld ends the transactions that have been open for too long.
func (ts *transactions) abortOld(now time.Time) {
	ts.abortWhere(func(t *transaction) bool { return now.Sub(t.begun) > transactionLifetime })
}

func (ts *transactions) end(as transactionState, which func(*transaction) bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	before := len(ts.open)
	ts.open = slices.DeleteFunc(ts.open, func(t *transaction) bool {
		if !which(t) {
			return false
		}
		t.state = as
		return true
	})
	if len(ts.open) < before {
		ts.ended.done()
	}
}

func (t *transaction) wasAborted() error {
	return errcode.New(errcode.NoSuchTransaction, "Transaction with { txnNumber: %d } has been aborted.", t.number)
}
