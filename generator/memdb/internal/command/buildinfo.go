package command

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/engine"
)

type buildInfoCommand struct {
	genericArguments
	_ any `idl:",command"`
}

var _ = register[buildInfoCommand](command{names: []string{"buildInfo", "buildinfo"}})

// gitVersion is shown in the place of the server's commit hash.
const gitVersion = "none (memdb " + engine.Version + ", not MongoDB's server)"

func (*buildInfoCommand) run(*engine.Operation) (bson.D, error) {
	return bson.D{
		{Key: "version", Value: engine.ServerVersion},
		{Key: "gitVersion", Value: gitVersion},
		{Key: "modules", Value: bson.A{}},
		{Key: "allocator", Value: "go"},
		{Key: "javascriptEngine", Value: "none"},
		{Key: "sysInfo", Value: "deprecated"},
		{Key: "versionArray", Value: bson.A{int32(8), int32(2), int32(4), int32(0)}},
		{Key: "openssl", Value: bson.D{{Key: "running", Value: "none"}, {Key: "compiled", Value: "none"}}},
		{Key: "buildEnvironment", Value: bson.D{}},
		{Key: "bits", Value: int32(64)},
		{Key: "debug", Value: false},
		{Key: "maxBsonObjectSize", Value: int32(engine.MaxDocumentSize)},
		{Key: "storageEngines", Value: bson.A{"memdb"}},
		{Key: "memdb", Value: whatItIs()},
	}, nil
}

// whatItIs says that this is not MongoDB's server.
func whatItIs() bson.D {
	return bson.D{
		{Key: "version", Value: engine.Version},
		{Key: "compatibleWith", Value: "8.2"},
		{Key: "notMongoDB", Value: true},
		{Key: "unimplemented", Value: "error 238"},
		{Key: "timeZones", Value: date.ZoneData},
	}
}
