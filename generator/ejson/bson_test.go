package ejson

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

func decode(t *testing.T, in string) (any, string) {
	t.Helper()
	text := diag.NewText("x.json", []byte(in))
	v, list := Parse(text)
	if v == nil {
		t.Fatalf("%s: %s", in, messages(list))
	}
	value, list := ToBSON(text, v)
	return value, messages(list)
}

func TestToBSON(t *testing.T) {
	tests := []struct {
		in   string
		want any
	}{
		{`null`, nil},
		{`true`, true},
		{`"é"`, "é"},
		{`-2147483648`, int32(math.MinInt32)},
		{`2147483647`, int32(math.MaxInt32)},
		{`1.0`, 1.0},
		{`1e3`, 1000.0},
		{`-0.0`, math.Copysign(0, -1)},
		{`{"$numberDouble": "-Infinity"}`, math.Inf(-1)},
		{`{"$numberLong": "-9223372036854775808"}`, int64(math.MinInt64)},
		{`{"$oid": "65f0a1c2d4e8b93a7c1f0e01"}`, bson.ObjectID{0x65, 0xf0, 0xa1, 0xc2, 0xd4, 0xe8, 0xb9, 0x3a, 0x7c, 0x1f, 0x0e, 0x01}},
		{`{"$date": "1970-01-01T00:00:01Z"}`, bson.DateTime(1000)},
		{`{"$date": "1969-12-31T23:59:59.999Z"}`, bson.DateTime(-1)},
		{`{"$date": {"$numberLong": "253402300800000"}}`, bson.DateTime(253402300800000)},
		{`{"$binary": {"base64": "AAE=", "subType": "80"}}`, bson.Binary{Subtype: 0x80, Data: []byte{0, 1}}},
		{`{"$timestamp": {"t": 4294967295, "i": 1}}`, bson.Timestamp{T: math.MaxUint32, I: 1}},
		{`{"$regularExpression": {"pattern": "^a", "options": "im"}}`, bson.Regex{Pattern: "^a", Options: "im"}},
		{`{"$minKey": 1}`, bson.MinKey{}},
		{`{"$maxKey": 1}`, bson.MaxKey{}},
		{`{"b": 1, "a": [{"$gt": 2}]}`, bson.D{{Key: "b", Value: int32(1)}, {Key: "a", Value: bson.A{bson.D{{Key: "$gt", Value: int32(2)}}}}}},
		{`{"$ref": "c", "$id": 1}`, bson.D{{Key: "$ref", Value: "c"}, {Key: "$id", Value: int32(1)}}},
		{`{}`, bson.D{}},
		{`[]`, bson.A{}},
	}
	for _, tt := range tests {
		got, list := decode(t, tt.in)
		if list != "" {
			t.Errorf("%s: %s", tt.in, list)
			continue
		}
		if g, w := encode(t, got), encode(t, tt.want); g.Type != w.Type || !bytes.Equal(g.Value, w.Value) {
			t.Errorf("%s: got %v, want %v", tt.in, got, tt.want)
		}
		if got := Print(encode(t, got)); tt.in != "1e3" && got != formatted(t, tt.in) {
			t.Errorf("%s is printed as %s", tt.in, got)
		}
	}
}

func formatted(t *testing.T, in string) string {
	t.Helper()
	v, list := Parse(diag.NewText("x.json", []byte(in)))
	if v == nil {
		t.Fatal(messages(list))
	}
	return strings.TrimSuffix(string(Format(v)), "\n")
}

