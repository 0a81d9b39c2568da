//go:build !js

package command

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
)

type dataSizeCommand struct {
	genericArguments
	Namespace  string      `idl:",command,required"`
	KeyPattern bson.D      `idl:"keyPattern"`
	_          bool        `idl:"estimate"`
	_          idl.Refused `idl:"min max"`
}

var _ = register[dataSizeCommand](command{names: []string{"dataSize", "datasize"}, locks: locksRead})

func (c *dataSizeCommand) run(op *engine.Operation) (bson.D, error) {
	database, name, found := strings.Cut(c.Namespace, ".")
	if !found {
		return nil, errcode.New(errcode.InvalidNamespace, "Invalid namespace specified '%s'", c.Namespace)
	}
	coll, err := op.Store.Database(database).Stored(name)
	if err != nil {
		return nil, err
	}
	if c.KeyPattern != nil {
		return nil, errcode.NotImplemented("dataSize.keyPattern")
	}
	size, count := int64(0), int64(0)
	if coll != nil {
		size, count = coll.Bytes(), int64(coll.Count())
	}
	return bson.D{
		{Key: "estimate", Value: false},
		{Key: "size", Value: size},
		{Key: "numObjects", Value: count},
		{Key: "millis", Value: int64(0)},
	}, nil
}
