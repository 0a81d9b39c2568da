package idl

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// CollectionName is the collection that a command names in its own field. Another type
// than a string is an invalid namespace, rather than a field of the wrong type.
type CollectionName string

// ReadValue reads a name.
func (n *CollectionName) ReadValue(_ Path, v any) error {
	name, ok := v.(string)
	if !ok {
		return NoCollectionName(v)
	}
	*n = CollectionName(name)
	return nil
}

// CollectionNameOrUUID is a collection that may also be named by its UUID.
type CollectionNameOrUUID struct {
	Name string
	UUID *UUID // nil if there is a name
}

// ReadValue reads a name or a UUID.
func (n *CollectionNameOrUUID) ReadValue(p Path, v any) (err error) {
	if data, ok := v.(bson.Binary); ok && data.Subtype == bson.TypeBinaryUUID {
		n.UUID = new(UUID)
		*n.UUID, err = readUUID(p, data)
		return err
	}
	name, ok := v.(string)
	if !ok {
		return NoCollectionName(v)
	}
	n.Name = name
	return nil
}

// NoCollectionName is the error of a value that can't name a collection.
func NoCollectionName(v any) error {
	return errcode.New(errcode.InvalidNamespace, "collection name has invalid type %s", value.TypeName(v))
}
