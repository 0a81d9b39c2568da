package wire

import (
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
)

// countingConn counts what has been written.
type countingConn struct {
	net.Conn
	written atomic.Int64
}

func (c *countingConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.written.Add(int64(n))
	return n, err
}

// largeInsert is a message that holds a document of that many bytes and little more.
func largeInsert(t *testing.T, bytes int) []byte {
	return msg(0, body(t, bson.D{
		{Key: "insert", Value: "c"}, {Key: "$db", Value: "test"},
		{Key: "documents", Value: bson.A{bson.D{{Key: "a", Value: bson.Binary{Data: make([]byte, bytes)}}}}},
	}))
}

// However many clients send large messages, no more of them is read than all may
// hold together, and none is refused that others make room for in time.
func TestLargeMessagesTogether(t *testing.T) {
	const document, clients = 15 << 20, 8
	synctest.Test(t, func(t *testing.T) {
		server := Inside(memdb.New(memdb.Options{}))
		large := largeInsert(t, document)
		var held []*countingConn
		replied := make(chan int32, clients)
		for range clients {
			counting := &countingConn{Conn: dial(t, server)}
			held = append(held, counting)
			go func() {
				// Of a message that lacks its end, all but the end is held.
				for rest := large[:len(large)-1]; len(rest) > 0; {
					n, err := counting.Write(rest[:min(len(rest), 1<<20)])
					if err != nil {
						t.Error(err)
						return
					}
					rest = rest[n:]
				}
			}()
		}
		synctest.Wait()
		var read int64
		var whole []*countingConn
		for _, c := range held {
			n := c.written.Load()
			read += n
			if n == int64(len(large)-1) {
				whole = append(whole, c)
			}
		}
		if read == 0 || read > maxMessages {
			t.Errorf("%d bytes are held, of at most %d", read, maxMessages)
		}
		// A small one is answered meanwhile.
		small := dial(t, server)
		if r := ask(t, small, bson.D{{Key: "ping", Value: int32(1)}, {Key: "$db", Value: "admin"}}); r.Lookup("ok").Double() != 1 {
			t.Errorf("ping: %s", r)
		}
		// Those that got in end, all others follow in turn.
		for len(held) > 0 {
			for _, c := range whole {
				go func() {
					if _, err := c.Conn.Write(large[len(large)-1:]); err != nil {
						t.Error(err)
						return
					}
					reply, err := receive(c)
					if err != nil {
						t.Error(err)
						return
					}
					req, _ := parseMsg(reply.whole)
					replied <- req.command.Lookup("n").Int32()
				}()
			}
			for range whole {
				if n := <-replied; n != 1 {
					t.Errorf("inserted %d documents, want 1", n)
				}
			}
			held = without(held, whole)
			synctest.Wait()
			whole = nil
			for _, c := range held {
				if c.written.Load() == int64(len(large)-1) {
					whole = append(whole, c)
				}
			}
			if len(whole) == 0 && len(held) > 0 {
				t.Fatalf("%d messages wait for none", len(held))
			}
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
}

func without(all, some []*countingConn) (rest []*countingConn) {
	gone := map[*countingConn]bool{}
	for _, c := range some {
		gone[c] = true
	}
	for _, c := range all {
		if !gone[c] {
			rest = append(rest, c)
		}
	}
	return rest
}

// Clients that never end their messages make others wait for a while and not for
// ever: those are told to send again, and their connections go on.
func TestLargeMessageIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := Inside(memdb.New(memdb.Options{}))
		largest := largeInsert(t, maxMessageSize-200)
		for range maxMessages / maxMessageSize {
			if _, err := dial(t, server).Write(largest[:headerSize]); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		c, begin := dial(t, server), time.Now()
		if _, err := c.Write(largeInsert(t, 3<<20)); err != nil {
			t.Fatal(err)
		}
		reply, err := receive(c)
		if err != nil {
			t.Fatal(err)
		}
		req, err := parseMsg(reply.whole)
		if code, _ := req.command.Lookup("code").Int32OK(); err != nil || code != 146 || time.Since(begin) != admissionWait {
			t.Errorf("after %v: %s, %v", time.Since(begin), req.command, err)
		}
		if r := ask(t, c, bson.D{{Key: "ping", Value: int32(1)}, {Key: "$db", Value: "admin"}}); r.Lookup("ok").Double() != 1 {
			t.Errorf("ping: %s", r)
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestConnectionsTogether(t *testing.T) {
	server := Inside(memdb.New(memdb.Options{}))
	defer server.Close()
	ping := bson.D{{Key: "ping", Value: int32(1)}, {Key: "$db", Value: "admin"}}
	var last net.Conn
	for range maxConnections {
		last = dial(t, server)
	}
	if r := ask(t, last, ping); r.Lookup("ok").Double() != 1 {
		t.Errorf("ping: %s", r)
	}
	if _, err := dial(t, server).Write([]byte("x")); err == nil {
		t.Errorf("%d connections", maxConnections+1)
	}
}
