//go:build !js

package command

import (
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type listCommandsCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
	_      any    `idl:",command"`
}

var _ = register[listCommandsCommand](command{names: []string{"listCommands"}})

func (*listCommandsCommand) run(*engine.Operation) (bson.D, error) {
	list := bson.D{}
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		list = append(list, bson.E{Key: name, Value: bson.D{
			{Key: "help", Value: commands[name].status().String()},
			{Key: "requiresAuth", Value: false},
			{Key: "secondaryOk", Value: commands[name].locks != locksWrite},
			{Key: "adminOnly", Value: commands[name].admin},
		}})
	}
	return bson.D{{Key: "commands", Value: list}}, nil
}
