package engine

import (
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
)

// CheckSnapshot refuses to read a collection at a snapshot, outside a transaction,
// if it holds measurements.
func (op *Operation) CheckSnapshot(collection string) error {
	if strings.HasPrefix(collection, catalog.BucketsPrefix) && op.ReadsSnapshot {
		return errcode.NotImplemented("readConcern.level snapshot on a time series collection")
	}
	return nil
}

// insertMeasurement stores a measurement; its _id need not be unique.
func (w *Writer) insertMeasurement(c *catalog.Collection, doc bson.D) error {
	doc, err := c.Options.TimeSeries.Measurement(doc)
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
	if err := w.ReserveBytes(stored.Size()); err != nil {
		return err
	}
	_, err = c.Insert(stored)
	return err
}

// expireMeasurements deletes the measurements that expired at least the span of a
// bucket ago: the server deletes whole buckets.
func (w *Writer) expireMeasurements(c *catalog.Collection) error {
	s := c.Options.TimeSeries
	if s == nil || s.ExpireAfter == nil {
		return nil
	}
	limit := bson.DateTime(w.Now.Add(-time.Duration(*s.ExpireAfter+s.Span()) * time.Second).UnixMilli())
	for id, raw := c.After(0); id != 0; id, raw = c.After(id) {
		if timeseries.Time(raw) > limit {
			continue
		}
		old, err := c.Fields(id)
		if err != nil {
			return err
		}
		if err := w.Remove(c, id, old); err != nil && !errcode.Is(err, errcode.WriteConflict) {
			return err
		}
	}
	return nil
}

// MakeTimeSeries makes a time series collection and the one behind it.
func (w *Writer) MakeTimeSeries(database, name string, s *catalog.TimeSeries) (*catalog.Collection, error) {
	if w.Store.Transaction != nil {
		return nil, errcode.NotImplemented("creating a time series collection in a transaction")
	}
	c, err := w.MakeCollection(database, catalog.BucketsPrefix+name, catalog.CollectionOptions{TimeSeries: s})
	if err != nil {
		return nil, err
	}
	c.Indexes[0].Unique = false
	if err := c.AddSeriesIndex(); err != nil {
		return nil, err
	}
	c.Restart(c.Indexes[1:], w.Now)
	d := w.Store.Databases[database]
	if d.Collections[catalog.ViewsName] == nil {
		if _, err := w.MakeCollection(database, catalog.ViewsName, catalog.CollectionOptions{IsInternal: true}); err != nil {
			return nil, err
		}
	}
	w.DefineTimeSeries(d, name, s)
	return c, nil
}

// DefineTimeSeries makes or changes the view of the measurements.
func (w *Writer) DefineTimeSeries(d *catalog.Database, name string, s *catalog.TimeSeries) {
	old := d.Views[name]
	d.Views[name] = &catalog.View{On: catalog.BucketsPrefix + name, Reads: []string{catalog.BucketsPrefix + name}, TimeSeries: s}
	w.Store.Undo.Note(func() { d.RestoreView(name, old) })
}
