package memdb

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
)

// maySnapshot refuses to read a collection at a snapshot, outside a transaction,
// if it holds measurements.
func (r *request) maySnapshot(collection string) error {
	if strings.HasPrefix(collection, bucketsPrefix) && r.readsSnapshot {
		return errcode.NotImplemented("readConcern.level snapshot on a time series collection")
	}
	return nil
}

// insertMeasurement stores a measurement; its _id need not be unique.
func (w *writer) insertMeasurement(c *collection, doc bson.D) error {
	doc, err := c.options.series.Measurement(doc)
	if err != nil {
		return err
	}
	if depth(doc) > maxNesting {
		return errcode.New(errcode.Overflow, "cannot insert document because it exceeds %d levels of nesting", maxNesting)
	}
	stored, err := storage.NewDocument(doc)
	if err != nil {
		return err
	}
	if err := w.reserve(stored.Size()); err != nil {
		return err
	}
	_, err = c.Insert(stored)
	return err
}

// expireMeasurements deletes the measurements that expired at least the span of a
// bucket ago: the server deletes whole buckets.
func (w *writer) expireMeasurements(c *collection) error {
	s := c.options.series
	if s == nil || s.expireAfter == nil {
		return nil
	}
	limit := bson.DateTime(w.now.Add(-time.Duration(*s.expireAfter+s.Span()) * time.Second).UnixMilli())
	for id, raw := c.After(0); id != 0; id, raw = c.After(id) {
		if timeseries.Time(raw) > limit {
			continue
		}
		old, err := c.Fields(id)
		if err != nil {
			return err
		}
		if err := w.remove(c, id, old); err != nil && !errcode.Is(err, errcode.WriteConflict) {
			return err
		}
	}
	return nil
}

// makeTimeSeries makes a time series collection and the one behind it.
func (w *writer) makeTimeSeries(database, name string, s *timeSeries) (*collection, error) {
	if w.store.transaction != nil {
		return nil, errcode.NotImplemented("creating a time series collection in a transaction")
	}
	c, err := w.makeCollection(database, bucketsPrefix+name, collectionOptions{series: s})
	if err != nil {
		return nil, err
	}
	c.Indexes[0].Unique = false
	if err := c.addSeriesIndex(); err != nil {
		return nil, err
	}
	c.restart(c.Indexes[1:], w.now)
	d := w.store.databases[database]
	if d.collections[viewsName] == nil {
		if _, err := w.makeCollection(database, viewsName, collectionOptions{internal: true}); err != nil {
			return nil, err
		}
	}
	w.defineTimeSeries(d, name, s)
	return c, nil
}

// defineTimeSeries makes or changes the view of the measurements.
func (w *writer) defineTimeSeries(d *database, name string, s *timeSeries) {
	old := d.views[name]
	d.views[name] = &view{on: bucketsPrefix + name, reads: []string{bucketsPrefix + name}, series: s}
	w.store.undo.Note(func() { d.restoreView(name, old) })
}
