package engine

import (
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/plan"
	"modelbook/generator/memdb/internal/storage"
)

// expirePeriod is how often the server looks for documents that have expired.
const expirePeriod = time.Minute

// Housekeep lets documents, sessions and cursors expire before a command if a period
// has passed since the last time. No goroutine does so, so that the documents that a
// command sees depend on the clock alone.
func (db *DB) Housekeep(now time.Time) error {
	last := db.expired.Load()
	if now.Unix()-last < int64(expirePeriod/time.Second) || !db.expired.CompareAndSwap(last, now.Unix()) {
		return nil
	}
	_, err := db.WriteUnitOfWork(&db.Store, func() (bson.D, error) {
		if err := (&Writer{DB: db, Store: &db.Store, Now: now}).expireDocuments(); err != nil {
			return nil, err
		}
		db.EndSessions(db.Sessions.idle(now))
		db.Cursors.killIdle(now)
		return nil, nil
	})
	return err
}

func (w *Writer) expireDocuments() error {
	for _, d := range w.Store.Databases {
		for _, c := range d.Collections {
			if err := w.expireMeasurements(c); err != nil {
				return err
			}
			for _, x := range c.Indexes {
				if err := w.expire(c, x); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// expire deletes the documents whose date, or smallest date of an array, is as
// old as an index says; values of other types never expire.
func (w *Writer) expire(c *catalog.Collection, x *storage.Index) error {
	if x.ExpireAfter == nil {
		return nil
	}
	limit := bson.DateTime(w.Now.Add(-time.Duration(*x.ExpireAfter) * time.Second).UnixMilli())
	intervals, _ := plan.Intervals("$lte", limit, true)
	for _, id := range x.Walk(storage.Bounds{intervals}, false).Rest() {
		old, err := c.Fields(id)
		if err != nil {
			return err
		}
		if err := w.Remove(c, id, old); err != nil && !errcode.Is(err, errcode.WriteConflict) { // with a transaction: the document expires the next time
			return err
		}
	}
	return nil
}
