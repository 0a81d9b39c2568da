package engine

import (
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// RunInTransaction runs a command of a transaction. An error aborts the transaction,
// also that of one statement. Source: src/mongo/db/transaction/transaction_participant.cpp.
func (op *Operation) RunInTransaction(s *Session, perform func() (bson.D, error)) (bson.D, error) {
	if err := s.checkOut(op); err != nil {
		return nil, err
	}
	defer s.checkIn()
	t, err := op.transaction(s)
	if err != nil || t == nil {
		return bson.D{}, op.labelled(err)
	}
	if !t.api.Same(op.API) {
		return nil, errcode.NotImplemented("another apiVersion, apiStrict or apiDeprecationErrors than those of the transaction's first command")
	}
	op.Store = &t.store
	reply, err := perform()
	if err != nil || !value.IsMissing(value.Get(reply, "writeErrors")) {
		op.DB.EndTransaction(t)
	}
	return reply, op.labelled(err)
}

// transaction begins the command's transaction, or returns the one in progress. It
// returns nil without an error for a commitTransaction that is sent again after the
// commit.
func (op *Operation) transaction(s *Session) (*Transaction, error) {
	number := *op.TxnNumber
	starts := op.StartsTransaction
	switch {
	case number < s.number:
		return nil, errcode.New(errcode.TransactionTooOld, "Cannot start transaction with { txnNumber: %d } because a newer transaction with { txnNumber: %d } has already started on this session.", number, s.number)
	case starts && number == s.number:
		return nil, errcode.New(117, "Only servers in a sharded cluster can start a new transaction at the active transaction number")
	case starts:
		op.forget(s)
		s.number, s.transaction = number, op.DB.begin(op)
		return s.transaction, nil
	case number > s.number || s.transaction == nil:
		return nil, errcode.New(errcode.NoSuchTransaction, "Given transaction number %d does not match any in-progress transactions. The active transaction number is %d", number, s.number)
	}
	switch op.DB.Transactions.stateOf(s.transaction) {
	case aborted:
		return nil, s.transaction.wasAborted()
	case committed:
		if op.Name == "commitTransaction" {
			return nil, nil
		}
		return nil, errcode.New(256, "Transaction with { txnNumber: %d } has been committed.", number)
	}
	return s.transaction, nil
}

// forget ends the session's last transaction, and drops the outcome of its last
// retryable write.
func (op *Operation) forget(s *Session) {
	if s.transaction != nil {
		op.DB.EndTransaction(s.transaction)
	}
	s.transaction, s.answered = nil, retryableOutcome{}
}

// EndTransaction aborts a transaction if it is open, and ends its cursors.
func (db *DB) EndTransaction(t *Transaction) {
	db.Transactions.abortWhere(func(other *Transaction) bool { return other == t })
	db.Cursors.KillWhere(func(c *Cursor) bool { return c.Transaction == t })
}

// labelled adds the label TransientTransactionError to the errors after which a client
// may run the whole transaction again.
func (op *Operation) labelled(err error) error {
	if !errcode.Is(err, errcode.WriteConflict) && !errcode.Is(err, errcode.NoSuchTransaction) {
		return err
	}
	e := *errcode.From(err)
	e.Info = append(slices.Clip(e.Info), bson.E{Key: "errorLabels", Value: bson.A{"TransientTransactionError"}})
	return &e
}

// conflictPause is how long a write waits at most before it tries again: the
// transaction with which it conflicts may have reached the end of its lifetime.
const conflictPause = 100 * time.Millisecond

// afterTransactions runs a write. Outside a transaction, a write that conflicts with a
// transaction begins again when a transaction has ended.
func (db *DB) afterTransactions(op *Operation, write func() (bson.D, error)) (bson.D, error) {
	for {
		ended := db.Transactions.ended.Next()
		reply, err := write()
		if !errcode.Is(err, errcode.WriteConflict) || op.Store.Transaction != nil {
			return reply, err
		}
		if err := op.CheckForInterrupt(); err != nil {
			return nil, err
		}
		db.awaitTransaction(op, ended)
	}
}

// awaitTransaction waits until a transaction has ended, at most for conflictPause.
func (db *DB) awaitTransaction(op *Operation, ended <-chan struct{}) {
	pause := time.NewTimer(conflictPause)
	defer pause.Stop()
	select {
	case <-ended:
	case <-pause.C:
		db.Transactions.AbortExpired(db.Clock())
	case <-op.Context.Done():
	}
}
