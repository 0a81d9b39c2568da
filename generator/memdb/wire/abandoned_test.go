package wire

import (
	"net"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb"
)

// deaths are the ways in which a client leaves a transaction with two writes.
// over says that the transaction has ended with its client: only what runs
// notices that, the others' ends with its time.
var deaths = map[string]struct {
	die  func(t *testing.T, g *guest)
	over bool
}{
	"between two commands": {func(*testing.T, *guest) {}, false},
	"by a reset": {func(t *testing.T, g *guest) {
		if tcp, ok := g.conn.(*net.TCPConn); ok {
			if err := tcp.SetLinger(0); err != nil {
				t.Error(err)
			}
		}
	}, false},
	"in the middle of a message": {func(t *testing.T, g *guest) {
		raw, err := bson.Marshal(g.command(bson.D{{Key: "insert", Value: "beds"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: int32(4)}}}}}))
		if err != nil {
			t.Fatal(err)
		}
		whole := msgReply(1, 0, raw, false)
		if _, err := g.conn.Write(whole[:len(whole)/2]); err != nil {
			t.Error(err)
		}
	}, false},
	"while a command runs": {func(t *testing.T, g *guest) {
		long := endless()
		long[0].Value = "beds"
		long[1].Value = long[1].Value.(bson.A)[1:] // without $documents
		send(t, g.conn, g.command(long[:3]))
		waitFor(t, g.db, "test.beds", 1)
	}, true},
}

// guest is a client that books beds in a transaction, by a connection of its own.
type guest struct {
	db      *memdb.DB
	conn    net.Conn
	session byte
}

// command adds what a command of a transaction has.
func (g *guest) command(command bson.D, more ...bson.E) bson.D {
	id := bson.Binary{Subtype: 4, Data: []byte{g.session, 15: 0}}
	return append(append(command,
		bson.E{Key: "lsid", Value: bson.D{{Key: "id", Value: id}}}, bson.E{Key: "txnNumber", Value: int64(1)},
		bson.E{Key: "autocommit", Value: false}, bson.E{Key: "$db", Value: "test"}), more...)
}

// book begins the transaction, changes a bed and makes another.
func (g *guest) book(t *testing.T, by string) (code int32) {
	update := bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "u", Value: bson.D{{Key: "$set", Value: bson.D{{Key: "by", Value: by}}}}}}
	r := ask(t, g.conn, g.command(bson.D{{Key: "update", Value: "beds"}, {Key: "updates", Value: bson.A{update}}}, bson.E{Key: "startTransaction", Value: true}))
	if code, failed := r.Lookup("code").Int32OK(); failed {
		return code
	}
	r = ask(t, g.conn, g.command(bson.D{{Key: "insert", Value: "beds"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: int32(2)}, {Key: "by", Value: by}}}}}))
	if n := r.Lookup("n").Int32(); n != 1 {
		t.Fatalf("insert: %s", r)
	}
	return 0
}

func (g *guest) commit(t *testing.T) {
	commit := g.command(bson.D{{Key: "commitTransaction", Value: int32(1)}})
	commit[len(commit)-1].Value = "admin"
	if r := ask(t, g.conn, commit); r.Lookup("ok").Double() != 1 {
		t.Errorf("commit: %s", r)
	}
}

// shelter is a replica set of one with a free bed, whose clock a test moves.
type shelter struct {
	db     *memdb.DB
	server *Server
	passed atomic.Int64 // seconds
	last   byte         // session
}

func newShelter(t *testing.T, serve func(*memdb.DB) (*Server, error)) *shelter {
	s := &shelter{}
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s.db = memdb.New(memdb.Options{ReplicaSet: true, Clock: func() time.Time { return begin.Add(time.Duration(s.passed.Load()) * time.Second) }})
	server, err := serve(s.db)
	if err != nil {
		t.Fatal(err)
	}
	s.server = server
	s.run(t, bson.D{{Key: "insert", Value: "beds"}, {Key: "documents", Value: bson.A{bson.D{{Key: "_id", Value: int32(1)}}}}})
	return s
}

