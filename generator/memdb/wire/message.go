package wire

import (
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

// header is the beginning of a message.
type header [headerSize]byte

// readHeader reads a header, and returns an error if the length in it is not allowed.
func readHeader(r io.Reader) (h header, err error) {
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return h, err
	}
	if length := int32(binary.LittleEndian.Uint32(h[:])); length < headerSize || length > maxMessageSize {
		return h, fmt.Errorf("%w: length %d", errMalformed, length)
	}
	return h, nil
}

// length is the length of the whole message, the header included.
func (h header) length() int { return int(binary.LittleEndian.Uint32(h[:])) }

func (h header) id() int32 { return int32(binary.LittleEndian.Uint32(h[4:])) }

// readMessage reads the rest of a message after its header.
func readMessage(h header, r io.Reader) (message, error) {
	m := message{id: h.id(), op: int32(binary.LittleEndian.Uint32(h[12:])), whole: make([]byte, h.length())}
	copy(m.whole, h[:])
	_, err := io.ReadFull(r, m.whole[headerSize:])
	return m, err
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

// documentAt returns the document at the start of b by its own length.
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
