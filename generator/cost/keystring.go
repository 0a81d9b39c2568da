package cost

import (
	"encoding/binary"
	"math"
	"math/big"

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
	for _, b := range text {
		if k.byte(b); b == 0 {
			k.byte(0xff)
		}
	}
	k.byte(0)
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

func (k *keyString) integer(n int64) {
	switch {
	case n == 0:
		k.byte(keyZero)
	case n == math.MinInt64:
		k.large(float64(n))
	case n < 0:
		k.shifted(uint64(-n)<<1, true)
	default:
		k.shifted(uint64(n)<<1, false)
	}
}

// shifted adds a number that was shifted to the left by one bit, which says whether a
// fraction follows, in as many bytes as it needs.
func (k *keyString) shifted(n uint64, isNegative bool) {
	var all [8]byte
	binary.BigEndian.PutUint64(all[:], n)
	first := 0
	for all[first] == 0 {
		first++
	}
	more := byte(len(all) - first - 1)
	if !isNegative {
		k.byte(keyPositiveByte + more)
		k.bytes = append(k.bytes, all[first:]...)
		return
	}
	k.byte(keyNegativeByte - more)
	for _, b := range all[first:] {
		k.byte(^b)
	}
}

// How a decimal relates to the double that is stored in its place.
const (
	isDouble           = 0
	isDoubleOf15Digits = 2
)

func (k *keyString) double(f float64, relation uint64) {
	isNegative, magnitude := f < 0, math.Abs(f)
	switch {
	case math.IsNaN(f):
		k.byte(keyNaN)
		return
	case f == 0:
		k.byte(keyZero)
		return
	case magnitude < 1:
		k.small(f, relation)
		return
	case magnitude >= 1<<63:
		k.large(f)
		return
	}
	whole := uint64(magnitude)
	if float64(whole) == magnitude && relation == isDouble {
		k.shifted(whole<<1, isNegative)
		return
	}
	fraction := 0 // bytes of the eight
	for fraction < 7 && whole<<1>>(8*(7-fraction)) == 0 {
		fraction++
	}
	n := uint64(math.Ldexp(magnitude, 8*fraction)) + (whole+1)<<(8*fraction) | relation
	if isNegative {
		k.byte(keyNegativeByte - byte(7-fraction))
		k.uint64(^n)
		return
	}
	k.byte(keyPositiveByte + byte(7-fraction))
	k.uint64(n)
}

// small adds a double between -1 and 1.
func (k *keyString) small(f float64, relation uint64) {
	magnitude, n := math.Abs(f), uint64(0)
	if magnitude >= math.Ldexp(1, -255) {
		n = math.Float64bits(magnitude)<<2 | relation
	} else {
		n = math.Float64bits(math.Ldexp(magnitude, 256))<<1 + 1<<62
	}
	if f < 0 {
		k.byte(keyNegativeSmall)
		k.uint64(^n)
		return
	}
	k.byte(keyPositiveSmall)
	k.uint64(n)
}

// large adds a double that is no 64-bit integer.
func (k *keyString) large(f float64) {
	n := math.Float64bits(math.Abs(f)) << 1
	if math.IsInf(f, 0) {
		n = math.MaxUint64
	}
	if f < 0 {
		k.byte(keyNegativeLarge)
		k.uint64(^n)
		return
	}
	k.byte(keyPositiveLarge)
	k.uint64(n)
}

// decimal adds a decimal that equals a double, or has at most 15 digits.
func (k *keyString) decimal(d bson.Decimal128) bool {
	k.types.add(1, 1)
	if d.IsNaN() {
		k.byte(keyNaN)
		return true
	}
	if sign := d.IsInf(); sign != 0 {
		k.large(math.Inf(sign))
		return true
	}
	coefficient, exponent, err := d.BigInt()
	if err != nil {
		return false
	}
	const bias = 6176
	biased := exponent + bias
	if coefficient.Sign() == 0 {
		// The first three of 15 bits tell it from the other zeros, then come twelve.
		if high, _ := d.GetBytes(); high>>63 == 1 {
			biased += 12288
		}
		biased += 2 << 12
		for bit := 14; bit >= 0; bit-- {
			k.types.add(byte(biased>>bit) & 1)
		}
		k.byte(keyZero)
		return true
	}
	for bit := 5; bit >= 0; bit-- {
		k.types.add(byte(biased>>bit) & 1)
	}
	exact := new(big.Rat).SetInt(coefficient)
	power := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil))
	if exponent < 0 {
		power.Inv(power)
	}
	exact.Mul(exact, power)
	nearest, isExact := exact.Float64()
	if isExact {
		k.double(nearest, isDouble)
		return true
	}
	digits := new(big.Int).Abs(coefficient)
	for {
		shorter, rest := new(big.Int).QuoRem(digits, big.NewInt(10), new(big.Int))
		if rest.Sign() != 0 {
			break
		}
		digits = shorter
	}
	if magnitude := math.Abs(nearest); len(digits.String()) > 15 || magnitude < math.Ldexp(1, -255) || magnitude >= 1<<53 {
		return false
	}
	// The server takes the double below.
	if stored := new(big.Rat).SetFloat64(nearest); stored.Abs(stored).Cmp(new(big.Rat).Abs(exact)) > 0 {
		nearest = math.Nextafter(nearest, 0)
	}
	k.double(nearest, isDoubleOf15Digits)
	return true
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
