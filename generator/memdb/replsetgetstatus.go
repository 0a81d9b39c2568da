package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

type replSetGetStatusCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
}

var _ = register[replSetGetStatusCommand](command{names: []string{"replSetGetStatus"}, admin: true, fails: true})

func (*replSetGetStatusCommand) run(r *request) (bson.D, error) {
	if r.db.replicaSet {
		return nil, errcode.NotImplemented("replSetGetStatus of a replica set")
	}
	return nil, errcode.New(76, "not running with --replSet")
}
