package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/idl"
)

type dropCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	_          idl.Refused        `idl:"collectionUUID encryptedFields dropPendingCollections"`
}

var _ = register[dropCommand](command{names: []string{"drop"}, locks: locksWrite, api1: true, writeConcern: true})

func (c *dropCommand) run(op *engine.Operation) (bson.D, error) {
	d := op.Store.Database(op.Database)
	name, err := d.CheckCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	if d.Measurements(name) != nil {
		return dropTimeSeries(op, d, name)
	}
	if d.Views[name] != nil {
		return bson.D{{Key: "ns", Value: d.Namespace(name)}}, op.RemoveView(op.Database, name)
	}
	coll := d.Collections[name]
	if coll == nil {
		return bson.D{}, nil
	}
	if err := op.CheckNotInUse(op.Database, name); err != nil {
		return nil, err
	}
	if name == catalog.ViewsName {
		clear(d.Views)
	}
	op.RemoveCollection(op.Database, name)
	return bson.D{{Key: "nIndexesWas", Value: int32(len(coll.Indexes))}, {Key: "ns", Value: d.Namespace(name)}}, nil
}
