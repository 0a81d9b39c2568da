package catalog

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/value"
)

// Statistics returns the sizes of a collection's BSON. Sizes on disk are zero, and are
// listed as not measured.
func (c *Collection) Statistics(scale int64) bson.D {
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
		stats = append(stats, bson.E{Key: "max", Value: value.IntOrLong(c.Options.CappedMax)}, bson.E{Key: "maxSize", Value: value.IntOrLong(c.Options.CappedSize / scale)})
	}
	return append(stats,
		bson.E{Key: "nindexes", Value: int32(len(c.Indexes))},
		bson.E{Key: "indexBuilds", Value: bson.A{}},
		bson.E{Key: "totalIndexSize", Value: int32(0)},
		bson.E{Key: "totalSize", Value: int32(0)},
		bson.E{Key: "indexSizes", Value: sizes},
		bson.E{Key: "scaleFactor", Value: value.IntOrLong(scale)},
		Unmeasured(SizesOnDisk...),
	)
}

// SizesOnDisk are the fields for sizes that memdb does not have.
var SizesOnDisk = []string{"storageSize", "freeStorageSize", "totalIndexSize", "totalSize", "indexSizes"}

// Unmeasured returns a field that lists the figures of a reply that are not measured,
// as memdb keeps documents in memory, in no files. Clients read such figures.
func Unmeasured(figures ...string) bson.E {
	list := bson.A{}
	for _, name := range figures {
		list = append(list, name)
	}
	return bson.E{Key: "memdb", Value: bson.D{{Key: "notMeasured", Value: list}}}
}
