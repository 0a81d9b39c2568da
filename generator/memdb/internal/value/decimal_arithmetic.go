package value

import (
	"math/big"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// DecimalAdd returns a + b, rounded half to even to 34 digits. An exact sum has
// the smaller of the two exponents.
func DecimalAdd(a, b bson.Decimal128) bson.Decimal128 { return unpack(a).add(unpack(b)).pack() }

// DecimalSubtract returns a - b, as DecimalAdd. If b is not a number, neither is the
// result, with the sign of b.
func DecimalSubtract(a, b bson.Decimal128) bson.Decimal128 {
	if b.IsNaN() {
		return DecimalAdd(a, b)
	}
	return unpack(a).add(unpack(b).negate()).pack()
}

// DecimalMultiply returns a × b, rounded half to even to 34 digits. An exact
// product has the sum of the exponents.
func DecimalMultiply(a, b bson.Decimal128) bson.Decimal128 {
	return unpack(a).multiply(unpack(b)).pack()
}

// DecimalDivide returns a / b, rounded half to even to 34 digits. An exact
// quotient has the exponent nearest to the difference of the exponents. A finite
// a over zero is infinite; zero over zero is NaN.
func DecimalDivide(a, b bson.Decimal128) bson.Decimal128 { return unpack(a).divide(unpack(b)).pack() }

// DecimalRemainder returns the rest of a after subtracting b as often as it fits,
// exactly; it has the sign of a. It is NaN if b is zero or a infinite.
func DecimalRemainder(a, b bson.Decimal128) bson.Decimal128 {
	return unpack(a).remainder(unpack(b)).pack()
}

// DecimalAbs returns a without its sign.
func DecimalAbs(a bson.Decimal128) bson.Decimal128 {
	n := unpack(a)
	n.isNegative = false
	return n.pack()
}

// DecimalQuantize returns a with the exponent exp, rounding by mode. It is NaN if the
// result needs more than 34 digits; an infinite a stays as it is.
func DecimalQuantize(a bson.Decimal128, exp int, mode Rounding) bson.Decimal128 {
	n := unpack(a)
	if n.kind != finite {
		return a
	}
	// Checked first, as a far exponent would make a number of that many digits.
	if !n.isZero() && digits(n.coef)+n.exp-exp > decimalDigits {
		return nan.pack()
	}
	n = n.rescale(exp, mode)
	if digits(n.coef) > decimalDigits {
		return nan.pack()
	}
	return n.pack()
}

var nan = number{kind: notANumber, coef: new(big.Int)}

func (n number) negate() number {
	n.isNegative = !n.isNegative
	return n
}

// orNaN returns the first of two numbers that is not one, with its sign.
func (n number) orNaN(m number) number {
	if n.kind == notANumber {
		return n
	}
	return m
}

func (n number) add(m number) number {
	switch {
	case n.kind == notANumber || m.kind == notANumber:
		return n.orNaN(m)
	case n.kind == infinite && m.kind == infinite && n.isNegative != m.isNegative:
		return nan
	case n.kind == infinite:
		return n
	case m.kind == infinite:
		return m
	}
	exp := min(n.exp, m.exp)
	n, m = n.rescale(exp, HalfEven), m.rescale(exp, HalfEven)
	if n.isNegative == m.isNegative {
		return number{isNegative: n.isNegative, coef: new(big.Int).Add(n.coef, m.coef), exp: exp}
	}
	sum := number{coef: new(big.Int).Sub(n.coef, m.coef), exp: exp}
	if sum.coef.Sign() == 0 {
		return sum // +0 for any signs of the operands
	}
	sum.isNegative = n.isNegative == (sum.coef.Sign() > 0)
	sum.coef.Abs(sum.coef)
	return sum
}

func (n number) multiply(m number) number {
	neg := n.isNegative != m.isNegative
	switch {
	case n.kind == notANumber || m.kind == notANumber:
		return n.orNaN(m)
	case n.kind == infinite && m.isZero() || m.kind == infinite && n.isZero():
		return nan
	case n.kind == infinite || m.kind == infinite:
		return number{kind: infinite, isNegative: neg, coef: new(big.Int)}
	}
	return number{isNegative: neg, coef: new(big.Int).Mul(n.coef, m.coef), exp: n.exp + m.exp}
}

func (n number) divide(m number) number {
	neg := n.isNegative != m.isNegative
	switch {
	case n.kind == notANumber || m.kind == notANumber:
		return n.orNaN(m)
	case n.kind == infinite && m.kind == infinite || n.isZero() && m.isZero():
		return nan
	case n.kind == infinite || m.isZero():
		return number{kind: infinite, isNegative: neg, coef: new(big.Int)}
	case m.kind == infinite:
		return number{isNegative: neg, coef: new(big.Int), exp: decimalMinExponent}
	}
	ideal := n.exp - m.exp
	if n.isZero() {
		return number{isNegative: neg, coef: new(big.Int), exp: ideal}
	}
	shift := max(0, decimalDigits+2+digits(m.coef)-digits(n.coef))
	scaled := new(big.Int).Mul(n.coef, power10(shift))
	quotient, rest := scaled.QuoRem(scaled, m.coef, new(big.Int))
	result := number{isNegative: neg, coef: quotient, exp: ideal - shift}
	if rest.Sign() == 0 {
		return result.strip(ideal)
	}
	// A last digit 1 says that the quotient goes on, so that no half is seen as exact.
	result.coef.Mul(quotient, big.NewInt(10))
	result.coef.Add(result.coef, big.NewInt(1))
	result.exp--
	return result
}

// strip removes trailing zeros until the exponent is ideal.
func (n number) strip(ideal int) number {
	rest := new(big.Int)
	for n.exp < ideal {
		quotient, _ := new(big.Int).QuoRem(n.coef, big.NewInt(10), rest)
		if rest.Sign() != 0 {
			break
		}
		n.coef = quotient
		n.exp++
	}
	return n
}

func (n number) remainder(m number) number {
	switch {
	case n.kind != finite || m.kind == notANumber || m.isZero():
		return nan
	case m.kind == infinite:
		return n
	}
	exp := min(n.exp, m.exp)
	divisor := m.rescale(exp, HalfEven).coef
	// n.coef × 10^k mod divisor, without making the huge product.
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n.exp-exp)), divisor)
	rest := power.Mul(power, n.coef)
	return number{isNegative: n.isNegative, coef: rest.Mod(rest, divisor), exp: exp}
}
