//go:build !js

package command

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/idl"
)

type listDatabasesCommand struct {
	genericArguments
	_        any       `idl:",command"`
	Filter   bson.D    `idl:"filter"`
	NameOnly idl.Truth `idl:"nameOnly"`
	_        bool      `idl:"authorizedDatabases,accepted"`
}

var _ = register[listDatabasesCommand](command{names: []string{"listDatabases"}, locks: locksRead, admin: true, api1: true})

func (c *listDatabasesCommand) run(op *engine.Operation) (bson.D, error) {
	var rows []bson.D
	for _, name := range slices.Sorted(maps.Keys(op.Store.Databases)) {
		row := bson.D{{Key: "name", Value: name}}
		if !c.NameOnly {
			row = append(row, bson.E{Key: "sizeOnDisk", Value: op.Store.Databases[name].Bytes()},
				bson.E{Key: "empty", Value: false}) // whether it has collections, not documents
		}
		rows = append(rows, row)
	}
	rows, err := chosenRows(rows, c.Filter, op.ClocklessEnv())
	if err != nil {
		return nil, err
	}
	list, total := bson.A{}, int64(0)
	for _, row := range rows {
		if !c.NameOnly {
			total += row[1].Value.(int64)
		}
		list = append(list, row)
	}
	reply := bson.D{{Key: "databases", Value: list}}
	if c.NameOnly {
		return reply, nil
	}
	return append(reply, bson.E{Key: "totalSize", Value: total}, bson.E{Key: "totalSizeMb", Value: total >> 20}), nil
}
