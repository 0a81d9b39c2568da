//go:build !js

package command

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
)

type renameCollectionCommand struct {
	genericArguments
	From           string      `idl:",command,required"`
	To             string      `idl:"to,required"`
	DropTarget     dropTarget  `idl:"dropTarget,types=bool|binData,notnull"`
	CollectionUUID *idl.UUID   `idl:"collectionUUID"`
	_              idl.Refused `idl:"stayTemp"`
}

var _ = register[renameCollectionCommand](command{names: []string{"renameCollection"}, locks: locksWrite, admin: true, writeConcern: true})

// dropTarget is the existing target that the command may drop: any, only the one with
// a UUID, or none.
type dropTarget struct {
	any  bool
	uuid *idl.UUID
}

// ReadValue reads a bool or a UUID.
func (t *dropTarget) ReadValue(_ idl.Path, v any) error {
	data, isUUID := v.(bson.Binary)
	if !isUUID {
		t.any = v.(bool)
		return nil
	}
	if data.Subtype != bson.TypeBinaryUUID || len(data.Data) != len(idl.UUID{}) {
		return errcode.New(207, "uuid must be a 16-byte binary field with UUID (4) subtype")
	}
	uuid := idl.UUID(data.Data)
	t.uuid = &uuid
	return nil
}

func (c *renameCollectionCommand) run(op *engine.Operation) (bson.D, error) {
	fromDB, from, _ := strings.Cut(c.From, ".")
	toDB, to, _ := strings.Cut(c.To, ".")
	for _, namespace := range []string{c.From, c.To} {
		if err := checkRenamed(namespace); err != nil {
			return nil, err
		}
	}
	if fromDB != toDB && (c.CollectionUUID != nil || c.DropTarget.uuid != nil) {
		return nil, errcode.New(errcode.InvalidOptions, "The collectionUUID and dropTarget parameters can't be UUIDs when renaming between databases")
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
	d := op.Store.Database(fromDB)
	if err := checkUUID(d, from, c.CollectionUUID); err != nil {
		return nil, err
	}
	if err := checkUUID(d, to, c.DropTarget.uuid); err != nil {
		return nil, err
	}
	coll, err := d.Stored(from)
	if err != nil {
		return nil, err
	}
	if coll == nil {
		return nil, errcode.New(errcode.NamespaceNotFound, "Source collection %s does not exist", d.Namespace(from))
	}
	return bson.D{}, c.rename(op, d, coll, from, to)
}

// checkRenamed returns the errors for a namespace, some of which differ from those of
// other commands.
func checkRenamed(namespace string) error {
	database, name, _ := strings.Cut(namespace, ".")
	switch {
	case strings.Contains(namespace, "$"):
		return errcode.New(errcode.IllegalOperation, "Invalid collection name: %s", namespace)
	case len(namespace) > storage.MaxNamespace:
		return errcode.New(errcode.IllegalOperation, "Fully qualified namespace is too long. Namespace: %s Max: %d", namespace, storage.MaxNamespace)
	}
	if err := storage.CheckDatabase(database); err != nil {
		return err
	}
	return storage.CheckCollection(database, name)
}

// checkUUID returns the error of a collection that does not have the UUID which the
// client expects; nil expects none.
func checkUUID(d *catalog.Database, name string, uuid *idl.UUID) error {
	if uuid == nil {
		return nil
	}
	actual := any(bson.Null{})
	for other, c := range d.Collections {
		if c.UUID == *uuid {
			actual = other
		}
	}
	if actual == name {
		return nil
	}
	e := errcode.New(361, "Collection UUID does not match that specified")
	e.Info = bson.D{
		{Key: "db", Value: d.Name},
		{Key: "collectionUUID", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: uuid[:]}},
		{Key: "expectedCollection", Value: name},
		{Key: "actualCollection", Value: actual},
	}
	return e
}

func (c *renameCollectionCommand) rename(op *engine.Operation, d *catalog.Database, coll *catalog.Collection, from, to string) error {
	for _, name := range []string{from, to} {
		if err := op.CheckNotInUse(d.Name, name); err != nil {
			return err
		}
	}
	target, err := d.Stored(to)
	if err != nil {
		return errcode.New(errcode.NamespaceExists, "a view already exists with that name: %s", d.Namespace(to))
	}
	if target != nil {
		if !c.DropTarget.any && c.DropTarget.uuid == nil {
			return errcode.New(errcode.NamespaceExists, "target namespace exists")
		}
		op.DropQuietly(d.Name, to)
	}
	op.LogChange(coll, &engine.OplogEntry{Operation: "rename", To: to})
	delete(d.Collections, from)
	op.DB.Cursors.KillByNamespace(coll.Name)
	coll.Name = d.Namespace(to)
	d.Collections[to] = coll
	return nil
}
