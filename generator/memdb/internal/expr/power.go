package expr

import (
	"math"
	"math/big"
	"strconv"

	"github.com/cockroachdb/apd/v3"
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// powers of doubles are computed with more digits than a double has and rounded
// once, because the last digit of math.Exp and its kin depends on the machine.
var powers = table{
	"$exp":     unary(exp),
	"$sigmoid": sigmoid,
	"$ln":      unary(ln),
	"$log":     binary(logarithm),
	"$log10":   unary(log10),
	"$pow":     binary(pow),
	"$sqrt":    unary(sqrt),
}

// work is the precision of decimal functions, wide that of doubles: both have
// digits to spare, so that rounding at the end is right.
var (
	work     = precision(60)
	wide     = precision(40)
	digits34 = precision(34)
)

func precision(digits uint32) *apd.Context {
	c := apd.BaseContext.WithPrecision(digits)
	c.MaxExponent, c.MinExponent = apd.MaxExponent, apd.MinExponent
	c.Traps = 0
	c.Rounding = apd.RoundHalfEven
	return c
}

// toAPD converts a finite number exactly.
func toAPD(v any) *apd.Decimal {
	coefficient, exponent, _ := value.ToDecimalExact(v).BigInt() // finite: can't fail
	d := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(new(big.Int).Abs(coefficient)), int32(exponent))
	d.Negative = coefficient.Sign() < 0
	return d
}

func fromAPD(d *apd.Decimal) bson.Decimal128 {
	if d.Form == apd.Finite {
		var rounded apd.Decimal
		digits34.Round(&rounded, d)
		d = &rounded
	}
	out, _ := value.ParseDecimal(d.String()) // 34 digits: always readable
	return out
}

func toFloat(d *apd.Decimal) float64 {
	f, _ := strconv.ParseFloat(d.String(), 64) // out of range returns ±Inf or 0
	return f
}

// binary128 returns the number of 113 binary digits next to d: the server's library of
// decimals computes the functions of this file in that form, and its last decimal
// digit shows it.
func binary128(d *apd.Decimal) *apd.Decimal {
	if d.Form != apd.Finite || d.IsZero() {
		return d
	}
	f, _, _ := big.ParseFloat(d.Text('E'), 10, 113, big.ToNearestEven) // text that apd writes can be read
	out, _, _ := apd.NewFromString(f.Text('e', 60))
	return out
}

// function applies a decimal function to a number of any type.
func function(v any, of func(c *apd.Context, out, in *apd.Decimal)) any {
	var out apd.Decimal
	if isDecimal(v) {
		of(work, &out, binary128(toAPD(v)))
		return fromAPD(binary128(&out))
	}
	of(wide, &out, toAPD(value.ToDouble(v)))
	return toFloat(&out)
}

func numeric(v any, name string) error {
	if value.IsNumber(v) {
		return nil
	}
	return errcode.New(28765, "%s only supports numeric types, not %s", name, value.TypeName(v))
}

// special makes a value of the type that a function of v has.
func special(v any, f float64) any {
	if isDecimal(v) {
		return value.ToDecimalExact(f)
	}
	return f
}

func isNegative(v any) bool { return value.CompareNumbers(v, int32(0)) < 0 && !value.IsNaN(v) }

// sigmoid reads 1/(1+e^-x) as the expressions that the server makes of it, which
// have its errors and its types (ExpressionSigmoid in
// src/mongo/db/pipeline/expression.cpp).
func sigmoid(_ string, arg any, scope *Scope) (*Expr, error) {
	of := func(operator string, operands ...any) bson.D {
		return bson.D{{Key: operator, Value: bson.A(operands)}}
	}
	return parse(of("$divide", int32(1), of("$add", int32(1), of("$exp", of("$multiply", int32(-1), arg)))), scope)
}

func exp(v any) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	if err := numeric(v, "$exp"); err != nil {
		return nil, err
	}
	f := value.ToDouble(v)
	switch {
	case value.IsNaN(v), f > 20000:
		return special(v, math.Abs(f)*math.Inf(1)), nil
	case f < -20000:
		return tiny(v), nil
	case isZero(v), math.Abs(f) < leastExponent:
		return special(v, 1), nil
	}
	return function(v, func(c *apd.Context, out, in *apd.Decimal) { c.Exp(out, in) }), nil
}

// leastExponent is a power of e that is 1 in the 34 digits of a decimal.
const leastExponent = 1e-35

// tiny is the result for numbers too small for v's type.
func tiny(v any) any {
	if d, ok := special(v, 0).(bson.Decimal128); ok {
		return padded(d)
	}
	return 0.0
}