func encode(t *testing.T, value any) bson.RawValue {
	t.Helper()
	raw, err := Raw(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestToBSONRefuses(t *testing.T) {
	tests := []struct{ in, want string }{
		{`2147483648`, `1:1: 2147483648 is too large for an int32 (write {"$numberLong": "2147483648"})`},
		{`9223372036854775808`, `1:1: 9223372036854775808 is too large for an integer (write {"$numberDecimal": "9223372036854775808"} or a double)`},
		{`-0`, `1:1: an integer has no negative zero (write 0 or -0.0)`},
		{`1e400`, `1:1: 1e400 is too large for a double (write {"$numberDecimal": "1e400"})`},
		{`{"a\u0000b": 1}`, `1:2: a key holds the character NUL (BSON has no such keys)`},
		{`{"$oid": "65F0A1C2D4E8B93A7C1F0E01"}`, `1:10: an ObjectId is 24 hexadecimal digits in lower case`},
		{`{"$oid": "65f0"}`, `1:10: an ObjectId is 24 hexadecimal digits in lower case`},
		{`{"$oid": 5}`, `1:10: $oid takes a string, not a number (write {"$oid": "65f0a1c2d4e8b93a7c1f0e01"})`},
		{`{"$oid": "65f0a1c2d4e8b93a7c1f0e01", "a": 1}`, `1:1: an object with $oid has no other keys`},
		{`{"$numberlong": "5"}`, `1:1: $numberlong is not a type of Extended JSON (did you mean $numberLong?)`},
		{`{"$objectId": "5"}`, `1:1: $objectId is not a type of Extended JSON (did you mean $oid?)`},
		{`{"$date": "2026-02-30T00:00:00Z"}`, `1:11: 2026-02-30T00:00:00Z is not a date in ISO form (write it like "2026-03-14T09:30:00Z", in UTC)`},
		{`{"$date": "2026-02-03"}`, `1:11: 2026-02-03 is not a date in ISO form (write "2026-02-03T00:00:00Z")`},
		{`{"$date": "2026-02-03T01:00:00+01:00"}`, `1:11: 2026-02-03T01:00:00+01:00 is not a date in ISO form (write "2026-02-03T00:00:00Z")`},
		{`{"$date": "0000-02-03T00:00:00Z"}`, `1:11: 0000-02-03T00:00:00Z is not a date in ISO form (write it like "2026-03-14T09:30:00Z", in UTC)`},
		{`{"$date": {"$numberLong": "0"}}`, `1:11: a date is written in ISO form (write {"$date": "1970-01-01T00:00:00Z"})`},
		{`{"$date": 0}`, `1:11: $date takes a string, not a number (write {"$date": "2026-03-14T09:30:00Z"})`},
		{`{"$numberInt": "5"}`, `1:16: an int32 needs no wrapper (write the integer alone)`},
		{`{"$numberLong": "05"}`, `1:17: "05" is not an int64`},
		{`{"$numberLong": "9223372036854775808"}`, `1:17: "9223372036854775808" is not an int64`},
		{`{"$numberDouble": "1.5"}`, `1:19: a double needs no wrapper (write 1.5)`},
		{`{"$numberDecimal": "1,5"}`, `1:20: "1,5" is not a decimal (write it like "9.50")`},
		{`{"$numberDecimal": "12345678901234567890123456789012345"}`, `1:20: 12345678901234567890123456789012345 does not fit into a decimal (a decimal has 34 digits)`},
		{`{"$binary": {"base64": "AAE", "subType": "00"}}`, `1:24: this is not base64 with padding`},
		{`{"$binary": {"base64": "", "subType": "0"}}`, `1:39: a subType is two hexadecimal digits in a string (write "00" for plain bytes)`},
		{`{"$binary": "AAE=", "$type": "00"}`, `1:1: an object with $binary has no other keys`},
		{`{"$timestamp": {"t": -1, "i": 1}}`, `1:16: t and i are integers from 0 to 4294967295`},
		{`{"$timestamp": {"i": 1, "t": 1}}`, `1:16: $timestamp takes an object with t and i (write {"$timestamp": {"t": 1700000000, "i": 1}})`},
		{`{"$regularExpression": {"pattern": "a", "options": "mi"}}`, `1:52: options are letters of imsux in the order of the alphabet`},
		{`{"$regularExpression": {"pattern": "a\u0000", "options": ""}}`, `1:36: a pattern is a string without the character NUL`},
		{`{"$minKey": true}`, `1:13: $minKey and $maxKey take the number 1`},
		{`{"$undefined": true}`, `1:1: $undefined is not a value of examples (leave the key out, or write null)`},
		{`[2147483648, {"$numberLong": 5}]`, `1:2: 2147483648 is too large for an int32 (write {"$numberLong": "2147483648"})` + "\n" +
			`1:30: $numberLong takes a string, not a number (write {"$numberLong": "5"})`},
	}
	for _, tt := range tests {
		if _, got := decode(t, tt.in); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.in, got, tt.want)
		}
	}
}

