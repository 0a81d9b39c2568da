package wire

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"time"

	"modelbook/generator/memdb/internal/errcode"
)

// The limits of all connections together. A small message is always admitted: so
// small are the commands for which others wait, such as a commit or a kill. A larger
// one waits before its body is read.
const (
	maxConnections = 2000 // a further one is closed, as a server does
	smallMessage   = 64 << 10
	maxMessages    = 2 * maxMessageSize // bytes of larger ones, while they are read and run
	// admissionWait limits the wait, as others may never end: a client that sends
	// half a message, a write that waits for the very transaction that waits here.
	admissionWait = 10 * time.Second
)

// admit waits until there is memory for a message, and returns a function that
// releases it, nil if there was none in time.
func (s *Server) admit(h header) (leave func()) {
	size := int64(h.length())
	if size <= smallMessage {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(s.context, admissionWait)
	defer cancel()
	if s.messages.Acquire(ctx, size) != nil {
		return nil
	}
	return func() { s.messages.Release(size) }
}

// refuse reads past a message for which there is no memory, and returns the reply;
// nil if the client awaits none.
func refuse(h header, in *bufio.Reader, id int32) (reply []byte, err error) {
	flags, err := in.Peek(4)
	if err != nil {
		return nil, err
	}
	wantReply := binary.LittleEndian.Uint32(flags)&flagMoreToCome == 0
	if _, err := io.CopyN(io.Discard, in, int64(h.length()-headerSize)); err != nil || !wantReply {
		return nil, err
	}
	refusal := errcode.New(errcode.ExceededMemoryLimit, "the messages of all connections hold more than %d MB; send this one again when others have ended", maxMessages/1_000_000)
	return msgReply(id, h.id(), errorReply(refusal), false), nil
}
