package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/idl"
)

type listIndexesCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Cursor     *cursorOptions     `idl:"cursor"`
	_          idl.Refused        `idl:"includeBuildUUIDs includeIndexBuildInfo isTimeseriesNamespace"`
}

var _ = register[listIndexesCommand](command{names: []string{"listIndexes"}, locks: locksRead, api1: true})

func (c *listIndexesCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.CheckCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	coll, err := d.Indexed(name)
	if err != nil {
		return nil, err
	}
	if coll == nil {
		return nil, d.NotFoundError(name)
	}
	var rows []bson.D
	if coll.IsClustered() {
		rows = append(rows, append(coll.Options.ClusteredIndex.Shown(), bson.E{Key: "clustered", Value: true}))
	}
	for _, x := range coll.ShownIndexes() {
		rows = append(rows, catalog.IndexRow(x))
	}
	return listReply(op, rows, d.Namespace(name), c.Cursor)
}
