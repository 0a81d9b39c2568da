package memdb

import (
	"cmp"
	"slices"
	"strings"

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

// addSeriesIndex adds the index that a time series collection begins with.
func (c *collection) addSeriesIndex() error {
	s := c.options.series
	if s == nil || s.Index() == nil {
		return nil
	}
	return c.AddIndex(storage.Spec{Name: s.MetaField + "_1_" + s.TimeField + "_1", Key: s.Index()})
}
