// Package memdbtest makes databases for tests that answer as MongoDB does.
//
// Client returns a client of the Go driver, URI the address for any other program.
// Each call makes an empty database, which ends with its test, so that tests need no
// cleaning up and may run in parallel.
//
// A command that memdb does not implement fails the test with the reason and advice.
// Params can allow it, and can make the member of a replica set.
package memdbtest

import (
	"fmt"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
)

// Client returns a client of an empty database. It needs no port.
func Client(t testing.TB) *mongo.Client { return Params{}.Client(t) }

// URI returns the address of an empty database on this machine.
func URI(t testing.TB) string { return Params{}.URI(t) }

// Params are a database's options, and how the test treats refusals. Client and URI
// use the zero value.
type Params struct {
	memdb.Options
	// AllowRefusals leaves refusals to the test: by default each is an error of the
	// test besides. OnRefusal, if it is set, is called either way.
	AllowRefusals bool
}

// Client returns a client of an empty database. It needs no port.
func (p Params) Client(t testing.TB) *mongo.Client {
	t.Helper()
	server := wire.Inside(p.database(t))
	t.Cleanup(func() { closeServer(t, server) })
	client, err := mongo.Connect(options.Client().ApplyURI(server.URI()).SetDialer(server))
	if err != nil {
		t.Fatal(err)
	}
	// Disconnect ends cursors and sessions, which the database forgets anyway; an error
	// of a connection that is gone is no fault of the test.
	t.Cleanup(func() { _ = client.Disconnect(t.Context()) })
	return client
}

// URI returns the address of an empty database on this machine.
func (p Params) URI(t testing.TB) string {
	t.Helper()
	server, err := wire.Listen(p.database(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeServer(t, server) })
	return server.URI()
}

func closeServer(t testing.TB, server *wire.Server) {
	if err := server.Close(); err != nil {
		t.Error(err)
	}
}

func (p Params) database(t testing.TB) *memdb.DB {
	o, onRefusal := p.Options, p.OnRefusal
	if o.RefusalHint == "" {
		o.RefusalHint = "do without it, or run this test against a MongoDB server"
	}
	o.OnRefusal = func(cmd bson.Raw, refusal error) {
		if !p.AllowRefusals {
			t.Errorf("memdb refused %s: %v", described(cmd), refusal)
		}
		if onRefusal != nil {
			onRefusal(cmd, refusal)
		}
	}
	db := memdb.New(o)
	t.Cleanup(db.Close)
	return db
}

// described names a command and its collection.
func described(cmd bson.Raw) string {
	first, err := cmd.IndexErr(0)
	if err != nil {
		return "a command"
	}
	database, _ := cmd.Lookup("$db").StringValueOK()
	if collection, ok := first.Value().StringValueOK(); ok {
		return fmt.Sprintf("the command %s on %s.%s", first.Key(), database, collection)
	}
	return fmt.Sprintf("the command %s on %s", first.Key(), database)
}
