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
	named := options.Client().SetAppName("lighthouse")
	t.Run("loopback", func(t *testing.T) {
		server := listen(t, memdb.Options{})
		namesItsClient(t, connectTo(t, server, named.ApplyURI(server.URI())), server)
	})
	t.Run("inside", func(t *testing.T) {
		server := Inside(memdb.New(memdb.Options{}))
		namesItsClient(t, connectTo(t, server, named.ApplyURI(server.URI()).SetDialer(server)), server)
	})
}

func namesItsClient(t *testing.T, client *mongo.Client, server *Server) {
	port := strconv.Itoa(int(portOf(server.address)))
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
