package page_test

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	kind "modelbook/generator/render"
)

// TestCopiesLeadToEachOther: each to the next that is shown, the last to the first;
// one whose others are not shown says only what it is.
func TestCopiesLeadToEachOther(t *testing.T) {
	three, alone := &figure.Copies{Count: 3}, &figure.Copies{Count: 9}
	with := func(of *figure.Copies) *figure.Box {
		inside := around("p‹{ ¦y‹in¦: ", &figure.Box{Kind: figure.Embedded, Depth: 1, Copies: of, Rows: []figure.Row{row("p‹{ ¦i‹_id¦: ¦m‹7"), row("  ¦y‹a¦: ¦m‹1¦p‹ }")}})
		return &figure.Box{Bytes: 20, Rows: []figure.Row{inside}}
	}
	tours := kind.Data{Collection: "tours", Total: 4, Documents: []*figure.Box{with(three), with(alone), with(three), with(three)}}.Figure()

	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide = &guide.Guide{Page: in.Guide.Page, Blocks: []guide.Block{examples("a"), examples("a")}}
	in.Drawings = []page.Drawing{{Figures: []figure.Figure{tours}}, {Figures: []figure.Figure{tours}}}
	html := render(t, theme, in)
	for block, first := range []int{1, 4} {
		for i, class := range []string{"copies", "copies", "copies up"} {
			has(t, html, fmt.Sprintf(`<a class="%s" href="#_%d">%d of 3 copies</a></div></div>`, class, first+(i+1)%3, i+1),
				fmt.Sprintf(`<div class="in in-1 copy-of" id="_%d">`, first+i))
		}
		if t.Failed() {
			t.Fatalf("block %d", block)
		}
	}
	if n := strings.Count(html, `<span class="copies">1 of 9 copies</span>`); n != 2 {
		t.Errorf("%d copies are alone", n)
	}
	has(t, html, "assets/with-copies.css")
	in.Drawings = []page.Drawing{{}, {}}
	lacks(t, render(t, theme, in), "assets/with-copies.css")
}