// TestToBSONGivesUp: many mistakes may stand in one line, which each message
// carries.
func TestToBSONGivesUp(t *testing.T) {
	text := diag.NewText("x.json", []byte("["+strings.Repeat(`{"$oid": ""}, `, 100)+`{"a\u0000": 1}]`))
	v, _ := Parse(text)
	if _, list := ToBSON(text, v); len(list) != maxErrors {
		t.Errorf("told %d mistakes, want %d", len(list), maxErrors)
	}
}

func TestToDocument(t *testing.T) {
	for in, want := range map[string]bson.D{
		`{"b": 1, "a": 2}`:                     {{Key: "b", Value: int32(1)}, {Key: "a", Value: int32(2)}},
		`{"$oid": "65f0a1c2d4e8b93a7c1f0e01"}`: nil,
		`[1]`:                                  nil,
	} {
		text := diag.NewText("x.json", []byte(in))
		v, _ := Parse(text)
		if got, list := ToDocument(text, v); len(list) > 0 || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, told %s", in, got, messages(list))
		}
	}
}

// TestPrintedValuesComeBack holds ToBSON(Print(v)) = v over random values.
func TestPrintedValuesComeBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		want := encode(t, randomValue(random, 4))
		printed := Print(want)
		got, list := decode(t, printed)
		if list != "" {
			t.Fatalf("%s\n%s", printed, list)
		}
		if back := encode(t, got); back.Type != want.Type || !bytes.Equal(back.Value, want.Value) {
			t.Fatalf("%s\ncame back as\n%s", printed, Print(back))
		}
		for _, line := range strings.Split(printed, "\n") {
			if strings.Contains(line, "{ ") && strings.Contains(line, " }") && len([]rune(line)) > Columns+len(",") {
				t.Fatalf("a line of %d columns: %s", len([]rune(line)), line)
			}
		}
	}
}

func randomValue(r *rand.Rand, depth int) any {
	scalars := []any{
		nil, true, false, int32(r.Uint32()), int64(r.Uint64()), r.NormFloat64(), math.Float64frombits(r.Uint64()),
		float64(r.IntN(100)), math.Inf(1), "", "a \"b\"\n\u202e日", bson.DateTime(r.Int64N(1e13)), bson.DateTime(int64(r.Uint64())),
		bson.ObjectID{1, byte(r.Uint32())}, bson.NewDecimal128(0x3040000000000000, r.Uint64()),
		bson.Binary{Subtype: byte(r.Uint32()), Data: []byte{byte(r.Uint32())}}, bson.Timestamp{T: r.Uint32(), I: 1},
		bson.Regex{Pattern: "a/b", Options: "i"}, bson.MinKey{}, bson.MaxKey{},
	}
	choice := r.IntN(len(scalars) + 6)
	switch {
	case choice < len(scalars) && !isNaN(scalars[choice]):
		return scalars[choice]
	case depth == 0:
		return "leaf"
	case choice%2 == 0:
		array := bson.A{}
		for range r.IntN(6) {
			array = append(array, randomValue(r, depth-1))
		}
		return array
	}
	document := bson.D{}
	for i := range r.IntN(6) {
		document = append(document, bson.E{Key: string(rune('a'+i)) + ".é", Value: randomValue(r, depth-1)})
	}
	return document
}

func isNaN(v any) bool {
	f, ok := v.(float64)
	return ok && math.IsNaN(f)
}
