package query

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
	"modelbook/generator/memdb/internal/value"
)

// $out fills a collection that no other command sees and puts it in the place of the
// old one at the end. A command that is killed before leaves the old one as it was.

// outTarget makes the collection that $out fills: empty, with the options and indexes
// of the old collection, nil if there is none; series are the options of a time series
// collection, nil for another.
func outTarget(op *engine.Operation, name string, old *catalog.Collection, series *timeseries.Options) (*catalog.Collection, error) {
	d := op.Store.Database(op.Database)
	options, indexes := catalog.CollectionOptions{}, []*storage.Index{}
	switch {
	case old != nil:
		if err := op.CheckNotInUse(op.Database, behind(name, old)); err != nil {
			return nil, err
		}
		options, indexes = old.Options, old.Indexes[1:]
	case series != nil:
		options.TimeSeries = &catalog.TimeSeries{Options: series}
	}
	fresh := &catalog.Collection{Options: options, Validator: options.Validator, UUID: op.DB.IDs.UUID()}
	if old != nil {
		fresh.Validator = old.Validator
	}
	fresh.Collection = storage.NewCollection(d.Namespace(behind(name, fresh)), 0, 0, options.Collation, &op.Store.Undo)
	options.ClusteredIndex.Apply(fresh.Collection)
	fresh.Indexes[0].Unique = !fresh.HoldsMeasurements()
	op.DB.Guard(op.Store, fresh)
	for _, x := range indexes {
		if err := fresh.AddIndex(x.Spec); err != nil {
			return nil, err
		}
	}
	if old == nil {
		return fresh, fresh.AddSeriesIndex()
	}
	return fresh, nil
}

// fillOutTarget inserts the documents, without entries in the log of changes.
func fillOutTarget(op *engine.Operation, fresh *catalog.Collection, docs []bson.D) error {
	op.IsUnlogged = true
	defer func() { op.IsUnlogged = false }()
	for _, doc := range docs {
		yields := op.NumYields
		if err := op.BeforeStatement(); err != nil {
			return err
		}
		if op.NumYields > yields { // which has set it anew, without the bytes of fresh
			op.Store.Reservable -= fresh.Bytes()
		}
		if _, err := op.Insert(fresh, doc); err != nil {
			return err
		}
	}
	return nil
}

// replaceByOutTarget puts a collection that was filled in the place of the old one, if that is
// still as it was.
func replaceByOutTarget(op *engine.Operation, name string, old, fresh *catalog.Collection, series *timeseries.Options) error {
	now, err := op.Store.Database(op.Database).Writable(name)
	switch {
	case err != nil:
		return err
	case now != old || old != nil && len(old.Indexes) != len(fresh.Indexes):
		return errcode.New(125, "collection options of target collection %s changed during processing.", fresh.Name)
	case old == nil:
		if old, err = ensureOutTarget(op, name, series); err != nil {
			return err
		}
	}
	if err := op.CheckNotInUse(op.Database, behind(name, old)); err != nil {
		return err
	}
	fresh.Restart(fresh.Indexes, op.Now)
	op.LogChange(old, &engine.OplogEntry{Refused: "the collection that $out fills before it takes the place of another"})
	op.DB.Cursors.KillByNamespace(old.Name)
	d := op.Store.Database(op.Database)
	op.Store.Undo.Note(func() { d.Collections[behind(name, old)] = old })
	d.Collections[behind(name, old)] = fresh
	return nil
}

// checkOutSeries returns the errors of $out that is to make a time series collection
// where there is another (src/mongo/db/pipeline/document_source_out.cpp).
func checkOutSeries(d *catalog.Database, name string, options *timeseries.Options) error {
	if options == nil {
		return nil
	}
	c := d.Measurements(name)
	switch {
	case c == nil && (d.Views[name] != nil || d.Collections[name] != nil):
		return errcode.New(7268700, "Cannot create a time-series collection from a non time-series collection or view.")
	case c != nil && !c.Options.TimeSeries.Same(options):
		return errcode.New(7406103, "Time-series options inputted must match the existing time-series collection. Received: %s Found: %s",
			value.String(options.Document()), value.String(c.Options.TimeSeries.Document()))
	}
	return nil
}

// ensureOutTarget makes the collection that $out replaces if there is none.
func ensureOutTarget(op *engine.Operation, name string, options *timeseries.Options) (*catalog.Collection, error) {
	if options == nil {
		return op.EnsureCollection(op.Database, name)
	}
	return op.MakeTimeSeries(op.Database, name, &catalog.TimeSeries{Options: options})
}

// behind returns the name of the stored collection c, which clients call name.
func behind(name string, c *catalog.Collection) string {
	if c.HoldsMeasurements() {
		return catalog.BucketsPrefix + name
	}
	return name
}
