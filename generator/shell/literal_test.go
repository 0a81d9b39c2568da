package shell_test

import (
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/shell"
)

// literals are values as people write them, with what mongosh makes of them.
// TestLiteralsInMongosh holds the right column to mongosh itself.
var literals = []struct{ source, extended string }{
	// Numbers.
	{`5`, `5`}, {`5.0`, `5`}, {`5.`, `5`}, {`-5`, `-5`}, {`+5`, `5`}, {`-  5`, `-5`}, {`0`, `0`}, {`-0`, `-0.0`}, {`-0.0`, `-0.0`}, {`.5`, `0.5`}, {`1e3`, `1000`}, {`5.E1`, `50`},
	{`2147483647`, `2147483647`}, {`2147483648`, `2147483648.0`}, {`-2147483648`, `-2147483648`}, {`-2147483649`, `-2147483649.0`},
	{`12345678901`, `12345678901.0`}, {`9007199254740993`, `9007199254740992.0`}, {`1.5e-7`, `1.5e-7`}, {`1E+21`, `1e21`}, {`5e-324`, `5e-324`}, {`1e-400`, `0`},
	{`1e400`, `{ "$numberDouble": "Infinity" }`}, {`-1e400`, `{ "$numberDouble": "-Infinity" }`},
	{`NaN`, `{ "$numberDouble": "NaN" }`}, {`Infinity`, `{ "$numberDouble": "Infinity" }`}, {`-Infinity`, `{ "$numberDouble": "-Infinity" }`},
	{`0x1F`, `31`}, {`0Xff_ff`, `65535`}, {`0xffffffffffffffff`, `18446744073709552000.0`}, {`0o17`, `15`}, {`0B101`, `5`}, {`1_000.000_1`, `1000.0001`}, {`1_0e1_0`, `100000000000.0`},
	{`5n`, `{ "$numberLong": "5" }`}, {`-9223372036854775808n`, `{ "$numberLong": "-9223372036854775808" }`}, {`0x1fn`, `{ "$numberLong": "31" }`}, {`1_0n`, `{ "$numberLong": "10" }`}, {`0n`, `{ "$numberLong": "0" }`},
	{`NumberInt(5)`, `5`}, {`NumberInt("-2147483648")`, `-2147483648`}, {`new NumberInt(5.0)`, `5`}, {`NumberInt(-0)`, `0`}, {`Int32(5)`, `5`}, {`Int32('017')`, `17`}, {`new Int32(-5)`, `-5`}, {`NumberInt(Int32(5))`, `5`},
	{`Long('20')`, `{ "$numberLong": "20" }`}, {`Long("-9223372036854775808")`, `{ "$numberLong": "-9223372036854775808" }`}, {`Long('020')`, `{ "$numberLong": "20" }`}, {`Long('-0')`, `{ "$numberLong": "0" }`},
	{`Long('+5')`, `{ "$numberLong": "5" }`}, {`Long(20)`, `{ "$numberLong": "20" }`}, {`Long(2147483647)`, `{ "$numberLong": "2147483647" }`}, {`Long('5' + '6')`, `{ "$numberLong": "56" }`}, {`new Long("5")`, `{ "$numberLong": "5" }`},
	{`NumberLong('5')`, `{ "$numberLong": "5" }`}, {`NumberLong(-5)`, `{ "$numberLong": "-5" }`}, {`NumberLong(9007199254740991)`, `{ "$numberLong": "9007199254740991" }`}, {`new NumberLong(-0)`, `{ "$numberLong": "0" }`},
	{`Double(5)`, `5.0`}, {`Double(-0)`, `-0.0`}, {`Double(.1)`, `0.1`}, {`new Double(Infinity)`, `{ "$numberDouble": "Infinity" }`}, {`Double(NaN)`, `{ "$numberDouble": "NaN" }`}, {`Double(Int32(5))`, `5.0`}, {`Double(1e21)`, `1e21`},
	{`Decimal128('9.50')`, `{ "$numberDecimal": "9.50" }`}, {`NumberDecimal("-0")`, `{ "$numberDecimal": "-0" }`}, {`NumberDecimal('1E+3')`, `{ "$numberDecimal": "1E+3" }`}, {`Decimal128('1e6112')`, `{ "$numberDecimal": "1.0E+6112" }`},
	{`Decimal128('NaN')`, `{ "$numberDecimal": "NaN" }`}, {`new Decimal128('-Infinity')`, `{ "$numberDecimal": "-Infinity" }`}, {`NumberDecimal(5)`, `{ "$numberDecimal": "5" }`}, {`NumberDecimal(9.5)`, `{ "$numberDecimal": "9.5" }`},
	{`NumberDecimal(12345678901)`, `{ "$numberDecimal": "12345678901" }`}, {`NumberDecimal(1e20)`, `{ "$numberDecimal": "100000000000000000000" }`}, {`NumberDecimal(1e21)`, `{ "$numberDecimal": "1E+21" }`},
	{`NumberDecimal(1.5e-7)`, `{ "$numberDecimal": "1.5E-7" }`}, {`NumberDecimal(-0)`, `{ "$numberDecimal": "0" }`}, {`NumberDecimal(Infinity)`, `{ "$numberDecimal": "Infinity" }`},

	// Strings.
	{`'a'`, `"a"`}, {`"it's"`, `"it's"`}, {`'it\'s'`, `"it's"`}, {`""`, `""`}, {`'a\q\$'`, `"aq$"`}, {`'\n\r\t\b\f\v\0\\'`, `"\n\r\t\b\f\u000b\u0000\\"`}, {`'\x41\u0042\u{43}\u{0001F600}'`, `"ABC😀"`},
	{`'\ud83d\ude00'`, `"😀"`}, {"'a\\\nb\\\r\nc\\\u2028d'", `"abcd"`}, {"'a\u2028b\u2029c'", `"a\u2028b\u2029c"`}, {"`a\nb\r\nc\rd`", `"a\nb\nc\nd"`}, {"`'\"\\``", `"'\"` + "`" + `"`}, {"`$ {a} $`", `"$ {a} $"`},
	{`'a' + "b" + ` + "`c`", `"abc"`}, {"'a'\n+ 'b'", `"ab"`}, {"'a' /* b */ + // c\n'd'", `"ad"`}, {`('a' + ('b'))`, `"ab"`}, {`'渡😀\u{e0001}'`, `"渡😀\udb40\udc01"`}, {`'//'`, `"//"`}, {`'/*'`, `"/*"`}, {`"“”"`, `"“”"`},

	// Other words.
	{`true`, `true`}, {`false`, `false`}, {`null`, `null`}, {`(null)`, `null`},
	{`MinKey()`, `{ "$minKey": 1 }`}, {`MinKey`, `{ "$minKey": 1 }`}, {`new MinKey()`, `{ "$minKey": 1 }`}, {`MaxKey()`, `{ "$maxKey": 1 }`}, {`new MaxKey`, `{ "$maxKey": 1 }`},
	{`ObjectId('65f0a1c2d4e8b93a7c1f0e01')`, `{ "$oid": "65f0a1c2d4e8b93a7c1f0e01" }`}, {`new ObjectId("65F0A1C2D4E8B93A7C1F0E01")`, `{ "$oid": "65f0a1c2d4e8b93a7c1f0e01" }`},

	// Dates.
	{`ISODate('2026-01-01')`, `{ "$date": "2026-01-01T00:00:00Z" }`}, {`ISODate("20260101")`, `{ "$date": "2026-01-01T00:00:00Z" }`}, {`ISODate('2026-01-01T08')`, `{ "$date": "2026-01-01T08:00:00Z" }`},
	{`ISODate('2026-01-01T08:30')`, `{ "$date": "2026-01-01T08:30:00Z" }`}, {`ISODate('20260101T083015')`, `{ "$date": "2026-01-01T08:30:15Z" }`}, {`ISODate('2026-01-01 08:30:15')`, `{ "$date": "2026-01-01T08:30:15Z" }`},
	{`ISODate('2026-01-01T08:00:00.5Z')`, `{ "$date": "2026-01-01T08:00:00.500Z" }`}, {`ISODate('2026-01-01T08:00:00.12399Z')`, `{ "$date": "2026-01-01T08:00:00.123Z" }`}, {`ISODate('2024-02-29')`, `{ "$date": "2024-02-29T00:00:00Z" }`},
	{`ISODate('2026-01-01T08:00:00+02:00')`, `{ "$date": "2026-01-01T06:00:00Z" }`}, {`ISODate('2026-01-01T08:00:00-0230')`, `{ "$date": "2026-01-01T10:30:00Z" }`}, {`ISODate('2026-01-01T08Z')`, `{ "$date": "2026-01-01T08:00:00Z" }`},
	{`ISODate('0000-01-01')`, `{ "$date": { "$numberLong": "-62167219200000" } }`}, {`ISODate('0001-01-01')`, `{ "$date": "0001-01-01T00:00:00Z" }`}, {`ISODate('9999-12-31T23:59:59.999Z')`, `{ "$date": "9999-12-31T23:59:59.999Z" }`},
	{`ISODate(0)`, `{ "$date": "1970-01-01T00:00:00Z" }`}, {`new ISODate('2026-01-01')`, `{ "$date": "2026-01-01T00:00:00Z" }`},
	{`new Date('2026-01-01')`, `{ "$date": "2026-01-01T00:00:00Z" }`}, {`new Date("2026-01-01T08:00:00Z")`, `{ "$date": "2026-01-01T08:00:00Z" }`}, {`new Date('2026-01-01T08:00+02:00')`, `{ "$date": "2026-01-01T06:00:00Z" }`},
	{`new Date('2026-01-01T08:00:00.1239Z')`, `{ "$date": "2026-01-01T08:00:00.123Z" }`}, {`new Date('9999-12-31T23:59:59-01:00')`, `{ "$date": { "$numberLong": "253402304399000" } }`},
	{`new Date(1767225600000)`, `{ "$date": "2026-01-01T00:00:00Z" }`}, {`new Date(-1)`, `{ "$date": "1969-12-31T23:59:59.999Z" }`}, {`new Date(8.64e15)`, `{ "$date": { "$numberLong": "8640000000000000" } }`}, {`new Date(-8640000000000000)`, `{ "$date": { "$numberLong": "-8640000000000000" } }`},

	// Bytes and timestamps.
	{`BinData(0, 'AQID')`, `{ "$binary": { "base64": "AQID", "subType": "00" } }`}, {`BinData(128, "AQ==")`, `{ "$binary": { "base64": "AQ==", "subType": "80" } }`}, {`new BinData(4, '')`, `{ "$binary": { "base64": "", "subType": "04" } }`},
	{`BinData(2, 'AQID')`, `{ "$binary": { "base64": "AQID", "subType": "02" } }`}, {`HexData(0, '01fF')`, `{ "$binary": { "base64": "Af8=", "subType": "00" } }`}, {`HexData(5, '')`, `{ "$binary": { "base64": "", "subType": "05" } }`},
	{`UUID('3b241101-e2bb-4255-8caf-4136c566a962')`, `{ "$binary": { "base64": "OyQRAeK7QlWMr0E2xWapYg==", "subType": "04" } }`}, {`new UUID("3B241101E2BB42558CAF4136C566A962")`, `{ "$binary": { "base64": "OyQRAeK7QlWMr0E2xWapYg==", "subType": "04" } }`},
	{`MD5('d41d8cd98f00b204e9800998ecf8427e')`, `{ "$binary": { "base64": "1B2M2Y8AsgTpgAmY7PhCfg==", "subType": "05" } }`},
	{`Timestamp({ t: 5, i: 2 })`, `{ "$timestamp": { "t": 5, "i": 2 } }`}, {`Timestamp({ i: 2, t: 5 })`, `{ "$timestamp": { "t": 5, "i": 2 } }`}, {`new Timestamp(5, 2)`, `{ "$timestamp": { "t": 5, "i": 2 } }`},
	{`Timestamp({ t: 4294967295, i: 4294967295 })`, `{ "$timestamp": { "t": 4294967295, "i": 4294967295 } }`}, {`Timestamp(0, 0)`, `{ "$timestamp": { "t": 0, "i": 0 } }`},

	// Regular expressions.
	{`/^a.*b$/`, `{ "$regularExpression": { "pattern": "^a.*b$", "options": "" } }`}, {`/a/i`, `{ "$regularExpression": { "pattern": "a", "options": "i" } }`}, {`/a/mi`, `{ "$regularExpression": { "pattern": "a", "options": "im" } }`},
	{`/a\/b/`, `{ "$regularExpression": { "pattern": "a\\/b", "options": "" } }`}, {`/[/\]"]/`, `{ "$regularExpression": { "pattern": "[/\\]\"]", "options": "" } }`}, {`/имя\d/`, `{ "$regularExpression": { "pattern": "имя\\d", "options": "" } }`},
	{`RegExp('^a\\d', 'i')`, `{ "$regularExpression": { "pattern": "^a\\d", "options": "i" } }`}, {`new RegExp("a", 'mi')`, `{ "$regularExpression": { "pattern": "a", "options": "im" } }`},
	{`BSONRegExp('a/b')`, `{ "$regularExpression": { "pattern": "a/b", "options": "" } }`}, {`new BSONRegExp("(?i)a", 'xsmi')`, `{ "$regularExpression": { "pattern": "(?i)a", "options": "imsx" } }`}, {`BSONRegExp('')`, `{ "$regularExpression": { "pattern": "", "options": "" } }`},

	// Arrays and objects.
	{`[]`, `[]`}, {`[1, 'a', [null,],]`, `[1, "a", [null]]`}, {`{}`, `{}`}, {`{ b: 1, a: { c: [{}] }, }`, `{ "b": 1, "a": { "c": [{}] } }`}, {`({ a: 1 })`, `{ "a": 1 }`},
	{`{ b: 1, 2: 2, '1': 3, "01": 4, "-1": 5, 0: 6 }`, `{ "0": 6, "1": 3, "2": 2, "b": 1, "01": 4, "-1": 5 }`}, {`{ b: 1, 4294967295: 2, 4294967294: 3 }`, `{ "4294967294": 3, "b": 1, "4294967295": 2 }`},
	{`{ 1.5: 1, 0x10: 2, 1e3: 3, 1e21: 4, .5: 5, 1e-7: 6, 1_0: 7 }`, `{ "10": 7, "16": 2, "1000": 3, "1.5": 1, "1e+21": 4, "0.5": 5, "1e-7": 6 }`},
	{`{ ['a']: 1, ["b" + 'c']: 2, ['__proto__']: 3, '': 4 }`, `{ "a": 1, "bc": 2, "__proto__": 3, "": 4 }`}, {`{ new: 1, in: 2, true: 3, get: 4, async: 5, undefined: 6, Long: 7, db: 8 }`, `{ "new": 1, "in": 2, "true": 3, "get": 4, "async": 5, "undefined": 6, "Long": 7, "db": 8 }`},
	{`{ $a: 1, _b: 2, été: 3, имя: 4, ℮: 5, à: 6 }`, `{ "$a": 1, "_b": 2, "été": 3, "имя": 4, "℮": 5, "a\u0300": 6 }`}, {"{\u00a0a\t:\u20281\ufeff}", `{ "a": 1 }`}, {`{ "a\
b": 1, 'c\x41': 2 }`, `{ "ab": 1, "cA": 2 }`},
}

func TestLiterals(t *testing.T) {
	for _, c := range literals {
		source := statementWith(c.source)
		operations, list := shell.Parse(diag.NewText("", []byte(source)))
		if len(operations) != 1 {
			t.Errorf("%s: told %q", c.source, messages(list))
			continue
		}
		want := raw(t, extended(t, `{ "document": { "_id": 0, "v": { "v": `+c.extended+` } } }`))
		if got := raw(t, operations[0].Arguments); !got.Equal(want) {
			t.Errorf("%s is read as %s, want %s", c.source, ejson.Print(got), ejson.Print(want))
		}
	}
}

// statementWith puts a literal where no server changes it.
func statementWith(literal string) string {
	return "db.c.insertOne({ _id: 0, v: { v: " + literal + " } })"
}
