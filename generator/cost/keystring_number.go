package cost

import (
	"encoding/binary"
	"math"
	"math/big"

	"go.mongodb.org/mongo-driver/v2/bson"
)

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
	k.signed(isNegative, keyNegativeByte-byte(7-fraction), keyPositiveByte+byte(7-fraction), n)
}

// signed adds eight bytes after the first, inverted if they are of a negative number.
func (k *keyString) signed(isNegative bool, negative, positive byte, n uint64) {
	if isNegative {
		k.byte(negative)
		k.uint64(^n)
		return
	}
	k.byte(positive)
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
	k.signed(f < 0, keyNegativeSmall, keyPositiveSmall, n)
}

// large adds a double that is no 64-bit integer.
func (k *keyString) large(f float64) {
	n := math.Float64bits(math.Abs(f)) << 1
	if math.IsInf(f, 0) {
		n = math.MaxUint64
	}
	k.signed(f < 0, keyNegativeLarge, keyPositiveLarge, n)
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
