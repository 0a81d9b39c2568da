package engine

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
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

// WithWriteLock runs a command that writes, under the lock to write; again if it
// conflicts with a transaction, after that has ended.
func (op *Operation) WithWriteLock(run func() (bson.D, error)) (bson.D, error) {
	op.isWaitingForLock.Store(true)
	return op.DB.afterTransactions(op, func() (bson.D, error) {
		return op.DB.WriteUnitOfWork(op.Store, func() (bson.D, error) {
			op.isWaitingForLock.Store(false)
			op.writeLockedAt = time.Now()
			return run()
		})
	})
}

// WithReadLock runs a command that reads, under the lock to read.
func (op *Operation) WithReadLock(run func() (bson.D, error)) (bson.D, error) {
	op.LockToRead()
	defer op.UnlockToRead()
	return run()
}

// LockToRead takes the lock to read.
func (op *Operation) LockToRead() {
	op.isWaitingForLock.Store(true)
	op.DB.mu.RLock()
	op.isWaitingForLock.Store(false)
	op.ReadLockedAt = time.Now()
}

// UnlockToRead releases the lock to read.
func (op *Operation) UnlockToRead() {
	op.ReadLockedAt = time.Time{}
	op.DB.mu.RUnlock()
}

// YieldOrInterrupt yields the lock, if that is due, and returns an error if the command
// must end. Readers call it between two documents and inside expressions.
func (op *Operation) YieldOrInterrupt() error {
	if op.MayYieldAnywhere && time.Since(op.writeLockedAt) >= op.DB.YieldInterval {
		op.yieldWriteLock(func() {})
	}
	if !op.ReadLockedAt.IsZero() && op.DB.writers.Load() > 0 && time.Since(op.ReadLockedAt) >= op.DB.YieldInterval {
		op.DB.mu.RUnlock()
		op.DB.mu.RLock()
	}
	return op.CheckForInterrupt()
}

// CheckForInterrupt returns error 50 once maxTimeMS has passed, 11601 once the client
// has gone or killOp has come, 237 once its cursor was killed, 11600 after Close.
func (op *Operation) CheckForInterrupt() error {
	if !op.Deadline.IsZero() && time.Now().After(op.Deadline) {
		return errcode.New(errcode.MaxTimeMSExpired, "operation exceeded time limit")
	}
	if err := op.killed.Load(); err != nil {
		return err
	}
	if op.Context.Err() != nil {
		return interrupted()
	}
	return nil
}

// yieldWriteLock commits the writes so far, releases the lock to write, calls wait, and
// takes the lock again.
func (op *Operation) yieldWriteLock(wait func()) {
	op.DB.commit(op.Store)
	op.DB.mu.Unlock()
	op.DB.Writes.Notify()
	op.isWaitingForLock.Store(true)
	wait()
	op.DB.lock()
	op.isWaitingForLock.Store(false)
	op.DB.prepare(op.Store)
	op.writeLockedAt = time.Now()
	op.NumYields++
}

// YieldBetweenDocuments yields the lock to write, if that is due; it returns an error if
// the collection was dropped or renamed meanwhile.
func (op *Operation) YieldBetweenDocuments(c *storage.Collection) error {
	if !op.MayYieldInStatement || time.Since(op.writeLockedAt) < op.DB.YieldInterval {
		return nil
	}
	name := c.Name
	op.yieldWriteLock(func() {})
	return op.CheckNotDropped(name, c)
}

// BeforeStatement is called before each statement of a write. It returns an error if
// the command must end, and yields the lock if that is due. A client that asks for no
// acknowledgement may be gone by then.
func (op *Operation) BeforeStatement() error {
	if err := op.CheckForInterrupt(); err != nil && !op.IsUnacknowledged {
		return err
	}
	if op.MayYield && time.Since(op.writeLockedAt) >= op.DB.YieldInterval {
		op.yieldWriteLock(func() {})
	}
	return nil
}

// WithoutYielding calls run, which must not yield, for a command that yields while it
// reads; it yields before, if that is due.
func (op *Operation) WithoutYielding(run func() error) error {
	defer func(may bool) { op.MayYieldAnywhere = may }(op.MayYieldAnywhere)
	op.MayYieldAnywhere = false
	if err := op.BeforeStatement(); err != nil {
		return err
	}
	return op.WriteConflictRetry(run)
}

// WriteConflictRetry makes one write, again and again until it conflicts with no
// transaction. A command that may not yield begins again as a whole.
func (op *Operation) WriteConflictRetry(write func() error) error {
	for {
		err := write()
		if !op.MayYield || !errcode.Is(err, errcode.WriteConflict) {
			return err
		}
		ended := op.DB.Transactions.ended.Next()
		op.yieldWriteLock(func() { op.DB.awaitTransaction(op, ended) })
		if err := op.CheckForInterrupt(); err != nil {
			return err
		}
	}
}

// CheckNotDropped returns the error of a collection that was dropped or renamed.
func (op *Operation) CheckNotDropped(namespace string, c *storage.Collection) error {
	database, name, _ := strings.Cut(namespace, ".")
	if now := op.Store.Collection(database, name); now == nil || now.Collection != c {
		return errcode.New(175, "collection dropped or renamed: %s", namespace)
	}
	return nil
}

// WritesMayYield reports whether a command that writes to a collection may yield.
func (op *Operation) WritesMayYield(c *catalog.Collection) bool {
	if c == nil || op.Store.Transaction != nil || c.Options.Collation != nil || c.Capped() || c.HoldsMeasurements() {
		return false
	}
	for _, x := range c.Indexes {
		if x.Collation != nil {
			return false
		}
	}
	return true
}

// PipelineMayYield reports whether a pipeline that writes may yield: $out outside a
// transaction, as its collection is not seen before it is full; $merge only where no
// refusal can follow a write, as its writes stay.
func (op *Operation) PipelineMayYield(stages bson.A, collation *value.Collation) bool {
	last, _ := stages[len(stages)-1].(bson.D)
	if op.Store.Transaction != nil || last[0].Key == "$out" {
		return op.Store.Transaction == nil
	}
	into := last[0].Value
	for _, option := range []string{"into", "coll"} {
		if spec, is := into.(bson.D); is {
			into = value.Get(spec, option)
		}
	}
	name, _ := into.(string)
	coll, err := op.Store.Database(op.Database).Writable(name)
	return err == nil && collation == nil && (coll == nil || op.WritesMayYield(coll))
}
