package value

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// String writes a value as the server's error messages do: { a: 1, b: "x" }.
// Doubles have 16 significant digits and always a point or exponent.
func String(v any) string {
	checkParts(v)
	return text(v)
}

func text(v any) string {
	switch v := v.(type) {
	case bson.D:
		return documentString(v)
	case bson.A:
		return arrayString(v)
	case string:
		return `"` + v + `"`
	case int32:
		return strconv.Itoa(int(v))
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return doubleString(v)
	case bson.Decimal128:
		return DecimalString(v)
	case bool:
		return strconv.FormatBool(v)
	case bson.ObjectID:
		return "ObjectId('" + v.Hex() + "')"
	case bson.DateTime:
		return fmt.Sprintf("new Date(%d)", int64(v))
	case bson.Binary:
		return binaryString(v)
	}
	return rareString(v)
}

// Brief is String with long text cut off, as the server writes whole documents
// into messages, by bytes: also inside a character (src/mongo/bson/bsonelement.cpp).
func Brief(v any) string { return String(cutText(v)) }

func cutText(v any) any {
	switch v := v.(type) {
	case string:
		return cut(v, 159, 150)
	case bson.Symbol:
		return bson.Symbol(cut(string(v), 159, 150))
	case bson.JavaScript:
		return bson.JavaScript(cut(string(v), 79, 70))
	case bson.D:
		out := make(bson.D, len(v))
		for i, f := range v {
			out[i] = bson.E{Key: f.Key, Value: cutText(f.Value)}
		}
		return out
	case bson.A:
		out := make(bson.A, len(v))
		for i, e := range v {
			out[i] = cutText(e)
		}
		return out
	}
	return v
}

func cut(s string, longest, kept int) string {
	if len(s) <= longest {
		return s
	}
	return s[:kept] + "..."
}

func rareString(v any) string {
	switch v := v.(type) {
	case bson.Timestamp:
		return fmt.Sprintf("Timestamp(%d, %d)", v.T, v.I)
	case bson.Regex:
		return "/" + v.Pattern + "/" + v.Options
	case bson.Symbol:
		return `"` + string(v) + `"`
	case bson.JavaScript:
		return string(v)
	case bson.CodeWithScope:
		return fmt.Sprintf("CodeWScope( %s, %s)", v.Code, String(v.Scope))
	case bson.DBPointer:
		return fmt.Sprintf("DBRef('%s',%s)", v.DB, v.Pointer.Hex())
	case bson.MinKey:
		return "MinKey"
	case bson.MaxKey:
		return "MaxKey"
	}
	return TypeName(v) // null, undefined, missing
}

func documentString(doc bson.D) string {
	if len(doc) == 0 {
		return "{}"
	}
	parts := make([]string, len(doc))
	for i, e := range doc {
		parts[i] = e.Key + ": " + text(e.Value)
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func arrayString(list bson.A) string {
	if len(list) == 0 {
		return "[]"
	}
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = text(v)
	}
	return "[ " + strings.Join(parts, ", ") + " ]"
}

func doubleString(f float64) string {
	switch {
	case f != f:
		return "nan"
	case math.IsInf(f, 0):
		return strings.Repeat("-", boolInt(f < 0)) + "inf"
	}
	s := strconv.FormatFloat(f, 'g', 16, 64)
	if strings.ContainsAny(s, ".e") {
		return trimFraction(s)
	}
	return s + ".0"
}

// trimFraction cuts the zeros that a fixed precision leaves at the end.
func trimFraction(s string) string {
	mantissa, exponent, hasExponent := strings.Cut(s, "e")
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	switch {
	case hasExponent:
		return mantissa + "e" + exponent
	case !strings.Contains(mantissa, "."):
		return mantissa + ".0"
	}
	return mantissa
}

const uuidSubtype = 4

func binaryString(v bson.Binary) string {
	if v.Subtype == uuidSubtype && len(v.Data) == 16 {
		return `UUID("` + UUIDText(v.Data) + `")`
	}
	return fmt.Sprintf("BinData(%d, %X)", v.Subtype, v.Data)
}

// UUIDText writes the 16 bytes of a UUID as RFC 9562 does.
func UUIDText(d []byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", d[:4], d[4:6], d[6:8], d[8:10], d[10:])
}