func ln(v any) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	if err := numeric(v, "$ln"); err != nil {
		return nil, err
	}
	if !value.IsNaN(v) && value.CompareNumbers(v, int32(0)) <= 0 {
		return nil, errcode.New(28766, "$ln's argument must be a positive number, but is %s", value.String(v))
	}
	return naturalLog(v), nil
}

// naturalLog is that of a positive number, infinity or NaN.
func naturalLog(v any) any {
	switch {
	case value.IsNaN(v):
		return math.NaN() // of a decimal too
	case value.IsInf(v):
		return v
	}
	return function(v, func(c *apd.Context, out, in *apd.Decimal) { c.Ln(out, in) })
}

func log10(v any) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	if err := numeric(v, "$log10"); err != nil {
		return nil, err
	}
	if !value.IsNaN(v) && value.CompareNumbers(v, int32(0)) <= 0 {
		return nil, errcode.New(28761, "$log10's argument must be a positive number, but is %s", value.String(v))
	}
	switch {
	case value.IsNaN(v):
		return math.NaN(), nil // of a decimal too
	case value.IsInf(v):
		return v, nil
	}
	if !isDecimal(v) {
		return doubleLog10(value.ToDouble(v)), nil
	}
	result := function(v, func(c *apd.Context, out, in *apd.Decimal) { c.Log10(out, in) })
	d := result.(bson.Decimal128)
	if whole := value.DecimalQuantize(d, 0, value.TowardZero); value.Equal(whole, d) {
		return whole, nil // the server computes in binary, where a whole result has no zeros behind
	}
	return result, nil
}

// doubleLog10 has the rounding errors of C's log10 as Linux servers have it: it is
// off in the last digit for one number in twelve, where glibc's other functions
// are next to never. The conversions keep the compiler from fusing products and sums.
func doubleLog10(x float64) float64 {
	const (
		ivln10 = 4.34294481903251816668e-01
		hi     = 3.01029995663611771306e-01 // of log10(2)
		lo     = 3.69423907715893078616e-13
	)
	fraction, exponent := math.Frexp(x)
	if exponent > 0 {
		fraction, exponent = 2*fraction, exponent-1
	}
	y := float64(exponent)
	log := naturalLog(fraction).(float64)
	z := float64(y*lo) + float64(ivln10*log)
	return z + float64(y*hi)
}

func logarithm(v, base any) (any, error) {
	switch {
	case value.IsNullish(v) || value.IsNullish(base):
		return bson.Null{}, nil
	case !value.IsNumber(v):
		return nil, errcode.New(28756, "$log's argument must be numeric, not %s", value.TypeName(v))
	case !value.IsNumber(base):
		return nil, errcode.New(28757, "$log's base must be numeric, not %s", value.TypeName(base))
	case !value.IsNaN(v) && value.CompareNumbers(v, int32(0)) <= 0:
		return nil, errcode.New(28758, "$log's argument must be a positive number, but is %s", value.String(v))
	case !value.IsNaN(base) && (value.CompareNumbers(base, int32(0)) <= 0 || value.CompareNumbers(base, int32(1)) == 0):
		return nil, errcode.New(28759, "$log's base must be a positive number not equal to 1, but is %s", value.String(base))
	}
	if (isDecimal(v) || isDecimal(base)) && !value.IsNaN(v) && !value.IsNaN(base) {
		a, b := naturalLog(value.ToDecimal(v)), naturalLog(value.ToDecimal(base))
		return value.DecimalDivide(a.(bson.Decimal128), b.(bson.Decimal128)), nil
	}
	return naturalLog(value.ToDouble(v)).(float64) / naturalLog(value.ToDouble(base)).(float64), nil
}

func sqrt(v any) (any, error) {
	if value.IsNullish(v) {
		return bson.Null{}, nil
	}
	if err := numeric(v, "$sqrt"); err != nil {
		return nil, err
	}
	if isNegative(v) {
		return nil, errcode.New(28714, "$sqrt's argument must be greater than or equal to 0")
	}
	if !isDecimal(v) {
		return math.Sqrt(value.ToDouble(v)), nil
	}
	if value.IsNaN(v) || value.IsInf(v) || isZero(v) {
		return v, nil
	}
	var out apd.Decimal
	of := toAPD(v)
	digits34.Sqrt(&out, of)
	root := fromAPD(&out)
	if value.Equal(value.DecimalMultiply(root, root), v) {
		return exactRoot(root, of.Exponent), nil
	}
	return root, nil
}

