package cost

import (
	"bytes"
	"encoding/binary"
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A key of an index is stored in the server's format KeyString, whose bytes compare
// as the values do. Source: src/mongo/db/storage/key_string/key_string.cpp and
// key_string.h, of version 1, and the same numbers since MongoDB 3.4.
//
// Each field is a byte for its type, which numbers share with their sign and length,
// and the value: a string ends in a zero byte, a number takes as many bytes as its
// integer part needs, or 8 if it has a fraction. Fields in descending order have all
// bits inverted, which changes no length. A byte ends the fields; the record's id
// follows. What the bytes don't say of the types, as whether 1 was a double, is in bits
// behind, which take no byte if all are zero.
type keyString struct {
	bytes []byte
	types typeBits
}

// The bytes of types. Those of integers depend on how many bytes they have.
const (
	keyMin, keyUndefined, keyNull, keyText, keyObject, keyArray = 10, 15, 20, 60, 70, 80
	keyBinary, keyObjectID, keyFalse, keyTrue, keyDate          = 90, 100, 110, 111, 120
	keyTimestamp, keyRegex, keyCode, keyMax                     = 130, 140, 160, 240
	keyNumber, keyNaN                                           = 30, 30
	keyNegativeLarge, keyNegativeByte                           = 31, 39 // of one byte; 38 of two
	keyNegativeSmall, keyZero, keyPositiveSmall                 = 40, 41, 42
	keyPositiveByte, keyPositiveLarge                           = 43, 51 // of one byte; 44 of two
	keyEnd                                                      = 4
)

// typeBits are the bits behind a key.
type typeBits struct {
	bytes []byte
	n     int
	isSet bool
}

func (t *typeBits) add(bits ...byte) {
	for _, bit := range bits {
		if t.n%8 == 0 {
			t.bytes = append(t.bytes, 0)
		}
		t.bytes[t.n/8] |= bit << (t.n % 8)
		t.isSet = t.isSet || bit == 1
		t.n++
	}
}

// size returns how many bytes the bits take: none if all are zero, one if seven are
// enough, else one or five more for their number.
func (t *typeBits) size() int {
	switch n := len(t.bytes); {
	case !t.isSet:
		return 0
	case n == 1 && t.bytes[0]&0x80 == 0:
		return 1
	case n > 127:
		return n + 5
	default:
		return n + 1
	}
}

// size returns the bytes that the key takes, without the record's id.
func (k *keyString) size() int { return len(k.bytes) + k.types.size() }

// KeyBytes returns a value as a key of an index in ascending order has it, without the
// record's id; it is not ok if the server's form is not known.
func KeyBytes(v bson.RawValue) (bytes []byte, ok bool) {
	var key keyString
	ok = !v.IsZero() && key.append(v, false)
	key.end()
	return key.bytes, ok
}

// append adds a field. It is not ok if the length of the value is not known: that is
// so for types that nobody indexes, and for decimals of more than 15 digits that no
// double equals.
func (k *keyString) append(v bson.RawValue, isDescending bool) bool {
	start := len(k.bytes)
	ok := k.value(v)
	if isDescending {
		for i := start; i < len(k.bytes); i++ {
			k.bytes[i] = ^k.bytes[i]
		}
	}
	return ok
}

func (k *keyString) end() { k.byte(keyEnd) }

func (k *keyString) byte(b byte)      { k.bytes = append(k.bytes, b) }
func (k *keyString) uint64(n uint64)  { k.bytes = binary.BigEndian.AppendUint64(k.bytes, n) }
func (k *keyString) text(text string) { k.terminated([]byte(text)) }

// terminated adds the bytes of a string. A zero byte in it becomes two bytes.
func (k *keyString) terminated(text []byte) {
	for zero := bytes.IndexByte(text, 0); zero >= 0; zero = bytes.IndexByte(text, 0) {
		k.bytes = append(append(k.bytes, text[:zero+1]...), 0xff)
		text = text[zero+1:]
	}
	k.bytes = append(append(k.bytes, text...), 0)
}

func (k *keyString) value(v bson.RawValue) bool {
	switch v.Type {
	case bson.TypeMinKey:
		k.byte(keyMin)
	case bson.TypeMaxKey:
		k.byte(keyMax)
	case bson.TypeUndefined:
		k.byte(keyUndefined)
	case bson.TypeNull:
		k.byte(keyNull)
	case bson.TypeInt32:
		k.types.add(0, 0)
		k.integer(int64(v.Int32()))
	case bson.TypeInt64:
		k.types.add(0, 1)
		k.integer(v.Int64())
	case bson.TypeDouble:
		f := v.Double()
		if k.types.add(1); f == 0 && math.Signbit(f) {
			k.types.add(1, 0, 0, 0)
		} else {
			k.types.add(0)
		}
		k.double(f, 0)
	case bson.TypeDecimal128:
		return k.decimal(v.Decimal128())
	case bson.TypeString:
		k.types.add(0)
		k.byte(keyText)
		k.text(v.StringValue())
	case bson.TypeSymbol:
		k.types.add(1)
		k.byte(keyText)
		k.text(v.Symbol())
	case bson.TypeJavaScript:
		k.byte(keyCode)
		k.text(v.JavaScript())
	case bson.TypeEmbeddedDocument:
		k.byte(keyObject)
		return k.fields(v.Document(), true)
	case bson.TypeArray:
		k.byte(keyArray)
		return k.fields(bson.Raw(v.Array()), false)
	case bson.TypeBinary:
		subtype, data := v.Binary()
		k.byte(keyBinary)
		if len(data) < 0xff {
			k.byte(byte(len(data)))
		} else {
			k.byte(0xff)
			k.bytes = binary.BigEndian.AppendUint32(k.bytes, uint32(len(data)))
		}
		k.byte(subtype)
		k.bytes = append(k.bytes, data...)
	case bson.TypeObjectID:
		id := v.ObjectID()
		k.byte(keyObjectID)
		k.bytes = append(k.bytes, id[:]...)
	case bson.TypeBoolean:
		k.byte(map[bool]byte{false: keyFalse, true: keyTrue}[v.Boolean()])
	case bson.TypeDateTime:
		k.byte(keyDate)
		k.uint64(uint64(v.DateTime()) ^ 1<<63)
	case bson.TypeTimestamp:
		t, i := v.Timestamp()
		k.byte(keyTimestamp)
		k.uint64(uint64(t)<<32 | uint64(i))
	case bson.TypeRegex:
		pattern, options := v.Regex()
		k.byte(keyRegex)
		k.text(pattern)
		k.text(options)
	default:
		return false
	}
	return true
}

// fields adds the values of an array, or of a document with their types and names.
func (k *keyString) fields(of bson.Raw, named bool) bool {
	elements, err := of.Elements()
	for _, e := range elements {
		v := e.Value()
		if named {
			k.byte(typeInObject(v.Type))
			k.text(e.Key())
		}
		if !k.value(v) {
			return false
		}
	}
	k.byte(0)
	return err == nil
}

// typeInObject is the byte of a type before the name of a field.
func typeInObject(t bson.Type) byte {
	switch t {
	case bson.TypeInt32, bson.TypeInt64, bson.TypeDouble, bson.TypeDecimal128:
		return keyNumber
	case bson.TypeBoolean:
		return keyFalse
	}
	return map[bson.Type]byte{
		bson.TypeMinKey: keyMin, bson.TypeMaxKey: keyMax, bson.TypeUndefined: keyUndefined, bson.TypeNull: keyNull,
		bson.TypeString: keyText, bson.TypeSymbol: keyText, bson.TypeJavaScript: keyCode,
		bson.TypeEmbeddedDocument: keyObject, bson.TypeArray: keyArray, bson.TypeBinary: keyBinary,
		bson.TypeObjectID: keyObjectID, bson.TypeDateTime: keyDate, bson.TypeTimestamp: keyTimestamp, bson.TypeRegex: keyRegex,
	}[t]
}

// recordIDSize returns the bytes that a record's id takes in a key: two for up to 10
// bits, and one more for each 8 that follow.
func recordIDSize(id int64) int {
	size := 2
	for id >>= 10; id > 0; id >>= 8 {
		size++
	}
	return size
}

// clusteredIDSize returns the bytes that the id of a record in a clustered collection
// takes in a key of another index: those of the KeyString of its _id, and their
// number, 7 bits in each byte.
func clusteredIDSize(key []byte) int {
	size := len(key) + 1
	for n := len(key) >> 7; n > 0; n >>= 7 {
		size++
	}
	return size
}
