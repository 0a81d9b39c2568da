package memdb

import (
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// inTransaction runs a command of a transaction. An error aborts the transaction,
// also that of one statement. Source: src/mongo/db/transaction/transaction_participant.cpp.
func (r *request) inTransaction(s *session, perform func() (bson.D, error)) (bson.D, error) {
	if err := s.take(r); err != nil {
		return nil, err
	}
	defer s.release()
	t, err := r.transaction(s)
	if err != nil || t == nil {
		return bson.D{}, r.labelled(err)
	}
	if !t.api.same(r.api) {
		return nil, errcode.NotImplemented("another apiVersion, apiStrict or apiDeprecationErrors than those of the transaction's first command")
	}
	r.store = &t.store
	reply, err := perform()
	if err != nil || !value.IsMissing(value.Get(reply, "writeErrors")) {
		r.db.endTransaction(t)
	}
	return reply, r.labelled(err)
}

// transaction begins the command's transaction, or returns the one in progress. It
// returns nil without an error for a commitTransaction that is sent again after the
// commit.
func (r *request) transaction(s *session) (*transaction, error) {
	number := *r.transactionNumber
	starts := r.startsTransaction
	switch {
	case number < s.number:
		return nil, errcode.New(errcode.TransactionTooOld, "Cannot start transaction with { txnNumber: %d } because a newer transaction with { txnNumber: %d } has already started on this session.", number, s.number)
	case starts && number == s.number:
		return nil, errcode.New(117, "Only servers in a sharded cluster can start a new transaction at the active transaction number")
	case starts:
		r.forget(s)
		s.number, s.transaction = number, r.db.begin(r)
		return s.transaction, nil
	case number > s.number || s.transaction == nil:
		return nil, errcode.New(errcode.NoSuchTransaction, "Given transaction number %d does not match any in-progress transactions. The active transaction number is %d", number, s.number)
	}
	switch r.db.transactions.stateOf(s.transaction) {
	case aborted:
		return nil, s.transaction.wasAborted()
	case committed:
		if r.name == "commitTransaction" {
			return nil, nil
		}
		return nil, errcode.New(256, "Transaction with { txnNumber: %d } has been committed.", number)
	}
	return s.transaction, nil
}

// forget ends the session's last transaction, and drops the outcome of its last
// retryable write.
func (r *request) forget(s *session) {
	if s.transaction != nil {
		r.db.endTransaction(s.transaction)
	}
	s.transaction, s.answered = nil, retryableOutcome{}
}

// endTransaction aborts a transaction if it is open, and ends its cursors.
func (db *DB) endTransaction(t *transaction) {
	db.transactions.abortWhere(func(other *transaction) bool { return other == t })
	db.cursors.killWhere(func(c *cursor) bool { return c.transaction == t })
}

// labelled adds the label TransientTransactionError to the errors after which a client
// may run the whole transaction again.
func (r *request) labelled(err error) error {
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
func (db *DB) afterTransactions(r *request, write func() (bson.D, error)) (bson.D, error) {
	for {
		ended := db.transactions.ended.next()
		reply, err := write()
		if !errcode.Is(err, errcode.WriteConflict) || r.store.transaction != nil {
			return reply, err
		}
		if err := r.checkForInterrupt(); err != nil {
			return nil, err
		}
		db.awaitTransaction(r, ended)
	}
}

// awaitTransaction waits until a transaction has ended, at most for conflictPause.
func (db *DB) awaitTransaction(r *request, ended <-chan struct{}) {
	pause := time.NewTimer(conflictPause)
	defer pause.Stop()
	select {
	case <-ended:
	case <-pause.C:
		db.transactions.abortOld(db.clock())
	case <-r.ctx.Done():
	}
}
