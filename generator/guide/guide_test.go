package guide

import (
	"fmt"
	"strings"
	"testing"
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
