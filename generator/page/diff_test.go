package page_test

import (
	"testing"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
)

// TestDiffHasOneSign: the lines of a diff bring their signs, and are copied with them.
func TestDiffHasOneSign(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	diff := figure.NewCode("diff", []figure.Token{{Text: " a\n-b\n+c\n"}})
	diff.Lines[1].Change, diff.Lines[2].Change = figure.Removed, figure.Added
	in.Guide.Blocks = []guide.Block{{Kind: guide.Code, Parts: []guide.Part{{Code: &guide.CodeBlock{Language: "diff"}}}}}
	in.Drawings = []page.Drawing{{Codes: []figure.Code{diff}}}
	has(t, render(t, theme, in), `<del class=l>-b`, `<ins class=l>+c`)
}
