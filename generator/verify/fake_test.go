package verify

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// fake is a server with the test's answers, which a real one can't be made to send: it
// refuses, hangs up, or holds a wrong document.
type fake struct {
	uri string
	// answer returns the reply to a command, empty for ok, or nil to hang up.
	answer func(name string, command bson.Raw) bson.D
	hello  bson.D // further fields of what it says of itself
	// build are further fields of its buildInfo, for one that is not MongoDB's.
	build bson.D

	mu   sync.Mutex
	sent []string // names of the commands, those of connecting left out
	// inside are the connections of DialContext; serving waits for their goroutines.
	inside  []net.Conn
	serving sync.WaitGroup
}

func startFake(t *testing.T, answer func(name string, command bson.Raw) bson.D) *fake {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	f := &fake{uri: "mongodb://" + listener.Addr().String(), answer: answer}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go f.serve(c)
		}
	}()
	return f
}

// DialContext connects a driver inside the test, whatever the address: in a bubble
// of synctest, time then passes only while all wait.
func (f *fake) DialContext(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	f.mu.Lock()
	f.inside = append(f.inside, server)
	f.mu.Unlock()
	f.serving.Go(func() { f.serve(server) })
	return client, nil
}

// hangUp ends the connections inside the test, as a server does that ends. The driver
// spins while it waits for the answer to a command that it has given up.
func (f *fake) hangUp() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.inside {
		c.Close()
	}
}

const (
	opReply = 1
	opQuery = 2004
	opMsg   = 2013
)

func (f *fake) serve(c net.Conn) {
	defer c.Close()
	for {
		var header [16]byte
		if _, err := io.ReadFull(c, header[:]); err != nil {
			return
		}
		body := make([]byte, binary.LittleEndian.Uint32(header[:])-16)
		if _, err := io.ReadFull(c, body); err != nil {
			return
		}
		id, code := binary.LittleEndian.Uint32(header[4:]), binary.LittleEndian.Uint32(header[12:])
		var command bson.Raw
		reply := make([]byte, 5) // flags and the kind of the section
		if code == opQuery {
			name := bytes.IndexByte(body[4:], 0)
			command = body[4+name+1+8:]
			reply = make([]byte, 20)
			reply[16] = 1 // one document
			code = opReply
		} else {
			command = sections(body[4:])
		}
		answer := f.reply(command)
		if answer == nil {
			return
		}
		encoded, _ := bson.Marshal(answer)
		message := binary.LittleEndian.AppendUint32(nil, uint32(16+len(reply)+len(encoded)))
		message = binary.LittleEndian.AppendUint32(message, 0)
		message = binary.LittleEndian.AppendUint32(message, id)
		message = binary.LittleEndian.AppendUint32(message, code)
		if _, err := c.Write(append(append(message, reply...), encoded...)); err != nil {
			return
		}
	}
}

// sections puts the documents of a message into its command, as servers do.
func sections(body []byte) bson.Raw {
	var command bson.D
	for len(body) > 0 {
		size := binary.LittleEndian.Uint32(body[1:])
		section := body[1 : 1+size]
		body = body[1+size:]
		if command == nil {
			if err := bson.Unmarshal(section, &command); err != nil {
				panic(err)
			}
			continue
		}
		name, list, _ := bytes.Cut(section[4:], []byte{0})
		documents := bson.A{}
		for len(list) > 0 {
			n := binary.LittleEndian.Uint32(list)
			documents = append(documents, bson.Raw(list[:n]))
			list = list[n:]
		}
		command = append(command, bson.E{Key: string(name), Value: documents})
	}
	encoded, err := bson.Marshal(command)
	if err != nil {
		panic(err)
	}
	return encoded
}

func (f *fake) reply(command bson.Raw) bson.D {
	first, err := command.IndexErr(0)
	if err != nil {
		return nil
	}
	name := first.Key()
	ok := bson.D{{Key: "ok", Value: 1.0}}
	switch {
	case strings.EqualFold(name, "ismaster") || name == "hello":
		return append(bson.D{
			{Key: "isWritablePrimary", Value: true}, {Key: "ismaster", Value: true}, {Key: "helloOk", Value: true},
			{Key: "maxBsonObjectSize", Value: 16 << 20}, {Key: "maxMessageSizeBytes", Value: 48000000}, {Key: "maxWriteBatchSize", Value: 100000},
			{Key: "minWireVersion", Value: 0}, {Key: "maxWireVersion", Value: 27}, {Key: "logicalSessionTimeoutMinutes", Value: 30}}, append(f.hello, ok...)...)
	case name == "buildInfo":
		build := f.build
		if build == nil {
			build = bson.D{{Key: "allocator", Value: "tcmalloc-google"}}
		}
		return slices.Concat(bson.D{{Key: "version", Value: "8.2.4"}}, build, ok)
	case name == "endSessions", name == "listDatabases": // those around a run
		return ok
	}
	f.mu.Lock()
	f.sent = append(f.sent, name)
	f.mu.Unlock()
	if f.answer == nil {
		return ok
	}
	if answer := f.answer(name, command); len(answer) > 0 || answer == nil {
		return answer
	}
	return ok
}

// fails is the reply of a command that fails.
func fails(code int32, name, message string) bson.D {
	return bson.D{{Key: "ok", Value: 0.0}, {Key: "errmsg", Value: message}, {Key: "code", Value: code}, {Key: "codeName", Value: name}}
}

// finds is the reply of a find or an aggregate, in one batch.
func finds(namespace string, documents ...any) bson.D {
	cursor := bson.D{{Key: "firstBatch", Value: append(bson.A{}, documents...)}, {Key: "id", Value: int64(0)}, {Key: "ns", Value: namespace}}
	return bson.D{{Key: "cursor", Value: cursor}, {Key: "ok", Value: 1.0}}
}
