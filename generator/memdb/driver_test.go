package memdb_test

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
)

// TestCasesOverTheWire runs the cases through the official driver: neither it
// nor the wire changes what the database answers. No database is left but admin.
func TestCasesOverTheWire(t *testing.T) {
	db := memdb.New(memdb.Options{})
	server, err := wire.Listen(db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	memdb.RunCasesAt(t, server.URI())
	command, err := bson.Marshal(bson.D{{Key: "listDatabases", Value: 1}, {Key: "nameOnly", Value: true}, {Key: "$db", Value: "admin"}})
	if err != nil {
		t.Fatal(err)
	}
	reply := db.Run(t.Context(), command)
	if left, err := reply.Lookup("databases").Array().Values(); err != nil || len(left) != 1 {
		t.Errorf("left behind: %s, %v", reply, err)
	}
}
