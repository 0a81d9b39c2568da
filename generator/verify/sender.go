package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"modelbook/generator/example"
	"modelbook/generator/run"
)

// sender sends to a database through the driver.
type sender struct {
	db      *mongo.Database
	session *mongo.Session // nil for none
}

// database is the run.Client of a database.
type database struct{ sender }

func (d database) Database() string { return d.db.Name() }

func (d database) StartSession() (run.Session, error) {
	session, err := d.db.Client().StartSession()
	return inSession{sender{d.db, session}}, err
}

// inSession is a sender all of whose commands are part of its session.
type inSession struct{ sender }

func (s inSession) StartTransaction() error { return s.session.StartTransaction() }

func (s inSession) CommitTransaction(ctx context.Context) error {
	return serverError(s.session.CommitTransaction(ctx))
}

func (s inSession) AbortTransaction(ctx context.Context) error {
	return serverError(s.session.AbortTransaction(ctx))
}

func (s inSession) EndSession(ctx context.Context) { s.session.EndSession(ctx) }

// in returns a context under which commands are part of the session.
func (s sender) in(ctx context.Context) context.Context {
	if s.session == nil {
		return ctx
	}
	return mongo.NewSessionContext(ctx, s.session)
}

// Command sends a command by the driver's RunCommand.
func (s sender) Command(ctx context.Context, database string, command bson.D) (bson.Raw, error) {
	db := s.db
	if database != db.Name() {
		db = db.Client().Database(database)
	}
	ctx = s.in(ctx)
	if slices.ContainsFunc(command, func(e bson.E) bool { return e.Key == "maxTimeMS" }) {
		ctx = noDeadline{ctx}
	}
	reply, err := db.RunCommand(ctx, command).Raw()
	return reply, serverError(err)
}

// noDeadline hides when a context ends, not that it ends. From a deadline the driver
// makes a field maxTimeMS, and a command that has one would have two, which servers
// refuse.
type noDeadline struct{ context.Context }

func (noDeadline) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }

// target is the database or the collection that an operation is called on.
type target struct {
	ctx        context.Context
	database   *mongo.Database
	collection *mongo.Collection // nil for an operation on the database
}

func (s sender) target(ctx context.Context, object string) target {
	on := target{ctx: s.in(ctx), database: s.db}
	if object != "" {
		on.collection = s.db.Collection(object)
	}
	return on
}

// call runs an operation and returns its result as the Unified Test Format
// writes results.
type call func(on target) (any, error)

// calls build the calls of operations, by their names, each of the driver's method
// of that name.
var calls = func() map[string]func(*arguments) call {
	all := map[string]func(*arguments) call{}
	for _, table := range []map[string]func(*arguments) call{reads, writes, administration} {
		maps.Copy(all, table)
	}
	return all
}()

// Call calls the driver's method for an operation.
func (s sender) Call(ctx context.Context, o example.Operation) (any, error) {
	invoke, err := prepare(o)
	if err != nil {
		return nil, err
	}
	value, err := invoke(s.target(ctx, o.Object))
	return value, serverError(err)
}

// prepare returns the call of an operation. It is an error if the call does not take
// all of its arguments.
func prepare(o example.Operation) (call, error) {
	d, known := example.Describe(o.Name)
	build := calls[o.Name]
	if !known || build == nil {
		return nil, argumentError(fmt.Sprintf("the operation %s has no call", o.Name))
	}
	a := argumentsOf(o.Name, d.Arguments, o.Arguments)
	invoke := build(a)
	return invoke, a.finish()
}

// mostReturned is the number of bytes of documents that a step may return: twice the
// largest document.
const mostReturned = 32 << 20

// tooLarge is the error of a step that returns more.
type tooLarge struct{}

func (tooLarge) Error() string { return fmt.Sprintf("it returns more than %d MB", mostReturned>>20) }

// documents reads a cursor to its end.
func (on target) documents(cursor *mongo.Cursor, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	documents, size := []bson.Raw{}, 0
	for cursor.Next(on.ctx) {
		if size += len(cursor.Current); size > mostReturned {
			return nil, errors.Join(tooLarge{}, cursor.Close(on.ctx))
		}
		documents = append(documents, bytes.Clone(cursor.Current))
	}
	return documents, errors.Join(cursor.Err(), cursor.Close(on.ctx))
}

// document returns a single result's document, or nil if there is none.
func document(result *mongo.SingleResult) (any, error) {
	raw, err := result.Raw()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, nil
	}
	return raw, err
}

// serverError turns the driver's errors that a server sent into a run.ServerError,
// and returns others as they are.
func serverError(err error) error {
	var command mongo.CommandError
	var write mongo.WriteException
	var bulk mongo.BulkWriteException
	switch {
	case err == nil || mongo.IsNetworkError(err):
		return err
	case errors.As(err, &command):
		details, _ := command.Raw.Lookup("errInfo").DocumentOK()
		return &run.ServerError{Code: command.Code, Name: command.Name, Message: command.Message, Details: details, Cause: err}
	case errors.As(err, &write) && len(write.WriteErrors) > 0:
		return run.OfWrites(writeErrors(write.WriteErrors), err)
	case errors.As(err, &bulk) && len(bulk.WriteErrors) > 0:
		return run.OfWrites(writeErrors([]mongo.WriteError{bulk.WriteErrors[0].WriteError}), err)
	}
	return err
}

func writeErrors(all []mongo.WriteError) []run.WriteError {
	var writes []run.WriteError
	for _, e := range all {
		writes = append(writes, run.WriteError{Index: e.Index, Code: int32(e.Code), Message: e.Message, Details: e.Details, Raw: e.Raw})
	}
	return writes
}
