package memdb

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
)

// A time series collection is a view, as in the server, of the collection behind it,
// which here holds the measurements themselves. Clients see that one in
// listCollections, and may not read it.

// bucketsPrefix begins the names of the collections behind.
const bucketsPrefix = "system.buckets."

// timeSeries holds the options of a time series collection.
type timeSeries struct {
	*timeseries.Options
	expireAfter *int64 // in seconds
}

func (s *timeSeries) same(other *timeSeries) bool {
	if s.expireAfter == nil || other.expireAfter == nil {
		return s.Same(other.Options) && s.expireAfter == other.expireAfter
	}
	return s.Same(other.Options) && *s.expireAfter == *other.expireAfter
}

// measurements returns the collection behind a time series collection, nil if it is
// none.
func (d *database) measurements(name string) *collection {
	if v := d.views[name]; v != nil && v.series != nil {
		return d.collections[v.on]
	}
	return nil
}

// indexed returns the collection whose indexes a command means.
func (d *database) indexed(name string) (*collection, error) {
	if c := d.measurements(name); c != nil {
		return c, nil
	}
	return d.stored(name)
}

func (d *database) hasTimeSeries() bool {
	for _, v := range d.views {
		if v.series != nil {
			return true
		}
	}
	return false
}

// checkShown refuses the collections that show how the server stores time series
// collections.
func (d *database) checkShown(name string) error {
	switch {
	case strings.HasPrefix(name, bucketsPrefix) && d.collections[name] != nil:
		return errcode.NotImplemented("the buckets of a time series collection")
	case name == viewsName && d.hasTimeSeries():
		return errcode.NotImplemented(viewsName + " of a database with time series collections")
	}
	return nil
}

// checkRawData refuses to show buckets in the place of measurements.
func (r *request) checkRawData() error {
	if r.args.RawData == nil || !*r.args.RawData {
		return nil
	}
	for _, d := range r.store.databases {
		if d.hasTimeSeries() {
			return errcode.NotImplemented(r.name + ".rawData where there are time series collections")
		}
	}
	return nil
}

// maySnapshot refuses to read a collection at a snapshot, outside a transaction,
// if it holds measurements.
func (r *request) maySnapshot(collection string) error {
	if strings.HasPrefix(collection, bucketsPrefix) && r.args.Autocommit == nil && r.args.ReadConcern.level() == "snapshot" {
		return errcode.NotImplemented("readConcern.level snapshot on a time series collection")
	}
	return nil
}

// holdsMeasurements reports whether the collection is one behind a time series
// collection; nil is none.
func (c *collection) holdsMeasurements() bool { return c != nil && c.options.series != nil }

// shownIndexes returns the indexes that clients see: neither time series nor clustered
// collections show one on _id.
func (c *collection) shownIndexes() []*storage.Index {
	if c.holdsMeasurements() || c.isClustered() {
		return c.Indexes[1:]
	}
	return c.Indexes
}

// byTime returns all records in the order of their time, which is that within a
// bucket.
func (c *collection) byTime() []storage.RecordID {
	ids := allRecords(c.Collection)
	slices.SortStableFunc(ids, func(a, b storage.RecordID) int {
		return cmp.Compare(timeseries.Time(c.Get(a)), timeseries.Time(c.Get(b)))
	})
	return ids
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

// checkExpiry returns the error of an expireAfterSeconds that no time series
// collection can have (src/mongo/db/index/index_key_validate.cpp).
func checkExpiry(seconds int64, now time.Time) error {
	switch {
	case seconds < 0 || seconds > math.MaxInt64/1000:
		return errcode.New(errcode.InvalidOptions, "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different number than %d", seconds)
	case seconds > now.Unix():
		return errcode.NotImplemented("an expireAfterSeconds that reaches back before 1970")
	}
	return nil
}
