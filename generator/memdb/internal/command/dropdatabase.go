package command

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
)

type dropDatabaseCommand struct {
	genericArguments
	Value int64 `idl:",command,required"`
}

var _ = register[dropDatabaseCommand](command{names: []string{"dropDatabase"}, locks: locksWrite, api1: true, writeConcern: true})

func (c *dropDatabaseCommand) run(op *engine.Operation) (bson.D, error) {
	if c.Value != 1 {
		return nil, errcode.New(5255100, "Expected value of 1, got %d", c.Value)
	}
	if op.Database == "admin" {
		return nil, errcode.New(errcode.IllegalOperation, "Dropping the 'admin' database is prohibited.")
	}
	d := op.Store.Databases[op.Database]
	if d == nil {
		return bson.D{}, nil
	}
	if err := op.CheckDatabaseNotInUse(op.Database); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(d.Collections)) {
		op.LogChange(d.Collections[name], &engine.OplogEntry{Operation: "drop"})
		op.DB.Cursors.KillByNamespace(d.Namespace(name))
	}
	op.LogDropDatabase(op.Database)
	delete(op.Store.Databases, op.Database)
	return bson.D{}, nil
}
