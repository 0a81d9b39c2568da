package check

import (
	"fmt"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// drawn are the figures that readers take in at a glance: a model, what a question
// touches, reads in an index or rewrites in a tree, and how orders end.
var drawn = []string{"model", "touch", "scan", "tree", "orders"}

// drawing reports a guide that shows examples and draws none of them in its first section.
func (p *planned) drawing() {
	if len(p.plan.Sections) == 0 {
		return
	}
	first, from := p.plan.Sections[0], guide.Figure{}
	for i := range p.guide.Blocks {
		block := &p.guide.Blocks[i]
		for _, f := range block.Shown() {
			if block.Section == first && slices.Contains(drawn, f.Target.Kind) {
				return
			}
			if from.Target.Example == "" {
				from = f
			}
		}
	}
	heading := slices.IndexFunc(p.guide.Headings, func(h guide.Heading) bool { return h.ID == first })
	if heading < 0 || from.Target.Example == "" {
		return // the section is missing, which was reported, or there are no data
	}
	name, caption := from.Target.Example, from.Caption
	if models := p.guide.Models(); len(models) > 0 {
		name, caption = models[0].Name, models[0].Caption
	}
	pos := p.guide.Headings[heading].Pos
	p.list.Add(diag.Message{
		Pos: pos, Source: sourceLine(p.guide, pos),
		Text: "the section #" + first + " has no drawing",
		Hint: fmt.Sprintf("draw each model in a list: - [%s](../../examples/%s.json#model). Or show what decides: #touch, #scan, #tree or #orders", tag.ReplaceAllString(caption, ""), name),
	})
}
