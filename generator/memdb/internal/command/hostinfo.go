//go:build !js

package command

import (
	"runtime"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
)

type hostInfoCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[hostInfoCommand](command{names: []string{"hostInfo"}, admin: true})

func (*hostInfoCommand) run(op *engine.Operation) (bson.D, error) {
	return bson.D{
		{Key: "system", Value: bson.D{
			{Key: "currentTime", Value: bson.DateTime(op.Now.UnixMilli())},
			{Key: "hostname", Value: engine.HostName},
			{Key: "cpuAddrSize", Value: int32(64)},
			{Key: "numCores", Value: int32(runtime.NumCPU())},
			{Key: "cpuArch", Value: runtime.GOARCH},
		}},
		{Key: "os", Value: bson.D{{Key: "type", Value: runtime.GOOS}, {Key: "name", Value: "memdb"}, {Key: "version", Value: engine.Version}}},
		{Key: "extra", Value: bson.D{}},
	}, nil
}
