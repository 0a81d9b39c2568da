package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/date"
	"modelbook/generator/memdb/value"
)

// hostName is what memdb calls the machine it runs on.
const hostName = "memdb"

// wireVersion is that of server 8.2.
const wireVersion = 27

const maxMessageSize = 48_000_000

// hello tells a driver that this is a standalone server.
func hello(r *request) (bson.D, error) {
	primary := "isWritablePrimary"
	if r.name != "hello" {
		primary = "ismaster"
	}
	clientOf(r.ctx).metadata.learn(r.doc)
	reply := bson.D{}
	if value.Truthy(value.Get(r.doc, "helloOk")) {
		reply = append(reply, bson.E{Key: "helloOk", Value: true})
	}
	return append(reply,
		bson.E{Key: primary, Value: true},
		bson.E{Key: "maxBsonObjectSize", Value: int32(maxDocumentSize)},
		bson.E{Key: "maxMessageSizeBytes", Value: int32(maxMessageSize)},
		bson.E{Key: "maxWriteBatchSize", Value: int32(maxWriteBatch)},
		bson.E{Key: "localTime", Value: bson.DateTime(r.now.UnixMilli())},
		bson.E{Key: "logicalSessionTimeoutMinutes", Value: int32(sessionMinutes)},
		bson.E{Key: "connectionId", Value: clientOf(r.ctx).ConnectionID},
		bson.E{Key: "minWireVersion", Value: int32(0)},
		bson.E{Key: "maxWireVersion", Value: int32(wireVersion)},
		bson.E{Key: "readOnly", Value: false},
		bson.E{Key: "memdb", Value: whatItIs()},
	), nil
}

// whatItIs says that this is not MongoDB's server.
func whatItIs() bson.D {
	return bson.D{
		{Key: "version", Value: Version},
		{Key: "compatibleWith", Value: "8.2"},
		{Key: "notMongoDB", Value: true},
		{Key: "unimplemented", Value: "error 238"},
		{Key: "timeZones", Value: date.ZoneData},
	}
}

func buildInfo(*request) (bson.D, error) {
	return bson.D{
		{Key: "version", Value: ServerVersion},
		{Key: "gitVersion", Value: "none (memdb " + Version + ", not MongoDB's server)"},
		{Key: "modules", Value: bson.A{}},
		{Key: "allocator", Value: "go"},
		{Key: "javascriptEngine", Value: "none"},
		{Key: "sysInfo", Value: "deprecated"},
		{Key: "versionArray", Value: bson.A{int32(8), int32(2), int32(4), int32(0)}},
		{Key: "openssl", Value: bson.D{{Key: "running", Value: "none"}, {Key: "compiled", Value: "none"}}},
		{Key: "buildEnvironment", Value: bson.D{}},
		{Key: "bits", Value: int32(64)},
		{Key: "debug", Value: false},
		{Key: "maxBsonObjectSize", Value: int32(maxDocumentSize)},
		{Key: "storageEngines", Value: bson.A{"memdb"}},
		{Key: "memdb", Value: whatItIs()},
	}, nil
}
