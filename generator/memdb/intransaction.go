package memdb

import (
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// inTransaction runs a command of a transaction. An error ends the transaction,
// also that of one statement. Source: src/mongo/db/transaction/transaction_participant.cpp.
func (r *request) inTransaction(s *session, fields runner) (bson.D, error) {
	if err := s.take(r); err != nil {
		return nil, err
	}
	defer s.release()
	t, err := r.transaction(s)
	if err != nil || t == nil {
		return bson.D{}, r.labelled(err)
	}
	if !t.api.same(r.args.declaredAPI) {
		return nil, errcode.NotImplemented("another apiVersion, apiStrict or apiDeprecationErrors than those of the transaction's first command")
	}
	r.store = &t.store
	reply, err := r.db.perform(r, fields)
	if err != nil || !value.IsMissing(value.Get(reply, "writeErrors")) {
		r.db.endTransaction(t)
	}
	return reply, r.labelled(err)
}

// transaction begins the command's transaction or goes on with it; nil, without an
// error, is one that needs no further command: it is committed, once more.
func (r *request) transaction(s *session) (*transaction, error) {
	number := *r.args.TransactionNumber
	starts := r.args.StartTransaction != nil
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

// forget ends what a session did under its last number.
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

// labelled tells the client by a label that the whole transaction may succeed if
// it is run again.
func (r *request) labelled(err error) error {
	if !errcode.Is(err, errcode.WriteConflict) && !errcode.Is(err, errcode.NoSuchTransaction) {
		return err
	}
	e := *asServerError(err)
	e.Info = append(slices.Clip(e.Info), bson.E{Key: "errorLabels", Value: bson.A{"TransientTransactionError"}})
	return &e
}

// conflictPause is how long a write waits at most before it looks again whether
// the transaction in its way is over: it may have come to the end of its time.
const conflictPause = 100 * time.Millisecond

// afterTransactions runs a write in no transaction. One that meets what a
// transaction has written begins again when one is over.
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

// awaitTransaction waits until a transaction is over, for a while.
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
