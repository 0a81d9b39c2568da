package memdb

import (
	"context"
	"errors"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/support"
	"modelbook/generator/memdb/value"
)

// Run runs one command, a document whose first field names it and which has
// the database in $db. It always gives a reply document; errors stand in it as
// the server's do: ok, errmsg, code, codeName.
func (db *DB) Run(ctx context.Context, cmd bson.Raw) (reply bson.Raw) {
	defer func() {
		if p := recover(); p != nil {
			reply = ErrorReply(errcode.New(8, "memdb failed: %v", p))
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
	req, err := db.parse(ctx, doc)
	if err != nil {
		return nil, err
	}
	return db.dispatch(req)
}

// dispatch runs a parsed command under the lock that it needs.
func (db *DB) dispatch(req *request) (reply bson.D, err error) {
	command := commands[req.name]
	if command.run == nil {
		return nil, errcode.NotImplemented(req.name)
	}
	if err := db.housekeep(req.now); err != nil {
		return nil, err
	}
	db.sessions.touch(req.session, req.now)
	switch db.lockFor(req, command) {
	case locksWrite:
		db.mu.Lock()
		defer func() {
			db.mu.Unlock()
			db.writes.done()
		}()
	case locksRead:
		db.mu.RLock()
		defer db.mu.RUnlock()
	}
	defer req.settle(&err)
	return command.run(req)
}

// parse reads the name of a command and all its fields by the table.
func (db *DB) parse(ctx context.Context, doc bson.D) (*request, error) {
	if len(doc) == 0 {
		return nil, errcode.New(59, "no such command: ''")
	}
	name := doc[0].Key
	switch support.State(support.Command, name) {
	case support.Unknown:
		return nil, errcode.New(59, "no such command: '%s'", name)
	case support.Refused:
		return nil, errcode.NotImplemented(name)
	}
	req := &request{ctx: ctx, db: db, name: name, doc: doc, now: db.clock(), number: db.operations.Add(1)}
	if err := req.readFields(); err != nil {
		return nil, err
	}
	return req, req.checkCommon()
}

// expected writes a list of types as the server's messages do.
func expected(types []string) string {
	var names []string
	for _, t := range types {
		if t == "number" {
			names = append(names, "long", "int", "decimal", "double")
			continue
		}
		names = append(names, t)
	}
	if len(names) == 1 {
		return "expected type '" + names[0] + "'"
	}
	list := names[0]
	for _, n := range names[1:] {
		list += ", " + n
	}
	return fmt.Sprintf("expected types '[%s]'", list)
}
