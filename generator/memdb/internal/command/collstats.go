//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
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

func (c *collStatsCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	if d.Measurements(string(c.Collection)) != nil {
		return nil, errcode.NotImplemented("collStats of a time series collection")
	}
	name, coll, err := d.Shown(c.Collection)
	if err != nil {
		return nil, err
	}
	reply := bson.D{{Key: "ns", Value: d.Namespace(name)}}
	if err := coll.CheckNotClustered("collStats"); err != nil {
		return nil, err
	}
	if coll != nil {
		return append(reply, coll.Statistics(c.Scale)...), nil
	}
	return append(reply,
		bson.E{Key: "size", Value: int32(0)}, bson.E{Key: "count", Value: int32(0)},
		bson.E{Key: "numOrphanDocs", Value: int32(0)}, bson.E{Key: "storageSize", Value: int32(0)},
		bson.E{Key: "totalSize", Value: int32(0)}, bson.E{Key: "nindexes", Value: int32(0)},
		bson.E{Key: "totalIndexSize", Value: int32(0)}, bson.E{Key: "indexDetails", Value: bson.D{}},
		bson.E{Key: "indexSizes", Value: bson.D{}}, bson.E{Key: "scaleFactor", Value: value.IntOrLong(c.Scale)},
		catalog.Unmeasured(catalog.SizesOnDisk...),
	), nil
}
