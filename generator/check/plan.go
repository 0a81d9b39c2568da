package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Plan checks an original guide against the rules that the site has for the
// guides of its part: it has each of the sections, in their order; the first
// begins with the facts that the guide takes as given, a paragraph with a label
// in bold; and each number in its prose has a source. That is an example, by a
// link to the number anywhere on the page, a footnote in the same block, the
// paragraph of given facts, a size or an error code of its examples, or a section
// of the reader's own numbers. A section that does not follow the plan is named
// with the reason in the front matter. given are the numbers that examples have.
func Plan(g *guide.Guide, plan guide.Plan, l *locale.Locale, given []int) diag.List {
	if !slices.Contains(plan.Parts, g.Meta.Part) || g.Meta.HasErrors {
		return nil
	}
	p := planned{guide: g, plan: plan, locale: l, given: map[string]bool{}, used: map[string]bool{}}
	for _, number := range given {
		p.given[strconv.Itoa(number)] = true
	}
	p.sections()
	p.workload()
	p.linked()
	p.numbers()
	p.exceptions()
	return p.list
}

type planned struct {
	guide  *guide.Guide
	plan   guide.Plan
	locale *locale.Locale
	given  map[string]bool // numbers, as locale.Numeral has them
	used   map[string]bool // exceptions
	list   diag.List
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

// workload takes the numbers of the first section's first paragraph as given.
func (p *planned) workload() {
	if len(p.plan.Sections) == 0 {
		return
	}
	first := p.plan.Sections[0]
	i := slices.IndexFunc(p.guide.Blocks, func(b guide.Block) bool { return b.Section == first && b.Kind != guide.HeadingBlock })
	if i < 0 {
		return // which was reported
	}
	block := &p.guide.Blocks[i]
	if !strings.HasPrefix(block.Source, "**") && !p.excepts(first) {
		p.list.Add(diag.Message{Pos: block.Pos, Text: "the section #" + first + " does not begin with what the guide takes as given", Hint: "begin it with a paragraph such as **Workload.** A clinic opens …", Source: sourceLine(p.guide, block.Pos)})
		return
	}
	for _, numeral := range p.numerals(block) {
		p.given[numeral.Value] = true
	}
}

// linked takes the numbers that the page links to examples.
func (p *planned) linked() {
	for i := range p.guide.Blocks {
		for _, part := range p.guide.Blocks[i].Parts {
			if part.Number == nil {
				continue
			}
			for _, numeral := range p.locale.Numerals(part.Number.Text) {
				p.given[numeral.Value] = true
			}
		}
	}
}

func (p *planned) numbers() {
	for i := range p.guide.Blocks {
		block := &p.guide.Blocks[i]
		hasNote := slices.ContainsFunc(block.Parts, func(part guide.Part) bool { return part.Note != nil })
		if hasNote || block.Kind == guide.HeadingBlock || block.Kind == guide.Footnotes || slices.Contains(p.plan.Given, block.Section) {
			continue
		}
		var without []string
		for _, numeral := range p.numerals(block) {
			if !p.given[numeral.Value] {
				without = append(without, numeral.Text)
			}
		}
		if without != nil && !p.excepts(block.Section) {
			p.list.Add(diag.Message{
				Pos: block.Pos, Text: "no source is given for " + strings.Join(without, ", "), Source: sourceLine(p.guide, block.Pos),
				Hint: "link it to an example, add a footnote, or name the section with the reason under exceptions in the front matter",
			})
		}
	}
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

// numerals returns the numbers in a block's prose: not in links, in code, in the
// head of a table or in the first cell of its rows.
func (p *planned) numerals(block *guide.Block) []locale.Numeral {
	var found []locale.Numeral
	for _, part := range block.Parts {
		found = append(found, p.locale.Numerals(prose(part.HTML))...)
	}
	return found
}

// unread are elements whose numbers need no source.
var unread = map[string]bool{"code": true, "thead": true, "th": true}

// prose returns the text of HTML without its tags and the content of unread
// elements.
func prose(html string) string {
	var b strings.Builder
	skip := ""
	for html != "" {
		text, rest, _ := strings.Cut(html, "<")
		if skip == "" {
			b.WriteString(text)
		}
		tag, after, _ := strings.Cut(rest, ">")
		name, _, _ := strings.Cut(tag, " ")
		switch {
		case skip == "" && unread[name]:
			skip = name
		case name == "/"+skip:
			skip = ""
		}
		b.WriteByte(' ')
		html = after
	}
	return b.String()
}
