package page_test

import (
	"strings"
	"testing"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	kind "modelbook/generator/render"
)

// TestReferencesLeadToTheirDocuments: to a sheet of the same block, once for each
// block; where it is not shown, nothing is a link, and a sheet that nothing points
// at has no id.
func TestReferencesLeadToTheirDocuments(t *testing.T) {
	objects := kind.Data{Collection: "objects", Total: 2, Documents: []*figure.Box{
		{ID: "7", Bytes: 20, Rows: []figure.Row{row("p‹{ ¦i‹_id¦: ¦m‹7¦p‹ }")}},
		{ID: "8", Bytes: 20, Rows: []figure.Row{row("p‹{ ¦i‹_id¦: ¦m‹8¦p‹ }")}},
	}}.Figure()
	shown := row("y‹objects¦: ¦r‹7¦, ¦r‹9")
	shown.Refers = "objects"
	elsewhere := row("y‹room¦: ¦r‹8")
	elsewhere.Refers = "rooms"
	inside := around("  ¦y‹of¦: ", &figure.Box{Kind: figure.Array, Depth: 1, Rows: []figure.Row{shown, elsewhere}})
	tours := kind.Data{Collection: "tours", Total: 1, Documents: []*figure.Box{{ID: "7", Bytes: 40, Rows: []figure.Row{inside}}}}.Figure()

	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Guide = &guide.Guide{Page: in.Guide.Page, Blocks: []guide.Block{examples("a", "b"), examples("a", "b"), examples("a")}}
	in.Drawings = []page.Drawing{
		{Figures: []figure.Figure{tours, objects}}, {Figures: []figure.Figure{tours, objects}}, {Figures: []figure.Figure{tours}},
	}
	html := render(t, theme, in)
	has(t, html,
		`<a class=r href="#_1">7</a>`, `<div class="sheet" translate="no" id="_1">`,
		`<a class=r href="#_2">7</a>`, `<div class="sheet" translate="no" id="_2">`,
		`<i class=r>9</i>`, `<i class=r>8</i>`)
	if n := strings.Count(html, `<a class=r`); n != 2 {
		t.Errorf("%d references are links, want one in each block that has the document", n)
	}
	if n := strings.Count(html, `<div class="sheet" translate="no" id=`); n != 2 {
		t.Errorf("%d sheets have an id", n)
	}
}
