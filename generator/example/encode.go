package example

import (
	"encoding/binary"
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Generated data are encoded as they are made: as Go values, a million
// documents would take too much room. The forms are those of the BSON
// specification, version 1.1.

func appendInt32(out []byte, n int32) (bson.Type, []byte) {
	return bson.TypeInt32, binary.LittleEndian.AppendUint32(out, uint32(n))
}

// appendInteger returns an int32, or an int64 if n is too large for one.
func appendInteger(out []byte, n int64) (bson.Type, []byte) {
	if n >= math.MinInt32 && n <= math.MaxInt32 {
		return appendInt32(out, int32(n))
	}
	return bson.TypeInt64, binary.LittleEndian.AppendUint64(out, uint64(n))
}

func appendDate(out []byte, milliseconds int64) (bson.Type, []byte) {
	return bson.TypeDateTime, binary.LittleEndian.AppendUint64(out, uint64(milliseconds))
}

func appendString(out []byte, text string) (bson.Type, []byte) {
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)+1))
	return bson.TypeString, append(append(out, text...), 0)
}

// composite is a document or an array that is being written behind start.
type composite struct {
	out   []byte
	start int
}

func begin(out []byte) *composite {
	return &composite{out: append(out, 0, 0, 0, 0), start: len(out)}
}

// add writes an element, if it is not left out. Those of an array have the keys
// "0", "1", …
func (c *composite) add(key string, m *making, value template) {
	at := len(c.out)
	c.out = append(append(append(c.out, 0), key...), 0)
	var kind bson.Type
	if kind, c.out = value(m, c.out); kind == leftOut {
		c.out = c.out[:at]
		return
	}
	c.out[at] = byte(kind)
}

func (c *composite) end(kind bson.Type) (bson.Type, []byte) {
	out := append(c.out, 0)
	binary.LittleEndian.PutUint32(out[c.start:], uint32(len(out)-c.start))
	return kind, out
}
