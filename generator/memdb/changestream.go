package memdb

import (
	"crypto/sha256"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

// changeStream is an open $changeStream: where it is in the log.
type changeStream struct {
	run  *execution
	of   *pipeline.Changes
	at   int                   // number of the next entry, the dropped ones included
	from *pipeline.ResumeToken // where it begins, until that is found
	mark pipeline.ResumeToken  // where a client that has seen all so far may resume
	last pipeline.ResumeToken  // of the event that was returned last

	ending *logEntry // the entry that ends the stream, until the invalidate event is returned
	ended  bool
}

// Changes opens the change stream of a pipeline.
func (c *catalog) Changes(of *pipeline.Changes) pipeline.Next {
	db := c.req.db
	s := &changeStream{run: c.run, of: of, from: of.From}
	if s.from == nil {
		next := db.clusterTime.now()
		next.I++
		s.from = &pipeline.ResumeToken{Time: next}
	}
	s.mark = *s.from
	c.run.changes = s
	return s.next
}

// next returns the next event; ok is false if there is none yet.
func (s *changeStream) next() (bson.D, bool, error) {
	db := s.run.req.db
	if s.from != nil {
		if ok, err := s.begin(&db.oplog, db.clusterTime.now()); !ok || err != nil {
			return nil, false, err
		}
	}
	if s.ending != nil {
		return s.invalidate(), true, nil
	}
	for !s.ended {
		if err := s.run.yieldOrInterrupt(); err != nil {
			return nil, false, err
		}
		e, err := db.oplog.entry(s.at)
		if err != nil || e == nil {
			s.rest(db.clusterTime.now())
			return nil, false, err
		}
		s.at++
		if !s.sees(e) {
			continue
		}
		doc, err := s.event(e)
		return doc, err == nil, err
	}
	return nil, false, nil
}

// rest sets the mark to the current time, as all entries were seen.
func (s *changeStream) rest(now bson.Timestamp) {
	if s.mark = (pipeline.ResumeToken{Time: now}); s.last.Time == now {
		s.mark = s.last
	}
}

// begin finds the place in the log where the stream begins; ok is false if its time
// has not come yet.
func (s *changeStream) begin(l *oplog, now bson.Timestamp) (ok bool, err error) {
	from := *s.from
	if l.dropped > 0 && !from.Time.After(l.gone) {
		return false, historyLost()
	}
	if now.Before(from.Time) {
		return false, nil
	}
	first, _ := slices.BinarySearchFunc(l.entries, from.Time, func(e *logEntry, at bson.Timestamp) int { return e.time.Compare(at) })
	s.at, s.from = l.dropped+first, nil
	if from.Event {
		return true, s.resume(l, from)
	}
	return true, nil
}

// resume moves the stream to the entry after an event.
func (s *changeStream) resume(l *oplog, from pipeline.ResumeToken) error {
	for e, _ := l.entry(s.at); e != nil && e.time == from.Time; e, _ = l.entry(s.at) {
		s.at++
		if e.index != from.Index {
			continue
		}
		if !s.sees(e) || from.Invalidate && !s.endsWith(e) {
			break
		}
		if s.last = from; s.endsWith(e) && !from.Invalidate {
			s.ending = e
		}
		return nil
	}
	return notFound()
}

func notFound() error {
	return errcode.New(errcode.ChangeStreamFatalError, "cannot resume stream; the resume token was not found.")
}

// sees reports whether the stream watches the collection of a change.
func (s *changeStream) sees(e *logEntry) bool {
	switch of := s.of; {
	case of.Database == "":
		return true
	case e.database != of.Database:
		return false
	case of.Collection == "":
		return true
	}
	return e.name == s.of.Collection || e.to == s.of.Collection
}

// endsWith reports whether a change ends the stream.
func (s *changeStream) endsWith(e *logEntry) bool {
	switch {
	case s.of.Database == "":
		return false
	case s.of.Collection == "":
		return e.operation == "dropDatabase"
	}
	return e.operation == "drop" || e.operation == "rename"
}

func (s *changeStream) invalidate() bson.D {
	e := s.ending
	s.ending, s.ended = nil, true
	s.last = eventToken(e)
	s.last.Invalidate = true
	s.mark = s.last
	return eventHead(e, s.last, "invalidate")
}

func eventToken(e *logEntry) pipeline.ResumeToken {
	return pipeline.ResumeToken{Time: e.time, Event: true, Index: e.index}
}

// eventHead returns the fields that all events begin with.
func eventHead(e *logEntry, token pipeline.ResumeToken, operation string) bson.D {
	return bson.D{
		{Key: "_id", Value: token.Document()},
		{Key: "operationType", Value: operation},
		{Key: "clusterTime", Value: e.time},
		{Key: "wallTime", Value: e.wall},
	}
}

// event returns the event of a change, its fields in the order of
// src/mongo/db/pipeline/change_stream_event_transform.cpp.
func (s *changeStream) event(e *logEntry) (bson.D, error) {
	if e.refused != "" {
		return nil, errcode.NotImplemented("$changeStream over " + e.refused)
	}
	if s.last = eventToken(e); s.endsWith(e) {
		s.ending = e
	}
	doc := bson.D{}
	if e.to != "" {
		doc = append(doc, bson.E{Key: "to", Value: namespaceField(e.database, e.to)})
	}
	if e.transaction != nil {
		doc = append(doc, transactionFields(e.transaction)...)
	}
	doc = append(doc, eventHead(e, s.last, e.operation)...)
	if document, ok, err := s.document(e); err != nil {
		return nil, err
	} else if ok {
		doc = append(doc, bson.E{Key: "fullDocument", Value: document})
	}
	doc = append(doc, bson.E{Key: "ns", Value: namespaceField(e.database, e.name)})
	if e.key != nil {
		doc = append(doc, bson.E{Key: "documentKey", Value: bson.D{{Key: "_id", Value: e.key}}})
	}
	if e.delta != nil {
		doc = append(doc, bson.E{Key: "updateDescription", Value: bson.D{
			{Key: "updatedFields", Value: e.delta.Updated},
			{Key: "removedFields", Value: e.delta.Removed},
			{Key: "truncatedArrays", Value: e.delta.Truncated},
		}})
	}
	return s.withBefore(doc, e)
}

func namespaceField(database, name string) bson.D {
	ns := bson.D{{Key: "db", Value: database}}
	if name != "" {
		ns = append(ns, bson.E{Key: "coll", Value: name})
	}
	return ns
}

// transactionFields returns the event fields that identify the transaction. The uid of a
// session without a user is the hash of nothing.
func transactionFields(t *transaction) bson.D {
	nobody := sha256.Sum256(nil)
	return bson.D{
		{Key: "txnNumber", Value: t.number},
		{Key: "lsid", Value: bson.D{
			{Key: "id", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: []byte(t.session)}},
			{Key: "uid", Value: bson.Binary{Data: nobody[:]}},
		}},
	}
}

