package build

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/site"
)

// A handbook's own colors are told of where not everyone can read them, and a color
// that would do is named, which holds.
func TestColorsOfAPartialTheme(t *testing.T) {
	told := func(sheet string) []string {
		s := &Source{theme: site.Theme()}
		s.theme["styles/6-colors.css"] = []byte(sheet)
		var texts []string
		for _, m := range s.contrasts() {
			text := m.Pos.String() + ": " + m.Text + "; " + m.Hint
			if m.Severity == diag.Error {
				text = "error: " + text
			}
			texts = append(texts, text)
		}
		return texts
	}
	for _, test := range []struct{ sheet, want string }{
		{"", ""},
		{":root { --link: light-dark(#0a4d89, #92c3f2); }", ""},
		{":root {\n  --link: light-dark(#6a9dd9, #92c3f2);\n}\n", "site/styles/6-colors.css:2: the contrast of --link over --in-3 is 2.3 in light colors, less than 4.5; write #486b94 in place of #6a9dd9"},
		{":root { --link: light-dark(#486b94, #92c3f2); }", ""},
		{"@media print {\n  :root { --link: light-dark(#ffffff, #000000); }\n}\n", ""},
		{":root {\n\n  --link: blue;\n}\n", `error: site/styles/6-colors.css: the color --link is written "blue"; write light-dark(#rrggbb, #rrggbb); `},
		{":root { --in-3: light-dark(#000000, #1c3532); }", "site/styles/6-colors.css:1: the contrast of --bad over --in-3"},
	} {
		got := strings.Join(told(test.sheet), "\n")
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: got\n%s\nwant\n%s", test.sheet, got, test.want)
		}
	}
}
