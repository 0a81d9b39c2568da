//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/idl"
)

type profileCommand struct {
	genericArguments
	Level int64       `idl:",command,required"`
	_     idl.Refused `idl:"slowms sampleRate filter"`
}

var _ = register[profileCommand](command{names: []string{"profile"}})

// run returns the settings of profiling, which is off, and refuses to switch it on.
func (c *profileCommand) run(*engine.Operation) (bson.D, error) {
	switch {
	case c.Level == 0 || c.Level == -1:
	case c.Level > 2 || c.Level < -1:
		return nil, errcode.New(errcode.BadValue, "profile level must be between -1 and 2")
	default:
		return nil, errcode.NotImplemented("profile > 0")
	}
	return bson.D{
		{Key: "was", Value: int32(0)},
		{Key: "slowms", Value: int32(100)},
		{Key: "sampleRate", Value: 1.0},
	}, nil
}
