package memdb

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/idl"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

type renameCollectionCommand struct {
	genericArguments
	From       idl.CollectionName `idl:",command"`
	To         string             `idl:"to,required"`
	DropTarget any                `idl:"dropTarget,types=bool|object"`
	_          idl.Refused        `idl:"stayTemp"`
}

var _ = register[renameCollectionCommand](command{names: []string{"renameCollection"}, locks: locksWrite, admin: true, writeConcern: true})

func (c *renameCollectionCommand) run(r *request) (bson.D, error) {
	fromDB, from, _ := strings.Cut(string(c.From), ".")
	toDB, to, _ := strings.Cut(c.To, ".")
	for _, err := range []error{
		storage.CheckDatabase(fromDB), storage.CheckDatabase(toDB),
		storage.CheckCollection(fromDB, from), storage.CheckCollection(toDB, to),
	} {
		if err != nil {
			return nil, err
		}
	}
	if fromDB != toDB {
		return nil, errcode.NotImplemented("renameCollection to another database")
	}
	if strings.HasPrefix(from, "system.") || strings.HasPrefix(to, "system.") {
		return nil, errcode.NotImplemented("renameCollection from or to a system collection")
	}
	if from == to {
		return nil, errcode.New(errcode.IllegalOperation, "Can't rename a collection to itself")
	}
	d := r.db.database(fromDB)
	coll, err := d.writable(from)
	if err != nil {
		return nil, err
	}
	if coll == nil {
		return nil, errcode.New(errcode.NamespaceNotFound, "Source collection %s does not exist", d.namespace(from))
	}
	return bson.D{}, c.rename(r, d, coll, from, to)
}

func (c *renameCollectionCommand) rename(r *request, d *database, coll *collection, from, to string) error {
	target, err := d.writable(to)
	if err != nil {
		return errcode.New(48, "a view already exists with that name: %s", d.namespace(to))
	}
	if target != nil {
		if c.DropTarget == nil || !value.Truthy(c.DropTarget) {
			return errcode.New(48, "target namespace exists")
		}
		r.db.removeCollection(d.name, to)
	}
	delete(d.collections, from)
	r.db.cursors.killOf(coll.Name)
	coll.Name = d.namespace(to)
	d.collections[to] = coll
	return nil
}
