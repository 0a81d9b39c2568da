package value

import (
	"bytes"
	"encoding/binary"
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// ScalarAt returns the scalar at a path of a valid document without decoding the rest,
// Missing where the path ends early. It reports false where the document must be
// decoded: at documents, arrays and their elements, and values of rare types.
func ScalarAt(doc bson.Raw, path []string) (v any, ok bool) {
	for i, name := range path {
		kind, body, found := find(doc, name)
		isLast := i == len(path)-1
		switch {
		case !found:
			return Missing{}, true
		case kind == 0x03 && !isLast:
			doc = body
		case kind == 0x03, kind == 0x04:
			return nil, false
		case !isLast:
			return Missing{}, true
		default:
			return scalar(kind, body)
		}
	}
	return nil, false
}

func scalar(kind byte, body []byte) (v any, ok bool) {
	switch kind {
	case 0x01:
		return math.Float64frombits(binary.LittleEndian.Uint64(body)), true
	case 0x02:
		return string(body[4 : len(body)-1]), true
	case 0x07:
		return bson.ObjectID(body), true
	case 0x08:
		return body[0] == 1, true
	case 0x09:
		return bson.DateTime(binary.LittleEndian.Uint64(body)), true
	case 0x0A:
		return bson.Null{}, true
	case 0x10:
		return int32(binary.LittleEndian.Uint32(body)), true
	case 0x12:
		return int64(binary.LittleEndian.Uint64(body)), true
	case 0x13:
		return bson.NewDecimal128(binary.LittleEndian.Uint64(body[8:]), binary.LittleEndian.Uint64(body)), true
	}
	return nil, false
}

// find returns the type and the bytes of the first field of that name.
func find(doc bson.Raw, name string) (kind byte, body []byte, found bool) {
	for rest := doc[4 : len(doc)-1]; len(rest) > 0; {
		kind := rest[0]
		end := 1 + bytes.IndexByte(rest[1:], 0)
		key, after := rest[1:end], rest[end+1:]
		n := bytesOf(kind, after)
		if string(key) == name {
			return kind, after[:n], true
		}
		rest = after[n:]
	}
	return 0, nil, false
}

// bytesOf is how many bytes the value takes that begins here.
func bytesOf(kind byte, body []byte) int {
	switch kind {
	case 0x01, 0x09, 0x11, 0x12:
		return 8
	case 0x02, 0x0D, 0x0E:
		return 4 + int(binary.LittleEndian.Uint32(body))
	case 0x03, 0x04, 0x0F:
		return int(binary.LittleEndian.Uint32(body))
	case 0x05:
		return 5 + int(binary.LittleEndian.Uint32(body))
	case 0x07:
		return 12
	case 0x08:
		return 1
	case 0x0B:
		pattern := bytes.IndexByte(body, 0) + 1
		return pattern + bytes.IndexByte(body[pattern:], 0) + 1
	case 0x0C:
		return 4 + int(binary.LittleEndian.Uint32(body)) + 12
	case 0x10:
		return 4
	case 0x13:
		return 16
	}
	return 0 // null, undefined, MinKey, MaxKey
}
