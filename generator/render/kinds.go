package render

import (
	"fmt"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// Kinds returns the kinds of figures that pages show. It is a function, so that the
// linker leaves them out of the playground's program, which shows none.
func Kinds() []Kind {
	return []Kind{dataKind, schemaKind, stepKind, modelKind, costKind, growthKind, numbersKind, touchKind, scanKind, ordersKind, weighKind, sketchKind, treeKind}
}

// Kind is a kind of figure: the fragments of links to it, and its drawing.
type Kind struct {
	Patterns []guide.Pattern // all of one kind
	// draw draws a target of the kind, of one example or of all in a list. The
	// target's names are known to exist in them. An example that did not run has no
	// steps in its result.
	draw func(of Models, t guide.Target) (figure.Figure, error)
}

// Models are what a figure is drawn of: one example, or all in a list. Those that a
// page weighs have its workload and their weighing; others have none.
type Models struct {
	Results  []*example.Result
	Listed   []*example.Result // all that a list begins its items with, nil beside other text
	Workload *guide.Workload
	Weighing *weigh.Weighing
	BySize   weigh.BySize // the same at the sizes of the examples, of which Size is the page's
	Size     float64
	Sketched []string // models of a sketch, in place of results
	Costs    weigh.CostModel
	Choice   *Choice // of the block in which the figure stands, nil for none
	isSketch bool
}

// Draw draws the target of a link, of one example or of all in a list.
func Draw(of Models, t guide.Target) (figure.Figure, error) {
	for _, k := range Kinds() {
		if k.Patterns[0].Kind() == t.Kind {
			return k.draw(of, t)
		}
	}
	return figure.Figure{}, fmt.Errorf("no kind of figure is drawn for #%s", t.Kind)
}

// drawn returns the figure of a value that a kind has read from results.
func drawn[T interface{ Figure() figure.Figure }](read T, err error) (figure.Figure, error) {
	if err != nil {
		return figure.Figure{}, err
	}
	return read.Figure(), nil
}

// onePane is a figure of elements below each other.
func onePane(elements ...figure.Element) []figure.Pane {
	return []figure.Pane{{Elements: elements}}
}
