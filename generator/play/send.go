package play

import (
	"context"
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/cost"
	"modelbook/generator/ejson"
	"modelbook/generator/memdb"
)

// sender sends commands to a database.
type sender struct {
	ctx      context.Context
	db       *memdb.DB
	database string
	recorder *cost.Recorder // nil for what is not counted
	session  *clientSession // nil for none
	streams  map[string]*stream
	save     string // the name of what comes back, for later steps
}

// serverError is a command's error, or the first of its write errors.
type serverError struct {
	code    int32
	message string
	details bson.Raw
}

func (e *serverError) Error() string { return fmt.Sprintf("%d: %s", e.code, e.message) }

// send runs a command in the example's database, and gives the reply.
func (s *sender) send(command bson.D) (bson.Raw, error) { return s.sendTo(s.database, command) }

func (s *sender) sendTo(database string, command bson.D) (bson.Raw, error) {
	encoded, err := bson.Marshal(slices.Concat(command, s.session.next(), bson.D{{Key: "$db", Value: database}}))
	if err != nil {
		return nil, err
	}
	if s.recorder != nil {
		s.recorder.Sent(encoded)
	}
	reply := s.db.Run(s.ctx, encoded)
	if ok, _ := reply.Lookup("ok").AsFloat64OK(); ok != 1 {
		if s.recorder != nil {
			s.recorder.Refused(reply)
		}
		return reply, errorOf(reply, "errmsg")
	}
	if s.recorder != nil {
		s.recorder.Replied(command[0].Key, reply)
	}
	return reply, nil
}

// errorOf reads an error from a reply or from one of its write errors, whose
// message is under another name.
func errorOf(reply bson.Raw, message string) *serverError {
	code, _ := reply.Lookup("code").AsInt64OK()
	text, _ := reply.Lookup(message).StringValueOK()
	details, _ := reply.Lookup("errInfo").DocumentOK()
	return &serverError{int32(code), text, details}
}

// write is send for commands whose reply may hold errors of single writes.
func (s *sender) write(command bson.D) (bson.Raw, error) {
	reply, err := s.send(command)
	if err != nil {
		return reply, err
	}
	if failed := ejson.Elements(reply.Lookup("writeErrors")); len(failed) > 0 {
		return reply, errorOf(failed[0].Document(), "errmsg")
	}
	return reply, nil
}

// documents sends a command that opens a cursor, and reads it to its end.
func (s *sender) documents(command bson.D, batchSize any) (bson.A, error) {
	all := bson.A{}
	batch := "firstBatch"
	for {
		reply, err := s.send(command)
		if err != nil {
			return nil, err
		}
		cursor := reply.Lookup("cursor").Document()
		for _, document := range ejson.Elements(cursor.Lookup(batch)) {
			all = append(all, document.Document())
		}
		id, _ := cursor.Lookup("id").AsInt64OK()
		if id == 0 {
			return all, nil
		}
		_, collection := split(cursor.Lookup("ns").StringValue())
		command, batch = bson.D{{Key: "getMore", Value: id}, {Key: "collection", Value: collection}}, "nextBatch"
		if batchSize != nil {
			command = append(command, bson.E{Key: "batchSize", Value: batchSize})
		}
	}
}
