package parse

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

const guideHead = "---\ntitle: A\nquestion: B?\ndescription: C.\npart: p\norder: 1\nupdated: 2026-11-01\n"

// Each character of an expression is found where it was written, however YAML
// quotes and folds it.
func TestExpressionPositions(t *testing.T) {
	for _, written := range []string{
		"figures:\n  saved: one + X\n",
		"figures:\n  saved:    one   +   X\n",
		"figures:\n  saved: 'it''s + X'\n",
		"figures:\n  saved: \"a(\\\"b\\\") + X\"\n",
		"figures:\n  saved: \"a \\x2b \\u002b X\"\n",
		"figures:\n  saved: \"  a + X\"\n",
		"figures:\n  saved: >-\n    one +\n    two +\n    X + three\n",
		"figures:\n  saved: >-\n\n    X\n",
		"figures:\n  saved: |-\n    X\n",
		"figures:\n  saved: one +\n    two + X\n",
		"figures:\n  saved: 'one +\n    ''X'\n",
		"figures:\n  saved: \"one +\n    X\"\n",
		"figures:\n  saved: \"one + \\\n    X\"\n",
		"figures: { saved: a + X, other: 1 }\n",
		"figures:\n  saved: é + X\n",
	} {
		page := guideHead + written + "---\n\nText.\n"
		meta, messages := Meta("a", diag.NewText("a.md", []byte(page)), nil)
		if len(messages) > 0 || len(meta.Figures) == 0 {
			t.Errorf("%q: %v", written, messages)
			continue
		}
		e := meta.Figures[0].Expression
		before, _, found := strings.Cut(e.Text, "X")
		pos, source := e.At(len([]rune(before)))
		line := strings.Split(page, "\n")[max(pos.Line, 1)-1]
		if runes := []rune(line); !found || pos.Col < 1 || pos.Col > len(runes) || runes[pos.Col-1] != 'X' || source != line {
			t.Errorf("%q: X of %q is at %v in %q", written, e.Text, pos, source)
		}
	}
}

func TestFiguresLimits(t *testing.T) {
	var many strings.Builder
	for i := range mostFigures + 1 {
		fmt.Fprintf(&many, "  f%d: 1\n", i)
	}
	for written, want := range map[string]string{
		"figures:\n" + many.String():                                      "a page has at most 50 figures",
		"figures:\n  long: " + strings.Repeat("1 + ", 125) + "1\n":        "the expression is longer than 500 characters",
		"figures:\n  bytes-saved: 1\n":                                    `"bytes-saved" is not the name of a figure: letters and digits that begin with a small letter`,
		"figures:\n  saved: [1]\n":                                        "this is not a text",
		"figures:\n  saved: ''\n":                                         "this is not one line of text",
		"figures:\n  saved: |\n    1 +\n    2\n":                          "this is not one line of text",
		"figures:\n  saved: 1\n  saved: 2\n":                              "saved stands on line 9 already",
		"figures: 1\n":                                                    "this is not a list of keys and values",
		"figures:\n  exact: " + strings.Repeat("1 + ", 124) + "1234\n":    "",
		"figures:\n" + strings.Replace(many.String(), "  f0: 1\n", "", 1): "",
	} {
		_, messages := Meta("a", diag.NewText("a.md", []byte(guideHead+written+"---\n\nText.\n")), nil)
		got := ""
		if len(messages) > 0 {
			got = messages[0].Text
		}
		if got != want {
			t.Errorf("%.40q: %q, want %q", written, got, want)
		}
	}
}
