package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// Links holds the heading ids, the links and the shown examples of guides whose
// text is no longer in memory. Pages may be added in any order; a page that is
// added again replaces the one added before.
//
// It grows with the site, unlike the units of work, so a link takes a position
// and a number.
type Links struct {
	Original string // the language in which readers see a page that theirs lacks

	pages   map[address]kept
	targets []target
	numbers map[target]int32 // of targets
}

// address is a page in a language.
type address struct{ lang, slug string }

// kept is the part of a guide that stays in memory.
type kept struct {
	ids   []string
	links []link
	shown []string // examples, by a figure or a number
}

// target is the place that a link points at, seen from a language.
type target struct {
	address
	fragment string
}

type link struct {
	pos diag.Pos
	to  int32
}

// Add keeps the parts of a guide that Check needs.
func (l *Links) Add(g *guide.Guide) {
	if l.pages == nil {
		l.pages, l.numbers = map[address]kept{}, map[target]int32{}
	}
	p := kept{ids: make([]string, len(g.Headings)), links: make([]link, len(g.Links))}
	for i, heading := range g.Headings {
		p.ids[i] = strings.Clone(heading.ID)
	}
	for i, to := range g.Links {
		p.links[i] = link{to.Pos, l.number(target{address{g.Lang, cmp.Or(to.Slug, g.Slug)}, to.Fragment})}
	}
	for _, block := range g.Blocks {
		for _, f := range block.Shown() {
			p.shown = append(p.shown, strings.Clone(f.Target.Example))
		}
		for _, part := range block.Parts {
			if part.Number != nil && part.Number.Target.Example != "" {
				p.shown = append(p.shown, strings.Clone(part.Number.Target.Example))
			}
		}
	}
	l.pages[address{g.Lang, g.Slug}] = p
}

// number returns a target's place in the list.
func (l *Links) number(to target) int32 {
	n, ok := l.numbers[to]
	if !ok {
		n = int32(len(l.targets))
		to.slug, to.fragment = strings.Clone(to.slug), strings.Clone(to.fragment)
		l.targets = append(l.targets, to)
		l.numbers[to] = n
	}
	return n
}

// Keep forgets the pages that are not in an outline.
func (l *Links) Keep(outline guide.Outline) {
	known := map[address]bool{}
	for _, t := range outline.All() {
		for lang := range t.Pages {
			known[address{lang, t.Slug}] = true
		}
	}
	maps.DeleteFunc(l.pages, func(a address, _ kept) bool { return !known[a] })
}

// Check reports links to pages and headings that do not exist. A page that a
// language lacks is read there in the original. Links to lost pages, which exist
// but are not known, are not reported.
func (l *Links) Check(lost []string) diag.List {
	var list diag.List
	slugs := sync.OnceValue(l.slugs)
	for _, p := range l.pages {
		for _, link := range p.links {
			if slices.Contains(lost, l.targets[link.to].slug) {
				continue
			}
			if text, hint := l.problem(l.targets[link.to], slugs); text != "" {
				list.Add(diag.Message{Pos: link.pos, Text: text, Hint: hint})
			}
		}
	}
	return list
}

func (l *Links) problem(to target, slugs func() []string) (text, hint string) {
	p, ok := l.pages[to.address]
	if !ok {
		p, ok = l.pages[address{l.Original, to.slug}]
	}
	switch {
	case !ok:
		return "there is no page " + to.slug + ".md", diag.DidYouMean(to.slug, slugs())
	case to.fragment != "" && !slices.Contains(p.ids, to.fragment):
		return "the page " + to.slug + ".md has no heading #" + to.fragment, diag.Suggest(to.fragment, "headings", p.ids)
	}
	return "", ""
}

func (l *Links) slugs() []string {
	var slugs []string
	for a := range l.pages {
		if a.lang == l.Original {
			slugs = append(slugs, a.slug)
		}
	}
	slices.Sort(slugs)
	return slugs
}

// Unshown reports examples of which no guide shows a figure or a number.
func (l *Links) Unshown(examples []*example.Example) diag.List {
	shown := map[string]bool{}
	for _, p := range l.pages {
		for _, name := range p.shown {
			shown[name] = true
		}
	}
	var list diag.List
	for _, e := range examples {
		if !shown[e.Name] {
			list.Add(diag.Message{
				Pos: diag.Pos{File: e.File}, Severity: diag.Notice, Text: "no guide shows this example",
			})
		}
	}
	return list
}
