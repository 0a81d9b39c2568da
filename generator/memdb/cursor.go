package memdb

import (
	"slices"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/pipeline"
	"modelbook/generator/memdb/internal/value"
)

const maxBatchBytes = 16 << 20

// cursorTimeout is how long a cursor without a session stays open unused.
const cursorTimeout = 10 * time.Minute

// cursor is a result that is not read to its end yet.
type cursor struct {
	id          int64
	namespace   string
	reads       string // "db.coll" of the collection, which may be behind a view
	session     string
	transaction *transaction // in which it was opened, nil for none
	api         declaredAPI  // of the command that opened it
	next        pipeline.Next
	held        bson.D // pulled, but it did not fit in the last batch
	left        int64  // documents that a limit still allows; negative for any
	executor    planExecutor
	tailable    bool // it stays open at the end, and returns documents inserted later
	awaits      bool // and waits there for a while
	noTimeout   bool
	killed      bool // its collection was dropped or renamed; changes under the database's lock

	// these belong to the list of cursors
	busy  *request // the getMore that reads from it
	ended bool     // it was killed meanwhile
	used  time.Time
}

// planExecutor is the query or pipeline from which a cursor reads.
type planExecutor interface {
	// saveState prepares it for the time between two commands.
	saveState()
	// restoreState prepares it to read on for another command.
	restoreState(r *request) error
	// postBatchResumeToken returns the token from which a client may resume after a
	// batch; it is nil for all but change streams.
	postBatchResumeToken(docs bson.A, atEnd bool) any
	// hasEnded reports whether a change stream has ended.
	hasEnded() bool
}

// cursors are the open cursors by id.
type cursors struct {
	mu   sync.Mutex
	open map[int64]*cursor
}

func (c *cursors) add(cur *cursor, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cur.used = now
	c.open[cur.id] = cur
}

// pin reserves a cursor for a getMore, which must release it.
func (c *cursors) pin(id int64, r *request) (*cursor, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cur := c.open[id]
	switch {
	case cur == nil || cur.idle(r.now):
		delete(c.open, id)
		return nil, errcode.New(43, "cursor id %d not found", id)
	case cur.busy != nil:
		return nil, errcode.New(12051, "cursor id %d is already in use", id)
	}
	cur.busy = r
	return cur, nil
}

func (c *cursors) release(cur *cursor, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cur.busy, cur.used = nil, now
}

// idle reports whether a cursor was unused for cursorTimeout. The cursors of a
// session live as long as the session.
func (cur *cursor) idle(now time.Time) bool {
	return cur.busy == nil && !cur.noTimeout && cur.session == "" && now.Sub(cur.used) >= cursorTimeout
}

// kill removes a cursor, and reports whether it was open.
func (c *cursors) kill(id int64) bool {
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
func (c *cursors) end(cur *cursor) {
	cur.ended = true
	delete(c.open, cur.id)
	if cur.busy != nil {
		cur.busy.killed.Store(cur.wasKilled())
	}
}

func (cur *cursor) wasKilled() *errcode.Error {
	return errcode.New(237, "cursor was killed: %d", cur.id)
}

func (c *cursors) wasKilled(cur *cursor) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return cur.ended
}

// killOf marks the cursors of a collection that is dropped, replaced or renamed.
func (c *cursors) killOf(namespace string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cur := range c.open {
		if cur.reads == namespace {
			cur.killed = true
		}
	}
}

// killSession removes the cursors of a session that ends.
func (c *cursors) killSession(session string) {
	c.killWhere(func(cur *cursor) bool { return session != "" && cur.session == session })
}

// killIdle removes the idle cursors.
func (c *cursors) killIdle(now time.Time) {
	c.killWhere(func(cur *cursor) bool { return cur.idle(now) })
}

func (c *cursors) killWhere(which func(*cursor) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cur := range c.open {
		if which(cur) {
			c.end(cur)
		}
	}
}

// batch pulls up to limit documents, fewer if they would exceed 16 MiB; done
// says that there are no more.
func (c *cursor) batch(limit int64) (docs bson.A, done bool, err error) {
	docs = bson.A{}
	size := 0
	for int64(len(docs)) < limit {
		if c.left == 0 {
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
		if c.left > 0 {
			c.left--
		}
	}
	return docs, c.left == 0, nil
}

func (c *cursor) pull() (bson.D, bool, error) {
	if c.held != nil {
		doc := c.held
		c.held = nil
		return doc, true, nil
	}
	return c.next()
}

// first answers a command that opens a cursor. The cursor stays open if there
// is more to read and the client may come back for it.
func (c *cursor) first(r *request, batchSize int64, single bool) (bson.D, error) {
	docs, done, err := c.batch(batchSize)
	if err != nil {
		return nil, err
	}
	if done && c.isOver() {
		return c.reply("firstBatch", docs, 0, done), nil
	}
	if c.tailable || (!done && !single) {
		c.executor.saveState()
		c.id = r.db.ids.cursorID()
		c.session, c.transaction, c.api = r.session, r.store.transaction, r.api
		r.db.cursors.add(c, r.now)
	}
	return c.reply("firstBatch", docs, c.id, done), nil
}

// isOver reports whether a cursor that has come to its end can return no more.
func (c *cursor) isOver() bool {
	return !c.tailable || c.executor.hasEnded()
}

// reply returns the reply with a batch.
func (c *cursor) reply(name string, docs bson.A, id int64, atEnd bool) bson.D {
	reply := cursorReply(name, docs, id, c.namespace)
	token := c.executor.postBatchResumeToken(docs, atEnd)
	if token == nil {
		return reply
	}
	fields := reply[0].Value.(bson.D)
	return bson.D{{Key: "cursor", Value: slices.Insert(fields, 1, bson.E{Key: "postBatchResumeToken", Value: token})}}
}

func cursorReply(name string, docs bson.A, id int64, namespace string) bson.D {
	return bson.D{{Key: "cursor", Value: bson.D{
		{Key: name, Value: docs},
		{Key: "id", Value: id},
		{Key: "ns", Value: namespace},
	}}}
}
