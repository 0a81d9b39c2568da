package play

import (
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
)

// stream is a change stream, as a driver keeps it.
type stream struct {
	collection string
	cursor     int64
	events     []bson.RawValue // that came and were not asked for
}

// read takes what a reply brought.
func (c *stream) read(reply bson.Raw, batch string) {
	c.cursor, _ = reply.Lookup("cursor", "id").AsInt64OK()
	c.events = append(c.events, ejson.Elements(reply.Lookup("cursor", batch))...)
}

// watch opens a change stream, which later steps know by a name.
func (s *sender) watch(o example.Operation) error {
	reply, err := s.send(o.Command())
	if err != nil {
		return err
	}
	opened := &stream{collection: o.Object}
	opened.read(reply, "firstBatch")
	s.streams[s.save] = opened
	return nil
}

// errNoChange is in place of the wait of a driver: while a step runs here, nobody
// else changes anything.
var errNoChange = errors.New("nothing has changed that the stream shows: on a server, the client waits here for the next change")

// briefly is how long a command waits for a change, in milliseconds.
const briefly = int64(1)

// next gives the next change of a stream.
func (s *sender) next(o example.Operation) (any, error) {
	from := s.streams[o.Object]
	if from == nil {
		return nil, errNoChange
	}
	if len(from.events) == 0 {
		reply, err := s.send(bson.D{{Key: "getMore", Value: from.cursor}, {Key: "collection", Value: from.collection}, {Key: "maxTimeMS", Value: briefly}})
		if err != nil {
			return nil, err
		}
		if from.read(reply, "nextBatch"); len(from.events) == 0 {
			return nil, errNoChange
		}
	}
	event := from.events[0].Document()
	from.events = from.events[1:]
	return example.ChangeEvent(event)
}
