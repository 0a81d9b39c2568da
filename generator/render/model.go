package render

import (
	"slices"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// ModelKind is a diagram of a model, drawn from its schema, its data and the
// references that it declares.
var ModelKind = Kind[figure.Model]{
	[]guide.Pattern{{Fragment: "model", Place: guide.Alone | guide.InCard}},
	func(results []*example.Result, t guide.Target) (figure.Model, error) {
		return Model(results[0].Example)
	},
}

// Model draws a model.
func Model(e *example.Example) (figure.Model, error) {
	all, err := shapes(e)
	if err != nil {
		return figure.Model{}, err
	}
	data := e.Data(e.FirstSize())
	d := &diagram{rows: map[string]figure.Area{}}
	for _, s := range all {
		d.sheets = append(d.sheets, &modelSheet{shape: s, count: data.Count(s.name)})
	}
	d.references = referencesOf(all)
	d.draw()
	for _, s := range all {
		c := figure.ModelField{Name: s.name, Documents: data.Count(s.name), Fields: listed(s, 1)}
		d.Collections = append(d.Collections, c)
	}
	return d.Model, nil
}

// referencesOf gives the references whose field is in a diagram, from field to
// field.
func referencesOf(all []*shape) []*reference {
	var references []*reference
	var visit func(s *shape)
	visit = func(s *shape) {
		fields, _ := s.reduced()
		for _, f := range fields {
			if f.refers != nil && !slices.Contains(references, f.refers) {
				references = append(references, f.refers)
			}
			visit(f)
		}
	}
	for _, s := range all {
		visit(s)
	}
	return references
}

// listed gives the fields of a diagram as a list.
func listed(s *shape, depth int) []figure.ModelField {
	var list []figure.ModelField
	fields, _ := s.reduced()
	for _, f := range fields {
		field := figure.ModelField{Name: f.name, Many: f.array}
		if f.refers != nil {
			field.RefersTo = f.refers.ToCollection + "." + f.refers.ToPath
			field.FromMany, field.ToMany = f.refers.fromMany, f.refers.toMany
		}
		if len(f.fields) > 0 {
			field.Kind = figure.Embedded
			if depth < deepestShape {
				field.Fields = listed(f, depth+1)
			}
		}
		list = append(list, field)
	}
	return list
}
