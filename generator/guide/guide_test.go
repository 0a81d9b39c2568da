package guide

import (
	"fmt"
	"testing"
)

func TestLetters(t *testing.T) {
	list := func(kind string, examples ...string) Block {
		block := Block{Kind: Comparison}
		for _, name := range examples {
			block.Figures = append(block.Figures, Figure{Target: Target{Kind: kind, Example: name}})
		}
		return block
	}
	g := Guide{Blocks: []Block{
		list("orders", "tree-two-writers", "tree-path-two-writers", "log-crash"),
		list("cost", "tree", "tree-path"),
		{Kind: Example, Figures: []Figure{{Target: Target{Kind: "orders", Example: "tree-crash"}}}},
	}}
	got := g.Letters()
	for name, want := range map[string]string{"tree": "A", "tree-path": "B", "tree-two-writers": "A", "tree-path-two-writers": "B", "tree-crash": "A", "log-crash": ""} {
		if got[name] != want {
			t.Errorf("%s: %q, not %q", name, got[name], want)
		}
	}
	if len(got) != 5 {
		t.Error(fmt.Sprint(got))
	}
}
