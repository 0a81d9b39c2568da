package verify

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/example"
)

// session is one of an example's sessions.
type session struct {
	*mongo.Session
	// open says that a transaction has begun and did not end.
	open bool
}

// sessionOf gives the session of a step, which is made when the first step names
// it; nil if the step names none.
func (r *run) sessionOf(s *example.Step) (*session, error) {
	if s.Session == "" {
		return nil, nil
	}
	if r.sessions[s.Session] == nil {
		made, err := r.db.Client().StartSession()
		if err != nil {
			return nil, err
		}
		r.sessions[s.Session] = &session{Session: made}
	}
	return r.sessions[s.Session], nil
}

// inTransaction reports whether a step's operation is part of a transaction.
func (r *run) inTransaction(s *example.Step) bool {
	session := r.sessions[s.Session]
	return session != nil && session.open
}

// transactionOpen reports whether any transaction is open. What locks a whole
// collection, as validate does, would wait for it.
func (r *run) transactionOpen() bool {
	for _, session := range r.sessions {
		if session.open {
			return true
		}
	}
	return false
}

// closeStreams closes all change streams.
func (r *run) closeStreams(ctx context.Context) {
	ctx, cancel := toEnd(ctx)
	defer cancel()
	for _, stream := range r.streams {
		// What was to be told of it was told by the step that read it.
		_ = stream.Close(ctx)
	}
}

// endSessions ends all sessions, and aborts what they have not committed.
func (r *run) endSessions(ctx context.Context) {
	ctx, cancel := toEnd(ctx)
	defer cancel()
	for _, session := range r.sessions {
		session.EndSession(ctx)
	}
}
