package shell

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"modelbook/generator/ejson"
)

// numberLength returns the length of the number at the start of text, with the
// letters that follow it without a space.
func numberLength(text string) int {
	scientific := len(text) < 2 || text[0] != '0' || !strings.ContainsAny(text[1:2], "xXoObB")
	for i := 0; i < len(text); i++ {
		c := text[i]
		sign := scientific && (c == '+' || c == '-') && i > 0 && text[i-1]|0x20 == 'e'
		if !sign && c != '.' && c != '_' && !isDigit(c) && !('a' <= c|0x20 && c|0x20 <= 'z') {
			return i
		}
	}
	return len(text)
}

const digits = "[0-9]+(_[0-9]+)*"

var (
	decimal = regexp.MustCompile(`^(` + digits + `\.?(` + digits + `)?|\.` + digits + `)([eE][+-]?` + digits + `)?$`)
	integer = regexp.MustCompile(`^` + digits + `$`)
	radix   = regexp.MustCompile(`^0([xX][0-9a-fA-F]+(_[0-9a-fA-F]+)*|[oO][0-7]+(_[0-7]+)*|[bB][01]+(_[01]+)*)$`)
	octal   = regexp.MustCompile(`^0[0-9_]`)
)

// parseNumber reads a number as JavaScript does (ECMA-262, "Numeric
// Literals"). It says why if that is none that can be read here.
func parseNumber(text string) (f float64, problem, hint string) {
	plain := strings.ReplaceAll(text, "_", "")
	switch {
	case octal.MatchString(text) && decimal.MatchString(text):
		return 0, short(text) + " begins with a zero, which has made it octal", "leave the zero out, or write 0o"
	case decimal.MatchString(text):
		// A number that is too large is Infinity in JavaScript too.
		f, _ = strconv.ParseFloat(plain, 64)
		return f, "", ""
	case radix.MatchString(text):
		n, err := strconv.ParseUint(plain, 0, 64)
		if err != nil {
			return 0, short(text) + " is longer than 64 bits", "write it in decimal"
		}
		return float64(n), "", ""
	}
	return 0, short(text) + " is not a number", ""
}

// numberOf returns the value of a number as mongosh sends it: an int32 if it is
// a whole one that fits, else a double.
func numberOf(f float64) *ejson.Value {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return wrap("$numberDouble", stringOf(numberText(f)))
	case f == math.Trunc(f) && math.MinInt32 <= f && f <= math.MaxInt32 && !isNegativeZero(f):
		return &ejson.Value{Kind: ejson.Number, Text: numberText(f)}
	}
	return doubleOf(f)
}

// doubleOf returns a double, whole or not.
func doubleOf(f float64) *ejson.Value {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return numberOf(f)
	}
	text := numberText(f)
	if isNegativeZero(f) {
		text = "-0"
	}
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return &ejson.Value{Kind: ejson.Number, Text: text}
}

func isNegativeZero(f float64) bool { return f == 0 && math.Signbit(f) }

// numberText writes a number as JavaScript does (ECMA-262, "Number::toString").
func numberText(f float64) string {
	switch size := math.Abs(f); {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 0):
		return map[bool]string{true: "Infinity", false: "-Infinity"}[f > 0]
	case f == 0:
		return "0"
	case size < 1e-6 || size >= 1e21:
		text := strconv.FormatFloat(f, 'e', -1, 64)
		return strings.NewReplacer("e-0", "e-", "e+0", "e+").Replace(text)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// isBigInt reports whether a number is an integer with the suffix n, which
// mongosh sends as a long.
func isBigInt(text string) bool {
	number, suffixed := strings.CutSuffix(text, "n")
	return suffixed && (radix.MatchString(number) || integer.MatchString(number) && !octal.MatchString(number))
}

// bigInt returns the long that such a number is; false if it does not fit.
func bigInt(sign, text string) (*ejson.Value, bool) {
	n, err := strconv.ParseInt(sign+strings.ReplaceAll(strings.TrimSuffix(text, "n"), "_", ""), 0, 64)
	return longOf(n), err == nil
}

func longOf(n int64) *ejson.Value {
	return wrap("$numberLong", stringOf(strconv.FormatInt(n, 10)))
}
