//go:build !js

package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

type getLogCommand struct {
	genericArguments
	Log any `idl:",command"`
}

var _ = register[getLogCommand](command{names: []string{"getLog"}, admin: true})

// run returns one startup warning, which shells show: that this is memdb.
func (c *getLogCommand) run(op *engine.Operation) (bson.D, error) {
	name, ok := c.Log.(string)
	if !ok {
		return nil, errcode.New(errcode.TypeMismatch, "Argument to getLog must be of type String; found %s of type %s",
			value.String(c.Log), value.TypeName(c.Log))
	}
	lines := bson.A{}
	switch name {
	case "*":
		return bson.D{{Key: "names", Value: bson.A{"global", "startupWarnings"}}}, nil
	case "global":
	case "startupWarnings":
		lines = append(lines, startupWarning(op.DB))
	default:
		return nil, errcode.New(96, "No log named '%s'", name)
	}
	return bson.D{{Key: "totalLinesWritten", Value: int32(len(lines))}, {Key: "log", Value: lines}}, nil
}

// startupWarning is a line in the form of the server's log.
func startupWarning(db *engine.DB) string {
	started := db.Started.UTC().Format("2006-01-02T15:04:05.000Z07:00")
	return `{"t":{"$date":"` + started + `"},"s":"W","c":"CONTROL","id":0,"ctx":"memdb","msg":"This is memdb ` + engine.Version +
		`, an embedded test database, not MongoDB's server. It answers as ` + engine.ServerVersion + ` does, or with error 238.","tags":["startupWarnings"]}`
}
