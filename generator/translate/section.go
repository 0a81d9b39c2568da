package translate

import (
	"fmt"
	"slices"

	"modelbook/generator/guide"
)

// section is a heading with what stands below it. The first of a page has none.
type section struct {
	id     string
	level  int
	blocks []*guide.Block // the heading included
}

// sectionsOf cuts a page at its headings, without what is only in the translation.
func sectionsOf(g *guide.Guide) []section {
	list, extra := []section{{}}, false
	for i := range g.Blocks {
		b := &g.Blocks[i]
		if b.Kind == guide.HeadingBlock {
			if extra = b.Extra; !extra {
				list = append(list, section{id: b.Heading.ID, level: b.Heading.Level})
			}
		}
		if last := &list[len(list)-1]; !extra && !b.Extra {
			last.blocks = append(last.blocks, b)
		}
	}
	return list
}

func ids(list []section) []string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.id
	}
	return names
}

// sections compares the sections of the two pages, and then the blocks of
// those that both have.
func (p *parity) sections() {
	english, own := sectionsOf(p.english), sectionsOf(p.translation)
	if len(p.english.Blocks) == 0 || len(p.translation.Blocks) == 0 {
		return // what is wrong with an empty page is told by itself
	}
	p.foreignSections(english, own)
	p.missingSections(english, own)
	p.order(english, own)
	for _, s := range own {
		if i := slices.Index(ids(english), s.id); i >= 0 {
			p.blocks(english[i], s)
		}
	}
}

// foreignSections tells of headings whose id is not in English.
func (p *parity) foreignSections(english, own []section) {
	for i, s := range own {
		if slices.Contains(ids(english), s.id) || s.id == "" {
			continue
		}
		hint := "leave it out, or write <!-- +1 --> before it"
		if i < len(english) && !slices.Contains(ids(own), english[i].id) {
			hint = fmt.Sprintf("write {#%s}; %s", english[i].id, inEnglish(english[i].blocks[0].Pos))
		}
		heading := s.blocks[0]
		p.fail(heading, heading.Pos, fmt.Sprintf("the English page has no section {#%s}", s.id), hint)
	}
}

// missingSections tells of headings that are only in English, at the section
// after which they are missing.
func (p *parity) missingSections(english, own []section) {
	before := p.translation.Blocks[0].Pos
	for i, s := range english {
		if j := slices.Index(ids(own), s.id); j >= 0 {
			if len(own[j].blocks) > 0 {
				before = own[j].blocks[0].Pos
			}
			continue
		}
		if i < len(own) && own[i].id != "" && !slices.Contains(ids(english), own[i].id) {
			continue // told as another id in the same place
		}
		p.fail(p.blockAt(before.Line), before, fmt.Sprintf("the section {#%s} is missing after this one", s.id), inEnglish(s.blocks[0].Pos))
	}
}

func (p *parity) blockAt(line int) *guide.Block {
	for i := range p.translation.Blocks {
		if p.translation.Blocks[i].Pos.Line == line {
			return &p.translation.Blocks[i]
		}
	}
	return &p.translation.Blocks[0]
}

// order tells of the first section that stands elsewhere than in English, and
// of levels that differ.
func (p *parity) order(english, own []section) {
	before, after := common(english, ids(own)), common(own, ids(english))
	if len(before) != len(after) {
		return // an id twice, told by package parse
	}
	for i, s := range after {
		heading := s.blocks[0]
		if before[i].id != s.id {
			p.fail(heading, heading.Pos, fmt.Sprintf("the section {#%s} stands here, in English {#%s}", s.id, before[i].id),
				inEnglish(before[i].blocks[0].Pos))
			return
		}
		if before[i].level != s.level {
			p.fail(heading, heading.Pos, fmt.Sprintf("the heading {#%s} is of level %d, in English of level %d", s.id, s.level, before[i].level),
				inEnglish(before[i].blocks[0].Pos))
		}
	}
}

// common gives the sections with a heading whose id is one of names.
func common(list []section, names []string) []section {
	return slices.DeleteFunc(slices.Clone(list), func(s section) bool { return s.id == "" || !slices.Contains(names, s.id) })
}
