package memdb

import (
	"context"
	"errors"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// Run runs one command, a document whose first field names it and which has
// the database in $db. It always gives a reply document; errors stand in it as
// the server's do: ok, errmsg, code, codeName.
func (db *DB) Run(ctx context.Context, cmd bson.Raw) (reply bson.Raw) {
	defer func() {
		if p := recover(); p != nil {
			reply = ErrorReply(panicked(p))
		}
	}()
	doc, err := db.run(ctx, cmd)
	if err != nil {
		return ErrorReply(err)
	}
	raw, err := value.Encode(append(doc, bson.E{Key: "ok", Value: 1.0}))
	if err != nil {
		return ErrorReply(err)
	}
	return raw
}

// ErrorReply makes the reply document of a failed command.
func ErrorReply(err error) bson.Raw {
	e := asServerError(err)
	doc := bson.D{
		{Key: "ok", Value: 0.0},
		{Key: "errmsg", Value: e.Message},
		{Key: "code", Value: e.Code},
		{Key: "codeName", Value: e.Name},
	}
	raw, encodeErr := value.Encode(append(doc, e.Info...))
	if encodeErr != nil {
		raw, _ = value.Encode(doc)
	}
	return raw
}

func asServerError(err error) *errcode.Error {
	var e *errcode.Error
	if errors.As(err, &e) {
		return e
	}
	return errcode.New(8, "%v", err)
}

func (db *DB) run(ctx context.Context, cmd bson.Raw) (bson.D, error) {
	doc, err := value.Decode(cmd)
	if err != nil {
		return nil, err
	}
	req, fields, err := db.parse(ctx, doc)
	if err != nil {
		return nil, err
	}
	return db.dispatch(req, fields)
}

// dispatch runs a parsed command under the lock that it needs.
func (db *DB) dispatch(req *request, fields runner) (bson.D, error) {
	if err := db.housekeep(req.now); err != nil {
		return nil, err
	}
	db.sessions.touch(req.session, req.now)
	switch commands[req.name].lock(fields) {
	case locksWrite:
		return db.writing(func() (bson.D, error) { return fields.run(req) })
	case locksRead:
		db.mu.RLock()
		defer db.mu.RUnlock()
	}
	return fields.run(req)
}

// parse reads the name of a command and all its fields.
func (db *DB) parse(ctx context.Context, doc bson.D) (*request, runner, error) {
	if len(doc) == 0 {
		return nil, nil, errcode.New(59, "no such command: ''")
	}
	name := doc[0].Key
	command := commands[name]
	switch {
	case command == nil && slices.Contains(refusedCommands, name):
		return nil, nil, errcode.NotImplemented(name)
	case command == nil:
		return nil, nil, errcode.New(59, "no such command: '%s'", name)
	}
	fields, err := command.parse(doc)
	if err != nil {
		return nil, nil, err
	}
	args := fields.generic()
	req := &request{
		writer: writer{db: db, now: db.clock()}, ctx: ctx, args: args, name: name, doc: doc,
		session: args.Session.key(), number: db.operations.Add(1),
	}
	if !command.waits {
		req.deadline = args.deadline()
	}
	if args.Database != nil {
		req.database = *args.Database
	}
	if command.handshake {
		return req, fields, nil
	}
	return req, fields, args.check(command, fields)
}
