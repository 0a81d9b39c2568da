//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/idl"
)

type connectionStatusCommand struct {
	genericArguments
	_              any       `idl:",command"`
	ShowPrivileges idl.Truth `idl:"showPrivileges"`
}

var _ = register[connectionStatusCommand](command{names: []string{"connectionStatus"}})

func (c *connectionStatusCommand) run(op *engine.Operation) (bson.D, error) {
	auth := bson.D{
		{Key: "authenticatedUsers", Value: bson.A{}},
		{Key: "authenticatedUserRoles", Value: bson.A{}},
	}
	if c.ShowPrivileges {
		auth = append(auth, bson.E{Key: "authenticatedUserPrivileges", Value: bson.A{}})
	}
	return bson.D{{Key: "authInfo", Value: auth}}, nil
}
