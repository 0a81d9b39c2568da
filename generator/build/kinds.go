package build

import (
	"modelbook/generator/check"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
)

// kinds are the kinds of figures that pages show: each as render draws it
// and as page writes it.
var kinds = []kind{
	kindOf(render.DataKind, page.Data),
	kindOf(render.SchemaKind, page.Schema),
	kindOf(render.StepKind, page.Step),
	kindOf(render.ModelKind, page.Model),
	kindOf(render.CostKind, page.Cost),
	kindOf(render.GrowthKind, page.Growth),
}

type kind struct {
	patterns []guide.Pattern
	draw     func(results []*example.Result, t guide.Target) (rendition, error)
}

// rendition is a figure in each output that shows it.
type rendition struct {
	page  page.Figure
	plain []figure.Part
	names []string
}

func kindOf[T figure.Figure](k render.Kind[T], painter page.Painter[T]) kind {
	return kind{k.Patterns, func(results []*example.Result, t guide.Target) (rendition, error) {
		drawn, err := k.Draw(results, t)
		if err != nil {
			return rendition{}, err
		}
		return rendition{painter.Figure(drawn), drawn.Plain(), drawn.Names()}, nil
	}}
}

// patterns gives all that links into examples may point at.
func patterns() []guide.Pattern {
	all := check.NumberPatterns()
	for _, k := range kinds {
		all = append(all, k.patterns...)
	}
	return all
}
