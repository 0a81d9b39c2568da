//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
)

// convertToCappedCommand accepts and ignores all other fields, such as max.
type convertToCappedCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Size       cappedSize         `idl:"size"`
	Others     bson.D             `idl:",others"`
}

var _ = register[convertToCappedCommand](command{names: []string{"convertToCapped"}, locks: locksWrite, writeConcern: true})

// temporaryName is the length that the server's temporary name for the new collection
// adds to those of the database and the collection, the dot between them included.
const temporaryName = len(".tmp00000.convertToCapped.")

func (c *convertToCappedCommand) run(op *engine.Operation) (bson.D, error) {
	name := string(c.Collection)
	if err := storage.CheckReadable("", name); err != nil {
		return nil, err
	}
	if err := c.Size.check(); err != nil {
		return nil, err
	}
	if err := checkDatabaseExists(op); err != nil {
		return nil, err
	}
	if len(op.Database)+temporaryName+len(name) > storage.MaxNamespace {
		return nil, errcode.New(errcode.InvalidNamespace, "Cannot generate temporary collection namespace to convert %s.%s to a capped collection", op.Database, name)
	}
	d := op.Store.Database(op.Database)
	if d.Views[name] != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "cloneCollectionAsCapped not supported for views: %s", d.Namespace(name))
	}
	if err := checkCappedSource(d, name); err != nil {
		return nil, err
	}
	if err := d.Collections[name].CheckNotClustered("convertToCapped"); err != nil {
		return nil, err
	}
	return bson.D{}, c.convert(op, d, name)
}

// convert replaces the collection by a new one, which has the index on _id only.
func (c *convertToCappedCommand) convert(op *engine.Operation, d *catalog.Database, name string) error {
	old := d.Collections[name]
	op.LogChange(old, &engine.OplogEntry{Refused: "convertToCapped"})
	op.Store.Undo.Note(func() { d.Collections[name] = old })
	made, err := op.MakeCollection(op.Database, name, cappedOptions(old.Options, int64(c.Size), old.Options.CappedMax))
	if err != nil {
		return err
	}
	made.Validator = old.Validator // which collMod may have changed
	if err := copyInto(old, made); err != nil {
		return err
	}
	op.DB.Cursors.KillByNamespace(d.Namespace(name))
	return nil
}
