package wire

import (
	"context"
	"fmt"
	"net"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"modelbook/generator/memdb"
)

// Server serves a database to drivers.
type Server struct {
	db       *memdb.DB
	address  net.Addr
	listener net.Listener // nil for a server inside this program
	cancel   context.CancelFunc
	context  context.Context

	mu          sync.Mutex
	connections map[net.Conn]bool
	closed      bool
	running     sync.WaitGroup
	lastID      atomic.Int32
	messages    *semaphore.Weighted // bytes of large messages
}

// Listen serves db on a free port of 127.0.0.1 until Close.
func Listen(db *memdb.DB) (*Server, error) { return ListenPort(db, 0) }

// ListenPort serves db on the given port of 127.0.0.1; zero means a free one.
func ListenPort(db *memdb.DB, port int) (*Server, error) {
	listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, err
	}
	s := newServer(db, listener.Addr())
	s.listener = listener
	s.running.Go(s.accept)
	return s, nil
}

func newServer(db *memdb.DB, address net.Addr) *Server {
	ctx, cancel := context.WithCancel(context.Background())
	return &Server{db: db, address: address, cancel: cancel, context: ctx, connections: map[net.Conn]bool{}, messages: semaphore.NewWeighted(maxMessages)}
}

// URI is the connection string for drivers and shells.
func (s *Server) URI() string { return fmt.Sprintf("mongodb://%s/?directConnection=true", s.address) }

// Close ends all connections and waits until their commands have ended. The
// database stays as it is.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	for c := range s.connections {
		c.Close()
	}
	s.mu.Unlock()
	s.cancel()
	var err error
	if s.listener != nil {
		err = s.listener.Close()
	}
	s.running.Wait()
	return err
}

func (s *Server) accept() {
	for {
		c, err := s.listener.Accept()
		if err != nil {
			return
		}
		if !s.start(c) {
			return
		}
	}
}

// start begins to serve a connection, and reports false if the server is closed.
func (s *Server) start(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		c.Close()
		return false
	}
	if len(s.connections) == maxConnections {
		c.Close()
		return true
	}
	s.connections[c] = true
	s.running.Go(func() {
		defer s.forget(c)
		s.serve(c)
	})
	return true
}

func (s *Server) forget(c net.Conn) {
	c.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.connections, c)
}
