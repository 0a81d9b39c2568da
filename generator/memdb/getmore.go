package memdb

import (
	"math"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/value"
)

type getMoreCommand struct {
	genericArguments
	Cursor     idl.Long    `idl:",command,required"`
	Collection string      `idl:"collection,required"`
	BatchSize  int64       `idl:"batchSize,min=0"`
	_          idl.Refused `idl:"term lastKnownCommittedOpTime includeQueryStatsMetrics"`
}

var _ = register[getMoreCommand](command{names: []string{"getMore"}, transaction: true, api1: true, waits: true})

func (c *getMoreCommand) run(r *request) (bson.D, error) {
	cursor, err := r.db.cursors.pin(int64(c.Cursor), r)
	if err != nil {
		return nil, err
	}
	defer r.db.cursors.release(cursor, r.now)
	if err := c.check(r, cursor); err != nil {
		return nil, err
	}
	goesOn := false
	defer func() {
		if !goesOn { // also if a value ended the command by a panic
			r.db.cursors.kill(cursor.id)
		}
	}()
	docs, atEnd, err := c.nextBatch(r, cursor)
	if err != nil {
		return nil, err
	}
	id := cursor.id
	if goesOn = !atEnd || !cursor.isOver(); !goesOn {
		id = 0
	}
	return cursor.reply("nextBatch", docs, id, atEnd), nil
}

// check returns the error of a getMore whose namespace, session, API version or
// transaction is not its cursor's, or that has a maxTimeMS though its cursor does not
// await data.
func (c *getMoreCommand) check(r *request, cursor *cursor) error {
	if namespace := r.database + "." + c.Collection; namespace != cursor.namespace {
		return errcode.New(13, "Requested getMore on namespace '%s', but cursor belongs to a different namespace %s", namespace, cursor.namespace)
	}
	if cursor.session != r.session {
		return errcode.New(50738, "Cannot run getMore on cursor %d, which was created in another session", cursor.id)
	}
	if !cursor.api.same(r.api) {
		return errcode.New(errcode.APIMismatchError, "API parameter mismatch: getMore used params %s, the cursor-creating command used %s", value.String(r.api.document()), value.String(cursor.api.document()))
	}
	if err := checkCursorTransaction(cursor, r.store.transaction); err != nil {
		return err
	}
	if c.MaxTimeMS != nil && !cursor.awaits {
		return errcode.New(errcode.BadValue, "cannot set maxTimeMS on getMore command for a non-awaitData cursor")
	}
	return nil
}

// checkCursorTransaction returns the error of a getMore outside the transaction in which its
// cursor was opened.
func checkCursorTransaction(cur *cursor, mine *transaction) error {
	switch {
	case cur.transaction == mine:
		return nil
	case mine == nil:
		return errcode.New(50739, "Cannot run getMore on cursor %d, which was created in transaction %d, without a txnNumber", cur.id, cur.transaction.number)
	case cur.transaction == nil:
		return errcode.New(50740, "Cannot run getMore on cursor %d, which was not created in a transaction, in transaction %d", cur.id, mine.number)
	}
	return errcode.New(50741, "Cannot run getMore on cursor %d, which was created in transaction %d, in transaction %d", cur.id, cur.transaction.number, mine.number)
}

// nextBatch reads the next batch. A cursor that awaits data and finds none looks again
// after every write, until its time is over.
func (c *getMoreCommand) nextBatch(r *request, cursor *cursor) (docs bson.A, atEnd bool, err error) {
	if !cursor.awaits {
		return c.readBatch(r, cursor)
	}
	timeout := time.NewTimer(c.awaitTime())
	defer timeout.Stop()
	for {
		written := r.db.writes.next()
		if err := r.checkForInterrupt(); err != nil {
			return nil, false, err
		}
		docs, atEnd, err := c.readBatch(r, cursor)
		if err != nil || atEnd && cursor.isOver() || len(docs) > 0 {
			return docs, atEnd, err
		}
		select {
		case <-written:
		case <-timeout.C:
			return docs, true, nil
		case <-r.ctx.Done():
			return nil, false, r.checkForInterrupt()
		}
	}
}

// readBatch reads a batch under the lock to read, which it releases at the end, so
// that others can write while a cursor waits.
func (c *getMoreCommand) readBatch(r *request, cursor *cursor) (docs bson.A, atEnd bool, err error) {
	r.lockToRead()
	defer r.unlockToRead()
	switch {
	case cursor.killed:
		return nil, false, errcode.New(175, "collection dropped. UUID of the collection: %s", cursor.reads)
	case r.db.cursors.wasKilled(cursor):
		return nil, false, cursor.wasKilled()
	}
	if err := cursor.executor.restoreState(r); err != nil {
		return nil, false, err
	}
	size := c.BatchSize
	if size == 0 {
		size = math.MaxInt64
	}
	return cursor.batch(size)
}

// defaultAwait is how long a getMore without maxTimeMS waits for data.
const defaultAwait = time.Second

func (c *getMoreCommand) awaitTime() time.Duration {
	if c.MaxTimeMS == nil {
		return defaultAwait
	}
	return time.Duration(*c.MaxTimeMS) * time.Millisecond
}
