package memdb

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

// A long write lets the others read and write now and then, as the server's do:
// an insert, or any write of several statements, between two of them, an update or
// a delete of many documents between two documents. What it has done by then
// stays, and what it has found by then it looks at again; a conflict with a
// transaction is waited out where it is met. It does so in no transaction, and
// nowhere where a refusal might come in the middle: a collation might refuse a
// string, a capped collection a document, a time series collection either.

// mayLast says whether writes to a collection can be made in parts.
func (r *request) mayLast(c *collection) bool {
	if c == nil || r.store.transaction != nil || c.options.collation != nil || c.Capped() || c.holdsMeasurements() {
		return false
	}
	for _, x := range c.Indexes {
		if x.Collation != nil {
			return false
		}
	}
	return true
}

// mayLast says whether the writes to what a query finds can be made in parts.
func (q *query) mayLast() bool { return q.collation == nil && q.req.mayLast(q.coll) }

// mayWriteInParts says whether a pipeline may read on, and write, while others
// write: what $out fills is not seen before it is full; what $merge writes stays.
func (r *request) mayWriteInParts(stages bson.A, collation *value.Collation) bool {
	last, _ := stages[len(stages)-1].(bson.D)
	if r.store.transaction != nil || last[0].Key == "$out" {
		return r.store.transaction == nil
	}
	into := last[0].Value
	for _, option := range []string{"into", "coll"} {
		if spec, is := into.(bson.D); is {
			into = value.Get(spec, option)
		}
	}
	name, _ := into.(string)
	coll, err := r.store.database(r.database).writable(name)
	return err == nil && collation == nil && (coll == nil || r.mayLast(coll))
}

// apart runs what must not be disturbed of a command that lets others in while it
// reads, and lets them in before.
func (r *request) apart(run func() error) error {
	defer func(free bool) { r.free = free }(r.free)
	r.free = false
	if err := r.between(); err != nil {
		return err
	}
	return r.unhindered(run)
}

// pause lets in who waits, if the command has held the lock to write for long; the
// error is that of a collection which is gone then.
func (r *request) pause(c *storage.Collection) error {
	if !r.lasts || time.Since(r.writing) < r.db.patience {
		return nil
	}
	name := c.Name
	r.letIn(func() {})
	return r.stillThere(name, c)
}

// letIn gives the lock to write away for as long as a wait takes.
func (r *request) letIn(wait func()) {
	r.db.keep(r.store)
	r.db.mu.Unlock()
	r.db.writes.done()
	r.waiting.Store(true)
	wait()
	r.db.lock()
	r.waiting.Store(false)
	r.db.prepare(r.store)
	r.writing = time.Now()
	r.pauses++
}

// stillThere gives the error of a collection that was dropped or renamed.
func (r *request) stillThere(namespace string, c *storage.Collection) error {
	database, name, _ := strings.Cut(namespace, ".")
	if now := r.store.collection(database, name); now == nil || now.Collection != c {
		return errcode.New(175, "collection dropped or renamed: %s", namespace)
	}
	return nil
}

// between is asked before each statement of a write: it ends the command if it must
// end, and lets others in if that may be. Who asks for no acknowledgement may be
// gone by then.
func (r *request) between() error {
	if err := r.expired(); err != nil && !r.args.unacknowledged() {
		return err
	}
	if r.inParts && time.Since(r.writing) >= r.db.patience {
		r.letIn(func() {})
	}
	return nil
}

// unhindered makes one write, again and again until no transaction is in its way.
// A command that is not made in parts begins anew as a whole.
func (r *request) unhindered(write func() error) error {
	for {
		err := write()
		if !r.inParts || !errcode.Is(err, errcode.WriteConflict) {
			return err
		}
		ended := r.db.transactions.ended.next()
		r.letIn(func() { r.db.awaitTransaction(r, ended) })
		if err := r.expired(); err != nil {
			return err
		}
	}
}

// each writes to a record that the query has found, if that is still so. Only what
// may let others in looks again; the others' statement begins anew.
func (q *query) each(hit located, write func(located) error) error {
	if !q.req.lasts {
		return write(hit)
	}
	return q.req.unhindered(func() error {
		now, ok, err := q.still(hit)
		if err != nil || !ok {
			return err
		}
		return write(now)
	})
}

// still gives a record as it is now, if others may have written since it was found;
// ok is false if the filter does not find it any more.
func (q *query) still(hit located) (now located, ok bool, err error) {
	if err := q.req.expired(); err != nil {
		return hit, false, err
	}
	if err := q.req.pause(q.coll.Collection); err != nil {
		return hit, false, err
	}
	if q.req.pauses == 0 {
		return hit, true, nil
	}
	if err := q.req.stillThere(q.coll.Name, q.coll.Collection); err != nil {
		return hit, false, err
	}
	raw := q.coll.Get(hit.id)
	if raw == nil {
		return hit, false, nil
	}
	doc, err := value.Decode(raw)
	if err != nil {
		return hit, false, err
	}
	ok, err = q.matches(doc)
	return located{hit.id, doc, q.result}, ok, err
}
