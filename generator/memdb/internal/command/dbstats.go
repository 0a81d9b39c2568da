//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
)

type dbStatsCommand struct {
	genericArguments
	_     any   `idl:",command"`
	Scale int64 `idl:"scale,default=1,min=1"`
	_     int64 `idl:"freeStorage"`
}

var _ = register[dbStatsCommand](command{names: []string{"dbStats", "dbstats"}, locks: locksRead})

func (c *dbStatsCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	if d.HasTimeSeries() {
		return nil, errcode.NotImplemented("dbStats of a database with time series collections")
	}
	size, objects, indexes := d.Bytes(), int64(0), int64(0)
	for _, coll := range d.Collections {
		if err := coll.CheckNotClustered("dbStats"); err != nil {
			return nil, err
		}
		objects, indexes = objects+int64(coll.Count()), indexes+int64(len(coll.Indexes))
	}
	average := 0.0
	if objects > 0 {
		average = float64(size) / float64(objects)
	}
	return bson.D{
		{Key: "db", Value: op.Database},
		{Key: "collections", Value: int64(len(d.Collections))},
		{Key: "views", Value: int64(len(d.Views))},
		{Key: "objects", Value: objects},
		{Key: "avgObjSize", Value: average},
		{Key: "dataSize", Value: float64(size) / float64(c.Scale)},
		{Key: "storageSize", Value: 0.0},
		{Key: "indexes", Value: indexes},
		{Key: "indexSize", Value: 0.0},
		{Key: "totalSize", Value: 0.0},
		{Key: "scaleFactor", Value: c.Scale},
		catalog.Unmeasured("storageSize", "indexSize", "totalSize"),
	}, nil
}
