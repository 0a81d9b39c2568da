package check

import (
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// The rule for numbers of guides without a workload: this file goes when the last of
// them has one, with Plan.Given of package guide and the numbers that package build
// takes from examples.

// sources checks that each number in the prose of a guide has a source. That is an
// example, by a link to the number anywhere on the page, a footnote in the same block,
// the paragraph of given facts, a size or an error code of its examples, or a section of
// the reader's own numbers.
func (p *planned) sources(l *locale.Locale, given []int, workload *guide.Block) {
	s := &sourced{planned: p, locale: l, given: map[string]bool{}}
	for _, number := range given {
		s.given[strconv.Itoa(number)] = true
	}
	if workload != nil {
		for _, numeral := range s.numerals(workload) {
			s.given[numeral.Value] = true
		}
	}
	s.linked()
	s.numbers()
}

type sourced struct {
	*planned
	locale *locale.Locale
	given  map[string]bool // numbers, as locale.Numeral has them
}

// linked takes the numbers that the page links to examples.
func (p *sourced) linked() {
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

func (p *sourced) numbers() {
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

// numerals returns the numbers in a block's prose: not in links, in code, in the
// head of a table or in the first cell of its rows.
func (p *sourced) numerals(block *guide.Block) []locale.Numeral {
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
