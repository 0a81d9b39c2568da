package memdb

import (
	"runtime"

	"go.mongodb.org/mongo-driver/v2/bson"
)

type hostInfoCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[hostInfoCommand](command{names: []string{"hostInfo"}, admin: true})

func (*hostInfoCommand) run(r *request) (bson.D, error) {
	return bson.D{
		{Key: "system", Value: bson.D{
			{Key: "currentTime", Value: bson.DateTime(r.now.UnixMilli())},
			{Key: "hostname", Value: hostName},
			{Key: "cpuAddrSize", Value: int32(64)},
			{Key: "numCores", Value: int32(runtime.NumCPU())},
			{Key: "cpuArch", Value: runtime.GOARCH},
		}},
		{Key: "os", Value: bson.D{{Key: "type", Value: runtime.GOOS}, {Key: "name", Value: "memdb"}, {Key: "version", Value: Version}}},
		{Key: "extra", Value: bson.D{}},
	}, nil
}
