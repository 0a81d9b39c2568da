package render

import (
	"strings"
	"testing"

	"modelbook/generator/ejson"
)

// TestDeepString: a string that has no room in its line, however short, is written
// whole and ends.
func TestDeepString(t *testing.T) {
	for _, text := range []string{"", "abc", strings.Repeat("long ", 20)} {
		n := ejson.Node{Type: "string", Text: text}
		for range 30 {
			n = ejson.Node{Type: "object", Fields: []ejson.Field{{Key: "a", Value: n}, {Key: "b", Value: ejson.Node{Type: "int", Text: "1"}}}}
		}
		p, err := golang.piece(n, false)
		if err != nil {
			t.Fatal(err)
		}
		l := layout{step: goStep, closed: true}
		l.piece(p, 0, 0)
		found := false
		for _, line := range l.lines {
			found = found || strings.Contains(line.Text(), quoteDouble(text))
		}
		if !found {
			t.Errorf("%q is cut or lost", text)
		}
	}
}

// TestCuts: a string is cut between words, those of an identifier at last.
func TestCuts(t *testing.T) {
	for _, tt := range []struct{ body, head string }{
		{"a long_word here", "a "},
		{"a_very_long_word", "a_very_"},
		{"averylongword", "averylon"},
		{"a_fit", "a_fit"},
	} {
		if head, tail := cutLiteral(tt.body, 8); head != tt.head || head+tail != tt.body {
			t.Errorf("%s is cut into %q and %q", tt.body, head, tail)
		}
	}
}
