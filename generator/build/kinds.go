package build

import (
	"modelbook/generator/check"
	"modelbook/generator/example"
	"modelbook/generator/feeds"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
	"modelbook/generator/search"
)

// kinds are the kinds of figures that pages show: each as render draws it, as
// page writes it, as Markdown has it, and the names by which it is found.
var kinds = []kind{
	kindOf(render.DataKind, page.Data, feeds.Data, search.DataNames),
	kindOf(render.SchemaKind, page.Schema, feeds.Schema, search.SchemaNames),
	kindOf(render.StepKind, page.Step, feeds.Step, search.StepNames),
	kindOf(render.ModelKind, page.Model, feeds.Model, search.ModelNames),
	kindOf(render.CostKind, page.Cost, feeds.Cost, search.CostNames),
	kindOf(render.GrowthKind, page.Growth, feeds.Growth, search.GrowthNames),
}

type kind struct {
	patterns []guide.Pattern
	draw     func(results []*example.Result, t guide.Target) (rendition, error)
}

// rendition is a figure in each output that shows it.
type rendition struct {
	page  page.Figure
	feeds feeds.Figure
	names []string
}

func kindOf[T any](k render.Kind[T], painter page.Painter[T], markdown func(T) feeds.Figure, names func(T) []string) kind {
	return kind{k.Patterns, func(results []*example.Result, t guide.Target) (rendition, error) {
		figure, err := k.Draw(results, t)
		if err != nil {
			return rendition{}, err
		}
		return rendition{painter.Figure(figure), markdown(figure), names(figure)}, nil
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
