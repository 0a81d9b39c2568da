//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type endSessionsCommand struct {
	genericArguments
	Sessions []sessionID `idl:",command,required"`
}

var _ = register[endSessionsCommand](command{names: []string{"endSessions"}, api1: true})

func (c *endSessionsCommand) run(op *engine.Operation) (bson.D, error) {
	op.DB.EndSessions(sessionKeys(c.Sessions))
	return bson.D{}, nil
}
