package wire

import (
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
)

// dial opens a connection without a driver.
func dial(t *testing.T, server *Server) net.Conn {
	t.Helper()
	if server.listener == nil {
		c, err := server.DialContext(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	address := strings.TrimSuffix(strings.TrimPrefix(server.URI(), "mongodb://"), "/?directConnection=true")
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func send(t *testing.T, c net.Conn, command bson.D) {
	t.Helper()
	raw, err := bson.Marshal(command)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Write(msgReply(1, 0, raw, false)); err != nil {
		t.Fatal(err)
	}
}

// ask sends a command and gives the reply.
func ask(t *testing.T, c net.Conn, command bson.D) bson.Raw {
	t.Helper()
	send(t, c, command)
	m, err := receive(c)
	if err != nil {
		t.Error(err)
		return nil
	}
	return bson.Raw(m.whole[headerSize+5:])
}

// While one client runs an aggregate without end over a collection, ten others
// insert and find in it and in others, 1,000 connections are open, and all get
// their answers; the endless one ends when its client leaves, and nothing is left.
func TestNobodyWaitsForALongRead(t *testing.T) {
	before := runtime.NumGoroutine()
	db := memdb.New(memdb.Options{})
	server, err := Listen(db)
	if err != nil {
		t.Fatal(err)
	}
	first := dial(t, server)
	ask(t, first, bson.D{{Key: "insert", Value: "c0"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: "first"}}}}, {Key: "$db", Value: "test"}})
	long := endless()
	long[0].Value = "c0"
	pipeline := long[1].Value.(bson.A)
	long[1].Value = pipeline[1:] // without $documents
	const clients, rounds = 10, 20
	open := make([]net.Conn, 1000)
	for i := range open[clients:] {
		open[clients+i] = dial(t, server)
	}
	send(t, first, long)
	waitFor(t, db, "test.c0", 1)
	// On one processor, each of these waits for as long as the runtime lets the read run.
	for i := range open[:clients] {
		open[i] = dial(t, server)
	}
	var running sync.WaitGroup
	for i := range clients {
		running.Go(func() {
			c := open[i]
			name := "c" + string(rune('0'+i%3))
			for n := range rounds {
				doc := bson.D{{Key: "_id", Value: int32(i*rounds + n)}}
				if r := ask(t, c, bson.D{{Key: "insert", Value: name}, {Key: "documents", Value: bson.A{doc}}, {Key: "$db", Value: "test"}}); r.Lookup("n").Int32() != 1 {
					t.Errorf("insert: %s", r)
				}
				r := ask(t, c, bson.D{{Key: "find", Value: name}, {Key: "filter", Value: doc}, {Key: "$db", Value: "test"}})
				if found, err := r.Lookup("cursor", "firstBatch").Array().Values(); err != nil || len(found) != 1 {
					t.Errorf("find: %s", r)
				}
			}
		})
	}
	running.Wait()
	waitFor(t, db, "test.c0", 1) // it still runs
	for _, c := range append(open, first) {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	waitFor(t, db, "test.c0", 0)
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	// What the runtime counts may still be on its way out; what stays is a leak
	// and is shown with its stack when the test's time is over.
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}
