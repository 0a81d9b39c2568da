package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type pingCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[pingCommand](command{names: []string{"ping"}, api1: true})

func (*pingCommand) run(*engine.Operation) (bson.D, error) { return bson.D{}, nil }
