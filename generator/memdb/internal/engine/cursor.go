package engine

import (
	"slices"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

// defaultBatch is the number of documents in a first batch; later ones are
// limited by size only.
const defaultBatch = 101

const maxBatchBytes = 16 << 20

// cursorTimeout is how long a cursor without a session stays open unused.
const cursorTimeout = 10 * time.Minute

// Cursor is a result that is not read to its end yet.
type Cursor struct {
	ID                  int64
	Namespace           string
	Reads               string // "db.coll" of the collection, which may be behind a view
	Session             string
	Transaction         *Transaction  // in which it was opened, nil for none
	API                 APIParameters // of the command that opened it
	Next                pipeline.Next
	held                bson.D // pulled, but it did not fit in the last batch
	Left                int64  // documents that a limit still allows; negative for any
	Executor            PlanExecutor
	IsTailable          bool // it stays open at the end, and returns documents inserted later
	AwaitsData          bool // and waits there for a while
	NoTimeout           bool
	IsCollectionDropped bool // its collection was dropped or renamed; changes under the database's lock

	// these belong to the list of cursors
	busy  *Operation // the getMore that reads from it
	ended bool       // it was killed meanwhile
	used  time.Time
}

// PlanExecutor is the query or pipeline from which a cursor reads.
type PlanExecutor interface {
	// SaveState prepares it for the time between two commands.
	SaveState()
	// RestoreState prepares it to read on for another command.
	RestoreState(r *Operation) error
	// PostBatchResumeToken returns the token from which a client may resume after a
	// batch; it is nil for all but change streams.
	PostBatchResumeToken(docs bson.A, atEnd bool) any
	// HasEnded reports whether a change stream has ended.
	HasEnded() bool
}

// CursorManager holds the open cursors by id.
type CursorManager struct {
	mu   sync.Mutex
	open map[int64]*Cursor
}

func (c *CursorManager) add(cur *Cursor, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cur.used = now
	c.open[cur.ID] = cur
}

// NumOpen returns the number of open cursors.
func (c *CursorManager) NumOpen() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open)
}

// Pin reserves a cursor for a getMore, which must release it.
func (c *CursorManager) Pin(id int64, op *Operation) (*Cursor, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cur := c.open[id]
	switch {
	case cur == nil || cur.idle(op.Now):
		delete(c.open, id)
		return nil, errcode.New(43, "cursor id %d not found", id)
	case cur.busy != nil:
		return nil, errcode.New(12051, "cursor id %d is already in use", id)
	}
	cur.busy = op
	return cur, nil
}

// Unpin ends the reservation of a cursor.
func (c *CursorManager) Unpin(cur *Cursor, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cur.busy, cur.used = nil, now
}

// idle reports whether a cursor was unused for cursorTimeout. The cursors of a
// session live as long as the session.
func (cur *Cursor) idle(now time.Time) bool {
	return cur.busy == nil && !cur.NoTimeout && cur.Session == "" && now.Sub(cur.used) >= cursorTimeout
}

// Kill removes a cursor, and reports whether it was open.
func (c *CursorManager) Kill(id int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	cur := c.open[id]
	if cur == nil {
		return false
	}
	c.end(cur)
	return true
}

// end removes a cursor from the list, and interrupts the getMore that reads from it.
func (c *CursorManager) end(cur *Cursor) {
	cur.ended = true
	delete(c.open, cur.ID)
	if cur.busy != nil {
		cur.busy.killed.Store(cur.KilledError())
	}
}

// KilledError returns the error of a getMore whose cursor was killed.
func (cur *Cursor) KilledError() *errcode.Error {
	return errcode.New(237, "cursor was killed: %d", cur.ID)
}

// WasKilled reports whether a cursor was killed since it was pinned.
func (c *CursorManager) WasKilled(cur *Cursor) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return cur.ended
}

// KillByNamespace marks the cursors of a collection that is dropped, replaced or renamed.
func (c *CursorManager) KillByNamespace(namespace string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cur := range c.open {
		if cur.Reads == namespace {
			cur.IsCollectionDropped = true
		}
	}
}

// killSession removes the cursors of a session that ends.
func (c *CursorManager) killSession(session string) {
	c.KillWhere(func(cur *Cursor) bool { return session != "" && cur.Session == session })
}

// killIdle removes the idle cursors.
func (c *CursorManager) killIdle(now time.Time) {
	c.KillWhere(func(cur *Cursor) bool { return cur.idle(now) })
}

// KillWhere removes the cursors for which which returns true.
func (c *CursorManager) KillWhere(which func(*Cursor) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cur := range c.open {
		if which(cur) {
			c.end(cur)
		}
	}
}

// NextBatch pulls up to limit documents, fewer if they would exceed 16 MiB; done
// says that there are no more.
func (c *Cursor) NextBatch(limit int64) (docs bson.A, done bool, err error) {
	docs = bson.A{}
	size := 0
	for int64(len(docs)) < limit {
		if c.Left == 0 {
			return docs, true, nil
		}
		doc, ok, err := c.pull()
		if err != nil {
			return nil, false, err
		}
		if !ok {
			return docs, true, nil
		}
		size += value.Size(doc) + 8
		if size > maxBatchBytes && len(docs) > 0 {
			c.held = doc
			return docs, false, nil
		}
		docs = append(docs, doc)
		if c.Left > 0 {
			c.Left--
		}
	}
	return docs, c.Left == 0, nil
}

func (c *Cursor) pull() (bson.D, bool, error) {
	if c.held != nil {
		doc := c.held
		c.held = nil
		return doc, true, nil
	}
	return c.Next()
}

// FirstBatch answers a command that opens a cursor. The cursor stays open if there
// is more to read and the client may come back for it. A nil batchSize is the default.
func (c *Cursor) FirstBatch(op *Operation, batchSize *int64, single bool) (bson.D, error) {
	size := int64(defaultBatch)
	if batchSize != nil {
		size = *batchSize
	}
	docs, done, err := c.NextBatch(size)
	if err != nil {
		return nil, err
	}
	if done && c.IsOver() {
		return c.Reply("firstBatch", docs, 0, done), nil
	}
	if c.IsTailable || (!done && !single) {
		c.Executor.SaveState()
		c.ID = op.DB.IDs.CursorID()
		c.Session, c.Transaction, c.API = op.Session, op.Store.Transaction, op.API
		op.DB.Cursors.add(c, op.Now)
	}
	return c.Reply("firstBatch", docs, c.ID, done), nil
}

// IsOver reports whether a cursor that has come to its end can return no more.
func (c *Cursor) IsOver() bool {
	return !c.IsTailable || c.Executor.HasEnded()
}

// Reply returns the reply with a batch.
func (c *Cursor) Reply(name string, docs bson.A, id int64, atEnd bool) bson.D {
	reply := CursorReply(name, docs, id, c.Namespace)
	token := c.Executor.PostBatchResumeToken(docs, atEnd)
	if token == nil {
		return reply
	}
	fields := reply[0].Value.(bson.D)
	return bson.D{{Key: "cursor", Value: slices.Insert(fields, 1, bson.E{Key: "postBatchResumeToken", Value: token})}}
}

// CursorReply returns the reply with a batch, which it calls name.
func CursorReply(name string, docs bson.A, id int64, namespace string) bson.D {
	return bson.D{{Key: "cursor", Value: bson.D{
		{Key: name, Value: docs},
		{Key: "id", Value: id},
		{Key: "ns", Value: namespace},
	}}}
}
