package value

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// Encode writes a document as BSON. It fails on values that BSON can't hold: a name or
// a regular expression with a NUL byte, a Go value that is not a BSON value.
func Encode(doc bson.D) (bson.Raw, error) {
	return appendDocument(make([]byte, 0, min(Size(doc), 16<<20)), doc)
}

func appendDocument(b []byte, doc bson.D) ([]byte, error) {
	start := len(b)
	b = append(b, 0, 0, 0, 0)
	var err error
	for i := range doc {
		if b, err = appendElement(b, doc[i].Key, doc[i].Value); err != nil {
			return nil, err
		}
	}
	return closeDocument(b, start), nil
}

func appendArray(b []byte, list bson.A) ([]byte, error) {
	start := len(b)
	b = append(b, 0, 0, 0, 0)
	var err error
	for i, v := range list {
		if b, err = appendElement(b, strconv.Itoa(i), v); err != nil {
			return nil, err
		}
	}
	return closeDocument(b, start), nil
}

func closeDocument(b []byte, start int) []byte {
	b = append(b, 0)
	binary.LittleEndian.PutUint32(b[start:], uint32(len(b)-start))
	return b
}

func appendElement(b []byte, name string, v any) ([]byte, error) {
	code, ok := wireType(v)
	if !ok {
		return nil, fmt.Errorf("value: field %q holds a %T, which is not a BSON value", name, v)
	}
	b, err := appendCString(append(b, code), name)
	if err != nil {
		return nil, err
	}
	return appendValue(b, v)
}

func wireType(v any) (byte, bool) {
	switch v.(type) {
	case int32, string, float64, bson.D, bson.A, bson.ObjectID, bool, bson.DateTime, bson.Null,
		int64, bson.Decimal128, bson.Binary, bson.Undefined, bson.Regex, bson.DBPointer,
		bson.JavaScript, bson.Symbol, bson.CodeWithScope, bson.Timestamp, bson.MinKey, bson.MaxKey:
		return byte(TypeCode(v)), true
	}
	return 0, false
}

func appendValue(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case string:
		return appendString(b, v), nil
	case bson.D:
		return appendDocument(b, v)
	case bson.A:
		return appendArray(b, v)
	}
	if b, fixed := appendFixed(b, v); fixed {
		return b, nil
	}
	return appendRare(b, v)
}

// appendFixed writes a value of a type whose values all take the same number of
// bytes; of null, undefined, MinKey and MaxKey that is none.
func appendFixed(b []byte, v any) (out []byte, fixed bool) {
	switch v := v.(type) {
	case int32:
		return binary.LittleEndian.AppendUint32(b, uint32(v)), true
	case float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v)), true
	case bson.ObjectID:
		return append(b, v[:]...), true
	case bool:
		if v {
			return append(b, 1), true
		}
		return append(b, 0), true
	case bson.DateTime:
		return binary.LittleEndian.AppendUint64(b, uint64(v)), true
	case int64:
		return binary.LittleEndian.AppendUint64(b, uint64(v)), true
	case bson.Decimal128:
		high, low := v.GetBytes()
		b = binary.LittleEndian.AppendUint64(b, low)
		return binary.LittleEndian.AppendUint64(b, high), true
	case bson.Timestamp:
		b = binary.LittleEndian.AppendUint32(b, v.I)
		return binary.LittleEndian.AppendUint32(b, v.T), true
	case bson.Null, bson.Undefined, bson.MinKey, bson.MaxKey:
		return b, true
	}
	return b, false
}

func appendRare(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case bson.Binary:
		return appendBinary(b, v), nil
	case bson.Regex:
		b, err := appendCString(b, v.Pattern)
		if err != nil {
			return nil, err
		}
		return appendCString(b, v.Options)
	case bson.DBPointer:
		return append(appendString(b, v.DB), v.Pointer[:]...), nil
	case bson.JavaScript:
		return appendString(b, string(v)), nil
	case bson.Symbol:
		return appendString(b, string(v)), nil
	case bson.CodeWithScope:
		return appendCodeWithScope(b, v)
	}
	return nil, fmt.Errorf("value: a %T is not a BSON value", v)
}

func appendCString(b []byte, s string) ([]byte, error) {
	if strings.IndexByte(s, 0) >= 0 {
		return nil, errcode.New(errcode.BadValue, "a BSON name or regular expression can't contain a NUL byte: %q", s)
	}
	return append(append(b, s...), 0), nil
}

func appendString(b []byte, s string) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s)+1))
	return append(append(b, s...), 0)
}

// StoredBytes returns the bytes that BSON stores for BinData: its own, and before
// those of the old subtype 2 their number once more. Length, order and bits count it.
func StoredBytes(v bson.Binary) []byte {
	if v.Subtype != 2 {
		return v.Data
	}
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, len(v.Data)+4), uint32(len(v.Data)))
	return append(b, v.Data...)
}

func appendBinary(b []byte, v bson.Binary) []byte {
	stored := StoredBytes(v)
	b = append(binary.LittleEndian.AppendUint32(b, uint32(len(stored))), v.Subtype)
	return append(b, stored...)
}

func appendCodeWithScope(b []byte, v bson.CodeWithScope) ([]byte, error) {
	scope, ok := v.Scope.(bson.D)
	if !ok {
		return nil, fmt.Errorf("value: scope of code is a %T, not a document", v.Scope)
	}
	start := len(b)
	b = appendString(append(b, 0, 0, 0, 0), string(v.Code))
	b, err := appendDocument(b, scope)
	if err != nil {
		return nil, err
	}
	binary.LittleEndian.PutUint32(b[start:], uint32(len(b)-start))
	return b, nil
}
