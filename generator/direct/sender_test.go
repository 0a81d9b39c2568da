package direct_test

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/direct"
	"modelbook/generator/memdb"
)

// Two clients of a database have sessions of their own, each with its transactions.
// Package play compares what a client returns with what a driver does.
func TestSessionsOfTwoClients(t *testing.T) {
	db := memdb.New(memdb.Options{ReplicaSet: true})
	insert := func(id int32) bson.D {
		return bson.D{{Key: "insert", Value: "huts"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: id}}}}}
	}
	for id := range int32(2) {
		session, err := direct.New(db, "test").StartSession()
		if err != nil {
			t.Fatal(err)
		}
		if err := session.StartTransaction(); err != nil {
			t.Fatal(err)
		}
		if _, err := session.Command(t.Context(), "test", insert(id)); err != nil {
			t.Fatal(err)
		}
		if err := session.CommitTransaction(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	reply, err := direct.New(db, "test").Command(t.Context(), "test", bson.D{{Key: "count", Value: "huts"}})
	if n, _ := reply.Lookup("n").AsInt64OK(); err != nil || n != 2 {
		t.Errorf("%d documents, %v", n, err)
	}
}
