package catalog

import (
	"cmp"
	"slices"

	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/timeseries"
)

// A time series collection is a view, as in the server, of the collection behind it,
// which here holds the measurements themselves. Clients see that one in
// listCollections, and may not read it.

// BucketsPrefix begins the names of the collections behind.
const BucketsPrefix = "system.buckets."

// TimeSeries holds the options of a time series collection.
type TimeSeries struct {
	*timeseries.Options
	ExpireAfter *int64 // in seconds
}

// Equal reports whether two time series collections have the same options.
func (s *TimeSeries) Equal(other *TimeSeries) bool {
	if s.ExpireAfter == nil || other.ExpireAfter == nil {
		return s.Same(other.Options) && s.ExpireAfter == other.ExpireAfter
	}
	return s.Same(other.Options) && *s.ExpireAfter == *other.ExpireAfter
}

// Measurements returns the collection behind a time series collection, nil if it is
// none.
func (d *Database) Measurements(name string) *Collection {
	if v := d.Views[name]; v != nil && v.TimeSeries != nil {
		return d.Collections[v.On]
	}
	return nil
}

// Indexed returns the collection whose indexes a command means.
func (d *Database) Indexed(name string) (*Collection, error) {
	if c := d.Measurements(name); c != nil {
		return c, nil
	}
	return d.Stored(name)
}

// HasTimeSeries reports whether one of the collections is a time series.
func (d *Database) HasTimeSeries() bool {
	for _, v := range d.Views {
		if v.TimeSeries != nil {
			return true
		}
	}
	return false
}

// HoldsMeasurements reports whether the collection is one behind a time series
// collection; nil is none.
func (c *Collection) HoldsMeasurements() bool { return c != nil && c.Options.TimeSeries != nil }

// ShownIndexes returns the indexes that clients see: neither time series nor clustered
// collections show one on _id.
func (c *Collection) ShownIndexes() []*storage.Index {
	if c.HoldsMeasurements() || c.IsClustered() {
		return c.Indexes[1:]
	}
	return c.Indexes
}

// ByTime returns all records in the order of their time, which is that within a
// bucket.
func (c *Collection) ByTime() []storage.RecordID {
	ids := AllRecords(c.Collection)
	slices.SortStableFunc(ids, func(a, b storage.RecordID) int {
		return cmp.Compare(timeseries.Time(c.Get(a)), timeseries.Time(c.Get(b)))
	})
	return ids
}

// AddSeriesIndex adds the index that a time series collection begins with.
func (c *Collection) AddSeriesIndex() error {
	s := c.Options.TimeSeries
	if s == nil || s.Index() == nil {
		return nil
	}
	return c.AddIndex(storage.Spec{Name: s.MetaField + "_1_" + s.TimeField + "_1", Key: s.Index()})
}
