package memdb

import (
	"maps"
	"slices"
	"sync"
	"time"

	"modelbook/generator/memdb/idl"
)

const sessionMinutes = 30

// sessions are those that clients use, with the time of their last command.
type sessions struct {
	mu   sync.Mutex
	last map[string]time.Time
}

func (s *sessions) touch(key string, now time.Time) {
	if key == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last[key] = now
}

// end forgets sessions.
func (s *sessions) end(keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range keys {
		delete(s.last, key)
	}
}

func (s *sessions) all() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.last))
}

// idle lists the sessions that no command has used for their time.
func (s *sessions) idle(now time.Time) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []string
	for key, last := range s.last {
		if now.Sub(last) > sessionMinutes*time.Minute {
			keys = append(keys, key)
		}
	}
	return keys
}

// sessionID is an lsid (src/mongo/db/session/logical_session_id.idl).
type sessionID struct {
	ID idl.UUID `idl:"id,required"`
	_  any      `idl:"uid,accepted"`
	_  any      `idl:"txnNumber,accepted"`
	_  any      `idl:"txnUUID,accepted"`
}

// key tells sessions apart; "" stands for no session.
func (s *sessionID) key() string {
	if s == nil {
		return ""
	}
	return string(s.ID[:])
}

func sessionKeys(ids []sessionID) []string {
	keys := make([]string, len(ids))
	for i := range ids {
		keys[i] = ids[i].key()
	}
	return keys
}

// endSessions forgets sessions, with their cursors.
func (db *DB) endSessions(keys []string) {
	db.sessions.end(keys)
	for _, key := range keys {
		db.cursors.killSession(key)
	}
	db.writes.done()
}
