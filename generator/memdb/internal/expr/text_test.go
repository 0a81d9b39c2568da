package expr

import (
	"math"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

func TestTexts(t *testing.T) {
	null := bson.Null{}
	check(t, []row{
		{"$concat", list("$s", "!"), "text!"},
		{"$concat", list(), ""},
		{"$concat", list("$s", "$none", "$i"), null},
		{"$concat", list("$i"), fails(16702)},
		{"$toUpper", "$s", "TEXT"},
		{"$toUpper", "é", "é"},
		{"$toUpper", "$n", ""},
		{"$toLower", "ÀB", "Àb"},
		{"$toLower", 1e20, "1e+20"},
		{"$toLower", 123456.789, "123457"},
		{"$toLower", 999999.5, "1e+06"},
		{"$toLower", 3.0, "3"},
		{"$toLower", math.Inf(-1), "-inf"},
		{"$toLower", "$date", "2023-11-14t22:13:20.000z"},
		{"$toLower", bson.Timestamp{T: 1704067200, I: 42}, "jan  1 00:00:00:42"},
		{"$toLower", "$t", fails(16007)},
		{"$strcasecmp", list("aB", "Ab"), int32(0)},
		{"$strcasecmp", list("$none", "a"), int32(-1)},
		{"$strLenBytes", "né", int32(3)},
		{"$strLenBytes", "$n", fails(34473)},
		{"$strLenCP", "né", int32(2)},
		{"$strLenCP", "$none", fails(34471)},
		{"$substr", list("$s", int32(1), int32(2)), "ex"},
		{"$substrBytes", list("$s", int32(1), int32(-1)), "ext"},
		{"$substrBytes", list("$s", int32(9), int32(1)), ""},
		{"$substrBytes", list("$n", int32(0), int32(1)), ""},
		{"$substrBytes", list("hello", 1.9, decimal("1.5")), "el"},
		{"$substrBytes", list("hello", int32(2), decimal("NaN")), "llo"},
		{"$substrBytes", list("né", int32(2), int32(1)), fails(28656)},
		{"$substrBytes", list("né", int32(1), int32(1)), fails(28657)},
		{"$substrBytes", list("$s", "$s", int32(1)), fails(16034)},
		{"$substrBytes", list("$s", int32(1), "$n"), fails(16035)},
		{"$substrBytes", list("$s", int32(-1), int32(1)), fails(50752)},
		{"$substrBytes", list("$s", math.NaN(), int32(1)), fails(31109)},
		{"$substrBytes", list("$s", int32(1)), fails(16020)},
		{"$substrCP", list("néz", int32(1), int32(1)), "é"},
		{"$substrCP", list("néz", int32(5), int32(1)), ""},
		{"$substrCP", list("$s", "$s", int32(1)), fails(34450)},
		{"$substrCP", list("$s", 0.5, int32(1)), fails(34451)},
		{"$substrCP", list("$s", int32(0), "$s"), fails(34452)},
		{"$substrCP", list("$s", int32(0), 0.5), fails(34453)},
		{"$substrCP", list("$s", int32(0), int32(-1)), fails(34454)},
		{"$substrCP", list("$s", int32(-1), int32(1)), fails(34455)},
		{"$split", list("a-b-", "-"), list("a", "b", "")},
		{"$split", list("$n", "-"), null},
		{"$split", list("$i", "-"), fails(40085)},
		{"$split", list("$s", "$i"), fails(10503900)},
		{"$split", list("$s", ""), fails(40087)},
		{"$indexOfBytes", list("néz", "z"), int32(3)},
		{"$indexOfBytes", list("hello", "llo", int32(0), int32(4)), int32(-1)},
		{"$indexOfBytes", list("hello", "", int32(5)), int32(5)},
		{"$indexOfBytes", list("$none", "z"), null},
		{"$indexOfBytes", list("$i", "z"), fails(40091)},
		{"$indexOfBytes", list("$s", "$n"), fails(40092)},
		{"$indexOfBytes", list("$s", "t", 0.5), fails(40096)},
		{"$indexOfBytes", list("$s", "t", int32(-1)), fails(40097)},
		{"$indexOfCP", list("néz", "z"), int32(2)},
		{"$indexOfCP", list("hello", "llo", int32(0), int32(4)), int32(2)},
		{"$indexOfCP", list("hello", "", int32(5)), int32(-1)},
		{"$indexOfCP", list("", ""), int32(0)},
		{"$indexOfCP", list("$i", "z"), fails(40093)},
		{"$indexOfCP", list("$s", "$i"), fails(40094)},
		{"$trim", object("input", " \x00\u2003x \n"), "x"},
		{"$trim", object("input", "\u3000x"), "\u3000x"},
		{"$ltrim", object("input", "xyax", "chars", "xy"), "ax"},
		{"$rtrim", object("input", "xyax", "chars", "xy"), "xya"},
		{"$trim", object("input", "$n"), null},
		{"$trim", object("input", "$s", "chars", "$n"), null},
		{"$trim", object("input", "$i"), fails(50699)},
		{"$trim", object("input", "$s", "chars", "$i"), fails(50700)},
		{"$trim", "$s", fails(50696)},
		{"$trim", object("input", "$s", "x", int32(1)), fails(50694)},
		{"$trim", object("chars", "$s"), fails(50695)},
		{"$replaceOne", object("input", "aba", "find", "a", "replacement", "x"), "xba"},
		{"$replaceAll", object("input", "aba", "find", "a", "replacement", "x"), "xbx"},
		{"$replaceAll", object("input", "né", "find", "", "replacement", "-"), "-n-\xc3-\xa9-"},
		{"$replaceAll", object("input", "", "find", "", "replacement", "-"), "-"},
		{"$replaceOne", object("input", "é", "find", "", "replacement", "-"), "-é"},
		{"$replaceAll", object("input", "$n", "find", "a", "replacement", "x"), null},
		{"$replaceAll", object("input", "$n", "find", "$i", "replacement", "x"), fails(10503901)},
		{"$replaceAll", object("input", "$i", "find", "$i", "replacement", "x"), fails(10503904)},
		{"$replaceAll", object("input", "$s", "find", "a", "replacement", "$i"), fails(10503902)},
		{"$replaceAll", "$s", fails(51751)},
		{"$replaceAll", object("x", int32(1)), fails(51750)},
		{"$replaceAll", object("find", "a", "replacement", "x"), fails(51749)},
		{"$replaceAll", object("input", "a", "replacement", "x"), fails(51748)},
		{"$replaceAll", object("input", "a", "find", "x"), fails(51747)},
	})
}

func TestConversions(t *testing.T) {
	null := bson.Null{}
	uuid := bson.Binary{Subtype: 4, Data: []byte("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff")}
	id := bson.ObjectID{0x65, 0x53, 0xf1, 0, 1}
	check(t, []row{
		{"$toInt", "-0042", int32(-42)},
		{"$toInt", 2.9, int32(2)},
		{"$toInt", "$t", int32(1)},
		{"$toInt", "$n", null},
		{"$toInt", "1.0", fails(241)},
		{"$toInt", " 1", fails(241)},
		{"$toInt", "", fails(241)},
		{"$toInt", "2147483648", fails(241)},
		{"$toInt", math.NaN(), fails(241)},
		{"$toInt", "$date", fails(241)},
		{"$toInt", list(int32(1), int32(2)), fails(50723)},
		{"$toLong", "$date", int64(1700000000000)},
		{"$toLong", "$i", int64(5)},
		{"$toLong", decimal("9223372036854775808"), fails(241)},
		{"$toDouble", "1.5e-3", 0.0015},
		{"$toDouble", "+0x1.8p1", 3.0},
		{"$toDouble", "+0xff", 255.0},
		{"$toDouble", "0xff", fails(241)},
		{"$toDouble", "-inf", math.Inf(-1)},
		{"$toDouble", "1e309", fails(241)},
		{"$toDouble", "1e-400", fails(241)},
		{"$toDouble", "0x", fails(241)},
		{"$toDouble", "1_0", fails(241)},
		{"$toDouble", "$d", 2.5},
		{"$toDecimal", 2.5, decimal("2.50000000000000")},
		{"$toDecimal", "1.50", decimal("1.50")},
		{"$toDecimal", "$t", decimal("1")},
		{"$toDecimal", "x", fails(241)},
		{"$toBool", "", true},
		{"$toBool", 0.0, false},
		{"$toBool", list(list()), true},
		{"$toDate", int64(5), bson.DateTime(5)},
		{"$toDate", "2018-03-20", bson.DateTime(1521504000000)},
		{"$toDate", 1000.9, bson.DateTime(1000)},
		{"$toDate", id, bson.DateTime(0x6553f100 * 1000)},
		{"$toDate", int32(5), fails(241)},
		{"$toDate", "soon", fails(241)},
		{"$toObjectId", "6553f1000100000000000000", id},
		{"$toObjectId", "xyz", fails(241)},
		{"$toString", 0.30000000000000004, "0.30000000000000004"},
		{"$toString", 1e16, "1e+16"},
		{"$toString", 1e15, "1000000000000000"},
		{"$toString", 9e-05, "9e-05"},
		{"$toString", math.Copysign(0, -1), "-0"},
		{"$toString", math.Inf(1), "Infinity"},
		{"$toString", "$d", "2.50"},
		{"$toString", "$date", "2023-11-14T22:13:20.000Z"},
		{"$toString", id, "6553f1000100000000000000"},
		{"$toString", "$t", "true"},
		{"$toString", list("$a"), fails(241)},
		{"$toString", bson.DateTime(253402300800000), fails(18537)},
		{"$toUUID", "00112233-4455-6677-8899-aabbccddeeff", uuid},
		{"$toUUID", uuid, uuid},
		{"$toUUID", "0011223344556677-8899-aabbccddeeff", fails(241)},
		{"$toUUID", "$i", fails(241)},
		{"$type", "$none", "missing"},
		{"$type", "$d", "decimal"},
		{"$isNumber", "$f", true},
		{"$isNumber", "$s", false},
		{"$convert", object("input", "$s", "to", "int", "onError", "bad"), "bad"},
		{"$convert", object("input", "$n", "to", "int", "onNull", "none"), "none"},
		{"$convert", object("input", "$none", "to", "int"), null},
		{"$convert", object("input", "$i", "to", int32(2)), "5"},
		{"$convert", object("input", "$i", "to", "$n"), null},
		{"$convert", object("input", "$i", "to", "array"), fails(241)},
		{"$convert", object("input", "$i", "to", "none"), fails(2)},
		{"$convert", object("input", "$i", "to", int32(0)), fails(241)},
		{"$convert", object("input", "$i", "to", true), fails(9)},
		{"$convert", object("input", "$i"), fails(9)},
		{"$convert", object("input", "$i", "to", "int", "x", int32(1)), fails(9)},
	})
}

// Targets that no source decides are refused while parsing, even without an input.
func TestConvertTargetRefused(t *testing.T) {
	for _, to := range []any{
		object("type", "string", "subtype", int32(4)),
		object("type", "binData", "size", int32(4)),
		object("subtype", int32(4)),
	} {
		if _, err := Parse(object("$convert", object("input", "$i", "to", to)), nil); !errcode.Refused(err) {
			t.Errorf("%v: %v instead of error 238", to, err)
		}
	}
}

func TestConvertBinary(t *testing.T) {
	of := func(n int) bson.Binary { return bson.Binary{Data: make([]byte, n)} }
	check(t, []row{
		{"$toInt", of(1), int32(0)},
		{"$toInt", of(2), int32(0)},
		{"$toInt", of(4), int32(0)},
		{"$toInt", of(8), fails(241)},
		{"$toInt", of(7), fails(241)},
		{"$toLong", of(8), int64(0)},
		{"$toLong", of(7), fails(241)},
		{"$toDouble", of(8), 0.0},
		{"$toDouble", of(2), fails(241)},
		{"$toString", of(2), fails(238)},
		{"$convert", object("input", of(2), "to", "string"), fails(4341115)},
		{"$convert", object("input", of(2), "to", "string", "onError", "bad"), fails(4341115)},
		{"$convert", object("input", of(2), "to", object("$concat", list("bin", "Data"))), of(2)},
		{"$toDate", of(8), fails(241)},
	})
}

// A text as long as the longest document is an error, at any place.
func TestTextTooLong(t *testing.T) {
	long := strings.Repeat("a", maxText)
	for _, e := range []any{
		long, object("$literal", long), object("$toInt", long), object("$literal", list(object("a", long))),
	} {
		if _, err := Parse(e, nil); !errcode.Is(err, 16493) {
			t.Errorf("%.40v: no error 16493", e)
		}
	}
	if _, err := Parse(long[1:], nil); err != nil {
		t.Error("one byte less:", err)
	}
}
