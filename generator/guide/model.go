package guide

import (
	"slices"
	"strings"
)

// Model is a model that a guide compares.
type Model struct {
	Letter  string
	Name    string // of its example, or of a model of the program
	Caption string // as HTML, where it is first compared
}

// Models returns the models that a guide compares, in lists or as cards, in the order
// in which they are first compared. One card compares nothing.
func (g *Guide) Models() []Model {
	var models []Model
	for i := range g.Blocks {
		shown := g.Blocks[i].Shown()
		if g.Blocks[i].Kind == Example || g.Blocks[i].Kind == List && len(shown) == 1 {
			continue
		}
		for _, f := range shown {
			name := f.Target.Column()
			if f.Target.Kind != "orders" && !slices.ContainsFunc(models, func(m Model) bool { return m.Name == name }) {
				models = append(models, Model{string(rune('A' + len(models))), name, f.Caption})
			}
		}
	}
	return models
}

// Letters assigns a letter to each model. An example whose orders are shown has the
// letter of its model: of that which its name begins with, or under whose caption it
// stands in a list.
func (g *Guide) Letters() map[string]string {
	models, letters := g.Models(), map[string]string{}
	for _, m := range models {
		letters[m.Name] = m.Letter
	}
	for i := range g.Blocks {
		for _, f := range g.Blocks[i].Figures {
			if f.Target.Kind != "orders" || letters[f.Target.Example] != "" {
				continue
			}
			model, ok := ModelOf(f.Target.Example, models)
			if under := slices.IndexFunc(models, func(m Model) bool { return m.Caption == f.Caption }); !ok && under >= 0 && g.Blocks[i].Kind == Comparison {
				model, ok = models[under], true
			}
			if ok {
				letters[f.Target.Example] = model.Letter
			}
		}
	}
	return letters
}

// Chosen returns the example of the model that a guide chooses: that of its first verdict
// that names one, "" if there is none.
func (g *Guide) Chosen() string {
	for i := range g.Blocks {
		for _, part := range g.Blocks[i].Parts {
			if n := part.Number; n != nil && n.Target.Kind == "verdict" && n.Target.Example != "" {
				return n.Target.Example
			}
		}
	}
	return ""
}

// ModelOf returns the model whose clients an example shows, by its name: the one with the
// longest name that it begins with.
func ModelOf(example string, models []Model) (model Model, ok bool) {
	for _, m := range models {
		if (example == m.Name || strings.HasPrefix(example, m.Name+"-")) && len(m.Name) > len(model.Name) {
			model, ok = m, true
		}
	}
	return model, ok
}
