package expr

import (
	"strconv"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/date"
	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// texts work on UTF-8: "Bytes" in a name counts bytes, "CP" code points.
var texts = table{
	"$concat":       lazy(concat),
	"$strcasecmp":   binary(strcasecmp),
	"$strLenBytes":  unary(func(v any) (any, error) { return textLength(v, "$strLenBytes", 34473, byteCount) }),
	"$strLenCP":     unary(func(v any) (any, error) { return textLength(v, "$strLenCP", 34471, codePoints) }),
	"$toLower":      unary(func(v any) (any, error) { return changeCase(v, 'A', 'Z') }),
	"$toUpper":      unary(func(v any) (any, error) { return changeCase(v, 'a', 'z') }),
	"$substr":       ternary(substrBytes),
	"$substrBytes":  ternary(substrBytes),
	"$substrCP":     ternary(substrCP),
	"$split":        binaryIn(split),
	"$indexOfBytes": between(2, 4, indexOfBytes),
	"$indexOfCP":    between(2, 4, indexOfCP),
	"$trim":         trimmer(true, true),
	"$ltrim":        trimmer(true, false),
	"$rtrim":        trimmer(false, true),
	"$replaceOne":   replacer(1),
	"$replaceAll":   replacer(-1),
}

// maxText is the length at which the server refuses to make a string.
const maxText = 16 * 1024 * 1024

func textResult(s string) (any, error) {
	if len(s) >= maxText {
		return textTooLong()
	}
	return s, nil
}

func textTooLong() (any, error) {
	return nil, errcode.New(16493, "Tried to create string longer than 16MB")
}

func concat(env *Env, operands []*Expr) (any, error) {
	var out strings.Builder
	null, err := untilNull(env, operands, func(v any) error {
		s, ok := v.(string)
		if !ok {
			return errcode.New(16702, "$concat only supports strings, not %s", value.TypeName(v))
		}
		if out.Len()+len(s) >= maxText {
			_, err := textTooLong()
			return err
		}
		if err := env.reserve(2*out.Len()+len(s), 1); err != nil { // it may be copied to grow
			return err
		}
		out.WriteString(s)
		return nil
	})
	if null || err != nil {
		return bson.Null{}, err
	}
	return textResult(out.String())
}

// coerceText returns the text that the string operators see in other types; it is
// shorter than that of $toString for doubles.
func coerceText(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case value.Missing, bson.Null, bson.Undefined:
		return "", nil
	case int32:
		return strconv.Itoa(int(v)), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case float64:
		return sixDigits(v), nil
	case bson.Decimal128:
		return value.DecimalString(v), nil
	case bson.Symbol:
		return string(v), nil
	case bson.JavaScript:
		return string(v), nil
	case bson.DateTime:
		return isoText(v)
	case bson.Timestamp:
		return time.Unix(int64(v.T), 0).UTC().Format("Jan _2 15:04:05") + ":" + strconv.FormatUint(uint64(v.I), 10), nil
	}
	return "", errcode.New(16007, "can't convert from BSON type %s to String", value.TypeName(v))
}

// sixDigits writes a double as C's %g does.
func sixDigits(f float64) string {
	s := strconv.FormatFloat(f, 'g', 6, 64)
	switch s {
	case "NaN":
		return "nan"
	case "+Inf":
		return "inf"
	case "-Inf":
		return "-inf"
	}
	return s
}

func strcasecmp(a, b any) (any, error) {
	left, err := coerceText(a)
	if err != nil {
		return nil, err
	}
	right, err := coerceText(b)
	if err != nil {
		return nil, err
	}
	return int32(strings.Compare(mapCase(left, 'a', 'z'), mapCase(right, 'a', 'z'))), nil
}

func changeCase(v any, from, to byte) (any, error) {
	s, err := coerceText(v)
	if err != nil {
		return nil, err
	}
	return mapCase(s, from, to), nil
}

// mapCase turns the ASCII letters between from and to into the other case.
func mapCase(s string, from, to byte) string {
	b := []byte(s)
	for i, c := range b {
		if c >= from && c <= to {
			b[i] = c ^ 0x20
		}
	}
	return string(b)
}

func byteCount(s string) int { return len(s) }

func textLength(v any, name string, code int32, count func(string) int) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, errcode.New(code, "%s requires a string argument, found: %s", name, value.TypeName(v))
	}
	return int32(count(s)), nil
}

func split(env *Env, text, separator any) (any, error) {
	if value.IsNullish(text) || value.IsNullish(separator) {
		return bson.Null{}, nil
	}
	s, ok := text.(string)
	if !ok {
		return nil, errcode.New(40085, "$split requires an expression that evaluates to a string as a first argument, found: %s", value.TypeName(text))
	}
	sep, ok := separator.(string)
	if !ok {
		return nil, errcode.New(10503900, "$split requires an expression that evaluates to a string as a second argument, found: %s", value.TypeName(separator))
	}
	if sep == "" {
		return nil, errcode.New(40087, "$split requires a non-empty separator")
	}
	if err := env.reserve(strings.Count(s, sep), 2*elementWeight); err != nil {
		return nil, err
	}
	parts := strings.Split(s, sep)
	out := make(bson.A, len(parts))
	for i, p := range parts {
		out[i] = p
	}
	return out, nil
}

// isoText writes a date in UTC; years before 0 and after 9999 have no text.
func isoText(v bson.DateTime) (string, error) { return date.Zone{}.ISO(int64(v)) }
