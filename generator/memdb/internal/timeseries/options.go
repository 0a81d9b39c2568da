// Package timeseries implements what distinguishes a time series collection: its
// options, and the form in which it returns its measurements.
//
// The server keeps measurements in buckets; here they are kept one by one. Everything
// that depends on which of them share a bucket is refused, unless the server leaves it
// open: the order of measurements (here that of their time, which is the order within
// a bucket), the order of fields behind the time and the meta field (here as they
// came), and when a measurement is deleted that is older than expireAfterSeconds (here
// when no bucket could keep it any longer).
//
// Source: the manual's chapter "Time Series"; src/mongo/db/timeseries of the server.
package timeseries

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
)

// Options are those of the command create, complete.
type Options struct {
	TimeField string
	MetaField string // "" for none
	bucketing
}

// bucketing is the length of buckets; the granularity is "" if that was set in
// seconds.
type bucketing struct {
	granularity    string
	span, rounding int64 // in seconds
}

// Given are the options as they are in a command.
type Given struct {
	TimeField string  `idl:"timeField,required"`
	MetaField *string `idl:"metaField"`
	Bucketing
}

// Bucketing holds the options of a command that set the buckets.
type Bucketing struct {
	Granularity *string `idl:"granularity,enum=seconds|minutes|hours"`
	Rounding    *int64  `idl:"bucketRoundingSeconds,min=1,max=31536000"`
	MaxSpan     *int64  `idl:"bucketMaxSpanSeconds,min=1,max=31536000"`
}

var fields = idl.Of[Given]("")

// Parse reads the options in a stage of a pipeline, at a path. Options with which no
// command could make a collection are refused.
func Parse(path string, doc bson.D) (*Options, error) {
	var given Given
	if err := fields.Parse(path, doc, &given); err != nil {
		return nil, err
	}
	o, err := given.Complete()
	if err == nil && o.Check("") != nil {
		err = errcode.NotImplemented(path + " with these fields")
	}
	return o, err
}

// granularities are their spans and roundings, by name.
var granularities = map[string]bucketing{
	"seconds": {"seconds", 3600, 60},
	"minutes": {"minutes", 86400, 3600},
	"hours":   {"hours", 2592000, 86400},
}

// Complete fills in the options that were left out, or returns the server's error for
// options that do not go together.
func (g *Given) Complete() (*Options, error) {
	o := &Options{TimeField: g.TimeField, bucketing: granularities["seconds"]}
	if g.MetaField != nil {
		o.MetaField = *g.MetaField
	}
	buckets, err := g.Bucketing.complete()
	if err == nil && buckets != nil {
		o.bucketing = *buckets
	}
	return o, err
}

// complete returns nil if no option is set.
func (b *Bucketing) complete() (*bucketing, error) {
	switch {
	case b.Granularity == nil && b.MaxSpan == nil && b.Rounding == nil:
		return nil, nil
	case b.Granularity == nil && (b.MaxSpan == nil || b.Rounding == nil || *b.MaxSpan != *b.Rounding):
		return nil, errcode.New(errcode.InvalidOptions, "Timeseries 'bucketMaxSpanSeconds' and 'bucketRoundingSeconds' need to be set to the same value")
	case b.Granularity == nil:
		return &bucketing{span: *b.MaxSpan, rounding: *b.Rounding}, nil
	}
	made := granularities[*b.Granularity]
	switch {
	case b.MaxSpan != nil && *b.MaxSpan != made.span:
		return nil, errcode.New(errcode.InvalidOptions, "Timeseries 'bucketMaxSpanSeconds' is not configurable to a value other than the default of %d for the provided granularity", made.span)
	case b.Rounding != nil:
		return nil, errcode.New(errcode.InvalidOptions, "Timeseries 'bucketRoundingSeconds' is not configurable when granularity is specified")
	}
	return &made, nil
}

