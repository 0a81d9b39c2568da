package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"net"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
	"modelbook/generator/memdb/internal/errcode"
)

// msg makes an OP_MSG of flags and sections, with a right length.
func msg(flags uint32, sections ...[]byte) []byte {
	out := appendHeader(nil, 7, 0, opMsg)
	out = binary.LittleEndian.AppendUint32(out, flags)
	for _, s := range sections {
		out = append(out, s...)
	}
	return finish(out)
}

func body(t testing.TB, doc bson.D) []byte {
	t.Helper()
	raw, err := bson.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return append([]byte{0}, raw...)
}

func docs(t testing.TB, name string, list ...bson.D) []byte {
	t.Helper()
	out := append([]byte{0, 0, 0, 0}, name...)
	out = append(out, 0)
	for _, doc := range list {
		out = append(out, body(t, doc)[1:]...)
	}
	binary.LittleEndian.PutUint32(out, uint32(len(out)))
	return append([]byte{1}, out...)
}

func receive(r io.Reader) (message, error) {
	h, err := readHeader(r)
	if err != nil {
		return message{}, err
	}
	return readMessage(h, r)
}

func TestSequencesBecomeArrays(t *testing.T) {
	list := docs(t, "documents", bson.D{{Key: "a", Value: int32(1)}}, bson.D{})
	for name, sections := range map[string][][]byte{
		"body first": {body(t, bson.D{{Key: "insert", Value: "c"}}), list},
		"body last":  {list, body(t, bson.D{{Key: "insert", Value: "c"}})},
	} {
		req, err := parseMsg(msg(0, sections...))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got bson.D
		if err := bson.Unmarshal(req.command, &got); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(got) != 2 || len(got[1].Value.(bson.A)) != 2 || !req.wantReply {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestBrokenMessages(t *testing.T) {
	ping := body(t, bson.D{{Key: "ping", Value: int32(1)}})
	for name, c := range map[string]struct {
		message []byte
		code    int32 // 0: the connection is only closed
	}{
		"unknown flag":        {msg(1<<5, ping), 223},
		"wrong checksum":      {msg(flagChecksum, ping, []byte{1, 2, 3, 4}), 288},
		"no body":             {msg(0), 0},
		"two bodies":          {msg(0, ping, ping), 0},
		"unknown section":     {msg(0, ping, []byte{9}), 0},
		"a document too long": {msg(0, []byte{0, 255, 0, 0, 0, 0}), 0},
		"a sequence too long": {msg(0, ping, []byte{1, 255, 0, 0, 0, 'x', 0}), 0},
		"a sequence unnamed":  {msg(0, ping, []byte{1, 5, 0, 0, 0, 'x'}), 0},
	} {
		_, err := parseMsg(c.message)
		var told *errcode.Error
		if err == nil || errors.As(err, &told) != (c.code != 0) || (c.code != 0 && told.Code != c.code) {
			t.Errorf("%s: %v, want code %d", name, err, c.code)
		}
	}
}

func TestChecksum(t *testing.T) {
	whole := msg(flagChecksum, body(t, bson.D{{Key: "ping", Value: int32(1)}}), []byte{0, 0, 0, 0})
	end := len(whole) - 4
	binary.LittleEndian.PutUint32(whole[end:], crc32.Checksum(whole[:end], castagnoli))
	if req, err := parseMsg(whole); err != nil || !req.checksum {
		t.Errorf("%+v, %v", req, err)
	}
}

func TestLengthIsCheckedFirst(t *testing.T) {
	for _, length := range []uint32{0, 15, maxMessageSize + 1, 1 << 31} {
		head := appendHeader(nil, 1, 0, opMsg)
		binary.LittleEndian.PutUint32(head, length)
		if _, err := receive(bytes.NewReader(head)); !errors.Is(err, errMalformed) {
			t.Errorf("length %d: %v", length, err)
		}
	}
	head := appendHeader(nil, 1, 0, opMsg)
	binary.LittleEndian.PutUint32(head, maxMessageSize)
	if _, err := receive(bytes.NewReader(append(head, 0))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a message that ends early: %v", err)
	}
}

// A broken message ends its connection; the server goes on.
func TestBrokenConnectionHarmsNoOther(t *testing.T) {
	server, err := Listen(memdb.New(memdb.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	address := strings.TrimSuffix(strings.TrimPrefix(server.URI(), "mongodb://"), "/?directConnection=true")
	for name, sent := range map[string][]byte{
		"no message":   []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
		"broken BSON":  msg(0, []byte{0, 12, 0, 0, 0, 0x77, 'a', 0, 1, 0, 0, 0, 0}),
		"old opcode":   finish(append(appendHeader(nil, 1, 0, 2002), 0, 0, 0, 0)),
		"compressed":   finish(append(appendHeader(nil, 1, 0, 2012), 0, 0, 0, 0)),
		"unknown flag": msg(1<<9, body(t, bson.D{{Key: "ping", Value: int32(1)}})),
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := c.Write(sent); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := io.Copy(io.Discard, c); err != nil && !strings.Contains(err.Error(), "reset") {
			t.Errorf("%s: the connection was not closed: %v", name, err)
		}
		c.Close()
	}
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Write(msg(0, body(t, bson.D{{Key: "ping", Value: int32(1)}, {Key: "$db", Value: "admin"}}))); err != nil {
		t.Fatal(err)
	}
	reply, err := receive(c)
	if err != nil || reply.op != opMsg {
		t.Errorf("reply %v, %v", reply, err)
	}
}

// An OP_QUERY is answered only if it says hello.
func TestQuery(t *testing.T) {
	query := func(command bson.D) []byte {
		out := append([]byte{0, 0, 0, 0}, "admin.$cmd\x00"...)
		out = append(out, make([]byte, 8)...)
		return append(out, body(t, command)[1:]...)
	}
	req, err := parseQuery(query(bson.D{{Key: "isMaster", Value: int32(1)}}))
	if err != nil || req.command.Lookup("$db").StringValue() != "admin" {
		t.Errorf("%v, %v", req.command, err)
	}
	if _, err := parseQuery(query(bson.D{{Key: "ping", Value: int32(1)}})); !errcode.Is(err, 352) {
		t.Errorf("ping: %v, want 352", err)
	}
}

func FuzzMessage(f *testing.F) {
	f.Add(msg(0, body(f, bson.D{{Key: "ping", Value: int32(1)}, {Key: "$db", Value: "admin"}})))
	f.Add(msg(0, body(f, bson.D{{Key: "insert", Value: "c"}, {Key: "$db", Value: "x"}}), docs(f, "documents", bson.D{{Key: "a", Value: "b"}})))
	f.Add(finish(append(appendHeader(nil, 1, 0, opQuery), "\x00\x00\x00\x00admin.$cmd\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00"...)))
	db := memdb.New(memdb.Options{})
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := receive(bytes.NewReader(data))
		if err != nil {
			return
		}
		req, err := m.request()
		if err != nil {
			return
		}
		reply := db.Run(t.Context(), req.command)
		if code, ok := reply.Lookup("code").Int32OK(); ok && code == 8 {
			t.Errorf("a command failed: %v", reply)
		}
	})
}
