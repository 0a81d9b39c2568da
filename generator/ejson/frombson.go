package ejson

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// FromBSON returns the value that ToBSON would read v from. The deprecated
// types, which ToBSON refuses, come as their wrappers too.
func FromBSON(v bson.RawValue) *Value {
	switch v.Type {
	case bson.TypeEmbeddedDocument:
		return FromDocument(v.Document())
	case bson.TypeArray:
		array := &Value{Kind: Array}
		items, _ := v.Array().Values()
		for _, item := range items {
			array.Items = append(array.Items, FromBSON(item))
		}
		return array
	case bson.TypeString:
		return text(v.StringValue())
	case bson.TypeBoolean:
		if v.Boolean() {
			return &Value{Kind: True}
		}
		return &Value{Kind: False}
	case bson.TypeNull:
		return &Value{Kind: Null}
	case bson.TypeInt32:
		return number(int64(v.Int32()))
	case bson.TypeDouble:
		return fromDouble(v.Double())
	}
	return fromWrapped(v)
}

// FromDocument is FromBSON for a document.
func FromDocument(document bson.Raw) *Value {
	object := &Value{Kind: Object}
	elements, _ := document.Elements()
	for _, e := range elements {
		object.Members = append(object.Members, Member{Key: e.Key(), Value: FromBSON(e.Value())})
	}
	return object
}

func text(s string) *Value  { return &Value{Kind: String, Text: s} }
func number(n int64) *Value { return &Value{Kind: Number, Text: strconv.FormatInt(n, 10)} }
func newWrapper(key string, v *Value) *Value {
	return &Value{Kind: Object, Members: []Member{{Key: key, Value: v}}}
}

func pair(firstKey string, first *Value, secondKey string, second *Value) *Value {
	return &Value{Kind: Object, Members: []Member{{Key: firstKey, Value: first}, {Key: secondKey, Value: second}}}
}

func fromWrapped(v bson.RawValue) *Value {
	switch v.Type {
	case bson.TypeObjectID:
		return newWrapper("$oid", text(v.ObjectID().Hex()))
	case bson.TypeDateTime:
		return fromDate(v.DateTime())
	case bson.TypeInt64:
		return newWrapper("$numberLong", text(strconv.FormatInt(v.Int64(), 10)))
	case bson.TypeDecimal128:
		return newWrapper("$numberDecimal", text(v.Decimal128().String()))
	case bson.TypeBinary:
		subtype, data := v.Binary()
		return newWrapper("$binary", pair("base64", text(base64.StdEncoding.EncodeToString(data)), "subType", text(fmt.Sprintf("%02x", subtype))))
	case bson.TypeTimestamp:
		t, i := v.Timestamp()
		return newWrapper("$timestamp", pair("t", number(int64(t)), "i", number(int64(i))))
	case bson.TypeRegex:
		pattern, options := v.Regex()
		return newWrapper("$regularExpression", pair("pattern", text(pattern), "options", text(options)))
	case bson.TypeMinKey:
		return newWrapper("$minKey", number(1))
	case bson.TypeMaxKey:
		return newWrapper("$maxKey", number(1))
	}
	return fromDeprecated(v)
}

func fromDeprecated(v bson.RawValue) *Value {
	switch v.Type {
	case bson.TypeSymbol:
		return newWrapper("$symbol", text(v.Symbol()))
	case bson.TypeJavaScript:
		return newWrapper("$code", text(v.JavaScript()))
	case bson.TypeCodeWithScope:
		code, scope := v.CodeWithScope()
		return pair("$code", text(code), "$scope", FromDocument(scope))
	case bson.TypeDBPointer:
		namespace, id := v.DBPointer()
		return newWrapper("$dbPointer", pair("$ref", text(namespace), "$id", newWrapper("$oid", text(id.Hex()))))
	}
	return newWrapper("$undefined", &Value{Kind: True})
}

func fromDate(ms int64) *Value {
	if isISODate(ms) {
		return newWrapper("$date", text(formatDate(ms)))
	}
	return newWrapper("$date", newWrapper("$numberLong", text(strconv.FormatInt(ms, 10))))
}

func formatDate(ms int64) string {
	if ms%1000 == 0 {
		return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05Z")
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

func fromDouble(f float64) *Value {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return newWrapper("$numberDouble", text(strings.Replace(strings.TrimPrefix(fmt.Sprint(f), "+"), "Inf", "Infinity", 1)))
	}
	return &Value{Kind: Number, Text: formatDouble(f)}
}

// formatDouble writes the fewest digits that parse back to f, and a point or an
// exponent so that it is not taken for an integer.
func formatDouble(f float64) string {
	format := byte('f')
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	s := strconv.FormatFloat(f, format, -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// Elements returns the elements of an array, none if v is not an array.
func Elements(v bson.RawValue) []bson.RawValue {
	array, ok := v.ArrayOK()
	if !ok {
		return nil
	}
	values, err := array.Values()
	if err != nil {
		return nil
	}
	return values
}
