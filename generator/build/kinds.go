package build

import (
	"modelbook/generator/check"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
)

// kinds are the kinds of figures that pages show: each as render draws it and
// as page writes it.
var kinds = []kind{
	kindOf(render.DataKind, page.Data),
	kindOf(render.SchemaKind, page.Schema),
	kindOf(render.StepKind, page.Step),
	kindOf(render.CostKind, page.Cost),
}

type kind struct {
	forms []guide.Form
	draw  func(results []*example.Result, t guide.Target) (page.Figure, error)
}

func kindOf[T any](k render.Kind[T], painter page.Painter[T]) kind {
	return kind{k.Forms, func(results []*example.Result, t guide.Target) (page.Figure, error) {
		drawn, err := k.Draw(results, t)
		return painter.Figure(drawn), err
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
