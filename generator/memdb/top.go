package memdb

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

type topCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[topCommand](command{names: []string{"top"}, admin: true, locks: locksRead})

func (*topCommand) run(r *request) (bson.D, error) {
	totals := bson.D{{Key: "note", Value: "all times in microseconds"}}
	for _, database := range slices.Sorted(maps.Keys(r.store.databases)) {
		for _, name := range slices.Sorted(maps.Keys(r.store.databases[database].collections)) {
			totals = append(totals, bson.E{Key: database + "." + name, Value: bson.D{}})
		}
	}
	return bson.D{{Key: "totals", Value: totals}, unmeasured("totals")}, nil
}
