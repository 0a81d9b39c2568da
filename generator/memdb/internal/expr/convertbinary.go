package expr

import (
	endian "encoding/binary" // binary is a shape of operands here
	"math"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// numberOrder is the order of the bytes of a number in binary data.
type numberOrder = endian.ByteOrder

var littleEndian numberOrder = endian.LittleEndian // the usual one

// binaryNumber reads the stored bytes of binary data of any subtype as a number: 1, 2
// or 4 of them as an int, these or 8 as a long, 4 or 8 as a double
// (ConversionTable in src/mongo/db/exec/expression/evaluate_convert.cpp).
func binaryNumber(v bson.Binary, target string, order numberOrder) (any, error) {
	b := value.StoredBytes(v)
	lengths := map[string][]int{"int": {1, 2, 4}, "long": {1, 2, 4, 8}, "double": {4, 8}}[target]
	if !slices.Contains(lengths, len(b)) {
		return nil, errcode.New(errcode.ConversionFailure, "Failed to convert binData to number in $convert because of invalid length: %d", len(b))
	}
	if target == "double" {
		if len(b) == 4 {
			return float64(math.Float32frombits(order.Uint32(b))), nil
		}
		return math.Float64frombits(order.Uint64(b)), nil
	}
	n := signed(b, order)
	if target == "int" {
		return int32(n), nil
	}
	return n, nil
}

// signed reads 1, 2, 4 or 8 bytes.
func signed(b []byte, order numberOrder) int64 {
	switch len(b) {
	case 1:
		return int64(int8(b[0]))
	case 2:
		return int64(int16(order.Uint16(b)))
	case 4:
		return int64(int32(order.Uint32(b)))
	}
	return int64(order.Uint64(b))
}

// numberBytes are those of an int, a long or a double.
func numberBytes(v any, order numberOrder) []byte {
	switch v := v.(type) {
	case int32:
		return appendOrdered(order, 4, uint64(uint32(v)))
	case int64:
		return appendOrdered(order, 8, uint64(v))
	}
	return appendOrdered(order, 8, math.Float64bits(v.(float64)))
}

func appendOrdered(order numberOrder, size int, bits uint64) []byte {
	data := make([]byte, size)
	if size == 4 {
		order.PutUint32(data, uint32(bits))
		return data
	}
	order.PutUint64(data, bits)
	return data
}

// byteOrder reads the option of $convert; without it the order is the usual one.
func byteOrder(v any) (numberOrder, error) {
	if value.IsNullish(v) {
		return littleEndian, nil
	}
	text, ok := v.(string)
	if !ok {
		return nil, errcode.New(9130001, "$convert requires that 'byteOrder' be a string, found: %s with value %s", value.TypeName(v), value.String(v))
	}
	switch text {
	case "little":
		return littleEndian, nil
	case "big":
		return endian.BigEndian, nil
	}
	return nil, errcode.New(9130002, "Invalid 'byteOrder' argument for $convert: %s", text)
}
