package command

import (
	"math"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
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

func (c *getMoreCommand) run(op *engine.Operation) (bson.D, error) {
	cursor, err := op.DB.Cursors.Pin(int64(c.Cursor), op)
	if err != nil {
		return nil, err
	}
	defer op.DB.Cursors.Unpin(cursor, op.Now)
	if err := c.check(op, cursor); err != nil {
		return nil, err
	}
	goesOn := false
	defer func() {
		if !goesOn { // also if a value ended the command by a panic
			op.DB.Cursors.Kill(cursor.ID)
		}
	}()
	docs, atEnd, err := c.nextBatch(op, cursor)
	if err != nil {
		return nil, err
	}
	id := cursor.ID
	if goesOn = !atEnd || !cursor.IsOver(); !goesOn {
		id = 0
	}
	return cursor.Reply("nextBatch", docs, id, atEnd), nil
}

// check returns the error of a getMore whose namespace, session, API version or
// transaction is not its cursor's, or that has a maxTimeMS though its cursor does not
// await data.
func (c *getMoreCommand) check(op *engine.Operation, cursor *engine.Cursor) error {
	if namespace := op.Database + "." + c.Collection; namespace != cursor.Namespace {
		return errcode.New(13, "Requested getMore on namespace '%s', but cursor belongs to a different namespace %s", namespace, cursor.Namespace)
	}
	if cursor.Session != op.Session {
		return errcode.New(50738, "Cannot run getMore on cursor %d, which was created in another session", cursor.ID)
	}
	if !cursor.API.Same(op.API) {
		return errcode.New(errcode.APIMismatchError, "API parameter mismatch: getMore used params %s, the cursor-creating command used %s", value.String(op.API.Document()), value.String(cursor.API.Document()))
	}
	if err := checkCursorTransaction(cursor, op.Store.Transaction); err != nil {
		return err
	}
	if c.MaxTimeMS != nil && !cursor.AwaitsData {
		return errcode.New(errcode.BadValue, "cannot set maxTimeMS on getMore command for a non-awaitData cursor")
	}
	return nil
}

// checkCursorTransaction returns the error of a getMore outside the transaction in which its
// cursor was opened.
func checkCursorTransaction(cur *engine.Cursor, mine *engine.Transaction) error {
	switch {
	case cur.Transaction == mine:
		return nil
	case mine == nil:
		return errcode.New(50739, "Cannot run getMore on cursor %d, which was created in transaction %d, without a txnNumber", cur.ID, cur.Transaction.Number)
	case cur.Transaction == nil:
		return errcode.New(50740, "Cannot run getMore on cursor %d, which was not created in a transaction, in transaction %d", cur.ID, mine.Number)
	}
	return errcode.New(50741, "Cannot run getMore on cursor %d, which was created in transaction %d, in transaction %d", cur.ID, cur.Transaction.Number, mine.Number)
}

// nextBatch reads the next batch. A cursor that awaits data and finds none looks again
// after every write, until its time is over.
func (c *getMoreCommand) nextBatch(op *engine.Operation, cursor *engine.Cursor) (docs bson.A, atEnd bool, err error) {
	if !cursor.AwaitsData {
		return c.readBatch(op, cursor)
	}
	timeout := time.NewTimer(c.awaitTime())
	defer timeout.Stop()
	for {
		written := op.DB.Writes.Next()
		if err := op.CheckForInterrupt(); err != nil {
			return nil, false, err
		}
		docs, atEnd, err := c.readBatch(op, cursor)
		if err != nil || atEnd && cursor.IsOver() || len(docs) > 0 {
			return docs, atEnd, err
		}
		select {
		case <-written:
		case <-timeout.C:
			return docs, true, nil
		case <-op.Context.Done():
			return nil, false, op.CheckForInterrupt()
		}
	}
}

// readBatch reads a batch under the lock to read, which it releases at the end, so
// that others can write while a cursor waits.
func (c *getMoreCommand) readBatch(op *engine.Operation, cursor *engine.Cursor) (docs bson.A, atEnd bool, err error) {
	op.LockToRead()
	defer op.UnlockToRead()
	switch {
	case cursor.IsCollectionDropped:
		return nil, false, errcode.New(175, "collection dropped. UUID of the collection: %s", cursor.Reads)
	case op.DB.Cursors.WasKilled(cursor):
		return nil, false, cursor.KilledError()
	}
	if err := cursor.Executor.RestoreState(op); err != nil {
		return nil, false, err
	}
	size := c.BatchSize
	if size == 0 {
		size = math.MaxInt64
	}
	return cursor.NextBatch(size)
}

// defaultAwait is how long a getMore without maxTimeMS waits for data.
const defaultAwait = time.Second

func (c *getMoreCommand) awaitTime() time.Duration {
	if c.MaxTimeMS == nil {
		return defaultAwait
	}
	return time.Duration(*c.MaxTimeMS) * time.Millisecond
}
