//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
)

type saslStartCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
}

var _ = register[saslStartCommand](command{names: []string{"saslStart", "saslContinue"}, fails: true})

func (*saslStartCommand) run(*engine.Operation) (bson.D, error) {
	return nil, errcode.New(18, "Authentication failed: memdb has no users; connect without credentials.")
}
