package main

import (
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
)

// mongodb serves an embedded database that calls itself MongoDB, for what is done
// with no other server, and puts its URI into an environment variable.
func serveAsMongoDB(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mongodb VARIABLE")
	}
	server, err := wire.Listen(memdb.New(memdb.Options{}))
	ts.Check(err)
	ts.Defer(func() { server.Close() })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { listener.Close() })
	host, _, _ := strings.Cut(strings.TrimPrefix(server.URI(), "mongodb://"), "/")
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go relay(client, host)
		}
	}()
	ts.Setenv(args[0], "mongodb://"+listener.Addr().String()+"/?directConnection=true")
}

// relay hands messages between a client and a server, and replaces what the
// server calls itself.
func relay(client net.Conn, host string) {
	defer client.Close()
	server, err := net.Dial("tcp", host)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		io.Copy(server, client)
		server.Close()
	}()
	for {
		message, err := readMessage(server)
		if err != nil {
			return
		}
		if _, err := client.Write(renamed(message)); err != nil {
			return
		}
	}
}

func readMessage(from io.Reader) ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(from, size[:]); err != nil {
		return nil, err
	}
	message := make([]byte, binary.LittleEndian.Uint32(size[:]))
	copy(message, size[:])
	_, err := io.ReadFull(from, message[4:])
	return message, err
}

// renamed gives MongoDB's field in place of memdb's in a reply to buildInfo.
func renamed(message []byte) []byte {
	const header = 16 + 4 + 1 // its own, flags, the kind of the only section
	var reply bson.D
	if len(message) < header || bson.Unmarshal(message[header:], &reply) != nil {
		return message
	}
	for i := range reply {
		if reply[i].Key == "memdb" {
			reply[i] = bson.E{Key: "allocator", Value: "tcmalloc-google"}
			body, err := bson.Marshal(reply)
			if err != nil {
				return message
			}
			message = append(message[:header:header], body...)
			binary.LittleEndian.PutUint32(message, uint32(len(message)))
		}
	}
	return message
}

func TestRenamedReplyStaysWhole(t *testing.T) {
	body, err := bson.Marshal(bson.D{{Key: "version", Value: "8.2.4"}, {Key: "memdb", Value: "0.1"}, {Key: "ok", Value: 1.0}})
	if err != nil {
		t.Fatal(err)
	}
	message := renamed(append(make([]byte, 21), body...))
	if int(binary.LittleEndian.Uint32(message)) != len(message) || bson.Raw(message[21:]).Validate() != nil {
		t.Errorf("got %v", message)
	}
}
