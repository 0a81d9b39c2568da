package direct

import (
	"context"
	"encoding/binary"
	"errors"
	"sync/atomic"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// clientSession is one of an example's sessions, as a driver keeps it.
// Source: mongodb/specifications, "transactions", section "Interaction with
// commands".
type clientSession struct {
	id     bson.Binary
	number int64 // of the transaction, counted from 1
	state  transactionState
}

// transactionState is the state of the session's transaction. The server hears of
// a transaction with its first command.
type transactionState int

const (
	noTransaction transactionState = iota
	starting
	inProgress
	committed
)

// sessions counts the sessions of this program: a database may have several clients.
var sessions atomic.Uint64

// newClientSession makes a session whose id no other has.
func newClientSession() *clientSession {
	return &clientSession{id: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: binary.BigEndian.AppendUint64(make([]byte, 8), sessions.Add(1))}}
}

// isOpen reports whether a transaction has begun and not ended.
func (c *clientSession) isOpen() bool { return c.state == starting || c.state == inProgress }

// next returns the fields that the session adds to its next command, whose name it
// takes. The first command of a transaction begins it. After a commit, only
// another commitTransaction belongs to the transaction.
func (c *clientSession) next(command string) bson.D {
	if c == nil {
		return nil
	}
	if c.state == committed && command != "commitTransaction" {
		c.state = noTransaction
	}
	fields := bson.D{{Key: "lsid", Value: bson.D{{Key: "id", Value: c.id}}}}
	if c.state == noTransaction {
		return fields
	}
	fields = append(fields, bson.E{Key: "txnNumber", Value: c.number}, bson.E{Key: "autocommit", Value: false})
	if c.state == starting {
		fields = append(fields, bson.E{Key: "startTransaction", Value: true})
		c.state = inProgress
	}
	return fields
}

var (
	errInProgress = errors.New("a transaction is in progress already")
	errNone       = errors.New("no transaction has begun")
)

// inSession is a sender all of whose commands are part of its session.
type inSession struct{ sender }

func (s inSession) StartTransaction() error {
	if s.session.isOpen() {
		return errInProgress
	}
	s.session.number++
	s.session.state = starting
	return nil
}

func (s inSession) CommitTransaction(ctx context.Context) error {
	before := s.session.state
	if before == noTransaction {
		return errNone
	}
	defer func() { s.session.state = committed }()
	if before == starting {
		return nil
	}
	_, err := s.Command(ctx, "admin", bson.D{{Key: "commitTransaction", Value: int32(1)}})
	return err
}

func (s inSession) AbortTransaction(ctx context.Context) error {
	before := s.session.state
	if !s.session.isOpen() {
		return errNone
	}
	defer func() { s.session.state = noTransaction }()
	if before == inProgress {
		// If the server has aborted the transaction, it answers that there is none.
		_, _ = s.Command(ctx, "admin", bson.D{{Key: "abortTransaction", Value: int32(1)}})
	}
	return nil
}

func (s inSession) EndSession(ctx context.Context) { _ = s.AbortTransaction(ctx) }