// document returns the fullDocument of an event; ok is false if it has none.
func (s *changeStream) document(e *logEntry) (document any, ok bool, err error) {
	switch {
	case e.document != nil:
		document, err = value.Decode(e.document)
		return document, true, err
	case e.operation != "update" || s.of.Document == "default":
		return nil, false, nil
	case s.of.Document == "updateLookup":
		document, err = s.lookUp(e)
		return document, true, err
	case e.after == nil && s.of.Document == "required":
		return nil, false, noImage("post-image")
	case e.after == nil:
		return bson.Null{}, true, nil
	}
	document, err = value.Decode(e.after)
	return document, true, err
}

// lookUp returns the document that an update changed as it is now.
func (s *changeStream) lookUp(e *logEntry) (any, error) {
	c := s.run.req.db.store.collection(e.database, e.name)
	if c == nil || c.uuid != e.collection {
		return bson.Null{}, nil
	}
	id, ok := c.findID(e.key)
	if !ok {
		return bson.Null{}, nil
	}
	return c.Fields(id)
}

func noImage(which string) error {
	return errcode.New(47, "Change stream was configured to require a %s for all update, delete and replace events, but the %s was not found for event", which, which)
}

// withBefore adds the document as it was before a change, if that is asked for.
func (s *changeStream) withBefore(doc bson.D, e *logEntry) (bson.D, error) {
	if s.of.Before == "off" || e.operation != "update" && e.operation != "replace" && e.operation != "delete" {
		return doc, nil
	}
	if e.before == nil && s.of.Before == "required" {
		return nil, noImage("pre-image")
	}
	if e.before == nil {
		return append(doc, bson.E{Key: "fullDocumentBeforeChange", Value: bson.Null{}}), nil
	}
	before, err := value.Decode(e.before)
	return append(doc, bson.E{Key: "fullDocumentBeforeChange", Value: before}), err
}

// checked returns the documents of next, and an error for one whose _id is not the
// resume token of its event any more.
func (s *changeStream) checked(next pipeline.Next) pipeline.Next {
	return func() (bson.D, bool, error) {
		doc, ok, err := next()
		if !ok || err != nil {
			return doc, ok, err
		}
		if token, found := s.last.Document(), value.Get(doc, "_id"); !value.Equal(token, found) {
			return nil, false, errcode.New(errcode.ChangeStreamFatalError,
				"Encountered an event whose _id field, which contains the resume token, was modified by the pipeline. Modifying the _id field of an event makes it impossible to resume the stream from that point. Only transformations that retain the unmodified _id field are allowed. Expected: { _id: %s } but found: %s",
				value.String(token), value.String(bson.D{{Key: "_id", Value: found}}))
		}
		return doc, ok, err
	}
}

func (e *execution) hasEnded() bool { return e.changes != nil && e.changes.ended }

// postBatchResumeToken returns the token from which a client may resume after a batch.
func (e *execution) postBatchResumeToken(docs bson.A, atEnd bool) any {
	if e.changes == nil {
		return nil
	}
	if len(docs) > 0 && !atEnd {
		return value.Get(docs[len(docs)-1].(bson.D), "_id")
	}
	return e.changes.mark.Document()
}
