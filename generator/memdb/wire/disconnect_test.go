package wire

import (
	"context"
	"net"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
)

// endless is an aggregate that no clock ends.
func endless() bson.D {
	hundred := bson.D{{Key: "$range", Value: bson.A{int32(0), int32(100)}}}
	stages := bson.A{bson.D{{Key: "$documents", Value: bson.A{bson.D{}}}}}
	for range 8 {
		stages = append(stages,
			bson.D{{Key: "$set", Value: bson.D{{Key: "b", Value: hundred}}}},
			bson.D{{Key: "$unwind", Value: "$b"}})
	}
	stages = append(stages, bson.D{{Key: "$count", Value: "n"}})
	return bson.D{{Key: "aggregate", Value: int32(1)}, {Key: "pipeline", Value: stages}, {Key: "cursor", Value: bson.D{}}, {Key: "$db", Value: "test"}}
}

// A command ends when its client closes the connection.
func TestCommandEndsWithItsClient(t *testing.T) {
	db := memdb.New(memdb.Options{})
	server, err := Listen(db)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := bson.Marshal(endless())
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimSuffix(strings.TrimPrefix(server.URI(), "mongodb://"), "/?directConnection=true")
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Write(msgReply(1, 0, raw, false)); err != nil {
		t.Fatal(err)
	}
	waitFor(t, db, 1)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, db, 0)
	if err := server.Close(); err != nil {
		t.Error(err)
	}
}

// waitFor looks until that many aggregates run besides the one that looks.
func waitFor(t *testing.T, db *memdb.DB, running int) {
	t.Helper()
	command, err := bson.Marshal(bson.D{{Key: "currentOp", Value: int32(1)}, {Key: "ns", Value: "test.$cmd.aggregate"}, {Key: "$db", Value: "admin"}})
	if err != nil {
		t.Fatal(err)
	}
	for {
		if t.Context().Err() != nil {
			t.Fatal(context.Cause(t.Context()))
		}
		ops, err := db.Run(t.Context(), command).Lookup("inprog").Array().Values()
		if err != nil {
			t.Fatal(err)
		}
		if len(ops) == running {
			return
		}
	}
}
