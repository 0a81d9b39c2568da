package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

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

func (c *convertToCappedCommand) run(r *request) (bson.D, error) {
	name := string(c.Collection)
	if err := storage.CheckReadable("", name); err != nil {
		return nil, err
	}
	if err := c.Size.check(); err != nil {
		return nil, err
	}
	if err := checkDatabaseExists(r); err != nil {
		return nil, err
	}
	if len(r.database)+temporaryName+len(name) > storage.MaxNamespace {
		return nil, errcode.New(errcode.InvalidNamespace, "Cannot generate temporary collection namespace to convert %s.%s to a capped collection", r.database, name)
	}
	d := r.store.database(r.database)
	if d.views[name] != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "cloneCollectionAsCapped not supported for views: %s", d.namespace(name))
	}
	if err := checkCappedSource(d, name); err != nil {
		return nil, err
	}
	if err := d.collections[name].checkNotClustered("convertToCapped"); err != nil {
		return nil, err
	}
	return bson.D{}, c.convert(r, d, name)
}

// convert replaces the collection by a new one, which has the index on _id only.
func (c *convertToCappedCommand) convert(r *request, d *database, name string) error {
	old := d.collections[name]
	r.note(old, &logEntry{refused: "convertToCapped"})
	r.store.undo.Note(func() { d.collections[name] = old })
	made, err := r.makeCollection(r.database, name, cappedOptions(old.options, int64(c.Size), old.options.cappedMax))
	if err != nil {
		return err
	}
	made.validator = old.validator // which collMod may have changed
	if err := copyInto(old, made); err != nil {
		return err
	}
	r.db.cursors.killOf(d.namespace(name))
	return nil
}
