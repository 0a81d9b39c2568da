package wire

import (
	"context"
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
	listening, err := Listen(db)
	if err != nil {
		t.Fatal(err)
	}
	for name, server := range map[string]*Server{"loopback": listening, "inside": Inside(db)} {
		t.Run(name, func(t *testing.T) {
			c := dial(t, server)
			send(t, c, endless())
			waitFor(t, db, "test.$cmd.aggregate", 1)
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			waitFor(t, db, "test.$cmd.aggregate", 0)
			if err := server.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// waitFor looks until that many aggregates run.
func waitFor(t *testing.T, db *memdb.DB, namespace string, running int) {
	t.Helper()
	command, err := bson.Marshal(bson.D{{Key: "currentOp", Value: int32(1)}, {Key: "ns", Value: namespace}, {Key: "command.aggregate", Value: bson.D{{Key: "$exists", Value: true}}}, {Key: "$db", Value: "admin"}})
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
