package value

import (
	"cmp"
	"math"
	"math/big"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// The limits of IEEE 754 decimal128.
const (
	decimalDigits      = 34
	decimalMinExponent = -6176
	decimalMaxExponent = 6111
)

type numberKind byte

const (
	finite numberKind = iota
	infinite
	notANumber
)

// number is a decimal number of any size: ±coef × 10^exp. A Decimal128 is unpacked
// to a number for computing, and the result is rounded into a Decimal128 again.
type number struct {
	kind       numberKind
	isNegative bool
	coef       *big.Int
	exp        int
}

func (n number) isZero() bool { return n.kind == finite && n.coef.Sign() == 0 }

// unpack reads the bits of a Decimal128. A coefficient over 34 digits is not
// canonical and counts as zero, as the standard says.
func unpack(d bson.Decimal128) number {
	high, low := d.GetBytes()
	n := number{isNegative: high>>63 == 1, coef: new(big.Int)}
	switch {
	case high>>58&0x1f == 0x1f:
		n.kind = notANumber
		return n
	case high>>58&0x1f == 0x1e:
		n.kind = infinite
		return n
	case high>>61&3 == 3:
		n.exp = int(high>>47&0x3fff) + decimalMinExponent
		return n
	}
	n.exp = int(high>>49&0x3fff) + decimalMinExponent
	n.coef.SetUint64(high & (1<<49 - 1))
	n.coef.Lsh(n.coef, 64)
	n.coef.Or(n.coef, new(big.Int).SetUint64(low))
	if n.coef.Cmp(power10(decimalDigits)) >= 0 {
		n.coef.SetInt64(0)
	}
	return n
}

// pack rounds to 34 digits, half to even, and into the range of exponents; a number
// that is too large becomes infinite, one that is too small loses digits.
func (n number) pack() bson.Decimal128 {
	switch n.kind {
	case notANumber:
		return bson.NewDecimal128(0x7c00000000000000|signBit(n.isNegative), 0)
	case infinite:
		return bson.NewDecimal128(0x7800000000000000|signBit(n.isNegative), 0)
	}
	n = n.fit()
	if n.kind != finite {
		return n.pack()
	}
	low := new(big.Int).And(n.coef, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	high := new(big.Int).Rsh(n.coef, 64).Uint64()
	return bson.NewDecimal128(signBit(n.isNegative)|uint64(n.exp-decimalMinExponent)<<49|high, low)
}

func signBit(neg bool) uint64 {
	if neg {
		return 1 << 63
	}
	return 0
}

func (n number) fit() number {
	drop := max(digits(n.coef)-decimalDigits, decimalMinExponent-n.exp)
	if drop > 0 {
		n = n.rescale(n.exp+drop, HalfEven)
		if digits(n.coef) > decimalDigits {
			n = n.rescale(n.exp+1, HalfEven)
		}
	}
	if n.exp <= decimalMaxExponent {
		return n
	}
	if n.isZero() {
		n.exp = decimalMaxExponent
		return n
	}
	if digits(n.coef)+n.exp-decimalMaxExponent > decimalDigits {
		n.kind = infinite
		return n
	}
	return n.rescale(decimalMaxExponent, HalfEven)
}

// Rounding is the direction in which a number between two representable ones is
// rounded.
type Rounding int

// The roundings that MongoDB's operators use.
const (
	HalfEven Rounding = iota
	TowardZero
	Up
	Down
)

// rescale returns n with the exponent exp, rounding off the digits that no longer fit.
func (n number) rescale(exp int, mode Rounding) number {
	if exp <= n.exp {
		n.coef = new(big.Int).Mul(n.coef, power10(n.exp-exp))
		n.exp = exp
		return n
	}
	if exp-n.exp > digits(n.coef)+1 {
		// All digits are rounded off: one digit that is neither none nor a half
		// replaces them.
		if n.coef.Sign() != 0 {
			n.coef = big.NewInt(1)
		}
		n.exp = exp - 2
	}
	divisor := power10(exp - n.exp)
	quotient, rest := new(big.Int).QuoRem(n.coef, divisor, new(big.Int))
	n.exp = exp
	n.coef = quotient
	if roundsAway(quotient, rest, divisor, n.isNegative, mode) {
		n.coef.Add(quotient, big.NewInt(1))
	}
	return n
}

func roundsAway(quotient, rest, divisor *big.Int, neg bool, mode Rounding) bool {
	if rest.Sign() == 0 {
		return false
	}
	switch mode {
	case TowardZero:
		return false
	case Up:
		return !neg
	case Down:
		return neg
	}
	half := new(big.Int).Lsh(rest, 1).Cmp(divisor)
	return half > 0 || half == 0 && quotient.Bit(0) == 1
}

func (n number) compare(m number) int {
	if n.kind == notANumber || m.kind == notANumber {
		return cmp.Compare(boolInt(m.kind == notANumber), boolInt(n.kind == notANumber))
	}
	if c := cmp.Compare(n.sign(), m.sign()); c != 0 || n.sign() == 0 {
		return c
	}
	c := n.compareMagnitude(m)
	if n.isNegative {
		return -c
	}
	return c
}

func (n number) sign() int {
	switch {
	case n.isZero():
		return 0
	case n.isNegative:
		return -1
	}
	return 1
}

func (n number) compareMagnitude(m number) int {
	if n.kind == infinite || m.kind == infinite {
		return cmp.Compare(boolInt(n.kind == infinite), boolInt(m.kind == infinite))
	}
	if c := cmp.Compare(digits(n.coef)+n.exp, digits(m.coef)+m.exp); c != 0 {
		return c
	}
	exp := min(n.exp, m.exp)
	return n.rescale(exp, HalfEven).coef.Cmp(m.rescale(exp, HalfEven).coef)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func fromInt(i int64) number {
	n := number{isNegative: i < 0, coef: big.NewInt(i)}
	n.coef.Abs(n.coef)
	return n
}

// fromDouble returns the exact value of a double: m × 2^-k = m × 5^k × 10^-k.
func fromDouble(f float64) number {
	n := number{isNegative: math.Signbit(f), coef: new(big.Int)}
	switch {
	case f != f:
		n.kind = notANumber
		return n
	case math.IsInf(f, 0):
		n.kind = infinite
		return n
	case f == 0:
		return n
	}
	fraction, exp := math.Frexp(math.Abs(f))
	n.coef.SetUint64(uint64(math.Ldexp(fraction, 53)))
	exp -= 53
	if zeros := int(n.coef.TrailingZeroBits()); zeros > 0 && exp < 0 {
		zeros = min(zeros, -exp)
		n.coef.Rsh(n.coef, uint(zeros))
		exp += zeros
	}
	if exp >= 0 {
		n.coef.Lsh(n.coef, uint(exp))
		return n
	}
	n.coef.Mul(n.coef, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exp)), nil))
	n.exp = exp
	return n
}

// smallPowers are the powers of ten that ordinary decimals need.
var smallPowers = func() (list [2*decimalDigits + 4]*big.Int) {
	list[0] = big.NewInt(1)
	for i := 1; i < len(list); i++ {
		list[i] = new(big.Int).Mul(list[i-1], big.NewInt(10))
	}
	return list
}()

// power10 returns 10^n, which must not be changed.
func power10(n int) *big.Int {
	if n < len(smallPowers) {
		return smallPowers[n]
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// digits returns the number of decimal digits of n ≥ 0, and 0 for zero.
func digits(n *big.Int) int {
	if n.Sign() == 0 {
		return 0
	}
	// The guess from the number of bits is right or one too low.
	guess := (n.BitLen() - 1) * 30103 / 100000
	if n.Cmp(power10(guess)) >= 0 {
		guess++
	}
	if n.Cmp(power10(guess)) >= 0 {
		guess++
	}
	return guess
}
