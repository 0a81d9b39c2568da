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
}

type kind struct {
	forms []guide.Form
	draw  func(results []*example.Result, t guide.Target) (drawn, error)
}

// drawn is a figure in each of its forms.
type drawn struct {
	page  page.Figure
	feeds feeds.Figure
	names []string
}

func kindOf[T any](k render.Kind[T], painter page.Painter[T], markdown func(T) feeds.Figure, names func(T) []string) kind {
	return kind{k.Forms, func(results []*example.Result, t guide.Target) (drawn, error) {
		figure, err := k.Draw(results, t)
		if err != nil {
			return drawn{}, err
		}
		return drawn{painter.Figure(figure), markdown(figure), names(figure)}, nil
	}}
}

// forms gives all that links into examples may point at.
func forms() []guide.Form {
	forms := check.NumberForms()
	for _, k := range kinds {
		forms = append(forms, k.forms...)
	}
	return forms
}
