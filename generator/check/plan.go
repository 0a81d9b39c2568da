package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Plan checks an original guide against the rules that the site has for the guides of
// its part: it has each of the sections, in their order. The first begins with what to
// choose, draws something of the examples that the guide shows, and behind that says
// which facts the guide takes as given, in a paragraph with a label in bold. A section
// that does not follow the plan is named with the reason in the front matter. Where the
// plan says so, it shows the orders of each of its models' clients. Of a guide without a workload it also checks that numbers have a source,
// where given are those that its examples have; the numbers of others are held by
// Numerals.
func Plan(g *guide.Guide, plan guide.Plan, l *locale.Locale, given []int, results map[string]*example.Result) diag.List {
	if !slices.Contains(plan.Parts, g.Meta.Part) || g.Meta.HasErrors {
		return nil
	}
	p := planned{guide: g, plan: plan, used: map[string]bool{}}
	p.sections()
	p.drawing()
	p.orders(results)
	if block := p.workload(); g.Meta.Workload == nil {
		p.sources(l, given, block)
	}
	p.exceptions()
	return p.list
}

type planned struct {
	guide *guide.Guide
	plan  guide.Plan
	used  map[string]bool // exceptions
	list  diag.List
}

// lead names, among the exceptions, the text before the first section.
const lead = "lead"

// excepts reports whether a section need not follow the plan.
func (p *planned) excepts(section string) bool {
	section = cmp.Or(section, lead)
	_, ok := p.guide.Meta.Exceptions[section]
	p.used[section] = p.used[section] || ok
	return ok
}

func (p *planned) sections() {
	order, last := -1, ""
	for _, h := range p.guide.Headings {
		if i := slices.Index(p.plan.Sections, h.ID); i >= 0 {
			if i < order {
				p.list.Add(diag.Message{Pos: h.Pos, Text: fmt.Sprintf("the section #%s stands behind #%s", h.ID, last), Hint: "the site's plan has it before"})
			}
			order, last = i, h.ID
		}
	}
	var missing []string
	for _, id := range p.plan.Sections {
		there := slices.ContainsFunc(p.guide.Headings, func(h guide.Heading) bool { return h.ID == id })
		if !there && !p.excepts(id) {
			missing = append(missing, "#"+id)
		}
	}
	if missing != nil {
		p.list.Add(diag.Message{
			Pos: diag.Pos{File: p.guide.File, Line: 1}, Text: "each guide of the part has the sections " + strings.Join(missing, ", ") + ", which are missing here",
			Hint: "write them, or name them under exceptions in the front matter, each with the reason",
		})
	}
}

// workload returns the paragraph of the first section that says what the guide takes as
// given, nil if there is none. What to choose stands before it.
func (p *planned) workload() *guide.Block {
	if len(p.plan.Sections) == 0 {
		return nil
	}
	first := p.plan.Sections[0]
	var section []*guide.Block
	for i := range p.guide.Blocks {
		if block := &p.guide.Blocks[i]; block.Section == first && block.Kind != guide.HeadingBlock {
			section = append(section, block)
		}
	}
	if len(section) == 0 {
		return nil // which was reported
	}
	i := slices.IndexFunc(section, func(b *guide.Block) bool { return b.Kind == guide.Paragraph && strings.HasPrefix(b.Source, "**") })
	if i > 0 {
		return section[i]
	}
	if p.excepts(first) {
		return nil
	}
	problem := diag.Message{Pos: section[0].Pos, Text: "the section #" + first + " does not say what the guide takes as given", Hint: "say it in a paragraph such as **Workload.** A clinic opens …", Source: sourceLine(p.guide, section[0].Pos)}
	if i == 0 {
		problem.Text = "the section #" + first + " begins with what the guide takes as given"
		problem.Hint = "begin it with what to choose"
	}
	p.list.Add(problem)
	return nil
}

// exceptions reports exceptions that are not needed.
func (p *planned) exceptions() {
	pos := at(p.guide.Page, "exceptions")
	for _, id := range slices.Sorted(maps.Keys(p.guide.Meta.Exceptions)) {
		if !p.used[id] {
			p.list.Add(diag.Message{Pos: pos, Text: "the exception " + id + " is not needed", Hint: "delete it"})
		}
	}
}
