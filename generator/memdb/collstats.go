package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/value"
)

type collStatsCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Scale      int64              `idl:"scale,default=1,min=1"`
}

var _ = register[collStatsCommand](command{names: []string{"collStats", "collstats"}, locks: locksRead})

func (c *collStatsCommand) run(r *request) (bson.D, error) {
	d := r.store.database(r.database)
	if d.measurements(string(c.Collection)) != nil {
		return nil, errcode.NotImplemented("collStats of a time series collection")
	}
	name, coll, err := d.shown(c.Collection)
	if err != nil {
		return nil, err
	}
	reply := bson.D{{Key: "ns", Value: d.namespace(name)}}
	if err := coll.checkNotClustered("collStats"); err != nil {
		return nil, err
	}
	if coll != nil {
		return append(reply, coll.statistics(c.Scale)...), nil
	}
	return append(reply,
		bson.E{Key: "size", Value: int32(0)}, bson.E{Key: "count", Value: int32(0)},
		bson.E{Key: "numOrphanDocs", Value: int32(0)}, bson.E{Key: "storageSize", Value: int32(0)},
		bson.E{Key: "totalSize", Value: int32(0)}, bson.E{Key: "nindexes", Value: int32(0)},
		bson.E{Key: "totalIndexSize", Value: int32(0)}, bson.E{Key: "indexDetails", Value: bson.D{}},
		bson.E{Key: "indexSizes", Value: bson.D{}}, bson.E{Key: "scaleFactor", Value: value.IntOrLong(c.Scale)},
		unmeasured(sizesOnDisk...),
	), nil
}

// statistics returns the sizes of a collection's BSON. Sizes on disk are zero, and are
// listed as not measured.
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
		unmeasured(sizesOnDisk...),
	)
}

// sizesOnDisk are the fields for sizes that memdb does not have.
var sizesOnDisk = []string{"storageSize", "freeStorageSize", "totalIndexSize", "totalSize", "indexSizes"}
