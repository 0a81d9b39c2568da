package value

import (
	"math"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestString(t *testing.T) {
	for want, v := range map[string]any{
		`{ a: 1, b: { c: "x" }, d: [ 1, 2 ], e: {}, f: [] }`: bson.D{
			{Key: "a", Value: int32(1)}, {Key: "b", Value: bson.D{{Key: "c", Value: "x"}}},
			{Key: "d", Value: bson.A{int64(1), int32(2)}}, {Key: "e", Value: bson.D{}}, {Key: "f", Value: bson.A{}}},
		"1.0":                                  1.0,
		"0.1":                                  0.1,
		"100000.0":                             100000.0,
		"1e+22":                                1e22,
		"1.5e-07":                              1.5e-7,
		"-inf":                                 math.Inf(-1),
		"nan":                                  math.NaN(),
		"null":                                 bson.Null{},
		"1.50":                                 decimal(t, "1.50"),
		"true":                                 true,
		"new Date(-5)":                         bson.DateTime(-5),
		"Timestamp(1, 2)":                      bson.Timestamp{T: 1, I: 2},
		"/a/i":                                 bson.Regex{Pattern: "a", Options: "i"},
		"BinData(0, 01FF)":                     bson.Binary{Data: []byte{1, 255}},
		"ObjectId('0100000000000000000000ff')": bson.ObjectID{0: 1, 11: 255},
		`UUID("00000000-0000-0000-0000-0000000000ff")`: bson.Binary{Subtype: 4, Data: append(make([]byte, 15), 255)},
		"MinKey": bson.MinKey{},
	} {
		if got := String(v); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestTypes(t *testing.T) {
	for _, c := range []struct {
		v    any
		name string
		code int
	}{
		{1.0, "double", 1}, {"", "string", 2}, {bson.D{}, "object", 3}, {bson.A{}, "array", 4},
		{bson.Binary{}, "binData", 5}, {bson.Undefined{}, "undefined", 6}, {bson.ObjectID{}, "objectId", 7},
		{true, "bool", 8}, {bson.DateTime(0), "date", 9}, {bson.Null{}, "null", 10}, {bson.Regex{}, "regex", 11},
		{bson.DBPointer{}, "dbPointer", 12}, {bson.JavaScript(""), "javascript", 13}, {bson.Symbol(""), "symbol", 14},
		{bson.CodeWithScope{}, "javascriptWithScope", 15}, {int32(0), "int", 16}, {bson.Timestamp{}, "timestamp", 17},
		{int64(0), "long", 18}, {bson.Decimal128{}, "decimal", 19}, {bson.MinKey{}, "minKey", -1}, {bson.MaxKey{}, "maxKey", 127},
	} {
		if TypeName(c.v) != c.name || TypeCode(c.v) != c.code {
			t.Errorf("%T: %s %d, want %s %d", c.v, TypeName(c.v), TypeCode(c.v), c.name, c.code)
		}
		if code, ok := TypeCodeOf(c.name); !ok || code != c.code {
			t.Errorf("TypeCodeOf(%s) = %d, %v", c.name, code, ok)
		}
	}
	if TypeName(Missing{}) != "missing" {
		t.Error("missing has another name")
	}
}
