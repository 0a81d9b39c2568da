package direct

import (
	"context"
	"errors"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/run"
)

// stream is a change stream, as a driver keeps it.
type stream struct {
	sender
	collection string
	cursor     int64
	events     []bson.RawValue // received, and not yet returned by Next
}

// Watch opens a change stream.
func (s sender) Watch(ctx context.Context, o example.Operation) (run.Stream, error) {
	reply, err := s.Command(ctx, s.database, o.Command())
	if err != nil {
		return nil, err
	}
	opened := &stream{sender: s, collection: o.Object}
	opened.read(reply, "firstBatch")
	return opened, nil
}

// read appends the events of a reply.
func (c *stream) read(reply bson.Raw, batch string) {
	c.cursor, _ = reply.Lookup("cursor", "id").AsInt64OK()
	c.events = append(c.events, ejson.Elements(reply.Lookup("cursor", batch))...)
}

// errNoChange takes the place of a driver's wait: while a step runs here, no other
// client can change anything.
var errNoChange = errors.New("nothing has changed that the stream shows: on a server, the client waits here for the next change")

// maxTimeMS is how long a command waits for a change, in milliseconds.
const maxTimeMS = int64(1)

// Next returns the next change of a stream.
func (c *stream) Next(ctx context.Context) (bson.Raw, error) {
	if len(c.events) == 0 {
		reply, err := c.Command(ctx, c.database, bson.D{{Key: "getMore", Value: c.cursor}, {Key: "collection", Value: c.collection}, {Key: "maxTimeMS", Value: maxTimeMS}})
		if err != nil {
			return nil, err
		}
		if c.read(reply, "nextBatch"); len(c.events) == 0 {
			return nil, errNoChange
		}
	}
	event := c.events[0].Document()
	c.events = c.events[1:]
	return event, nil
}

func (c *stream) Close(ctx context.Context) error {
	_, err := c.Command(ctx, c.database, bson.D{{Key: "killCursors", Value: c.collection}, {Key: "cursors", Value: bson.A{c.cursor}}})
	return err
}

// collectionOf returns the collection of a cursor's namespace.
func collectionOf(cursor bson.Raw) string {
	_, collection, _ := strings.Cut(cursor.Lookup("ns").StringValue(), ".")
	return collection
}
