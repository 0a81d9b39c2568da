//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
)

type replSetGetStatusCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
}

var _ = register[replSetGetStatusCommand](command{names: []string{"replSetGetStatus"}, admin: true, fails: true})

func (*replSetGetStatusCommand) run(op *engine.Operation) (bson.D, error) {
	if op.DB.IsReplicaSet {
		return nil, errcode.NotImplemented("replSetGetStatus of a replica set")
	}
	return nil, errcode.New(76, "not running with --replSet")
}
