//go:build !js

package command

import (
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/engine"
	"modelbook/generator/memdb/internal/peer"
	"modelbook/generator/memdb/internal/value"
)

type helloCommand struct {
	genericArguments
	Others bson.D `idl:",others"`
}

var (
	_ = register[helloCommand](command{names: []string{"hello"}, api1: true, handshake: true})
	_ = register[helloCommand](command{names: []string{"isMaster", "ismaster"}, handshake: true})
)

// wireVersion is the wire version of server 8.2.
const wireVersion = 27

const maxMessageSize = 48_000_000

// setName is the name of the replica set.
const setName = "memdb"

// run describes a standalone server, or the one member of a replica set. Its name is
// the address to which the client connected.
func (c *helloCommand) run(op *engine.Operation) (bson.D, error) {
	primary := "isWritablePrimary"
	if op.Name != "hello" {
		primary = "ismaster"
	}
	peer.Of(op.Context).Metadata.Learn(c.Others)
	reply := bson.D{}
	if value.Truthy(value.Get(c.Others, "helloOk")) {
		reply = append(reply, bson.E{Key: "helloOk", Value: true})
	}
	reply = append(reply, memberFields(op, primary)...)
	return append(reply,
		bson.E{Key: "maxBsonObjectSize", Value: int32(engine.MaxDocumentSize)},
		bson.E{Key: "maxMessageSizeBytes", Value: int32(maxMessageSize)},
		bson.E{Key: "maxWriteBatchSize", Value: int32(maxWriteBatch)},
		bson.E{Key: "localTime", Value: bson.DateTime(op.Now.UnixMilli())},
		bson.E{Key: "logicalSessionTimeoutMinutes", Value: int32(engine.SessionTimeoutMinutes)},
		bson.E{Key: "connectionId", Value: peer.Of(op.Context).ConnectionID},
		bson.E{Key: "minWireVersion", Value: int32(0)},
		bson.E{Key: "maxWireVersion", Value: int32(wireVersion)},
		bson.E{Key: "readOnly", Value: false},
		bson.E{Key: "memdb", Value: whatItIs()},
	), nil
}

// term is the term of the only election.
const term = int64(1)

// memberFields returns the fields of a standalone, or those of a replica set and its one
// member.
func memberFields(op *engine.Operation, primary string) bson.D {
	if !op.DB.IsReplicaSet {
		return bson.D{{Key: primary, Value: true}}
	}
	name, last := hostOf(peer.Of(op.Context)), op.DB.ClusterTime.Now()
	opTime := bson.D{{Key: "ts", Value: last}, {Key: "t", Value: term}}
	date := bson.DateTime(last.T) * 1000
	return bson.D{
		{Key: "hosts", Value: bson.A{name}},
		{Key: "setName", Value: setName},
		{Key: "setVersion", Value: int32(1)},
		{Key: primary, Value: true},
		{Key: "secondary", Value: false},
		{Key: "primary", Value: name},
		{Key: "me", Value: name},
		{Key: "electionId", Value: electionID},
		{Key: "lastWrite", Value: bson.D{
			{Key: "opTime", Value: opTime},
			{Key: "lastWriteDate", Value: date},
			{Key: "majorityOpTime", Value: opTime},
			{Key: "majorityWriteDate", Value: date},
		}},
	}
}

// hostOf is the address to which a client connected.
func hostOf(c peer.Client) string {
	if c.Port == 0 {
		return engine.HostName
	}
	return fmt.Sprintf("127.0.0.1:%d", c.Port)
}

// electionID is the id of the election of the first term.
var electionID = bson.ObjectID{0x7f, 0xff, 0xff, 0xff, 11: byte(term)}
