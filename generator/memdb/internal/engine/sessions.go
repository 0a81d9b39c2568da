package engine

import (
	"sync"
	"time"
)

// SessionTimeoutMinutes is how long a session stays open unused.
const SessionTimeoutMinutes = 30

// Sessions are the open sessions by key.
type Sessions struct {
	mu   sync.Mutex
	open map[string]*Session
}

// Session is the state of a session.
type Session struct {
	last time.Time     // when a command used it last
	turn chan struct{} // full while a command of its transaction or a retryable write runs

	// These belong to the command that has the turn.
	number      int64            // of its last transaction or retryable write
	transaction *Transaction     // with that number; nil for a retryable write
	answered    retryableOutcome // the outcome of that write
}

// Touch returns a session, and makes it if it is new; nil for none.
func (s *Sessions) Touch(key string, now time.Time) *Session {
	if key == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.open[key]
	if known == nil {
		known = &Session{turn: make(chan struct{}, 1), number: -1}
		s.open[key] = known
	}
	known.last = now
	return known
}

// checkOut waits until no other command of a transaction and no retryable write of the
// session runs; the caller must call release.
func (s *Session) checkOut(op *Operation) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-op.Context.Done():
		return interrupted()
	}
}

func (s *Session) checkIn() { <-s.turn }

// end forgets sessions.
func (s *Sessions) end(keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range keys {
		delete(s.open, key)
	}
}

// All returns the keys of all sessions.
func (s *Sessions) All() []string {
	return s.which(func(*Session) bool { return true })
}

// idle lists the sessions that no command has used for more than SessionTimeoutMinutes.
func (s *Sessions) idle(now time.Time) []string {
	return s.which(func(s *Session) bool { return now.Sub(s.last) > SessionTimeoutMinutes*time.Minute })
}

func (s *Sessions) which(is func(*Session) bool) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []string
	for key, session := range s.open {
		if is(session) {
			keys = append(keys, key)
		}
	}
	return keys
}

// EndSessions forgets sessions, with their transactions and cursors.
func (db *DB) EndSessions(keys []string) {
	db.Sessions.end(keys)
	for _, key := range keys {
		db.Transactions.abortWhere(func(t *Transaction) bool { return t.Session == key })
		db.Cursors.killSession(key)
	}
	db.Writes.Notify()
}
