//go:build !js

package command

import (
	"math"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type serverStatusCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
}

var _ = register[serverStatusCommand](command{names: []string{"serverStatus"}})

func (*serverStatusCommand) run(op *engine.Operation) (bson.D, error) {
	up := op.Now.Sub(op.DB.Started)
	return bson.D{
		{Key: "host", Value: engine.HostName},
		{Key: "version", Value: engine.ServerVersion},
		{Key: "process", Value: "memdb"},
		{Key: "uptime", Value: math.Trunc(up.Seconds())},
		{Key: "uptimeMillis", Value: up.Milliseconds()},
		{Key: "uptimeEstimate", Value: int64(up / time.Second)},
		{Key: "localTime", Value: bson.DateTime(op.Now.UnixMilli())},
		{Key: "memdb", Value: whatItIs()},
	}, nil
}
