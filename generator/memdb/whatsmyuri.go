package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/peer"
)

type whatsMyURICommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[whatsMyURICommand](command{names: []string{"whatsmyuri"}})

func (*whatsMyURICommand) run(r *request) (bson.D, error) {
	return bson.D{{Key: "you", Value: peer.Of(r.ctx).Address}}, nil
}
