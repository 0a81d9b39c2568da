package parse

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// TestLimits holds each limit to its value: what is allowed passes, one more is
// told, by name, before goldmark sees it.
func TestLimits(t *testing.T) {
	row := func(columns int) string { return strings.Repeat("|a", columns) + "|\n" }
	for _, test := range []struct{ name, good, bad, text string }{
		{"paragraph", strings.Repeat("word word word.\n", 1024), strings.Repeat("word word word.\n", 1025), "16 kB without an empty line"},
		{"columns", row(64) + strings.Repeat("|-", 64) + "|\n", row(65) + strings.Repeat("|-", 65) + "|\n", "65 table columns"},
		{"cells", "a|b|c|d\n-|-|-|-\n" + strings.Repeat("1|2|3|4\n", 1000), "|a|b|c|d|\n|-|-|-|-|\n" + strings.Repeat("|\n", 5000), "table cells up to here"},
		{"cells of all tables", "", strings.Repeat("|a|b|\n|-|-|\n"+strings.Repeat("|\n", 1000)+"\n", 10), "table cells up to here"},
		{"nesting", strings.Repeat("> ", 16) + "a\n", strings.Repeat("> ", 17) + "a\n", "17 deep"},
		{"nesting of lists", strings.Repeat("- ", 16) + "a\n", strings.Repeat("1. ", 17) + "a\n", "17 deep"},
		{"nesting by indentation", indented(16), indented(17), "more than 16 deep"},
		{"code", "```\n" + strings.Repeat("code\n\n", 2730) + "```\n", "```\n" + strings.Repeat("code\n\n", 2731) + "```\n", "a code block of 16 kB"},
		{"footnotes", strings.Repeat("[^a] ", 199) + "\n\n[^a]: x\n", strings.Repeat("[^a] ", 200) + "\n\n[^a]: x\n", "201 footnotes"},
		{"messages", "", strings.Repeat("<b>", 200), "there is more than 100 wrong"},
	} {
		if _, messages := Guide(guide.Page{Slug: "index", Lang: "en"}, diag.NewText("f", []byte(test.good)), rules("en")); len(messages) > 0 {
			t.Errorf("%s: told of what is allowed: %v", test.name, messages[0])
		}
		_, messages := Guide(guide.Page{Slug: "index", Lang: "en"}, diag.NewText("f", []byte(test.bad)), rules("en"))
		if len(messages) == 0 || !strings.Contains(messages[len(messages)-1].Text, test.text) {
			t.Errorf("%s: %q not told: %.300v", test.name, test.text, messages)
		}
	}
}

// indented nests lists one item in another, depth deep.
func indented(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}
