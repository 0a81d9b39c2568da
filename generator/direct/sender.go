// Package direct sends operations to the embedded database as a driver would, without
// a driver and a network.
package direct

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/memdb"
	"modelbook/generator/run"
)

// sender sends commands to a database as a driver does.
type sender struct {
	db       *memdb.DB
	database string
	session  *clientSession // nil for none
}

// client is the run.Client of a database.
type client struct{ sender }

// New returns a client of one of the databases of db.
func New(db *memdb.DB, database string) run.Client {
	return &client{sender: sender{db: db, database: database}}
}

func (c *client) Database() string { return c.database }

// IndexEntries returns how many entries the indexes of a collection hold.
func (c *client) IndexEntries(collection string) (int64, bool) {
	return c.db.IndexEntries(c.database, collection)
}

// Records returns the documents of a collection and the ids of their records, if those
// are certain.
func (c *client) Records(collection string) (ids []int64, documents []bson.Raw, ok bool) {
	return c.db.Records(c.database, collection)
}

// CopyFrom puts a copy of another database in place of the client's.
func (c *client) CopyFrom(database string) { c.db.CopyDatabase(database, c.database) }

// CopyTo puts a copy of the client's database in place of another.
func (c *client) CopyTo(database string) { c.db.CopyDatabase(c.database, database) }

func (c *client) StartSession() (run.Session, error) {
	started := c.sender
	started.session = newClientSession()
	return inSession{started}, nil
}

// Command sends a command and returns the reply, also with an error.
func (s sender) Command(ctx context.Context, database string, command bson.D) (bson.Raw, error) {
	encoded, err := bson.Marshal(slices.Concat(command, s.session.next(command[0].Key), bson.D{{Key: "$db", Value: database}}))
	if err != nil {
		return nil, err
	}
	recorder := cost.RecorderOf(ctx)
	recorder.Sent(encoded)
	reply := s.db.Run(ctx, encoded)
	if ok, _ := reply.Lookup("ok").AsFloat64OK(); ok != 1 {
		recorder.Refused(reply)
		e := writeError(reply)
		name, _ := reply.Lookup("codeName").StringValueOK()
		return reply, &run.ServerError{Code: e.Code, Name: name, Message: e.Message, Details: e.Details}
	}
	recorder.Replied(command[0].Key, reply)
	var failed []run.WriteError
	for _, e := range ejson.Elements(reply.Lookup("writeErrors")) {
		failed = append(failed, writeError(e.Document()))
	}
	if len(failed) > 0 {
		return reply, run.OfWrites(failed, nil)
	}
	return reply, nil
}

// writeError reads an error of a write or of a whole command.
func writeError(from bson.Raw) run.WriteError {
	index, _ := from.Lookup("index").AsInt64OK()
	code, _ := from.Lookup("code").AsInt64OK()
	message, _ := from.Lookup("errmsg").StringValueOK()
	details, _ := from.Lookup("errInfo").DocumentOK()
	return run.WriteError{Index: int(index), Code: int32(code), Message: message, Details: details, Raw: from}
}

// namespaceNotFound is the error that drivers take for success where a collection
// need not exist.
const namespaceNotFound = 26

// Call sends the command of an operation and returns its result.
func (s sender) Call(ctx context.Context, o example.Operation) (any, error) {
	if o.Name == "bulkWrite" {
		return s.bulkWrite(ctx, o)
	}
	command := o.Command()
	if command == nil {
		return nil, fmt.Errorf("%s does not run here", o.Name)
	}
	addIDs(command)
	reply := example.Reply{Command: command}
	var err error
	if reply.Raw, err = s.Command(ctx, s.database, command); err == nil {
		reply.Documents, err = s.documents(ctx, reply.Raw, o.Argument("batchSize"))
	}
	var server *run.ServerError
	if d, _ := example.Describe(o.Name); err != nil && !(d.Command.Absent && errors.As(err, &server) && server.Code == namespaceNotFound) {
		return nil, err
	}
	return o.Result(reply), nil
}

// documents reads the cursor that a command opened to its end. It returns none if
// the command opened no cursor.
func (s sender) documents(ctx context.Context, reply bson.Raw, batchSize any) ([]bson.Raw, error) {
	var all []bson.Raw
	for batch := "firstBatch"; ; batch = "nextBatch" {
		cursor, _ := reply.Lookup("cursor").DocumentOK()
		for _, document := range ejson.Elements(cursor.Lookup(batch)) {
			all = append(all, document.Document())
		}
		id, _ := cursor.Lookup("id").AsInt64OK()
		if id == 0 {
			return all, nil
		}
		command := bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: collectionOf(cursor)}}
		if batchSize != nil {
			command = append(command, bson.E{Key: "batchSize", Value: batchSize})
		}
		var err error
		if reply, err = s.Command(ctx, s.database, command); err != nil {
			return nil, err
		}
	}
}

// addIDs adds an _id to the documents of an insert that have none, as drivers do.
func addIDs(command bson.D) {
	for _, e := range command {
		list, ok := e.Value.(bson.A)
		if !ok || e.Key != "documents" {
			continue
		}
		for i, item := range list {
			document, _ := item.(bson.D)
			if !slices.ContainsFunc(document, func(e bson.E) bool { return e.Key == "_id" }) {
				list[i] = append(bson.D{{Key: "_id", Value: bson.NewObjectID()}}, document...)
			}
		}
	}
}
