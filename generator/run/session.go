package run

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// session is one of an example's sessions.
type session struct {
	Session
	isOpen bool // a transaction has begun and not ended
}

// Begin starts the session of that name, unless it was started.
func (r *Runner) Begin(name string) error {
	_, err := r.session(name)
	return err
}

// session returns the session of that name, and starts it if it is new; nil for "".
func (r *Runner) session(name string) (*session, error) {
	if name == "" || r.sessions[name] != nil {
		return r.sessions[name], nil
	}
	started, err := r.client.StartSession()
	if err != nil {
		return nil, err
	}
	r.sessions[name] = &session{Session: started}
	return r.sessions[name], nil
}

// Sessions returns the names of the sessions that were started, in their order.
func (r *Runner) Sessions() []string { return slices.Sorted(maps.Keys(r.sessions)) }

// inTransaction reports whether the session's next operation is part of a
// transaction.
func (s *session) inTransaction() bool { return s != nil && s.isOpen }

// transactionOpen reports whether any transaction is open. A command that locks a
// whole collection, such as validate, would wait for it.
func (r *Runner) transactionOpen() bool {
	for _, session := range r.sessions {
		if session.isOpen {
			return true
		}
	}
	return false
}

// call runs an operation on the session itself.
func (s *session) call(ctx context.Context, operation string) error {
	switch operation {
	case "startTransaction":
		err := s.StartTransaction()
		s.isOpen = s.isOpen || err == nil
		return err
	case "commitTransaction":
		s.isOpen = false
		return s.CommitTransaction(ctx)
	case "abortTransaction":
		s.isOpen = false
		return s.AbortTransaction(ctx)
	}
	return fmt.Errorf("a session has no %s", operation)
}
