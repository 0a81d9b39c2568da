package command

import (
	"math"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

func (c *createCommand) createTimeSeries(op *engine.Operation, d *catalog.Database, name string) error {
	if other := c.besideTimeSeries(); other != "" {
		return errcode.New(errcode.InvalidOptions, "%s: 'timeseries' is not allowed with '%s'", d.Namespace(name), other)
	}
	if c.Collation != nil {
		return errcode.NotImplemented("create.collation of a time series collection")
	}
	options, err := c.TimeSeries.Complete()
	if err != nil {
		return err
	}
	if err := options.Check(d.Namespace(name)); err != nil {
		return err
	}
	if c.Expiry != nil {
		if err := checkExpiry(*c.Expiry, op.Now); err != nil {
			return err
		}
	}
	if err := storage.CheckCollection(d.Name, catalog.BucketsPrefix+name); err != nil {
		return err
	}
	made := &catalog.TimeSeries{Options: options, ExpireAfter: c.Expiry}
	if v := d.Views[name]; v != nil && v.TimeSeries != nil && v.TimeSeries.Equal(made) {
		return nil
	}
	if d.Views[name] != nil || d.Collections[name] != nil {
		return d.ExistsError(name)
	}
	_, err = op.MakeTimeSeries(op.Database, name, made)
	return err
}

// besideTimeSeries names an option that no time series collection has, "" if
// there is none.
func (c *createCommand) besideTimeSeries() string {
	switch {
	case bool(c.Capped):
		return "capped"
	case c.Size != nil:
		return "size"
	case c.Max != nil:
		return "max"
	case c.ViewOn != nil:
		return "viewOn"
	case c.Pipeline != nil:
		return "pipeline"
	case c.AutoID != nil:
		return "autoIndexId"
	case c.IDIndex != nil:
		return "idIndex"
	case c.Images != nil:
		return imagesName
	}
	return c.field()
}

func dropTimeSeries(op *engine.Operation, d *catalog.Database, name string) (bson.D, error) {
	v := d.Views[name]
	if err := op.CheckNotInUse(op.Database, v.On); err != nil {
		return nil, err
	}
	was := len(d.Collections[v.On].ShownIndexes())
	delete(d.Views, name)
	op.RemoveCollection(op.Database, v.On)
	return bson.D{{Key: "nIndexesWas", Value: int32(was)}, {Key: "ns", Value: d.Namespace(name)}}, nil
}

// changeTimeSeries runs collMod on a time series collection.
func (c *collModCommand) changeTimeSeries(op *engine.Operation, d *catalog.Database, name string) (bson.D, error) {
	coll := d.Measurements(name)
	if c.CappedSize != nil || c.CappedMax != nil {
		return nil, errcode.NotImplemented("collMod.cappedSize and cappedMax on a time series collection")
	}
	if other := c.besideTimeSeries(); other != "" {
		return nil, errcode.New(errcode.InvalidOptions, "option not supported on a time-series collection: %s", other)
	}
	if err := op.CheckNotInUse(op.Database, catalog.BucketsPrefix+name); err != nil {
		return nil, err
	}
	changed, err := c.changedSeries(coll.Options.TimeSeries, op)
	if err != nil {
		return nil, err
	}
	reply := bson.D{}
	if c.Index != nil {
		if c.Index.ExpireAfter != nil || c.Index.Unique != nil || c.Index.PrepareUnique != nil {
			return nil, errcode.New(errcode.InvalidOptions, "TTL and unique indexes are not supported on a time-series collection")
		}
		if reply, err = c.Index.apply(coll, op.Now); err != nil {
			return nil, err
		}
	}
	coll.Version++
	coll.Options.TimeSeries = changed
	op.DefineTimeSeries(d, name, changed)
	return reply, nil
}

func (c *collModCommand) besideTimeSeries() string {
	switch {
	case c.ViewOn != nil:
		return "viewOn"
	case c.Pipeline != nil:
		return "pipeline"
	case c.Images != nil:
		return imagesName
	}
	return c.field()
}

func (c *collModCommand) changedSeries(old *catalog.TimeSeries, op *engine.Operation) (*catalog.TimeSeries, error) {
	changed := *old
	if c.TimeSeries != nil {
		var err error
		if changed.Options, err = old.Changed(*c.TimeSeries); err != nil {
			return nil, err
		}
	}
	switch v := c.Expiry.(type) {
	case nil:
	case string:
		if v != "off" {
			return nil, errcode.New(errcode.InvalidOptions, "Invalid string value for the 'clusteredIndex::expireAfterSeconds' option. Got: '%s'. Accepted value is 'off'", v)
		}
		changed.ExpireAfter = nil
	default:
		seconds := value.ClampLong(v)
		if err := checkExpiry(seconds, op.Now); err != nil {
			return nil, err
		}
		changed.ExpireAfter = &seconds
	}
	return &changed, nil
}

// checkSeriesIndexes returns the errors of indexes that no time series collection
// has, and refuses those on measurements, whose keys are of buckets: those of
// arrays, and of mixed types, have errors of their own
// (timeseries_commands_conversion_helper.cpp).
func checkSeriesIndexes(c *catalog.Collection, specs []bson.D) error {
	if !c.HoldsMeasurements() {
		return nil
	}
	for _, spec := range specs {
		if err := checkSeriesIndex(c, spec); err != nil {
			return err
		}
	}
	return nil
}

func checkSeriesIndex(c *catalog.Collection, spec bson.D) error {
	key, _ := value.Get(spec, "key").(bson.D)
	onMeasurements := slices.ContainsFunc(key, func(f bson.E) bool { return !c.Options.TimeSeries.Has(f.Key) })
	hashed := slices.ContainsFunc(key, func(f bson.E) bool {
		return f.Value == any("hashed") && (!c.Options.TimeSeries.Has(f.Key) || f.Key == c.Options.TimeSeries.TimeField)
	})
	given := func(option string) bool { return value.Truthy(value.Get(spec, option)) }
	switch {
	case slices.ContainsFunc(key, func(f bson.E) bool { return f.Value == any("text") }):
		return errcode.New(errcode.InvalidOptions, "Text indexes are not supported on time-series collections")
	case given("unique"):
		return errcode.New(errcode.InvalidOptions, "Unique indexes are not supported on time-series collections")
	case given("sparse") && onMeasurements:
		return errcode.New(errcode.InvalidOptions, "Sparse indexes are not supported on time-series measurements")
	case !value.IsMissing(value.Get(spec, "partialFilterExpression")):
		return errcode.NotImplemented("createIndexes.indexes.partialFilterExpression on a time series collection")
	case !value.IsMissing(value.Get(spec, "expireAfterSeconds")):
		return errcode.New(errcode.InvalidOptions, "TTL indexes on time-series collections require a partialFilterExpression on the metaField")
	case hashed:
		return errcode.New(errcode.CannotCreateIndex, "Invalid index spec for time-series collection: %s. Indexes on measurement fields must be ascending or descending (numbers only), or '2dsphere'", value.String(key))
	case onMeasurements && len(key) > 0 && !strings.HasPrefix(key[0].Key, "$"):
		return errcode.NotImplemented("an index on the measurements of a time series collection")
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
