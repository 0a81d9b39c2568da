package ejson

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

func TestFormat(t *testing.T) {
	long := strings.Repeat("x", 40)
	tests := []struct{ name, in, want string }{
		{"short", `{"a":[1,{"b":"\u00e9\/"}],"c":{},"d":[]}`, `{ "a": [1, { "b": "é/" }], "c": {}, "d": [] }`},
		{"numbers stay as written", `[1.50,1E5]`, `[1.50, 1E5]`},
		{"a member a line", `{"a":"` + long + `","b":["` + long + `","` + long + `"]}`,
			"{\n  \"a\": \"" + long + "\",\n  \"b\": [\"" + long + "\", \"" + long + "\"]\n}"},
		{"the key counts", `{"` + long + `":["` + long + `","` + long + `"]}`,
			"{\n  \"" + long + "\": [\n    \"" + long + "\",\n    \"" + long + "\"\n  ]\n}"},
		{"a string never breaks", `["` + strings.Repeat("x", 200) + `"]`, "[\n  \"" + strings.Repeat("x", 200) + "\"\n]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, list := Parse(diag.NewText("x.json", []byte(tt.in)))
			if list != nil {
				t.Fatal(messages(list))
			}
			if got := string(Format(v)); got != tt.want+"\n" {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestFormatFillsTheLine: 100 columns with the comma stay one line, 101 do not.
func TestFormatFillsTheLine(t *testing.T) {
	for size, lines := range map[int]int{95: 1, 96: 3} {
		for _, letter := range []string{"e", "é", "船", "🛶"} {
			v := &Value{Kind: Array, Items: []*Value{{Kind: String, Text: strings.Repeat(letter, size)}}}
			if got := strings.Count(string(Format(v)), "\n"); got != lines {
				t.Errorf("a string of %d %s: %d lines, want %d", size, letter, got, lines)
			}
		}
	}
}

func TestReplace(t *testing.T) {
	result := FromBSON(encode(t, bson.A{
		bson.D{{Key: "name", Value: strings.Repeat("x", 50)}, {Key: "berth", Value: int32(4)}},
		bson.D{{Key: "name", Value: strings.Repeat("y", 50)}},
	}))
	broken := "[\n    { \"name\": \"" + strings.Repeat("x", 50) + "\", \"berth\": 4 },\n    { \"name\": \"" + strings.Repeat("y", 50) + "\" }\n  ]"
	tests := []struct{ name, in, old, want string }{
		{"what was not standard becomes it", "{\n\t\"a\" :  1.0,\n    \"b\":   OLD   }", "OLD", "{\n  \"a\": 1.0,\n  \"b\": " + broken + "\n}\n"},
		{"short", `{"a":  OLD}`, "OLD", "{ \"a\": [1] }\n"},
		{"standard stays standard", "{\n  \"a\": { \"b\": \"OLD\" },\n  \"c\": \"" + strings.Repeat("z", 90) + "\"\n}\n", `"OLD"`,
			"{\n  \"a\": {\n    \"b\": [\n      { \"name\": \"" + strings.Repeat("x", 50) + "\", \"berth\": 4 },\n      { \"name\": \"" + strings.Repeat("y", 50) +
				"\" }\n    ]\n  },\n  \"c\": \"" + strings.Repeat("z", 90) + "\"\n}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			value := result
			if tt.name == "short" {
				value = &Value{Kind: Array, Items: []*Value{number(1)}}
			}
			start := strings.Index(tt.in, tt.old)
			got := Replace(diag.NewText("x.json", []byte(tt.in)), []Edit{{Start: start, End: start + len(tt.old), Value: value}})
			if string(got) != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestReplaceTakesSeveralEditsInAnyOrder(t *testing.T) {
	in := `{"a": 1,  "b": 2}`
	got := Replace(diag.NewText("x.json", []byte(in)), []Edit{
		{Start: 15, End: 16, Value: number(20)},
		{Start: 7, End: 7, Before: `, "new": `, Value: number(5)},
		{Start: 6, End: 7, Value: number(10)},
	})
	if want := "{ \"a\": 10, \"new\": 5, \"b\": 20 }\n"; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
