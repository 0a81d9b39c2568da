package timeseries

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// maxMeasurement is the manual's limit for the size of a measurement.
const maxMeasurement = 4_000_000

// Measurement returns a document as the collection returns it: the time, the meta
// field with the fields of its objects in the order of their names, then the others.
// It fails on documents that the server refuses, and on those that the server may
// return in another form.
func (o *Options) Measurement(doc bson.D) (bson.D, error) {
	if _, isTime := value.Get(doc, o.TimeField).(bson.DateTime); !isTime {
		return nil, errcode.New(errcode.BadValue, "'%s' must be present and contain a valid BSON UTC datetime value", o.TimeField)
	}
	for i, f := range doc {
		switch {
		case strings.HasPrefix(f.Key, "$") || f.Key == "":
			return nil, errcode.NotImplemented("a measurement with a field " + f.Key)
		case f.Value == any(bson.Timestamp{}):
			return nil, errcode.NotImplemented("a measurement with an empty timestamp")
		case slices.ContainsFunc(doc[:i], func(other bson.E) bool { return other.Key == f.Key }):
			return nil, errcode.NotImplemented("a measurement with two fields " + f.Key)
		}
	}
	if value.IsMissing(value.Get(doc, "_id")) {
		return nil, errcode.NotImplemented("a measurement without _id")
	}
	if value.Size(doc) > maxMeasurement {
		return nil, errcode.NotImplemented("a measurement of more than 4 MB")
	}
	arranged := o.arrange(doc)
	for i, f := range arranged {
		if f.Key == o.MetaField {
			arranged[i].Value = sorted(f.Value)
		}
	}
	return arranged, nil
}

// arrange puts the time and the meta field first.
func (o *Options) arrange(doc bson.D) bson.D {
	arranged := make(bson.D, 0, len(doc))
	for _, first := range []string{o.TimeField, o.MetaField} {
		if v := value.Get(doc, first); !value.IsMissing(v) {
			arranged = append(arranged, bson.E{Key: first, Value: v})
		}
	}
	for _, f := range doc {
		if f.Key != o.TimeField && f.Key != o.MetaField {
			arranged = append(arranged, f)
		}
	}
	return arranged
}

// Updated arranges a measurement whose meta field was changed. It refuses objects
// whose fields are not in the order of their names: a bucket keeps those as the
// update wrote them until it meets others.
func (o *Options) Updated(doc bson.D) (bson.D, error) {
	meta := value.Get(doc, o.MetaField)
	if !value.IsMissing(meta) && !value.Equal(meta, sorted(meta)) {
		return nil, errcode.NotImplemented("an update that leaves the fields of the meta field in another order than that of their names")
	}
	return o.arrange(doc), nil
}

// sorted orders the fields of objects by name, at all levels.
func sorted(v any) any {
	switch v := v.(type) {
	case bson.D:
		doc := make(bson.D, len(v))
		for i, f := range v {
			doc[i] = bson.E{Key: f.Key, Value: sorted(f.Value)}
		}
		slices.SortStableFunc(doc, func(a, b bson.E) int { return strings.Compare(a.Key, b.Key) })
		return doc
	case bson.A:
		list := make(bson.A, len(v))
		for i, e := range v {
			list[i] = sorted(e)
		}
		return list
	}
	return v
}

// Time returns the time of a stored measurement, which is its first field.
func Time(stored bson.Raw) bson.DateTime {
	first, err := stored.IndexErr(0)
	if err != nil {
		return 0
	}
	return bson.DateTime(first.Value().DateTime())
}
