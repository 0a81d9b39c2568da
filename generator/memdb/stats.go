package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

func (r *request) scale() (int64, error) {
	scale, err := r.integer("scale", 1)
	if err == nil && scale < 1 {
		err = errcode.New(errcode.BadValue, "BSON field 'scale' value must be >= 1, actual value '%d'", scale)
	}
	return scale, err
}

// statistics are the sizes of a collection: those of the BSON, zero where there
// is no honest number.
func (c *collection) statistics(scale int64) bson.D {
	average := int64(0)
	if c.Count() > 0 {
		average = c.Bytes() / int64(c.Count())
	}
	sizes := bson.D{}
	for _, x := range c.Indexes {
		sizes = append(sizes, bson.E{Key: x.Name, Value: int32(0)})
	}
	stats := bson.D{
		{Key: "size", Value: value.IntOrLong(c.Bytes() / scale)},
		{Key: "count", Value: value.IntOrLong(int64(c.Count()))},
	}
	if c.Count() > 0 {
		stats = append(stats, bson.E{Key: "avgObjSize", Value: value.IntOrLong(average)})
	}
	stats = append(stats,
		bson.E{Key: "numOrphanDocs", Value: int32(0)},
		bson.E{Key: "storageSize", Value: int32(0)},
		bson.E{Key: "freeStorageSize", Value: int32(0)},
		bson.E{Key: "capped", Value: c.Capped()},
	)
	if c.Capped() {
		stats = append(stats, bson.E{Key: "max", Value: value.IntOrLong(c.options.cappedMax)}, bson.E{Key: "maxSize", Value: value.IntOrLong(c.options.cappedSize / scale)})
	}
	return append(stats,
		bson.E{Key: "nindexes", Value: int32(len(c.Indexes))},
		bson.E{Key: "indexBuilds", Value: bson.A{}},
		bson.E{Key: "totalIndexSize", Value: int32(0)},
		bson.E{Key: "totalSize", Value: int32(0)},
		bson.E{Key: "indexSizes", Value: sizes},
		bson.E{Key: "scaleFactor", Value: value.IntOrLong(scale)},
	)
}

func collStats(r *request) (bson.D, error) {
	name, err := r.target()
	if err != nil {
		return nil, err
	}
	scale, err := r.scale()
	if err != nil {
		return nil, err
	}
	if r.db.view(r.database, name) != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s.%s is a view, not a collection", r.database, name)
	}
	reply := bson.D{{Key: "ns", Value: r.database + "." + name}}
	c := r.db.collection(r.database, name)
	if c == nil {
		return append(reply,
			bson.E{Key: "size", Value: int32(0)}, bson.E{Key: "count", Value: int32(0)},
			bson.E{Key: "numOrphanDocs", Value: int32(0)}, bson.E{Key: "storageSize", Value: int32(0)},
			bson.E{Key: "totalSize", Value: int32(0)}, bson.E{Key: "nindexes", Value: int32(0)},
			bson.E{Key: "totalIndexSize", Value: int32(0)}, bson.E{Key: "indexDetails", Value: bson.D{}},
			bson.E{Key: "indexSizes", Value: bson.D{}}, bson.E{Key: "scaleFactor", Value: value.IntOrLong(scale)},
		), nil
	}
	return append(reply, c.statistics(scale)...), nil
}

func dbStats(r *request) (bson.D, error) {
	scale, err := r.scale()
	if err != nil {
		return nil, err
	}
	var collections, views, objects, indexes, size int64
	if d := r.db.databases[r.database]; d != nil {
		collections, views, size = int64(len(d.collections)), int64(len(d.views)), d.bytes()
		for _, c := range d.collections {
			objects, indexes = objects+int64(c.Count()), indexes+int64(len(c.Indexes))
		}
	}
	average := 0.0
	if objects > 0 {
		average = float64(size) / float64(objects)
	}
	return bson.D{
		{Key: "db", Value: r.database},
		{Key: "collections", Value: collections},
		{Key: "views", Value: views},
		{Key: "objects", Value: objects},
		{Key: "avgObjSize", Value: average},
		{Key: "dataSize", Value: float64(size) / float64(scale)},
		{Key: "storageSize", Value: 0.0},
		{Key: "indexes", Value: indexes},
		{Key: "indexSize", Value: 0.0},
		{Key: "totalSize", Value: 0.0},
		{Key: "scaleFactor", Value: scale},
	}, nil
}

func dataSize(r *request) (bson.D, error) {
	database, name, found := strings.Cut(r.text(r.name), ".")
	if !found {
		return nil, errcode.New(errcode.InvalidNamespace, "Invalid namespace specified '%s'", r.text(r.name))
	}
	if r.db.view(database, name) != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Namespace %s.%s is a view, not a collection", database, name)
	}
	if r.has("keyPattern") {
		return nil, errcode.NotImplemented("dataSize.keyPattern")
	}
	size, count := int64(0), int64(0)
	if c := r.db.collection(database, name); c != nil {
		size, count = c.Bytes(), int64(c.Count())
	}
	return bson.D{
		{Key: "estimate", Value: false},
		{Key: "size", Value: size},
		{Key: "numObjects", Value: count},
		{Key: "millis", Value: int64(0)},
	}, nil
}
