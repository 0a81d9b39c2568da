package command

import (
	"slices"
	"strconv"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
	"modelbook/generator/memdb/internal/storage"
	"modelbook/generator/memdb/internal/value"
)

type dropIndexesCommand struct {
	genericArguments
	Collection idl.CollectionName `idl:",command"`
	Index      any                `idl:"index,required,notnull,types=string|object|array"`
	_          idl.Refused        `idl:"collectionUUID isTimeseriesNamespace"`
}

var (
	_ = register[dropIndexesCommand](command{names: []string{"dropIndexes"}, locks: locksWrite, api1: true, writeConcern: true})
	_ = register[dropIndexesCommand](command{names: []string{"deleteIndexes"}, locks: locksWrite, writeConcern: true})
)

func (c *dropIndexesCommand) run(op *engine.Operation) (bson.D, error) {
	d, name := op.Store.Database(op.Database), string(c.Collection)
	coll, err := d.Writable(name)
	if err != nil {
		return nil, err
	}
	if coll == nil {
		return nil, errcode.New(errcode.NamespaceNotFound, "ns not found %s", d.Namespace(name))
	}
	if err := op.CheckNotInUse(op.Database, name); err != nil {
		return nil, err
	}
	coll.Version++
	reply := bson.D{{Key: "nIndexesWas", Value: int32(len(coll.ShownIndexes()))}}
	if c.all() {
		coll.Indexes = coll.Indexes[:1]
		return append(reply, bson.E{Key: "msg", Value: "non-_id indexes dropped for collection"}), nil
	}
	chosen, err := indexesToDrop(coll, c.Index)
	if err != nil {
		return nil, err
	}
	for _, x := range chosen {
		coll.DropIndex(x)
	}
	return reply, nil
}

// all reports whether to drop all indexes except that on _id.
func (c *dropIndexesCommand) all() bool {
	list, isList := c.Index.(bson.A)
	return c.Index == "*" || isList && len(list) == 1 && list[0] == "*"
}

// indexesToDrop finds all the indexes that are named, before the first is dropped.
func indexesToDrop(c *catalog.Collection, v any) ([]*storage.Index, error) {
	names, isList := v.(bson.A)
	if !isList {
		names = bson.A{v}
	}
	for i, v := range names {
		if _, isText := v.(string); isList && !isText {
			return nil, idl.Path{Owner: "dropIndexes.index", Name: strconv.Itoa(i)}.WrongType(v, "string")
		}
	}
	var chosen []*storage.Index
	for _, v := range names {
		x, err := indexToDrop(c, v)
		if err != nil {
			return nil, err
		}
		if slices.Contains(chosen, x) {
			return nil, errcode.New(errcode.IndexNotFound, "index not found with name [%s]", x.Name)
		}
		if x == c.Indexes[0] { // which is among them unless it is not shown
			return nil, errcode.New(errcode.InvalidOptions, "cannot drop _id index")
		}
		chosen = append(chosen, x)
	}
	return chosen, nil
}

func indexToDrop(c *catalog.Collection, v any) (*storage.Index, error) {
	if c.NamesClustered(v) {
		return nil, errcode.New(5979800, "It is illegal to drop the clusteredIndex")
	}
	if name, ok := v.(string); ok {
		if x := c.Index(name); x != nil && slices.Contains(c.ShownIndexes(), x) {
			return x, nil
		}
		return nil, errcode.New(errcode.IndexNotFound, "index not found with name [%s]", name)
	}
	var found []*storage.Index
	for _, x := range c.ShownIndexes() {
		if x.HasKey(v) {
			found = append(found, x)
		}
	}
	switch len(found) {
	case 0:
		return nil, errcode.New(errcode.IndexNotFound, "can't find index with key: %s", value.String(v))
	case 1:
		return found[0], nil
	}
	return nil, errcode.New(181, "%d indexes found for key: %s, please drop by name instead", len(found), value.String(v))
}
