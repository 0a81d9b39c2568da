package check

import (
	"strings"
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// A guide with the section for them shows the orders of each model: in a figure, in the
// model's column of a table, or by the name of an example.
func TestOrdersOfEachModelAreShown(t *testing.T) {
	figure := func(kind, example, caption string) guide.Figure {
		return guide.Figure{Target: guide.Target{Kind: kind, Example: example}, Caption: caption}
	}
	lost := func(example string) guide.Part {
		return guide.Part{Number: &guide.Number{Target: guide.Target{Kind: "orders", Example: example, Orders: "lost"}, Text: "0"}}
	}
	table := func(example string) guide.Block {
		return guide.Block{Kind: guide.Table, Parts: []guide.Part{
			{HTML: `<table>
<thead>
<tr><th scope="col">Rows</th><th scope="col" class="number">A</th><th scope="col" class="number">B</th></tr>
</thead>
<tbody>
<tr><td>Other</td><td>1</td><td>2</td></tr>
<tr><td>Orders that lose something</td><td class="number">`}, {HTML: `as B</td><td class="number">`}, lost(example), {HTML: "</td></tr>\n</tbody>\n</table>"},
		}}
	}
	const none = "g.md:7:1: no orders of B are shown, the model path "
	for _, c := range []struct {
		name  string
		plan  string
		shows guide.Block
		want  string
	}{
		{"nothing", "two-writers", guide.Block{}, none + `(the example path-known has some: show them in a list: - [In paths](../../examples/path-known.json#orders))`},
		{"the orders of another", "two-writers", guide.Block{Kind: guide.Comparison, Figures: []guide.Figure{figure("orders", "leaf-crash", "Leaves")}}, none},
		{"a list, by the example", "two-writers", guide.Block{Kind: guide.Comparison, Figures: []guide.Figure{figure("orders", "path-crash", "Paths, with a crash")}}, ""},
		{"a list, by the caption", "two-writers", guide.Block{Kind: guide.Comparison, Figures: []guide.Figure{figure("orders", "two-writers", "In <code>paths</code>")}}, ""},
		{"a figure", "two-writers", guide.Block{Kind: guide.Example, Figures: []guide.Figure{figure("orders", "path", "All orders")}}, ""},
		{"a sentence", "two-writers", guide.Block{Parts: []guide.Part{lost("path-crash")}}, ""},
		{"a sentence on another", "two-writers", guide.Block{Parts: []guide.Part{lost("leaf-crash")}}, none},
		{"a column", "two-writers", table("leaf-crash"), ""},
		{"no section", "writers", guide.Block{}, ""},
	} {
		heading := guide.Heading{ID: "two-writers", Pos: diag.Pos{File: "g.md", Line: 7, Col: 1}}
		g := &guide.Guide{Page: guide.Page{File: "g.md", Meta: guide.Meta{Part: "trees", Workload: &guide.Workload{}}}, Headings: []guide.Heading{heading}, Blocks: []guide.Block{
			{Kind: guide.Comparison, Figures: []guide.Figure{figure("cost", "tree", "Trees"), figure("cost", "path", "In <code>paths</code>")}},
			{Parts: []guide.Part{lost("tree-crash")}},
			c.shows,
		}}
		results := map[string]*example.Result{"path-known": {Example: &example.Example{Name: "path-known", Explore: &example.Explore{}}}, "path-plain": {Example: &example.Example{Name: "path-plain"}}}
		got := strings.TrimSuffix(written(Plan(g, guide.Plan{Parts: []string{"trees"}, Orders: c.plan}, localeOf(t, "en"), nil, results)), "\n")
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
