package memdb

import "go.mongodb.org/mongo-driver/v2/bson"

type rolesInfoCommand struct {
	genericArguments
	_ any  `idl:",command"`
	_ any  `idl:"showPrivileges"`
	_ bool `idl:"showBuiltinRoles"`
	_ bool `idl:"showAuthenticationRestrictions"`
}

var _ = register[rolesInfoCommand](command{names: []string{"rolesInfo"}})

func (*rolesInfoCommand) run(*request) (bson.D, error) {
	return bson.D{{Key: "roles", Value: bson.A{}}}, nil
}
