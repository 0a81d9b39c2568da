package shell

import (
	"math"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// TestLiterals holds values to what mongosh reads as the same BSON type.
func TestLiterals(t *testing.T) {
	id, _ := bson.ObjectIDFromHex("65f0a1c2d4e8b93a7c1f0e01")
	price, _ := bson.ParseDecimal128("12.50")
	for _, c := range []struct {
		value any
		want  string
	}{
		{int32(20), "20"},
		{20.0, "Double(20)"},
		{math.Copysign(0, -1), "Double(-0)"},
		{math.Inf(1), "Double(Infinity)"},
		{math.NaN(), "Double(NaN)"},
		{-0.25, "-0.25"},
		{1.5e-7, "1.5e-07"},
		{1e300, "1e+300"},
		{int64(20), "Long('20')"},
		{price, "Decimal128('12.50')"},
		{true, "true"},
		{bson.Null{}, "null"},
		{id, "ObjectId('65f0a1c2d4e8b93a7c1f0e01')"},
		{bson.DateTime(1767225600000), "ISODate('2026-01-01')"},
		{bson.DateTime(1767254400000), "ISODate('2026-01-01T08:00:00Z')"},
		{bson.DateTime(1767254400005), "ISODate('2026-01-01T08:00:00.005Z')"},
		{bson.DateTime(math.MaxInt64 / 1024), "new Date(9007199254740991)"},
		{bson.Timestamp{T: 5, I: 2}, "Timestamp({ t: 5, i: 2 })"},
		{bson.Binary{Subtype: 0, Data: []byte{1, 2, 3}}, "BinData(0, 'AQID')"},
		{bson.Binary{Subtype: 4, Data: []byte("0123456789abcdef")}, "UUID('30313233-3435-3637-3839-616263646566')"},
		{bson.Binary{Subtype: 4, Data: []byte{1, 2, 3}}, "BinData(4, 'AQID')"},
		{bson.Regex{Pattern: "^Gal.*", Options: "i"}, "/^Gal.*/i"},
		{bson.Regex{Pattern: "a/b"}, `BSONRegExp('a/b')`},
		{bson.Regex{Pattern: "(?i)a", Options: "s"}, `BSONRegExp('(?i)a', 's')`},
		{bson.Regex{Pattern: "*a"}, `BSONRegExp('*a')`},
		{bson.MinKey{}, "MinKey()"},
		{"it's\n\\ done", `"it's\n\\ done"`},
		{`it's "done"`, `'it\'s "done"'`},
		{"a\u202eb\u0000", `'a\u202eb\u0000'`},
		{"\U000e0001", `'\u{e0001}'`},
		{"Ѝ渡", "'Ѝ渡'"},
	} {
		node, err := ejson.Open(c.value)
		if err != nil {
			t.Fatal(err)
		}
		if got := (figure.Line{Tokens: notation.Scalar(node)}).Text(); got != c.want {
			t.Errorf("%v is written %s, want %s", c.value, got, c.want)
		}
	}
}

func TestKeys(t *testing.T) {
	for name, want := range map[string]figure.Token{
		"name":        {Class: figure.Key, Text: "name"},
		"_id":         {Class: figure.ID, Text: "_id"},
		"$set":        {Class: figure.Operator, Text: "$set"},
		"имя2":        {Class: figure.Key, Text: "имя2"},
		"2nd":         {Class: figure.Key, Text: "'2nd'"},
		"a.b":         {Class: figure.Key, Text: "'a.b'"},
		"":            {Class: figure.Key, Text: "''"},
		"__proto__":   {Class: figure.Key, Text: "['__proto__']"},
		"it's":        {Class: figure.Key, Text: `"it's"`},
		"$[crew].age": {Class: figure.Operator, Text: "'$[crew].age'"},
	} {
		if got := Key(name); got != want {
			t.Errorf("Key(%q) = %+v, want %+v", name, got, want)
		}
	}
}
