//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type rolesInfoCommand struct {
	genericArguments
	_ any  `idl:",command"`
	_ any  `idl:"showPrivileges"`
	_ bool `idl:"showBuiltinRoles"`
	_ bool `idl:"showAuthenticationRestrictions"`
}

var _ = register[rolesInfoCommand](command{names: []string{"rolesInfo"}})

func (*rolesInfoCommand) run(*engine.Operation) (bson.D, error) {
	return bson.D{{Key: "roles", Value: bson.A{}}}, nil
}
