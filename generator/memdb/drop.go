package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/idl"
)

type dropCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	_          idl.Refused        `idl:"collectionUUID encryptedFields dropPendingCollections"`
}

var _ = register[dropCommand](command{names: []string{"drop"}, locks: locksWrite, api1: true, writeConcern: true})

func (c *dropCommand) run(r *request) (bson.D, error) {
	d := r.store.database(r.database)
	name, err := d.checkCollection(c.Collection)
	if err != nil {
		return nil, err
	}
	if d.measurements(name) != nil {
		return dropTimeSeries(r, d, name)
	}
	if d.views[name] != nil {
		return bson.D{{Key: "ns", Value: d.namespace(name)}}, r.removeView(r.database, name)
	}
	coll := d.collections[name]
	if coll == nil {
		return bson.D{}, nil
	}
	if err := r.alone(r.database, name); err != nil {
		return nil, err
	}
	if name == viewsName {
		clear(d.views)
	}
	r.removeCollection(r.database, name)
	return bson.D{{Key: "nIndexesWas", Value: int32(len(coll.Indexes))}, {Key: "ns", Value: d.namespace(name)}}, nil
}
