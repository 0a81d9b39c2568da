package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The operations of the wire protocol that matter here.
const (
	opReply = 1
	opQuery = 2004
	opMsg   = 2013
)

const (
	headerSize     = 16
	maxMessageSize = 48_000_000
)

// message is one message as it came, header included.
type message struct {
	id    int32
	op    int32
	whole []byte
}

var errMalformed = errors.New("malformed message")

// readMessage reads one message. The length is checked before anything of that
// size is allocated; a body that announces more than it sends costs no more
// memory than what was sent.
func readMessage(r io.Reader) (message, error) {
	var head [headerSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return message{}, err
	}
	length := int32(binary.LittleEndian.Uint32(head[0:]))
	if length < headerSize || length > maxMessageSize {
		return message{}, fmt.Errorf("%w: length %d", errMalformed, length)
	}
	whole, err := readBody(io.MultiReader(bytes.NewReader(head[:]), r), int(length))
	if err != nil {
		return message{}, err
	}
	return message{
		id:    int32(binary.LittleEndian.Uint32(head[4:])),
		op:    int32(binary.LittleEndian.Uint32(head[12:])),
		whole: whole,
	}, nil
}

func readBody(r io.Reader, size int) ([]byte, error) {
	const step = 1 << 20
	if size <= step {
		body := make([]byte, size)
		_, err := io.ReadFull(r, body)
		return body, err
	}
	body, err := io.ReadAll(io.LimitReader(r, int64(size)))
	if err == nil && len(body) < size {
		err = io.ErrUnexpectedEOF
	}
	return body, err
}

// appendHeader begins a reply; finish sets its length.
func appendHeader(dst []byte, id, responseTo, op int32) []byte {
	dst = append(dst, 0, 0, 0, 0)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(id))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(responseTo))
	return binary.LittleEndian.AppendUint32(dst, uint32(op))
}

func finish(dst []byte) []byte {
	binary.LittleEndian.PutUint32(dst, uint32(len(dst)))
	return dst
}

// documentAt gives the document at the start of b by its own length.
func documentAt(b []byte) ([]byte, error) {
	if len(b) < 5 {
		return nil, fmt.Errorf("%w: no room for a document", errMalformed)
	}
	size := int(int32(binary.LittleEndian.Uint32(b)))
	if size < 5 || size > len(b) || b[size-1] != 0 {
		return nil, fmt.Errorf("%w: document of %d bytes in %d", errMalformed, size, len(b))
	}
	return b[:size], nil
}
