package memdb

import (
	"sync"
	"time"
)

const sessionMinutes = 30

// sessions are the open sessions by key.
type sessions struct {
	mu   sync.Mutex
	open map[string]*session
}

// session is the state of a session.
type session struct {
	last time.Time     // when a command used it last
	turn chan struct{} // full while a command of its transaction or a retryable write runs

	// These belong to the command that has the turn.
	number      int64            // of its last transaction or retryable write
	transaction *transaction     // with that number; nil for a retryable write
	answered    retryableOutcome // the outcome of that write
}

// touch returns a session, and makes it if it is new; nil for none.
func (s *sessions) touch(key string, now time.Time) *session {
	if key == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.open[key]
	if known == nil {
		known = &session{turn: make(chan struct{}, 1), number: -1}
		s.open[key] = known
	}
	known.last = now
	return known
}

// take waits until no other command of a transaction and no retryable write of the
// session runs; the caller must call release.
func (s *session) take(r *request) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-r.ctx.Done():
		return interrupted()
	}
}

func (s *session) release() { <-s.turn }

// end forgets sessions.
func (s *sessions) end(keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range keys {
		delete(s.open, key)
	}
}

func (s *sessions) all() []string {
	return s.which(func(*session) bool { return true })
}

// idle lists the sessions that no command has used for more than sessionMinutes.
func (s *sessions) idle(now time.Time) []string {
	return s.which(func(s *session) bool { return now.Sub(s.last) > sessionMinutes*time.Minute })
}

func (s *sessions) which(is func(*session) bool) []string {
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

// endSessions forgets sessions, with their transactions and cursors.
func (db *DB) endSessions(keys []string) {
	db.sessions.end(keys)
	for _, key := range keys {
		db.transactions.abortWhere(func(t *transaction) bool { return t.session == key })
		db.cursors.killSession(key)
	}
	db.writes.done()
}
