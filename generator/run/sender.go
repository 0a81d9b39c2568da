package run

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/example"
)

// Sender sends operations and commands to one database. An error that the server
// sent is a ServerError. The cost.RecorderOf the context counts the commands.
type Sender interface {
	// Call calls the method that drivers have for an operation on a collection or
	// on the database, and returns its result as the Unified Test Format writes
	// results.
	Call(ctx context.Context, o example.Operation) (any, error)
	// Command sends a command to the database of that name.
	Command(ctx context.Context, database string, command bson.D) (bson.Raw, error)
	// Watch opens a change stream.
	Watch(ctx context.Context, o example.Operation) (Stream, error)
}

// Session is a Sender all of whose operations are part of one session of a client.
type Session interface {
	Sender
	StartTransaction() error
	CommitTransaction(context.Context) error
	AbortTransaction(context.Context) error
	// EndSession ends it, and aborts a transaction that is open.
	EndSession(context.Context)
}

// Client is a Sender without a session, which can start some.
type Client interface {
	Sender
	Database() string
	StartSession() (Session, error)
}

// A Storage is a Client that knows without a command how many entries the indexes of a
// collection have. It does not know views and time series collections.
type Storage interface {
	IndexEntries(collection string) (n int64, ok bool)
}

// A RecordStorage is a Client that knows without a command what a collection holds: its
// documents in their order, and the ids of their records if those are certain. It does
// not know views and time series collections.
type RecordStorage interface {
	Records(collection string) (ids []int64, documents []bson.Raw, ok bool)
}

// A Copier is a Client that copies whole databases, each in place of what the other held.
type Copier interface {
	CopyFrom(database string)
	CopyTo(database string)
}

// Stream is a change stream.
type Stream interface {
	// Next returns the next event. The error says why there is none.
	Next(context.Context) (bson.Raw, error)
	Close(context.Context) error
}

// ServerError is the error of a command or, if it has Writes, the first of them.
// Only the errors of commands have a Name.
type ServerError struct {
	Code    int32
	Name    string
	Message string
	Details bson.Raw // "errInfo"
	Writes  []WriteError
	Cause   error // the error of a driver
}

// WriteError is the error of a write of a command that has several.
type WriteError struct {
	Index   int // of the write
	Code    int32
	Message string
	Details bson.Raw // "errInfo"
	Raw     bson.Raw
}

func (e *ServerError) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }
func (e *ServerError) Unwrap() error { return e.Cause }

// OfWrites makes a ServerError of the errors of writes, of which there is at least
// one.
func OfWrites(writes []WriteError, cause error) *ServerError {
	first := writes[0]
	return &ServerError{Code: first.Code, Message: first.Message, Details: first.Details, Writes: writes, Cause: cause}
}
