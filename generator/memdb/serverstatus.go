package memdb

import (
	"math"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

type serverStatusCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
}

var _ = register[serverStatusCommand](command{names: []string{"serverStatus"}})

func (*serverStatusCommand) run(r *request) (bson.D, error) {
	up := r.now.Sub(r.db.started)
	return bson.D{
		{Key: "host", Value: hostName},
		{Key: "version", Value: ServerVersion},
		{Key: "process", Value: "memdb"},
		{Key: "uptime", Value: math.Trunc(up.Seconds())},
		{Key: "uptimeMillis", Value: up.Milliseconds()},
		{Key: "uptimeEstimate", Value: int64(up / time.Second)},
		{Key: "localTime", Value: bson.DateTime(r.now.UnixMilli())},
		{Key: "memdb", Value: whatItIs()},
	}, nil
}
