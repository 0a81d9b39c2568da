package value

import (
	"encoding/binary"
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Key returns a text that is the same for two values if and only if they are
// Equal, so that values can be looked up in a map. The order of keys has no
// meaning.
func Key(v any) string {
	checkParts(v)
	return string(appendKey(nil, v))
}

// appendKey appends Key(v) to b. Keys are self-delimiting: a sequence of them is
// the same only for equal sequences of values.
func appendKey(b []byte, v any) []byte {
	class := Class(v)
	b = append(b, byte(class))
	switch class {
	case ClassNumber:
		return appendNumberKey(b, v)
	case ClassString:
		return appendTextKey(b, stringOf(v))
	case ClassObject:
		for _, e := range v.(bson.D) {
			b = append(appendTextKey(append(b, 1), e.Key), 0)
			b = appendKey(b, e.Value)
		}
		return append(b, 0)
	case ClassArray:
		for _, item := range v.(bson.A) {
			b = appendKey(append(b, 1), item)
		}
		return append(b, 0)
	}
	return appendAtomKey(b, v)
}

func appendTextKey(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendAtomKey(b []byte, v any) []byte {
	switch v := v.(type) {
	case bson.Undefined, Missing:
		return b // equal to each other
	case bson.Binary:
		return append(appendTextKey(b, string(v.Data)), v.Subtype)
	case bson.Regex:
		return appendTextKey(appendTextKey(b, v.Pattern), v.Options)
	case bson.JavaScript:
		return appendTextKey(b, string(v))
	case bson.DBPointer:
		return append(appendTextKey(b, v.DB), v.Pointer[:]...)
	case bson.CodeWithScope:
		return appendKey(appendTextKey(b, string(v.Code)), v.Scope)
	}
	b, _ = appendFixed(b, v) // Class knew all others
	return b
}

// appendNumberKey writes a number in the first of these forms that holds it
// exactly: a long, a double, a decimal without trailing zeros.
func appendNumberKey(b []byte, v any) []byte {
	if n, ok := Whole(v); ok {
		return binary.LittleEndian.AppendUint64(append(b, 'i'), uint64(n))
	}
	if IsNaN(v) {
		return append(b, 'n')
	}
	f := ToDouble(v)
	if CompareNumbers(f, v) == 0 {
		return binary.LittleEndian.AppendUint64(append(b, 'f'), math.Float64bits(f))
	}
	n := exact(v).strip(decimalMaxExponent)
	return appendTextKey(append(b, 'd'), DecimalString(n.pack()))
}
