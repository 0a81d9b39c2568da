package page

import (
	"testing"

	"modelbook/generator/figure"
)

// TestTreeOf: only a figure that is a tree with rows makes cards of trees.
func TestTreeOf(t *testing.T) {
	for i, f := range []figure.Figure{
		{},
		{Panes: []figure.Pane{{Elements: []figure.Element{figure.Tree{}}}}},
		{Panes: []figure.Pane{{Elements: []figure.Element{figure.Note{}}}}},
	} {
		if treeOf(&f) != nil {
			t.Errorf("figure %d has a tree", i)
		}
	}
}
