package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

type pingCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[pingCommand](command{names: []string{"ping"}, api1: true})

func (*pingCommand) run(*request) (bson.D, error) { return bson.D{}, nil }