func (s *shelter) client(t *testing.T) *guest {
	s.last++
	return &guest{s.db, dial(t, s.server), s.last}
}

func (s *shelter) run(t *testing.T, command bson.D) bson.Raw {
	t.Helper()
	raw, err := bson.Marshal(append(command, bson.E{Key: "$db", Value: "test"}))
	if err != nil {
		t.Fatal(err)
	}
	return s.db.Run(t.Context(), raw)
}

// beds are those who sleep in the beds that everybody sees at one time: a read
// without a snapshot may let others write in the middle.
func (s *shelter) beds(t *testing.T) (by []string) {
	t.Helper()
	r := s.run(t, bson.D{{Key: "find", Value: "beds"}, {Key: "sort", Value: bson.D{{Key: "_id", Value: int32(1)}}}, {Key: "readConcern", Value: bson.D{{Key: "level", Value: "snapshot"}}}})
	docs, err := r.Lookup("cursor", "firstBatch").Array().Values()
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range docs {
		name, _ := doc.Document().Lookup("by").StringValueOK()
		by = append(by, name)
	}
	return by
}

func (s *shelter) expect(t *testing.T, want ...string) {
	t.Helper()
	got := s.beds(t)
	if len(got) != len(want) || got[0] != want[0] {
		t.Errorf("beds of %q, want %q", got, want)
	}
}

// A client that dies in a transaction leaves nothing of it: nobody sees its writes,
// and who writes the same meets them no longer than the transaction's time.
func TestClientDiesInTransaction(t *testing.T) {
	before := runtime.NumGoroutine()
	for where, serve := range map[string]func(*memdb.DB) (*Server, error){
		"loopback": Listen,
		"inside":   func(db *memdb.DB) (*Server, error) { return Inside(db), nil },
	} {
		for name, death := range deaths {
			t.Run(where+" "+name, func(t *testing.T) {
				s := newShelter(t, serve)
				first, second, third := s.client(t), s.client(t), s.client(t)
				if code := first.book(t, "first"); code != 0 {
					t.Fatalf("error %d", code)
				}
				s.expect(t, "")
				death.die(t, first)
				if err := first.conn.Close(); err != nil {
					t.Error(err)
				}
				waitFor(t, s.db, "test.beds", 0)
				s.expect(t, "")
				if !death.over {
					if code := second.book(t, "second"); code != 112 {
						t.Errorf("error %d while the transaction is open, want 112", code)
					}
					s.passed.Add(61)
				}
				if code := third.book(t, "third"); code != 0 {
					t.Errorf("error %d after the transaction's end", code)
				}
				s.expect(t, "")
				third.commit(t)
				s.expect(t, "third", "third")
				first.conn = dial(t, s.server)
				if r := ask(t, first.conn, first.command(bson.D{{Key: "find", Value: "beds"}})); r.Lookup("code").Int32() != 251 {
					t.Errorf("the dead client's transaction: %s", r)
				}
				if err := s.server.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

// A client that dies with its commit on the way has booked both beds or none.
func TestClientDiesInCommit(t *testing.T) {
	for range 50 {
		s := newShelter(t, Listen)
		first := s.client(t)
		if code := first.book(t, "first"); code != 0 {
			t.Fatalf("error %d", code)
		}
		commit := first.command(bson.D{{Key: "commitTransaction", Value: int32(1)}})
		commit[len(commit)-1].Value = "admin"
		send(t, first.conn, commit)
		if err := first.conn.Close(); err != nil {
			t.Error(err)
		}
		for range 20 {
			if by := s.beds(t); len(by) == 1 && by[0] != "" || len(by) == 2 && by[0] != "first" {
				t.Fatalf("half a transaction: %q", by)
			}
		}
		if err := s.server.Close(); err != nil {
			t.Error(err)
		}
	}
}
