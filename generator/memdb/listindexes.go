package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/idl"
)

type listIndexesCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Cursor     *cursorOptions     `idl:"cursor"`
	_          idl.Refused        `idl:"includeBuildUUIDs includeIndexBuildInfo isTimeseriesNamespace"`
}

var _ = register[listIndexesCommand](command{names: []string{"listIndexes"}, locks: locksRead, api1: true})

func (c *listIndexesCommand) run(r *request) (bson.D, error) {
	d := r.store.database(r.database)
	name, err := d.checkCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	coll, err := d.indexed(name)
	if err != nil {
		return nil, err
	}
	if coll == nil {
		return nil, d.notFound(name)
	}
	var rows []bson.D
	if coll.isClustered() {
		rows = append(rows, append(coll.options.clustered.shown(), bson.E{Key: "clustered", Value: true}))
	}
	for _, x := range coll.shownIndexes() {
		rows = append(rows, indexRow(x))
	}
	return listReply(r, rows, d.namespace(name), c.Cursor)
}
