//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type usersInfoCommand struct {
	genericArguments
	_ any    `idl:",command"`
	_ bool   `idl:"showPrivileges"`
	_ bool   `idl:"showCredentials"`
	_ bool   `idl:"showCustomData"`
	_ bool   `idl:"showAuthenticationRestrictions"`
	_ bson.D `idl:"filter"`
}

var _ = register[usersInfoCommand](command{names: []string{"usersInfo"}})

func (*usersInfoCommand) run(*engine.Operation) (bson.D, error) {
	return bson.D{{Key: "users", Value: bson.A{}}}, nil
}
