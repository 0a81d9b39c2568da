package shell

import (
	"regexp"
	"strings"
	"testing"

	"modelbook/generator/code/layout"
	"modelbook/generator/diag"
	"modelbook/generator/ejson"
	"modelbook/generator/figure"
)

// joints are where a long string is cut, spaces left out.
var joints = regexp.MustCompile(`'\+'|"\+"`)

func squeezed(text string) string {
	return joints.ReplaceAllString(strings.NewReplacer(" ", "", "\n", "").Replace(text), "")
}

// FuzzLayoutLosesNothing lays values out over lines, where only white space
// and cuts of strings may be new.
func FuzzLayoutLosesNothing(f *testing.F) {
	f.Add(`{"a": [1, 2, {"b": [[], {}, [[3]]]}], "c": {"d": {"e": "x"}}}`, 3)
	f.Add(`{"text": "A long text that goes beyond the line, it's quoted and back", "other": [true, null]}`, 0)
	f.Add(`{"`+strings.Repeat("long.", 12)+`": {"$date": "2026-05-01T08:00:00Z"}, "渡轮": "`+strings.Repeat("渡轮", 40)+`"}`, 40)
	f.Add(`{"v": [`+strings.Repeat(`"abcdefgh", `, 30)+`1]}`, 10)
	f.Fuzz(func(t *testing.T, text string, indent int) {
		if strings.ContainsAny(text, "+\\") {
			return // what was in the text can't be told from a joint
		}
		source := diag.NewText("fuzz.json", []byte(text))
		parsed, list := ejson.Parse(source)
		if list.Failed() || parsed == nil {
			return
		}
		value, list := ejson.ToBSON(source, parsed)
		if list.Failed() {
			return
		}
		node, err := ejson.Open(value)
		if err != nil {
			return
		}
		written, err := Value(node)
		if err != nil {
			return
		}
		margins := Margins
		margins.Width -= min(max(indent, 0), 40)
		got := figure.Code{Lines: layout.Lines(brackets.Doc(written), margins).Lines}.Text()
		want := figure.Line{Tokens: written.Inline()}.Text()
		if squeezed(got) != squeezed(want) {
			t.Errorf("laid out as\n%s\nflat it is\n%s", got, want)
		}
	})
}
