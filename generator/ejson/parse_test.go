package ejson

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

// messages gives each message as line:col: text (hint).
func messages(list diag.List) string {
	cases.Note(list)
	var lines []string
	for _, m := range list.Sorted() {
		line := fmt.Sprintf("%d:%d: %s", m.Line, m.Col, m.Text)
		if m.Hint != "" {
			line += " (" + m.Hint + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", `1:1: the file ends where a value should stand`},
		{"only space", " \n", `2:1: the file ends where a value should stand`},
		{"trailing data", "{}\n{}", `2:1: something follows the end of the value (a file holds one value)`},
		{"byte order mark", "\ufeff{}", `1:1: the file begins with a byte order mark (save it as UTF-8 without one)`},
		{"duplicate key", "{\"a\": 1,\n \"a\": 2}", `2:2: the key "a" comes twice (it stands in line 1 already)`},
		{"duplicate keys among many", `{"a": 1` + manyKeys + `, "k3": 2, "z": 1,
 "a": 2, "z": 2}`, "1:" + strconv.Itoa(len(`{"a": 1`+manyKeys)+3) + `: the key "k3" comes twice (it stands in line 1 already)
2:2: the key "a" comes twice (it stands in line 1 already)
2:10: the key "z" comes twice (it stands in line 1 already)`},
		{"trailing comma", `[1, 2,]`, `1:6: a comma before ']' (leave it out)`},
		{"double comma", `[1,, 2]`, `1:4: a comma too many (leave it out)`},
		{"missing comma", `{"a": 1 "b": [2 3]}`, "1:9: a comma is missing before this\n1:17: a comma is missing before this"},
		{"missing colon", `{"a" 1}`, `1:6: a colon is missing after the key "a"`},
		{"wrong bracket", `{"a": [1}`, `1:9: '}' where a comma or ']' should stand`},
		{"open end", "{\"a\":\n [1", `2:2: the file ends without the ']' that closes this`},
		{"comments", "{ // one\n \"a\": /* two */ 1 }",
			"1:3: strict JSON has no comments (say it in \"description\" or in a step's \"note\")\n" +
				"2:7: strict JSON has no comments (say it in \"description\" or in a step's \"note\")"},
		{"bare key", `{a: 1, $set: 2}`, "1:2: keys stand in double quotes (write \"a\")\n1:8: keys stand in double quotes (write \"$set\")"},
		{"single quotes", `['a']`, `1:2: strings stand in double quotes (write "…")`},
		{"words", `[True, undefined, NaN]`,
			"1:2: True is not a value of strict JSON (write true)\n" +
				"1:8: undefined is not a value of strict JSON (leave the key out, or write null)\n" +
				"1:19: NaN is not a value of strict JSON (write {\"$numberDouble\": \"NaN\"})"},
		{"constructor", `[ObjectId("65")]`, `1:2: ObjectId is not a value of strict JSON (write {"$oid": "…"})`},
		{"numbers", `[+1, .5, 1., 01, -Infinity, 1e]`,
			"1:2: +1 is not a number of strict JSON (leave out the plus sign)\n" +
				"1:6: .5 is not a number of strict JSON (write a digit before the point)\n" +
				"1:10: 1. is not a number of strict JSON (write a digit after the point)\n" +
				"1:14: 01 is not a number of strict JSON (leave out the leading zeros)\n" +
				"1:18: -Infinity is not a number of strict JSON (write {\"$numberDouble\": \"-Infinity\"})\n" +
				"1:29: 1e is not a number of strict JSON"},
		{"bad escape", `["\d", "\x41"]`,
			"1:3: \\d is not an escape of JSON (a backslash itself is written \\\\)\n" +
				"1:9: \\x is not an escape of JSON (a backslash itself is written \\\\)"},
		{"short escape", `["\u12"]`, `1:3: \u needs four hexadecimal digits`},
		{"signed escape", `["\u+123"]`, `1:3: \u needs four hexadecimal digits`},
		{"lone surrogates", `["\ud83d", "\ude00", "\ud83dx"]`,
			"1:3: half of a surrogate pair (write the character itself)\n" +
				"1:13: half of a surrogate pair (write the character itself)\n" +
				"1:23: half of a surrogate pair (write the character itself)"},
		{"control character", "[\"a\tb\"]", `1:4: a control character (U+0009) in a string (write \t)`},
		{"bidi control", "[\"a\u202eb\"]", `1:4: a character that is not seen, or that turns the direction of text (U+202E) (leave it out, or write \u202e)`},
		{"tag character", "[\"a\U000e0041b\"]", `1:4: a character that is not seen, or that turns the direction of text (U+E0041) (leave it out, or write \udb40\udc41)`},
		{"zero-width space", "[\"a\u200bb\"]", `1:4: a character that is not seen, or that turns the direction of text (U+200B) (leave it out, or write \u200b)`},
		{"not UTF-8", "[\"a\xffb\"]", `1:4: the string is not UTF-8 here (save the file as UTF-8)`},
		{"not UTF-8 outside", "[\xff]", `1:2: the file is not UTF-8 here (save it as UTF-8)`},
		{"open string", "[\"ab\n\"]", `1:2: the string has no closing quote in its line (a line break in a string is written \n)`},
		{"backslash at the end", `["ab\`, `1:5: a backslash at the end of a line`},
		{"open string at the end", `["ab`, `1:2: the string has no closing quote`},
		{"wide characters count one", `["日本", True]`, `1:8: True is not a value of strict JSON (write true)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			value, list := Parse(diag.NewText("x.json", []byte(tt.in)))
			if value != nil {
				t.Error("a value came back as well")
			}
			if got := messages(list); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestParseLimits(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	padded := func(size int) string { return `"` + strings.Repeat("a", size-2) + `"` }
	for _, in := range []string{nested(MaxDepth), padded(MaxSize)} {
		if _, list := Parse(diag.NewText("x.json", []byte(in))); list != nil {
			t.Errorf("at the limit: %s", messages(list))
		}
	}
	tests := map[string]string{
		nested(MaxDepth + 1):               "1:101: nested deeper than 100 levels",
		padded(MaxSize + 1):                `1:262145: the file is larger than 262144 bytes (let "generate" make the data)`,
		"[" + strings.Repeat("'", 5) + "]": "1:2: strings stand in double quotes (write \"…\")",
	}
	for in, want := range tests {
		if _, list := Parse(diag.NewText("x.json", []byte(in))); messages(list) != want {
			t.Errorf("got %q, want %q", messages(list), want)
		}
	}
	_, list := Parse(diag.NewText("x.json", []byte("["+strings.Repeat("True,", 1000)+"1]")))
	if len(list) != maxErrors {
		t.Errorf("%d messages, want %d", len(list), maxErrors)
	}
}

func TestParseKnowsWhereValuesStand(t *testing.T) {
	in := "{ \"año\" : [ 1.5, {\"b\\u0041\": \"😀 \\ud83d\\ude00\"} ] }"
	v, list := Parse(diag.NewText("x.json", []byte(in)))
	if list != nil {
		t.Fatal(messages(list))
	}
	key := v.Members[0]
	if got := in[key.Start:key.End]; got != `"año"` {
		t.Errorf("key: %s", got)
	}
	if got := in[key.Value.Start:key.Value.End]; got != "[ 1.5, {\"b\\u0041\": \"😀 \\ud83d\\ude00\"} ]" {
		t.Errorf("array: %s", got)
	}
	if got := in[key.Value.Items[0].Start:key.Value.Items[0].End]; got != "1.5" {
		t.Errorf("number: %s", got)
	}
	if got := key.Value.Items[1].Get("bA").Text; got != "😀 😀" {
		t.Errorf("string: %q", got)
	}
	if in[v.Start:v.End] != in {
		t.Errorf("object: %s", in[v.Start:v.End])
	}
}

// FuzzParse holds that no bytes crash the parser, that what it takes is
// formatted to something that it takes again, and that formatting is stable.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"a": [1, -2.5e3, "x\u00e9\n", {"$oid": "65f0a1c2d4e8b93a7c1f0e01"}], "b": null}`))
	f.Add([]byte("[\"\\ud83d\", 'a', {a: 1,}] // x"))
	f.Add([]byte(`[{"$date":"2026-01-01T00:00:00Z"},{"$numberDecimal":"1E+3"},{"$binary":{"base64":"AAE=","subType":"04"}}]`))
	f.Fuzz(func(t *testing.T, in []byte) {
		text := diag.NewText("x.json", in)
		v, list := Parse(text)
		if v == nil && !list.Failed() {
			t.Fatal("neither a value nor an error")
		}
		if v == nil {
			return
		}
		once := Format(v)
		again, list := Parse(diag.NewText("x.json", once))
		if again == nil {
			if len(once) > MaxSize {
				return
			}
			t.Fatalf("%q is formatted as %q, which is refused: %s", in, once, messages(list))
		}
		if twice := Format(again); string(twice) != string(once) {
			t.Fatalf("formatting is not stable: %q, then %q", once, twice)
		}
		ToBSON(text, v)
	})
}

// manyKeys are more than are looked through one by one.
var manyKeys = func() string {
	var keys strings.Builder
	for i := range 30 {
		fmt.Fprintf(&keys, `, "k%d": 0`, i)
	}
	return keys.String()
}()
