package query

import (
	"crypto/sha256"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

// changeStream is an open $changeStream: where it is in the log.
type changeStream struct {
	run  *Execution
	of   *pipeline.Changes
	at   int                   // number of the next entry, the dropped ones included
	from *pipeline.ResumeToken // where it begins, until that is found
	mark pipeline.ResumeToken  // where a client that has seen all so far may resume
	last pipeline.ResumeToken  // of the event that was returned last

	ending *engine.OplogEntry // the entry that ends the stream, until the invalidate event is returned
	ended  bool
}

// Changes opens the change stream of a pipeline.
func (c *stageCatalog) Changes(of *pipeline.Changes) pipeline.Next {
	db := c.op.DB
	s := &changeStream{run: c.execution, of: of, from: of.From}
	if s.from == nil {
		next := db.ClusterTime.Now()
		next.I++
		s.from = &pipeline.ResumeToken{Time: next}
	}
	s.mark = *s.from
	c.execution.changes = s
	return s.next
}

// next returns the next event; ok is false if there is none yet.
func (s *changeStream) next() (bson.D, bool, error) {
	db := s.run.Op.DB
	if s.from != nil {
		if ok, err := s.begin(&db.Oplog, db.ClusterTime.Now()); !ok || err != nil {
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
		e, err := db.Oplog.Entry(s.at)
		if err != nil || e == nil {
			s.rest(db.ClusterTime.Now())
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
func (s *changeStream) begin(l *engine.Oplog, now bson.Timestamp) (ok bool, err error) {
	from := *s.from
	if l.Dropped > 0 && !from.Time.After(l.Gone) {
		return false, engine.HistoryLost()
	}
	if now.Before(from.Time) {
		return false, nil
	}
	first, _ := slices.BinarySearchFunc(l.Entries, from.Time, func(e *engine.OplogEntry, at bson.Timestamp) int { return e.Time.Compare(at) })
	s.at, s.from = l.Dropped+first, nil
	if from.Event {
		return true, s.resume(l, from)
	}
	return true, nil
}

// resume moves the stream to the entry after an event.
func (s *changeStream) resume(l *engine.Oplog, from pipeline.ResumeToken) error {
	for e, _ := l.Entry(s.at); e != nil && e.Time == from.Time; e, _ = l.Entry(s.at) {
		s.at++
		if e.Index != from.Index {
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
func (s *changeStream) sees(e *engine.OplogEntry) bool {
	switch of := s.of; {
	case of.Database == "":
		return true
	case e.Database != of.Database:
		return false
	case of.Collection == "":
		return true
	}
	return e.Name == s.of.Collection || e.To == s.of.Collection
}

// endsWith reports whether a change ends the stream.
func (s *changeStream) endsWith(e *engine.OplogEntry) bool {
	switch {
	case s.of.Database == "":
		return false
	case s.of.Collection == "":
		return e.Operation == "dropDatabase"
	}
	return e.Operation == "drop" || e.Operation == "rename"
}

func (s *changeStream) invalidate() bson.D {
	e := s.ending
	s.ending, s.ended = nil, true
	s.last = eventToken(e)
	s.last.Invalidate = true
	s.mark = s.last
	return eventHead(e, s.last, "invalidate")
}

func eventToken(e *engine.OplogEntry) pipeline.ResumeToken {
	return pipeline.ResumeToken{Time: e.Time, Event: true, Index: e.Index}
}

// eventHead returns the fields that all events begin with.
func eventHead(e *engine.OplogEntry, token pipeline.ResumeToken, operation string) bson.D {
	return bson.D{
		{Key: "_id", Value: token.Document()},
		{Key: "operationType", Value: operation},
		{Key: "clusterTime", Value: e.Time},
		{Key: "wallTime", Value: e.Wall},
	}
}

// event returns the event of a change, its fields in the order of
// src/mongo/db/pipeline/change_stream_event_transform.cpp.
func (s *changeStream) event(e *engine.OplogEntry) (bson.D, error) {
	if e.Refused != "" {
		return nil, errcode.NotImplemented("$changeStream over " + e.Refused)
	}
	if s.last = eventToken(e); s.endsWith(e) {
		s.ending = e
	}
	doc := bson.D{}
	if e.To != "" {
		doc = append(doc, bson.E{Key: "to", Value: namespaceField(e.Database, e.To)})
	}
	if e.Transaction != nil {
		doc = append(doc, transactionFields(e.Transaction)...)
	}
	doc = append(doc, eventHead(e, s.last, e.Operation)...)
	if document, ok, err := s.document(e); err != nil {
		return nil, err
	} else if ok {
		doc = append(doc, bson.E{Key: "fullDocument", Value: document})
	}
	doc = append(doc, bson.E{Key: "ns", Value: namespaceField(e.Database, e.Name)})
	if e.Key != nil {
		doc = append(doc, bson.E{Key: "documentKey", Value: bson.D{{Key: "_id", Value: e.Key}}})
	}
	if e.Delta != nil {
		doc = append(doc, bson.E{Key: "updateDescription", Value: bson.D{
			{Key: "updatedFields", Value: e.Delta.Updated},
			{Key: "removedFields", Value: e.Delta.Removed},
			{Key: "truncatedArrays", Value: e.Delta.Truncated},
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
func transactionFields(t *engine.Transaction) bson.D {
	nobody := sha256.Sum256(nil)
	return bson.D{
		{Key: "txnNumber", Value: t.Number},
		{Key: "lsid", Value: bson.D{
			{Key: "id", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: []byte(t.Session)}},
			{Key: "uid", Value: bson.Binary{Data: nobody[:]}},
		}},
	}
}

// document returns the fullDocument of an event; ok is false if it has none.
func (s *changeStream) document(e *engine.OplogEntry) (document any, ok bool, err error) {
	switch {
	case e.Document != nil:
		document, err = value.Decode(e.Document)
		return document, true, err
	case e.Operation != "update" || s.of.Document == "default":
		return nil, false, nil
	case s.of.Document == "updateLookup":
		document, err = s.lookUp(e)
		return document, true, err
	case e.After == nil && s.of.Document == "required":
		return nil, false, noImage("post-image")
	case e.After == nil:
		return bson.Null{}, true, nil
	}
	document, err = value.Decode(e.After)
	return document, true, err
}

// lookUp returns the document that an update changed as it is now.
func (s *changeStream) lookUp(e *engine.OplogEntry) (any, error) {
	c := s.run.Op.DB.Store.Collection(e.Database, e.Name)
	if c == nil || c.UUID != e.Collection {
		return bson.Null{}, nil
	}
	id, ok := c.FindID(e.Key)
	if !ok {
		return bson.Null{}, nil
	}
	return c.Fields(id)
}

func noImage(which string) error {
	return errcode.New(47, "Change stream was configured to require a %s for all update, delete and replace events, but the %s was not found for event", which, which)
}

// withBefore adds the document as it was before a change, if that is asked for.
func (s *changeStream) withBefore(doc bson.D, e *engine.OplogEntry) (bson.D, error) {
	if s.of.Before == "off" || e.Operation != "update" && e.Operation != "replace" && e.Operation != "delete" {
		return doc, nil
	}
	if e.Before == nil && s.of.Before == "required" {
		return nil, noImage("pre-image")
	}
	if e.Before == nil {
		return append(doc, bson.E{Key: "fullDocumentBeforeChange", Value: bson.Null{}}), nil
	}
	before, err := value.Decode(e.Before)
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

// HasEnded reports whether a change stream has ended.
func (e *Execution) HasEnded() bool { return e.changes != nil && e.changes.ended }

// PostBatchResumeToken returns the token from which a client may resume after a batch.
func (e *Execution) PostBatchResumeToken(docs bson.A, atEnd bool) any {
	if e.changes == nil {
		return nil
	}
	if len(docs) > 0 && !atEnd {
		return value.Get(docs[len(docs)-1].(bson.D), "_id")
	}
	return e.changes.mark.Document()
}
