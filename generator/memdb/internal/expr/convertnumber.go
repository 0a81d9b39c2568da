package expr

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

func textDate(s string) (int64, error) { return date.ParseText(s, nil) }

func toInt(v any) (any, error) {
	if data, ok := v.(bson.Binary); ok {
		return binaryNumber(data, "int", littleEndian)
	}
	n, err := wholeNumber(v, "int")
	if err != nil {
		return nil, err
	}
	if n < math.MinInt32 || n > math.MaxInt32 {
		return nil, outOfRange(v, "int")
	}
	return int32(n), nil
}

func toLong(v any) (any, error) {
	switch v := v.(type) {
	case bson.DateTime:
		return int64(v), nil
	case bson.Binary:
		return binaryNumber(v, "long", littleEndian)
	}
	n, err := wholeNumber(v, "long")
	if err != nil {
		return nil, err
	}
	return n, nil
}

// wholeNumber converts to a long, cutting off fractions; of text only digits
// with a sign are taken.
func wholeNumber(v any, target string) (int64, error) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, nil
		}
		return 0, nil
	case string:
		return wholeText(v)
	case int32, int64, float64, bson.Decimal128:
		n, ok := value.ToLong(v, value.TowardZero)
		if !ok {
			return 0, outOfRange(v, target)
		}
		return n, nil
	}
	return 0, unsupported(v, target)
}

func wholeText(s string) (int64, error) {
	digits := strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")
	if len(s)-len(digits) > 1 || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, badNumber(s)
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return 0, nil
	}
	if s[0] == '-' {
		digits = "-" + digits
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, badNumber(s)
	}
	return n, nil
}

func badNumber(s string) error {
	return errcode.New(errcode.ConversionFailure, "Failed to parse number '%s' in $convert with no onError value", s)
}

func toDouble(v any) (any, error) {
	switch v := v.(type) {
	case bool:
		return boolNumber(v, 1.0, 0.0), nil
	case bson.DateTime:
		return float64(v), nil
	case string:
		return doubleText(v)
	case int32, int64, float64:
		return value.ToDouble(v), nil
	case bson.Decimal128:
		const leastNormal = 0x1p-1022 // below it the server's library reports underflow
		f := value.ToDouble(v)
		tiny := math.Abs(f) < leastNormal && value.CompareNumbers(v, int32(0)) != 0
		if tiny || math.IsInf(f, 0) && !value.IsInf(v) {
			return nil, outOfRange(v, "double")
		}
		return f, nil
	case bson.Binary:
		return binaryNumber(v, "double", littleEndian)
	}
	return nil, unsupported(v, "double")
}

func boolNumber(b bool, yes, no any) any {
	if b {
		return yes
	}
	return no
}

// doubleText reads the numbers that C's strtod reads, but no blanks; one that is too
// large or too small is an error. A hexadecimal number is accepted with a sign or a
// capital X, but not with a bare 0x.
func doubleText(s string) (any, error) {
	if strings.HasPrefix(s, "0x") {
		return nil, errcode.New(errcode.ConversionFailure, "Illegal hexadecimal input in $convert with no onError value: %s", s)
	}
	lower := strings.ToLower(s)
	unsigned := strings.TrimLeft(lower, "+-")
	if strings.Contains(s, "_") || strings.HasPrefix(unsigned, "nan(") {
		return nil, badNumber(s)
	}
	if strings.HasPrefix(unsigned, "0x") && !strings.Contains(unsigned, "p") {
		s += "p0"
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsInf(f, 0) && !strings.Contains(lower, "inf") {
		return nil, badNumber(s)
	}
	if f == 0 && strings.Trim(mantissa(unsigned), "0.") != "" {
		return nil, badNumber(s)
	}
	return f, nil
}

// mantissa returns the digits before the exponent.
func mantissa(unsigned string) string {
	if hex, ok := strings.CutPrefix(unsigned, "0x"); ok {
		before, _, _ := strings.Cut(hex, "p")
		return before
	}
	before, _, _ := strings.Cut(unsigned, "e")
	return before
}

func toDecimal(v any) (any, error) {
	switch v := v.(type) {
	case bool:
		return value.ToDecimal(boolNumber(v, int32(1), int32(0))), nil
	case bson.DateTime:
		return value.ToDecimal(int64(v)), nil
	case string:
		d, ok := value.ConvertDecimal(v)
		if !ok {
			return nil, badNumber(v)
		}
		return d, nil
	case int32, int64, float64, bson.Decimal128:
		return value.ToDecimal(v), nil
	}
	return nil, unsupported(v, "decimal")
}

// toText is $toString.
func toText(v any) (any, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int32, int64, bson.Decimal128:
		return coerceText(v)
	case float64:
		return shortestDouble(v), nil
	case bson.ObjectID:
		return v.Hex(), nil
	case bson.DateTime:
		return isoText(v)
	case bson.Binary:
		return nil, errcode.NotImplemented("$toString of binData")
	}
	return nil, unsupported(v, "string")
}

// shortestDouble has the fewest digits that are read as the same number; an exponent
// below -4 or above 15 is written.
func shortestDouble(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	scientific := strconv.FormatFloat(f, 'e', -1, 64)
	_, exponent, _ := strings.Cut(scientific, "e")
	if n, err := strconv.Atoi(exponent); err == nil && n >= -4 && n < 16 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return scientific
}