// exactRoot returns a root with half the exponent of its square, or the nearest one
// with which its digits are written without zeros behind them.
func exactRoot(root bson.Decimal128, exponent int32) bson.Decimal128 {
	var reduced apd.Decimal
	reduced.Reduce(toAPD(root))
	return value.DecimalQuantize(root, int(min(exponent>>1, reduced.Exponent)), value.HalfEven)
}

func pow(base, exponent any) (any, error) {
	switch {
	case value.IsNullish(base) || value.IsNullish(exponent):
		return bson.Null{}, nil
	case !value.IsNumber(base):
		return nil, errcode.New(28762, "$pow's base must be numeric, not %s", value.TypeName(base))
	case !value.IsNumber(exponent):
		return nil, errcode.New(28763, "$pow's exponent must be numeric, not %s", value.TypeName(exponent))
	case isZero(base) && isNegative(exponent):
		return nil, errcode.New(28764, "$pow cannot take a base of 0 and a negative exponent")
	case isDecimal(base) || isDecimal(exponent):
		return decimalPow(value.ToDecimal(base), value.ToDecimal(exponent))
	}
	if isDouble(base) || isDouble(exponent) {
		return doublePow(value.ToDouble(base), value.ToDouble(exponent)), nil
	}
	return wholePow(base, exponent), nil
}

func isDouble(v any) bool {
	_, ok := v.(float64)
	return ok
}

// wholePow stays whole as long as the result fits a long.
func wholePow(base, exponent any) any {
	b, _ := value.Whole(base)
	e, _ := value.Whole(exponent)
	ints := isInt(base) && isInt(exponent)
	switch {
	case b == 1 || b == 0 && e == 0:
		return narrow(int64(1), ints)
	case b == 0:
		return narrow(int64(0), ints)
	case b == -1:
		return narrow(1-2*(e&1), ints)
	case e < 0 || e > 63:
		return doublePow(float64(b), float64(e))
	}
	result := any(int64(1))
	for range e {
		result = value.Multiply(result, b)
		if isDouble(result) {
			return doublePow(float64(b), float64(e))
		}
	}
	return narrow(result, ints)
}

func isFinite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// doublePow leaves to math.Pow the cases with an exact or a special result.
func doublePow(base, exponent float64) float64 {
	rough := math.Pow(base, exponent)
	if !isFinite(base) || !isFinite(exponent) || !isFinite(rough) || rough == 0 || base == 1 || exponent == 0 || exponent == 1 {
		return rough
	}
	var out apd.Decimal
	wide.Pow(&out, toAPD(math.Abs(base)), toAPD(exponent))
	return math.Copysign(toFloat(&out), rough)
}

func decimalPow(base, exponent bson.Decimal128) (any, error) {
	rough := math.Pow(value.ToDouble(base), value.ToDouble(exponent))
	if value.IsNaN(base) || value.IsInf(base) || value.IsNaN(exponent) || value.IsInf(exponent) || isZero(base) || math.IsNaN(rough) {
		return padded(value.ToDecimalExact(rough)), nil
	}
	of := toAPD(base)
	if magnitude(of) > largestMagnitude && toAPD(exponent).Exponent >= 0 {
		return infinitePower(base, exponent), nil
	}
	if m := magnitude(of); m > largestMagnitude || m < -largestMagnitude {
		return nil, errcode.NotImplemented("$pow of a decimal beyond 1E4932 or below 1E-4932")
	}
	var out apd.Decimal
	work.Pow(&out, binary128(of), binary128(toAPD(exponent)))
	if m := magnitude(&out); out.Form == apd.Finite && (m > largestMagnitude || m < -largestMagnitude) {
		return nil, errcode.NotImplemented("$pow with a decimal result beyond 1E4932 or below 1E-4932")
	}
	return padded(fromAPD(binary128(&out))), nil
}

// largestMagnitude is the power of ten up to which binary128 has all its digits.
const largestMagnitude = 4931

func magnitude(d *apd.Decimal) int64 { return int64(d.Exponent) + d.NumDigits() - 1 }

// infinitePower is that of a base which is infinite in binary128.
func infinitePower(base, exponent bson.Decimal128) any {
	return padded(value.ToDecimalExact(math.Pow(math.Inf(value.CompareNumbers(base, int32(0))), value.ToDouble(exponent))))
}

// padded extends a number to 34 digits, as the server does when it adds the zero of
// the smallest exponent: a zero loses its sign.
func padded(d bson.Decimal128) bson.Decimal128 {
	smallest, _ := value.ParseDecimal("0E-6176")
	return value.DecimalAdd(d, smallest)
}
