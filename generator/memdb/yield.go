package memdb

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// A long command yields its lock now and then, as the server's do.
//
// One that reads lets the others write, between two documents or in the middle of an
// expression. It holds nothing of the storage then but immutable documents, the
// numbers of records, and the places of its scans.
//
// One that writes lets the others read and write: an insert, or any write of several
// statements, between two statements; an update or a delete of many documents between
// two documents. It commits its writes before, and fetches the documents that it has
// found again after. It waits for a transaction where it conflicts with it. It
// never yields in a transaction, nor where a refusal might come in the middle: a
// collation might refuse a string, a capped collection a document, a time series
// collection either.

// defaultYieldInterval is how long a command holds its lock before it yields. Most end
// sooner, and see one state of the data.
const defaultYieldInterval = 10 * time.Millisecond

// withWriteLock runs a command that writes, under the lock to write; again if it
// conflicts with a transaction, after that has ended.
func (r *request) withWriteLock(run func() (bson.D, error)) (bson.D, error) {
	r.isWaitingForLock.Store(true)
	return r.db.afterTransactions(r, func() (bson.D, error) {
		return r.db.writing(r.store, func() (bson.D, error) {
			r.isWaitingForLock.Store(false)
			r.writeLockedAt = time.Now()
			return run()
		})
	})
}

// withReadLock runs a command that reads, under the lock to read.
func (r *request) withReadLock(run func() (bson.D, error)) (bson.D, error) {
	r.lockToRead()
	defer r.unlockToRead()
	return run()
}

func (r *request) lockToRead() {
	r.isWaitingForLock.Store(true)
	r.db.mu.RLock()
	r.isWaitingForLock.Store(false)
	r.readLockedAt = time.Now()
}

func (r *request) unlockToRead() {
	r.readLockedAt = time.Time{}
	r.db.mu.RUnlock()
}

// yieldOrInterrupt yields the lock, if that is due, and returns an error if the command
// must end. Readers call it between two documents and inside expressions.
func (r *request) yieldOrInterrupt() error {
	if r.mayYieldAnywhere && time.Since(r.writeLockedAt) >= r.db.yieldInterval {
		r.yieldWriteLock(func() {})
	}
	if !r.readLockedAt.IsZero() && r.db.writers.Load() > 0 && time.Since(r.readLockedAt) >= r.db.yieldInterval {
		r.db.mu.RUnlock()
		r.db.mu.RLock()
	}
	return r.checkForInterrupt()
}

// checkForInterrupt returns error 50 once maxTimeMS has passed, 11601 once the client
// has gone or killOp has come, 237 once its cursor was killed, 11600 after Close.
func (r *request) checkForInterrupt() error {
	if !r.deadline.IsZero() && time.Now().After(r.deadline) {
		return errcode.New(errcode.MaxTimeMSExpired, "operation exceeded time limit")
	}
	if err := r.killed.Load(); err != nil {
		return err
	}
	if r.ctx.Err() != nil {
		return interrupted()
	}
	return nil
}

// yieldWriteLock commits the writes so far, releases the lock to write, calls wait, and
// takes the lock again.
func (r *request) yieldWriteLock(wait func()) {
	r.db.commit(r.store)
	r.db.mu.Unlock()
	r.db.writes.done()
	r.isWaitingForLock.Store(true)
	wait()
	r.db.lock()
	r.isWaitingForLock.Store(false)
	r.db.prepare(r.store)
	r.writeLockedAt = time.Now()
	r.yields++
}

// yieldBetweenDocuments yields the lock to write, if that is due; it returns an error if
// the collection was dropped or renamed meanwhile.
func (r *request) yieldBetweenDocuments(c *storage.Collection) error {
	if !r.mayYieldInStatement || time.Since(r.writeLockedAt) < r.db.yieldInterval {
		return nil
	}
	name := c.Name
	r.yieldWriteLock(func() {})
	return r.checkNotDropped(name, c)
}

// beforeStatement is called before each statement of a write. It returns an error if
// the command must end, and yields the lock if that is due. A client that asks for no
// acknowledgement may be gone by then.
func (r *request) beforeStatement() error {
	if err := r.checkForInterrupt(); err != nil && !r.isUnacknowledged {
		return err
	}
	if r.mayYield && time.Since(r.writeLockedAt) >= r.db.yieldInterval {
		r.yieldWriteLock(func() {})
	}
	return nil
}

// withoutYielding calls run, which must not yield, for a command that yields while it
// reads; it yields before, if that is due.
func (r *request) withoutYielding(run func() error) error {
	defer func(may bool) { r.mayYieldAnywhere = may }(r.mayYieldAnywhere)
	r.mayYieldAnywhere = false
	if err := r.beforeStatement(); err != nil {
		return err
	}
	return r.writeConflictRetry(run)
}

// writeConflictRetry makes one write, again and again until it conflicts with no
// transaction. A command that may not yield begins again as a whole.
func (r *request) writeConflictRetry(write func() error) error {
	for {
		err := write()
		if !r.mayYield || !errcode.Is(err, errcode.WriteConflict) {
			return err
		}
		ended := r.db.transactions.ended.next()
		r.yieldWriteLock(func() { r.db.awaitTransaction(r, ended) })
		if err := r.checkForInterrupt(); err != nil {
			return err
		}
	}
}

// checkNotDropped returns the error of a collection that was dropped or renamed.
func (r *request) checkNotDropped(namespace string, c *storage.Collection) error {
	database, name, _ := strings.Cut(namespace, ".")
	if now := r.store.collection(database, name); now == nil || now.Collection != c {
		return errcode.New(175, "collection dropped or renamed: %s", namespace)
	}
	return nil
}

// writesMayYield reports whether a command that writes to a collection may yield.
func (r *request) writesMayYield(c *collection) bool {
	if c == nil || r.store.transaction != nil || c.options.collation != nil || c.Capped() || c.holdsMeasurements() {
		return false
	}
	for _, x := range c.Indexes {
		if x.Collation != nil {
			return false
		}
	}
	return true
}

// pipelineMayYield reports whether a pipeline that writes may yield: $out outside a
// transaction, as its collection is not seen before it is full; $merge only where no
// refusal can follow a write, as its writes stay.
func (r *request) pipelineMayYield(stages bson.A, collation *value.Collation) bool {
	last, _ := stages[len(stages)-1].(bson.D)
	if r.store.transaction != nil || last[0].Key == "$out" {
		return r.store.transaction == nil
	}
	into := last[0].Value
	for _, option := range []string{"into", "coll"} {
		if spec, is := into.(bson.D); is {
			into = value.Get(spec, option)
		}
	}
	name, _ := into.(string)
	coll, err := r.store.database(r.database).writable(name)
	return err == nil && collation == nil && (coll == nil || r.writesMayYield(coll))
}
