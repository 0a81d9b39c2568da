package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/wire"
)

// mongodb serves an embedded database that calls itself MongoDB, for what is done
// with no other server, or FerretDB, and puts its URI into an environment variable.
func serveAsMongoDB(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || len(args) > 2 || len(args) == 2 && args[1] != "ferretdb" {
		ts.Fatalf("usage: mongodb VARIABLE [ferretdb]")
	}
	var answer func(command bson.Raw) bson.D
	if len(args) == 2 {
		answer = asFerretDB
	}
	uri := startMemdb(ts)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { listener.Close() })
	go relayAll(listener, uri, answer)
	ts.Setenv(args[0], "mongodb://"+listener.Addr().String()+"/?directConnection=true")
}

// asFerretDB answers buildInfo as FerretDB 1.24 does: it says that it is a MongoDB
// of 7.0, and which FerretDB.
func asFerretDB(command bson.Raw) bson.D {
	if command.Index(0).Key() != "buildInfo" {
		return nil
	}
	return bson.D{{Key: "version", Value: "7.0.42"}, {Key: "ferretdbVersion", Value: "v1.24.0"}, {Key: "ok", Value: 1.0}}
}

// relayAll relays each client of a listener until that is closed.
func relayAll(listener net.Listener, uri string, answer func(command bson.Raw) bson.D) {
	host, _, _ := strings.Cut(strings.TrimPrefix(uri, "mongodb://"), "/")
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		go relay(client, host, answer)
	}
}

// relay hands messages between a client and a server, and replaces what the
// server calls itself. Commands that answer gives a reply to, the server does not
// see.
func relay(client net.Conn, host string, answer func(command bson.Raw) bson.D) {
	defer client.Close()
	server, err := net.Dial("tcp", host)
	if err != nil {
		return
	}
	defer server.Close()
	for {
		message, err := readMessage(client)
		if err != nil {
			return
		}
		reply := replyTo(message, answer)
		if reply == nil {
			if _, err = server.Write(message); err == nil {
				reply, err = readMessage(server)
			}
		}
		if err != nil {
			return
		}
		if _, err := client.Write(renamed(reply)); err != nil {
			return
		}
	}
}

// header is how long a message is before its only section: its head, flags, and
// the section's kind.
const header = 16 + 4 + 1

// replyTo gives the message that answers a command in place of the server, or nil.
func replyTo(message []byte, answer func(command bson.Raw) bson.D) []byte {
	const opMsg = 2013
	if answer == nil || len(message) < header || binary.LittleEndian.Uint32(message[12:]) != opMsg {
		return nil
	}
	document := answer(bson.Raw(message[header:]))
	if document == nil {
		return nil
	}
	body, err := bson.Marshal(document)
	if err != nil {
		panic(err)
	}
	reply := append(make([]byte, header, header+len(body)), body...)
	binary.LittleEndian.PutUint32(reply, uint32(len(reply)))
	copy(reply[8:12], message[4:8]) // what it answers
	binary.LittleEndian.PutUint32(reply[12:], opMsg)
	return reply
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

// fakeMongod is a program that stands in for mongod: it takes its arguments, and
// serves an embedded database as the one member of a replica set once that was
// initiated.
func fakeMongod() {
	options := flag.NewFlagSet("mongod", flag.ExitOnError)
	folder, port, ip := options.String("dbpath", "", ""), options.Int("port", 0, ""), options.String("bind_ip", "", "")
	set := options.String("replSet", "", "")
	options.Bool("nounixsocket", false, "")
	options.Parse(os.Args[1:])
	if _, err := os.Stat(*folder); err != nil || *set == "" {
		fmt.Println("no folder or no replica set:", err)
		os.Exit(100)
	}
	if os.Getenv("MONGOD_FAILS") != "" {
		fmt.Printf("this machine lacks AVX\n")
		os.Exit(132)
	}
	if begin := os.Getenv("MONGOD_WAITS_FOR"); begin != "" { // real ones listen late
		if err := os.WriteFile(filepath.Join(*folder, "started"), nil, 0o600); err != nil {
			panic(err)
		}
		for _, err := os.Stat(begin); err != nil; _, err = os.Stat(begin) {
			if _, err := os.Stat(*folder); err != nil {
				os.Exit(1) // the test has ended
			}
			time.Sleep(time.Millisecond)
		}
	}
	server, err := wire.Listen(memdb.New(memdb.Options{ReplicaSet: true}))
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("%s:%d", *ip, *port))
	if err != nil {
		panic(err)
	}
	var initiated atomic.Bool
	relayAll(listener, server.URI(), func(command bson.Raw) bson.D {
		ok := bson.E{Key: "ok", Value: 1.0}
		switch command.Index(0).Key() {
		case "replSetInitiate":
			initiated.Store(true)
			return bson.D{ok}
		case "getCmdLineOpts":
			return bson.D{{Key: "parsed", Value: bson.D{{Key: "storage", Value: bson.D{{Key: "dbPath", Value: *folder}}}}}, ok}
		case "shutdown":
			os.Exit(0)
		}
		if !initiated.Load() {
			return bson.D{{Key: "ok", Value: 0.0}, {Key: "code", Value: 94}, {Key: "codeName", Value: "NotYetInitialized"}, {Key: "errmsg", Value: "no replset config has been received"}}
		}
		return nil
	})
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
