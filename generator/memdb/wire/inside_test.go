package wire

import (
	"errors"
	"net"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
)

// A driver in this program does without the network all that it does over it:
// large commands and replies, several connections at once, a transaction.
func TestInside(t *testing.T) {
	server := Inside(memdb.New(memdb.Options{ReplicaSet: true}))
	client := connectTo(t, server, options.Client().ApplyURI(server.URI()).SetDialer(server))
	raiseTogether(t, client)
	countTogether(t, client)
	large := client.Database("modelbook_test").Collection("large")
	for id := range 3 {
		if _, err := large.InsertOne(t.Context(), bson.D{{Key: "_id", Value: id}, {Key: "text", Value: make([]byte, 10<<20)}}); err != nil {
			t.Fatal(err)
		}
	}
	cursor, err := large.Find(t.Context(), bson.D{})
	if err != nil {
		t.Fatal(err)
	}
	var found []bson.Raw
	if err := cursor.All(t.Context(), &found); err != nil || len(found) != 3 {
		t.Errorf("%d documents, %v", len(found), err)
	}
}

// Close ends the connections that there are, and there are no new ones.
func TestInsideCloses(t *testing.T) {
	server := Inside(memdb.New(memdb.Options{}))
	c, err := server.DialContext(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("the connection is still open")
	}
	if _, err := server.DialContext(t.Context(), "", ""); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a new connection: %v", err)
	}
}
