package value

import (
	"math/big"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// DecimalString writes a decimal as the server does: its digits and exponent
// are kept ("1.00", "1E+10"), an exponent is written if it is positive or the
// number is below 0.000001.
func DecimalString(d bson.Decimal128) string {
	n := unpack(d)
	sign := ""
	if n.isNegative {
		sign = "-"
	}
	switch n.kind {
	case notANumber:
		return "NaN"
	case infinite:
		return sign + "Infinity"
	}
	text := n.coef.String()
	adjusted := n.exp + len(text) - 1
	switch {
	case n.exp > 0 || adjusted < -6:
		return sign + scientific(text, adjusted)
	case n.exp == 0:
		return sign + text
	case len(text) <= -n.exp:
		text = strings.Repeat("0", -n.exp-len(text)+1) + text
	}
	point := len(text) + n.exp
	return sign + text[:point] + "." + text[point:]
}

func scientific(text string, exponent int) string {
	mantissa := text[:1]
	if len(text) > 1 {
		mantissa += "." + text[1:]
	}
	sign := "+"
	if exponent < 0 {
		sign = ""
	}
	return mantissa + "E" + sign + strconv.Itoa(exponent)
}

// ParseDecimal reads the text of a decimal number: digits with an optional sign,
// point and exponent, or Infinity, inf or NaN in any case, with its sign. Digits
// past the 34th are rounded half to even. The result is false if the text is
// something else.
func ParseDecimal(s string) (bson.Decimal128, bool) {
	n, ok := parseNumber(s)
	if !ok {
		return bson.Decimal128{}, false
	}
	return n.pack(), true
}

// ConvertDecimal reads a number as $toDecimal does: like ParseDecimal, but digits past
// the 34th are cut off, and a number that is too large, or loses digits because it is
// too small, is an error.
func ConvertDecimal(s string) (bson.Decimal128, bool) {
	n, ok := parseNumber(s)
	if !ok {
		return bson.Decimal128{}, false
	}
	if n.kind != finite {
		return n.pack(), true
	}
	exact := n
	if drop := max(digits(n.coef)-decimalDigits, decimalMinExponent-n.exp); drop > 0 {
		n = n.rescale(n.exp+drop, TowardZero)
	}
	tiny := n.exp == decimalMinExponent && digits(n.coef) < decimalDigits
	if tiny && n.compare(exact) != 0 {
		return bson.Decimal128{}, false
	}
	n = n.fit()
	return n.pack(), n.kind == finite
}

func parseNumber(s string) (number, bool) {
	rest := s
	neg := strings.HasPrefix(rest, "-")
	if neg || strings.HasPrefix(rest, "+") {
		rest = rest[1:]
	}
	n, ok := number{isNegative: neg, coef: new(big.Int)}, true
	switch strings.ToLower(rest) {
	case "infinity", "inf":
		n.kind = infinite
	case "nan":
		n.kind = notANumber
	default:
		n, ok = parseFinite(rest)
		n.isNegative = neg
	}
	return n, ok
}

func parseFinite(s string) (number, bool) {
	exp := 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		n, ok := parseExponent(s[i+1:])
		if !ok {
			return number{}, false
		}
		s, exp = s[:i], n
	}
	whole, fraction, _ := strings.Cut(s, ".")
	if whole+fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return number{}, false
	}
	text, dropped := significant(whole + fraction)
	coef, _ := new(big.Int).SetString(text, 10)
	return number{coef: coef, exp: exp - len(fraction) + dropped}, true
}

// significant cuts digits of which it only matters whether one is not zero, so that a
// text of megabytes costs no more than a short one. It returns how many it cut.
func significant(digits string) (string, int) {
	const enough = 2 * decimalDigits
	digits = strings.TrimLeft(digits, "0")
	if len(digits) <= enough {
		return "0" + digits, 0
	}
	dropped := len(digits) - enough
	if strings.Trim(digits[enough:], "0") == "" {
		return digits[:enough], dropped
	}
	// A digit more says that something follows; see divide.
	return digits[:enough] + "1", dropped - 1
}

// parseExponent reads a signed number; one that is far out of range is replaced by one
// that is just as far out of range.
func parseExponent(s string) (int, bool) {
	text := strings.TrimLeft(s, "+-")
	if text == "" || len(s)-len(text) > 1 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	const far = 1 << 20
	n, err := strconv.Atoi(text)
	if err != nil || n > far {
		n = far
	}
	if s[0] == '-' {
		n = -n
	}
	return n, true
}
