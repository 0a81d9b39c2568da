package check

import (
	"testing"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// A guide that shows examples draws one in its first section. Bars, code and numbers of
// a model are no drawing.
func TestFirstSectionHasDrawing(t *testing.T) {
	figure := func(kind string) []guide.Figure {
		return []guide.Figure{{Target: guide.Target{Kind: kind, Example: "path"}, Caption: "In <code>paths</code>"}}
	}
	const none = "g.md:7:1: the section #in-short has no drawing (draw each model in a list: - [In paths](../../examples/path.json#model). Or show what decides: #touch, #scan, #tree or #orders)\n"
	card := func(section, kind string) guide.Block {
		return guide.Block{Kind: guide.List, Section: section, Parts: []guide.Part{{HTML: "<li>"}, {Figure: &figure(kind)[0]}, {HTML: "</li>"}}}
	}
	costs := guide.Block{Kind: guide.Comparison, Section: "cost", Figures: figure("cost")}
	for _, c := range []struct {
		name  string
		part  string
		block guide.Block
		want  string
	}{
		{"nothing", "trees", guide.Block{}, none},
		{"bars", "trees", guide.Block{Kind: guide.Comparison, Section: "in-short", Figures: figure("weigh")}, none},
		{"code", "trees", guide.Block{Kind: guide.Example, Section: "in-short", Figures: figure("steps")}, none},
		{"a number", "trees", guide.Block{Section: "in-short", Parts: []guide.Part{{Number: &guide.Number{Target: guide.Target{Kind: "model", Example: "path"}}}}}, none},
		{"a model in another section", "trees", card("cost", "model"), none},
		{"another part", "reference", guide.Block{}, ""},
		{"a model", "trees", card("in-short", "model"), ""},
		{"a touch map", "trees", guide.Block{Kind: guide.Comparison, Section: "in-short", Figures: figure("touch")}, ""},
		{"a scan", "trees", guide.Block{Kind: guide.Comparison, Section: "in-short", Figures: figure("scan")}, ""},
		{"a tree", "trees", card("in-short", "tree"), ""},
		{"orders", "trees", guide.Block{Kind: guide.Example, Section: "in-short", Figures: figure("orders")}, ""},
	} {
		g := guideWithSection(c.part, costs, c.block)
		if got := written(Plan(g, guide.Plan{Parts: []string{"trees"}, Sections: []string{"in-short"}}, localeOf(t, "en"), nil, nil)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	g := guideWithSection("trees")
	if got := written(Plan(g, guide.Plan{Parts: []string{"trees"}, Sections: []string{"in-short"}}, localeOf(t, "en"), nil, nil)); got != "" {
		t.Errorf("without examples:\n%s", got)
	}
}

func guideWithSection(part string, blocks ...guide.Block) *guide.Guide {
	opening := []guide.Block{
		{Kind: guide.Paragraph, Section: "in-short", Source: "Choose A."},
		{Kind: guide.Paragraph, Section: "in-short", Source: "**Workload.** A store has shelves."},
	}
	return &guide.Guide{
		Page:     guide.Page{File: "g.md", Meta: guide.Meta{Part: part, Workload: &guide.Workload{}}},
		Headings: []guide.Heading{{ID: "in-short", Pos: diag.Pos{File: "g.md", Line: 7, Col: 1}}},
		Blocks:   append(opening, blocks...),
	}
}
