package guide

import (
	"fmt"
	"strings"
	"testing"

	"modelbook/generator/diag"
)

func TestLetters(t *testing.T) {
	list := func(kind string, examples ...string) Block {
		block := Block{Kind: Comparison}
		for _, name := range examples {
			name, caption, _ := strings.Cut(name, " ")
			block.Figures = append(block.Figures, Figure{Target: Target{Kind: kind, Example: name}, Caption: caption})
		}
		return block
	}
	g := Guide{Blocks: []Block{
		list("orders", "tree-two-writers", "tree-path-two-writers", "log-crash Logs", "under Paths", "tree-two Paths"),
		list("cost", "tree Trees", "tree-path Paths"),
		{Kind: Example, Figures: []Figure{{Target: Target{Kind: "orders", Example: "tree-crash"}}, {Target: Target{Kind: "orders", Example: "alone"}, Caption: "Paths"}}},
	}}
	got := g.Letters()
	for name, want := range map[string]string{"tree": "A", "tree-path": "B", "tree-two-writers": "A", "tree-path-two-writers": "B", "tree-crash": "A", "log-crash": "", "under": "B", "tree-two": "A", "alone": ""} {
		if got[name] != want {
			t.Errorf("%s: %q, not %q", name, got[name], want)
		}
	}
	if len(got) != 7 {
		t.Error(fmt.Sprint(got))
	}
}

// TestGuideOf: a verdict leads to the guide of its last link, and a part's overview is none.
func TestGuideOf(t *testing.T) {
	at := func(line int, slug string) Link { return Link{Slug: slug, Pos: diag.Pos{Line: line}} }
	g := Guide{
		Blocks: []Block{{Pos: diag.Pos{Line: 1}}, {Pos: diag.Pos{Line: 4}}, {Pos: diag.Pos{Line: 8}}},
		Links:  []Link{at(2, "transactions"), at(6, "bucket"), at(5, "copies"), at(7, "part-patterns"), at(9, "trees")},
	}
	for i, want := range []string{"transactions", "bucket", "trees"} {
		if got := g.GuideOf(&Stop{Pos: g.Blocks[i].Pos, First: i, End: i + 1}); got != want {
			t.Errorf("stop %d leads to %q, not %q", i, got, want)
		}
	}
}
