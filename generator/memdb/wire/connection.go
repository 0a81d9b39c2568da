package wire

import (
	"bufio"
	"context"
	"errors"
	"net"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/peer"
)

// serve answers one connection's messages in turn until it ends or sends
// something that is no message.
func (s *Server) serve(c net.Conn) {
	ctx := peer.With(s.context, peer.Client{
		ConnectionID: s.lastID.Add(1),
		Address:      c.RemoteAddr().String(),
		Port:         portOf(c.LocalAddr()),
	})
	in := bufio.NewReaderSize(c, 32<<10)
	for replies := int32(1); ; replies++ {
		h, err := readHeader(in)
		if err != nil {
			return
		}
		reply, err := s.answer(ctx, c, in, h, replies)
		if reply != nil {
			if _, writeErr := c.Write(reply); writeErr != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// answer reads a message and returns its reply, nil if none is awaited. After an
// error the connection ends.
func (s *Server) answer(ctx context.Context, c net.Conn, in *bufio.Reader, h header, id int32) ([]byte, error) {
	leave := s.admit(h)
	if leave == nil {
		return refuse(h, in, id)
	}
	defer leave()
	m, err := readMessage(h, in)
	if err != nil {
		return nil, err
	}
	req, err := m.request()
	var reply bson.Raw
	if err == nil {
		reply = s.run(ctx, c, in, req.command)
		err = fatal(reply)
	} else {
		var malformed *errcode.Error
		if !errors.As(err, &malformed) {
			return nil, err
		}
		reply = errorReply(malformed)
	}
	if !req.wantReply {
		return nil, err
	}
	return m.reply(id, req, reply), err
}

// watchAfter is how long a command runs before its connection is watched. Most
// end sooner, and cost nothing for it.
const watchAfter = 5 * time.Millisecond

// run runs a command, and ends it if its client closes the connection. It does not
// notice that if the client has sent more before.
func (s *Server) run(ctx context.Context, c net.Conn, in *bufio.Reader, command bson.Raw) bson.Raw {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watched := make(chan struct{})
	watch := time.AfterFunc(watchAfter, func() {
		defer close(watched)
		_, err := in.Peek(1)
		var ended net.Error
		if err != nil && (!errors.As(err, &ended) || !ended.Timeout()) {
			cancel()
		}
	})
	reply := s.db.Run(ctx, command)
	if !watch.Stop() {
		_ = c.SetReadDeadline(time.Unix(1, 0)) // ends Peek; a closed connection shows when it is read
		<-watched
		_ = c.SetReadDeadline(time.Time{})
	}
	return reply
}

func portOf(a net.Addr) int32 {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return int32(tcp.Port)
	}
	return 0
}

// request reads a message as a command.
func (m message) request() (request, error) {
	switch m.op {
	case opMsg:
		return parseMsg(m.whole)
	case opQuery:
		return parseQuery(m.whole[headerSize:])
	}
	return request{}, errMalformed
}

func (m message) reply(id int32, req request, doc bson.Raw) []byte {
	if m.op == opQuery {
		return queryReply(id, m.id, doc)
	}
	return msgReply(id, m.id, doc, req.checksum)
}

func errorReply(e *errcode.Error) bson.Raw {
	reply, _ := bson.Marshal(e.Document()) // of texts and numbers only
	return reply
}

// fatal returns an error for the replies after which a connection ends: bytes
// that were no BSON (22), and a command that crashed (8).
func fatal(reply bson.Raw) error {
	code, ok := reply.Lookup("code").Int32OK()
	if ok && (code == 22 || code == 8) && len(reply) > 0 {
		return errMalformed
	}
	return nil
}
