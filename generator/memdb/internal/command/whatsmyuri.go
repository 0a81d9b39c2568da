//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/peer"
)

type whatsMyURICommand struct {
	genericArguments
	Others bson.D `idl:",others"`
	_      any    `idl:",command"`
}

var _ = register[whatsMyURICommand](command{names: []string{"whatsmyuri"}})

func (*whatsMyURICommand) run(op *engine.Operation) (bson.D, error) {
	return bson.D{{Key: "you", Value: peer.Of(op.Context).Address}}, nil
}
