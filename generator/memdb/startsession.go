package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"
)

type startSessionCommand struct {
	genericArguments
	_      any    `idl:",command"`
	Others bson.D `idl:",others"` // the server accepts and ignores them
}

var _ = register[startSessionCommand](command{names: []string{"startSession"}})

func (*startSessionCommand) run(r *request) (bson.D, error) {
	id := r.db.ids.uuid()
	r.db.sessions.touch(string(id[:]), r.now)
	return bson.D{
		{Key: "id", Value: bson.D{{Key: "id", Value: bson.Binary{Subtype: bson.TypeBinaryUUID, Data: id[:]}}}},
		{Key: "timeoutMinutes", Value: int32(sessionMinutes)},
	}, nil
}
