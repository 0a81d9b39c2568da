package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

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
func outTarget(r *request, name string, old *collection, series *timeseries.Options) (*collection, error) {
	d := r.store.database(r.database)
	options, indexes := collectionOptions{}, []*storage.Index{}
	switch {
	case old != nil:
		if err := r.alone(r.database, behind(name, old)); err != nil {
			return nil, err
		}
		options, indexes = old.options, old.Indexes[1:]
	case series != nil:
		options.series = &timeSeries{Options: series}
	}
	fresh := &collection{options: options, validator: options.validator, uuid: r.db.ids.uuid()}
	if old != nil {
		fresh.validator = old.validator
	}
	fresh.Collection = storage.NewCollection(d.namespace(behind(name, fresh)), 0, 0, options.collation, &r.store.undo)
	options.clustered.cluster(fresh.Collection)
	fresh.Indexes[0].Unique = !fresh.holdsMeasurements()
	r.db.guard(r.store, fresh)
	for _, x := range indexes {
		if err := fresh.AddIndex(x.Spec); err != nil {
			return nil, err
		}
	}
	if old == nil {
		return fresh, fresh.addSeriesIndex()
	}
	return fresh, nil
}

// fillOutTarget inserts the documents, without entries in the log of changes.
func fillOutTarget(r *request, fresh *collection, docs []bson.D) error {
	r.quiet = true
	defer func() { r.quiet = false }()
	for _, doc := range docs {
		yields := r.yields
		if err := r.beforeStatement(); err != nil {
			return err
		}
		if r.yields > yields { // which has set it anew, without the bytes of fresh
			r.store.reservable -= fresh.Bytes()
		}
		if _, err := r.insert(fresh, doc); err != nil {
			return err
		}
	}
	return nil
}

// replaceByOutTarget puts a collection that was filled in the place of the old one, if that is
// still as it was.
func replaceByOutTarget(r *request, name string, old, fresh *collection, series *timeseries.Options) error {
	now, err := r.store.database(r.database).writable(name)
	switch {
	case err != nil:
		return err
	case now != old || old != nil && len(old.Indexes) != len(fresh.Indexes):
		return errcode.New(125, "collection options of target collection %s changed during processing.", fresh.Name)
	case old == nil:
		if old, err = ensureOutTarget(r, name, series); err != nil {
			return err
		}
	}
	if err := r.alone(r.database, behind(name, old)); err != nil {
		return err
	}
	fresh.restart(fresh.Indexes, r.now)
	r.note(old, &logEntry{refused: "the collection that $out fills before it takes the place of another"})
	r.db.cursors.killOf(old.Name)
	d := r.store.database(r.database)
	r.store.undo.Note(func() { d.collections[behind(name, old)] = old })
	d.collections[behind(name, old)] = fresh
	return nil
}

// checkOutSeries returns the errors of $out that is to make a time series collection
// where there is another (src/mongo/db/pipeline/document_source_out.cpp).
func checkOutSeries(d *database, name string, options *timeseries.Options) error {
	if options == nil {
		return nil
	}
	c := d.measurements(name)
	switch {
	case c == nil && (d.views[name] != nil || d.collections[name] != nil):
		return errcode.New(7268700, "Cannot create a time-series collection from a non time-series collection or view.")
	case c != nil && !c.options.series.Same(options):
		return errcode.New(7406103, "Time-series options inputted must match the existing time-series collection. Received: %s Found: %s",
			value.String(options.Document()), value.String(c.options.series.Document()))
	}
	return nil
}

// ensureOutTarget makes the collection that $out replaces if there is none.
func ensureOutTarget(r *request, name string, options *timeseries.Options) (*collection, error) {
	if options == nil {
		return r.ensure(r.database, name)
	}
	return r.makeTimeSeries(r.database, name, &timeSeries{Options: options})
}

// behind returns the name of the stored collection c, which clients call name.
func behind(name string, c *collection) string {
	if c.holdsMeasurements() {
		return bucketsPrefix + name
	}
	return name
}
