//go:build !js

package command

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/engine"
)

type topCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
	_      any    `idl:",command"`
}

var _ = register[topCommand](command{names: []string{"top"}, admin: true, locks: locksRead})

func (*topCommand) run(op *engine.Operation) (bson.D, error) {
	totals := bson.D{{Key: "note", Value: "all times in microseconds"}}
	for _, database := range slices.Sorted(maps.Keys(op.Store.Databases)) {
		for _, name := range slices.Sorted(maps.Keys(op.Store.Databases[database].Collections)) {
			totals = append(totals, bson.E{Key: database + "." + name, Value: bson.D{}})
		}
	}
	return bson.D{{Key: "totals", Value: totals}, catalog.Unmeasured("totals")}, nil
}
