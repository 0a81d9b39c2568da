//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type startSessionCommand struct {
	genericArguments
	_      any    `idl:",command"`
	Others bson.D `idl:",others"` // the server accepts and ignores them
}

var _ = register[startSessionCommand](command{names: []string{"startSession"}})

func (*startSessionCommand) run(op *engine.Operation) (bson.D, error) {
	id := op.DB.IDs.UUID()
	op.DB.Sessions.Touch(string(id[:]), op.Now)
	return bson.D{
		{Key: "id", Value: bson.D{{Key: "id", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: id[:]}}}},
		{Key: "timeoutMinutes", Value: int32(engine.SessionTimeoutMinutes)},
	}, nil
}
