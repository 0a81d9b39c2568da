package wire

import (
	"strconv"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
)

// An operation says whose it is and by which port it came; so does a plan.
func TestOperationsNameTheirClient(t *testing.T) {
	server, err := Listen(memdb.New(memdb.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Close() }()
	client, err := mongo.Connect(options.Client().ApplyURI(server.URI()).SetAppName("lighthouse"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Disconnect(t.Context()) }()
	port := strconv.Itoa(int(portOf(server.listener.Addr())))
	var reply struct {
		Inprog []struct {
			Host, AppName, Client, Desc string
			ConnectionID                int32                    `bson:"connectionId"`
			Metadata                    bson.M                   `bson:"clientMetadata"`
			Session                     struct{ ID bson.Binary } `bson:"lsid"`
		}
	}
	if err := client.Database("admin").RunCommand(t.Context(), bson.D{{Key: "currentOp", Value: 1}}).Decode(&reply); err != nil {
		t.Fatal(err)
	}
	if len(reply.Inprog) != 1 {
		t.Fatalf("%d operations, want 1", len(reply.Inprog))
	}
	op := reply.Inprog[0]
	if op.Host != "memdb:"+port || op.AppName != "lighthouse" || op.Desc != "conn"+strconv.Itoa(int(op.ConnectionID)) ||
		op.Client == "" || op.Metadata["driver"] == nil || len(op.Session.ID.Data) != 16 {
		t.Errorf("operation %+v", op)
	}
	var plan struct {
		ServerInfo struct{ Port int32 }
	}
	if err := client.Database("coast").RunCommand(t.Context(), bson.D{{Key: "explain", Value: bson.D{{Key: "find", Value: "ports"}}}}).Decode(&plan); err != nil {
		t.Fatal(err)
	}
	if got := strconv.Itoa(int(plan.ServerInfo.Port)); got != port {
		t.Errorf("port %s, want %s", got, port)
	}
}
