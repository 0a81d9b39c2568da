package render

import (
	"fmt"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// Kinds returns the kinds of figures that pages show. It is a function, so that the
// playground's program, which shows none, has none of them in it.
func Kinds() []Kind {
	return []Kind{dataKind, schemaKind, stepKind, modelKind, costKind, growthKind, numbersKind, touchKind}
}

// Kind is a kind of figure: how an author points at it, and what is drawn.
type Kind struct {
	Patterns []guide.Pattern // all of one kind
	// draw draws a target of the kind, of one example or of those that a list
	// compares. All of them were read and what the target names is there; an
	// example that did not run has no steps in its result.
	draw func(results []*example.Result, t guide.Target) (figure.Figure, error)
}

// Draw draws what a link points at, of one example or of those that a list
// compares.
func Draw(results []*example.Result, t guide.Target) (figure.Figure, error) {
	for _, k := range Kinds() {
		if k.Patterns[0].Kind() == t.Kind {
			return k.draw(results, t)
		}
	}
	return figure.Figure{}, fmt.Errorf("no kind of figure is drawn for #%s", t.Kind)
}

// drawn is what a kind has read of results, as a figure.
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
