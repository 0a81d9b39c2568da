//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
)

// killAllSessionsCommand ends the sessions of all users if it names none. Named users
// are refused, as memdb has none.
type killAllSessionsCommand struct {
	genericArguments
	Others bson.D   `idl:",others"`
	Users  []bson.D `idl:",command,required"`
}

var _ = register[killAllSessionsCommand](command{names: []string{"killAllSessions"}})

func (c *killAllSessionsCommand) run(op *engine.Operation) (bson.D, error) {
	if len(c.Users) > 0 {
		return nil, errcode.NotImplemented("killAllSessions with users")
	}
	killSessions(op, op.DB.Sessions.All())
	return bson.D{}, nil
}
