//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type getCmdLineOptsCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[getCmdLineOptsCommand](command{names: []string{"getCmdLineOpts"}, admin: true})

func (*getCmdLineOptsCommand) run(*engine.Operation) (bson.D, error) {
	return bson.D{{Key: "argv", Value: bson.A{"memdb"}}, {Key: "parsed", Value: bson.D{}}}, nil
}