// Check returns the error for fields that no collection of the name, which is a
// namespace, can be made with.
func (o *Options) Check(namespace string) error {
	for _, f := range []struct{ option, field string }{{"timeField", o.TimeField}, {"metaField", o.MetaField}} {
		switch {
		case strings.Contains(f.field, "\x00"):
			return errcode.New(errcode.BadValue, "'%s' must not contain null bytes", f.option)
		case strings.Contains(f.field, "."):
			return errcode.New(errcode.InvalidOptions, "%s: '%s' must be a top-level field and not contain a '.'", namespace, f.option)
		}
	}
	switch {
	case o.MetaField == "_id":
		return errcode.New(errcode.InvalidOptions, "'metaField' cannot be \"_id\"")
	case o.MetaField == o.TimeField:
		return errcode.New(errcode.InvalidOptions, "'metaField' cannot be the same as 'timeField'")
	case o.TimeField == "" || o.TimeField == "_id" || strings.HasPrefix(o.TimeField, "$") || strings.HasPrefix(o.MetaField, "$"):
		return errcode.NotImplemented("create.timeseries with these fields")
	}
	return nil
}

// Same reports whether two collections have the same options.
func (o *Options) Same(other *Options) bool { return *o == *other }

// Changed returns the options after collMod, or the error of one that would make
// buckets shorter.
func (o *Options) Changed(b Bucketing) (*Options, error) {
	made, err := b.complete()
	switch {
	case err != nil:
		return nil, err
	case made == nil:
		return o, nil
	case made.span < o.span:
		return nil, errcode.New(errcode.InvalidOptions, "Invalid transition for timeseries buckets: they can only become longer")
	case made.rounding < o.rounding:
		return nil, errcode.NotImplemented("collMod.timeseries that rounds less")
	}
	return &Options{o.TimeField, o.MetaField, *made}, nil
}

// Document is how listCollections shows the options.
func (o *Options) Document() bson.D {
	doc := bson.D{{Key: "timeField", Value: o.TimeField}}
	if o.MetaField != "" {
		doc = append(doc, bson.E{Key: "metaField", Value: o.MetaField})
	}
	if o.granularity != "" {
		doc = append(doc, bson.E{Key: "granularity", Value: o.granularity})
	} else {
		doc = append(doc, bson.E{Key: "bucketRoundingSeconds", Value: int32(o.rounding)})
	}
	return append(doc, bson.E{Key: "bucketMaxSpanSeconds", Value: int32(o.span)})
}

// Span is for how many seconds a bucket may hold measurements.
func (o *Options) Span() int64 { return o.span }

// Index is the key of the index that the collection is made with, nil for none.
func (o *Options) Index() bson.D {
	if o.MetaField == "" {
		return nil
	}
	return bson.D{{Key: o.MetaField, Value: int32(1)}, {Key: o.TimeField, Value: int32(1)}}
}

// Has reports whether a path is that of the time field, or leads to or into the
// meta field.
func (o *Options) Has(path string) bool { return path == o.TimeField || o.isMeta(path) }

func (o *Options) isMeta(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	return o.MetaField != "" && first == o.MetaField
}

// BucketSchema is the validator that listCollections shows of the collection that
// holds the buckets (src/mongo/db/timeseries,
// viewless_timeseries_collection_creation_helpers.cpp).
func (o *Options) BucketSchema() bson.D {
	times := bson.D{
		{Key: "bsonType", Value: "object"},
		{Key: "required", Value: bson.A{o.TimeField}},
		{Key: "properties", Value: bson.D{{Key: o.TimeField, Value: ofType("date")}}},
	}
	control := bson.D{
		{Key: "bsonType", Value: "object"},
		{Key: "required", Value: bson.A{"version", "min", "max"}},
		{Key: "properties", Value: bson.D{
			{Key: "version", Value: ofType("number")},
			{Key: "min", Value: times},
			{Key: "max", Value: times},
			{Key: "closed", Value: ofType("bool")},
			{Key: "count", Value: append(ofType("number"), bson.E{Key: "minimum", Value: int32(1)})},
		}},
		{Key: "additionalProperties", Value: false},
	}
	return bson.D{{Key: "$jsonSchema", Value: bson.D{
		{Key: "bsonType", Value: "object"},
		{Key: "required", Value: bson.A{"_id", "control", "data"}},
		{Key: "properties", Value: bson.D{
			{Key: "_id", Value: ofType("objectId")},
			{Key: "control", Value: control},
			{Key: "data", Value: ofType("object")},
			{Key: "meta", Value: bson.D{}},
		}},
		{Key: "additionalProperties", Value: false},
	}}}
}

func ofType(name string) bson.D { return bson.D{{Key: "bsonType", Value: name}} }
