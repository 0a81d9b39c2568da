package engine

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// retryableOutcome is the outcome of a retryable write.
type retryableOutcome struct {
	reply bson.D // nil if it failed
	some  bool   // it failed when some of it may have been done
}

// RunRetryableWrite performs a write of some statements that its client may send again under the
// same number: it is done once, and its reply is repeated.
func (op *Operation) RunRetryableWrite(s *Session, statements int, perform func() (bson.D, error)) (bson.D, error) {
	if err := s.checkOut(op); err != nil {
		return nil, err
	}
	defer s.checkIn()
	number := *op.TxnNumber
	switch {
	case number < s.number:
		return nil, errcode.New(errcode.TransactionTooOld, "Retryable write with txnNumber %d is prohibited on session because a newer retryable write with txnNumber %d has already started on this session.", number, s.number)
	case number > s.number:
		op.forget(s)
		s.number = number
	case s.transaction != nil, s.answered.some:
		return nil, errcode.NotImplemented(op.Name + " with the txnNumber of a transaction, or of a write that failed in part")
	case s.answered.reply != nil:
		return op.again(s.answered.reply, statements)
	}
	reply, err := perform()
	failed := err != nil || !value.IsMissing(value.Get(reply, "writeErrors")) || value.Truthy(value.Get(reply, "nErrors"))
	switch {
	case !failed:
		s.answered.reply = reply
	case statements > 1 && !errcode.Refused(err):
		s.answered.some = true
	}
	return reply, err
}

// again returns the reply of a write that was done before.
func (op *Operation) again(reply bson.D, statements int) (bson.D, error) {
	if strings.EqualFold(op.Name, "findAndModify") {
		return append(slices.Clip(reply), bson.E{Key: "retriedStmtId", Value: int32(0)}), nil
	}
	if cursor, ok := value.Get(reply, "cursor").(bson.D); ok && value.Truthy(value.Get(cursor, "id")) {
		return nil, errcode.NotImplemented(op.Name + " sent again while the cursor of its reply is open")
	}
	ids := bson.A{}
	for i := range statements {
		ids = append(ids, int32(i))
	}
	return append(slices.Clip(reply), bson.E{Key: "retriedStmtIds", Value: ids}), nil
}
