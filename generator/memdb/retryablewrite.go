package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// retryableOutcome is the outcome of a retryable write.
type retryableOutcome struct {
	reply bson.D // nil if it failed
	some  bool   // it failed when some of it may have been done
}

// retryable runs a write that its client may send again under the same number: it
// is done once, and its reply is repeated.
func (r *request) retryable(s *session, fields runner) (bson.D, error) {
	if err := s.take(r); err != nil {
		return nil, err
	}
	defer s.release()
	number := *r.args.TransactionNumber
	switch {
	case number < s.number:
		return nil, errcode.New(errcode.TransactionTooOld, "Retryable write with txnNumber %d is prohibited on session because a newer retryable write with txnNumber %d has already started on this session.", number, s.number)
	case number > s.number:
		r.forget(s)
		s.number = number
	case s.transaction != nil, s.answered.some:
		return nil, errcode.NotImplemented(r.name + " with the txnNumber of a transaction, or of a write that failed in part")
	case s.answered.reply != nil:
		return r.again(s.answered.reply, fields)
	}
	reply, err := r.db.perform(r, fields)
	failed := err != nil || !value.IsMissing(value.Get(reply, "writeErrors")) || value.Truthy(value.Get(reply, "nErrors"))
	switch {
	case !failed:
		s.answered.reply = reply
	case statements(fields) > 1 && !errcode.Refused(err):
		s.answered.some = true
	}
	return reply, err
}

// again returns the reply of a write that was done before.
func (r *request) again(reply bson.D, fields runner) (bson.D, error) {
	if _, modifies := fields.(*findAndModifyCommand); modifies {
		return append(slices.Clip(reply), bson.E{Key: "retriedStmtId", Value: int32(0)}), nil
	}
	if cursor, ok := value.Get(reply, "cursor").(bson.D); ok && value.Truthy(value.Get(cursor, "id")) {
		return nil, errcode.NotImplemented(r.name + " sent again while the cursor of its reply is open")
	}
	ids := bson.A{}
	for i := range statements(fields) {
		ids = append(ids, int32(i))
	}
	return append(slices.Clip(reply), bson.E{Key: "retriedStmtIds", Value: ids}), nil
}

// statements is the number of statements of a write.
func statements(fields runner) int {
	switch c := fields.(type) {
	case *insertCommand:
		return len(c.Documents)
	case *updateCommand:
		return len(c.Updates)
	case *deleteCommand:
		return len(c.Deletes)
	case *bulkWriteCommand:
		return len(c.Operations)
	}
	return 1
}

// checkRetryable returns the server's error for a retryable write that would change
// any number of documents.
func checkRetryable(fields runner) error {
	many := ""
	switch c := fields.(type) {
	case *updateCommand:
		if slices.ContainsFunc(c.Updates, func(s updateStatement) bool { return bool(s.Multi) }) {
			many = "multi=true"
		}
	case *deleteCommand:
		if slices.ContainsFunc(c.Deletes, func(s deleteStatement) bool { return !bool(s.Single) }) {
			many = "limit=0"
		}
	case *bulkWriteCommand:
		if slices.ContainsFunc(c.Operations, func(o bulkOperation) bool { return o.many() }) {
			many = "multi=true"
		}
	}
	if many != "" {
		return errcode.New(errcode.InvalidOptions, "Cannot use (or request) retryable writes with %s", many)
	}
	return nil
}
