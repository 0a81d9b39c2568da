package memdb

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

type dropDatabaseCommand struct {
	genericArguments
	Value int64 `idl:",command,required"`
}

var _ = register[dropDatabaseCommand](command{names: []string{"dropDatabase"}, locks: locksWrite, api1: true, writeConcern: true})

func (c *dropDatabaseCommand) run(r *request) (bson.D, error) {
	if c.Value != 1 {
		return nil, errcode.New(5255100, "Expected value of 1, got %d", c.Value)
	}
	d := r.store.databases[r.database]
	if d == nil {
		return bson.D{}, nil
	}
	if err := r.aloneInDatabase(r.database); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(d.collections)) {
		r.note(d.collections[name], &logEntry{operation: "drop"})
		r.db.cursors.killOf(d.namespace(name))
	}
	r.noteDatabase(r.database)
	delete(r.store.databases, r.database)
	return bson.D{}, nil
}
