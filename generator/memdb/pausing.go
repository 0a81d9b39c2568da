package memdb

import (
	"strings"
	"time"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

// An update or a delete of many documents lets the others read and write now and
// then, between two documents, as the server's do: what it has done by then stays,
// and what it has found by then it looks at again. It does so on a standalone
// only, where no conflict can begin it anew, and without a collation, which might
// refuse a string in the middle.

// mayLast says whether the writes to what a query finds can be made in parts.
func (q *query) mayLast() bool {
	if q.coll == nil || q.req.db.replicaSet || q.collation != nil || q.coll.Capped() {
		return false
	}
	for _, x := range q.coll.Indexes {
		if x.Collation != nil {
			return false
		}
	}
	return true
}

// pause lets in who waits, if the command has held the lock to write for long; the
// error is that of a collection which is gone then.
func (r *request) pause(c *storage.Collection) error {
	if !r.lasts || time.Since(r.writing) < yieldAfter {
		return nil
	}
	name := c.Name
	r.db.keep(r.store)
	r.db.mu.Unlock()
	r.db.writes.done()
	r.waiting.Store(true)
	r.db.lock()
	r.waiting.Store(false)
	r.db.prepare(r.store)
	r.writing, r.paused = time.Now(), true
	database, collection, _ := strings.Cut(name, ".")
	if now := r.store.collection(database, collection); now == nil || now.Collection != c {
		return errcode.New(175, "collection dropped or renamed: %s", name)
	}
	return nil
}

// still gives a record as it is now, if others may have written since it was found;
// ok is false if the filter does not find it any more.
func (q *query) still(hit located) (now located, ok bool, err error) {
	if !q.req.lasts {
		return hit, true, nil
	}
	if err := q.req.expired(); err != nil {
		return hit, false, err
	}
	if err := q.req.pause(q.coll.Collection); err != nil || !q.req.paused {
		return hit, err == nil, err
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
