package render

import (
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// Kind is a kind of figure: how an author points at it, and what is drawn.
type Kind[T any] struct {
	Patterns []guide.Pattern // all of one kind
	// Draw draws a target of the kind, of one example or of those that a list
	// compares. All of them were read and what the target names is there; an
	// example that did not run has no steps in its result.
	Draw func(results []*example.Result, t guide.Target) (T, error)
}
