package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// Links holds what is left of guides that were written and forgotten: their
// heading ids, their links, and the examples they show. Its zero value is
// empty. A page may be added in any order, each once.
//
// It grows with the site, unlike the units of work, so a link takes a position
// and two numbers.
type Links struct {
	ids     map[address][]string
	links   []link
	targets []target
	numbers map[target]int32 // of targets
	shown   map[string]bool
}

// address is a page in a language.
type address struct{ lang, slug string }

// target is what a link points at, seen from a language.
type target struct {
	address
	fragment string
}

type link struct {
	pos diag.Pos
	to  int32
}

// Add keeps what Check needs of a guide.
func (l *Links) Add(g *guide.Guide) {
	if l.ids == nil {
		l.ids, l.numbers, l.shown = map[address][]string{}, map[target]int32{}, map[string]bool{}
	}
	ids := make([]string, len(g.Headings))
	for i, heading := range g.Headings {
		ids[i] = strings.Clone(heading.ID)
	}
	l.ids[address{g.Lang, g.Slug}] = ids
	for _, to := range g.Links {
		slug := cmp.Or(to.Slug, g.Slug)
		l.links = append(l.links, link{to.Pos, l.number(target{address{g.Lang, slug}, to.Fragment})})
	}
	for _, block := range g.Blocks {
		for _, f := range block.Figures {
			l.shown[strings.Clone(f.Example)] = true
		}
	}
}

// number gives a target's place in the list.
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

// Check tells of links to pages and headings that are not there. A page that a
// language lacks is read there in English.
func (l *Links) Check() diag.List {
	var list diag.List
	for _, link := range l.links {
		if text, hint := l.problem(l.targets[link.to]); text != "" {
			list.Add(diag.Message{Pos: link.pos, Text: text, Hint: hint})
		}
	}
	return list
}

func (l *Links) problem(to target) (text, hint string) {
	ids, ok := l.ids[to.address]
	if !ok {
		ids, ok = l.ids[address{guide.English, to.slug}]
	}
	switch {
	case !ok:
		return "there is no page " + to.slug + ".md", diag.DidYouMean(to.slug, l.slugs())
	case to.fragment != "" && !slices.Contains(ids, to.fragment):
		return "the page " + to.slug + ".md has no heading #" + to.fragment, oneOf(to.fragment, "headings", ids)
	}
	return "", ""
}

func (l *Links) slugs() []string {
	var slugs []string
	for page := range maps.Keys(l.ids) {
		if page.lang == guide.English {
			slugs = append(slugs, page.slug)
		}
	}
	slices.Sort(slugs)
	return slugs
}

// Unshown tells of examples that no guide shows.
func (l *Links) Unshown(examples []*example.Example) diag.List {
	var list diag.List
	for _, e := range examples {
		if !l.shown[e.Name] {
			list.Add(diag.Message{
				Pos: diag.Pos{File: e.File}, Severity: diag.Notice, Text: "no guide shows this example",
			})
		}
	}
	return list
}
