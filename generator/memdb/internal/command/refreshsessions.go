//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type refreshSessionsCommand struct {
	genericArguments
	Sessions []sessionID `idl:",command,required"`
}

var _ = register[refreshSessionsCommand](command{names: []string{"refreshSessions"}, api1: true})

func (c *refreshSessionsCommand) run(op *engine.Operation) (bson.D, error) {
	for _, key := range sessionKeys(c.Sessions) {
		op.DB.Sessions.Touch(key, op.Now)
	}
	return bson.D{}, nil
}
