package build

import (
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/search"
)

// gathered is what all pages gave to the outputs that are made last, by the
// number of the page.
type gathered struct {
	mu    sync.Mutex
	pages map[string][]*search.Page // by language
	shown [][]shown
}

// searchable gives what the index keeps of a page, in each language in which it
// is written.
func (s *Site) searchable(now *texts) []*search.Page {
	if !now.complete {
		return nil
	}
	var pages []*search.Page
	for _, lang := range s.source.settings.Languages {
		if d, ok := now.documents[lang]; ok && d.Page.Slug != guide.NotFound {
			pages = append(pages, s.vocabularies.NewPage(d))
		}
	}
	return pages
}

// gather takes what a unit gave.
func (s *Site) gather(number int, found checked) {
	g := &s.gathered
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pages == nil {
		g.pages = map[string][]*search.Page{}
		g.shown = make([][]shown, len(s.outline.All()))
	}
	if number >= len(g.shown) {
		return // not a page
	}
	for _, p := range found.search {
		if g.pages[p.Lang] == nil {
			g.pages[p.Lang] = make([]*search.Page, len(s.outline.All()))
		}
		g.pages[p.Lang][number] = p
	}
	g.shown[number] = found.shown
}

// How much Markdown, in bytes, gives one shard of the vocabulary. Where words have
// no spaces between them, every two letters are a term: text has more terms, and a
// query of four letters wants three.
const (
	shardOf    = 56 << 10
	shardOfHan = 16 << 10
)

// shardsOf is the number of shards of a language's vocabulary.
func (s *Site) shardsOf(lang string) int {
	size := shardOf
	if l := s.theme.Locale(lang); l != nil && l.Typography().Han { // nil: there is no such language
		size = shardOfHan
	}
	return 1 + s.source.bytesIn(lang)/size
}

// searchUnit is what a language is searched with, and its search page.
func (s *Site) searchUnit(lang string) *unit {
	u := &unit{name: "search " + lang, last: true}
	count := s.shardsOf(lang)
	var directory []byte
	var words [][]byte
	u.open = func() checked {
		index := search.NewIndex(s.vocabularies, lang, s.gathered.pages[lang], s.concepts(lang), s.theme.Locale(lang).IgnoredWords())
		directory, words = index.Shards(count)
		return checked{ready: true}
	}
	u.close = func() { directory, words = nil, nil }
	u.outputs = append(u.outputs, Output{search.DirectoryPath(lang), func(w io.Writer) error {
		_, err := w.Write(directory)
		return err
	}})
	for shard := range count {
		u.outputs = append(u.outputs, Output{search.WordsPath(lang, shard), func(w io.Writer) error {
			_, err := w.Write(words[shard])
			return err
		}})
	}
	u.outputs = append(u.outputs, Output{guide.Path(lang, guide.Search), func(w io.Writer) error { return s.renderSearch(w, lang) }})
	return u
}

// renderSearch writes a language's search page.
func (s *Site) renderSearch(w io.Writer, lang string) error {
	in := page.Input{
		Kind: page.SearchPage, Site: &s.source.settings, Guide: s.theme.SearchGuide(lang), Lang: lang,
		Root: "../", Navigation: s.navigation(lang, -1, 0, place{root: "../"}), Index: s.index(lang),
		Canonical: s.source.settings.URL(lang, guide.Search),
	}
	for _, other := range s.source.settings.Languages {
		in.Versions = append(in.Versions, page.Version{
			Lang: other, Href: "../" + guide.Path(other, guide.Search), Address: s.source.settings.URL(other, guide.Search),
		})
	}
	return s.theme.Render(w, in)
}

// index gives the pages of a language with their sections.
func (s *Site) index(lang string) []page.Indexed {
	var index []page.Indexed
	pages := s.outline.All()
	for number, p := range s.gathered.pages[lang] {
		if p == nil {
			continue
		}
		slug := pages[number].Slug
		entry := page.Indexed{Slug: slug, Title: p.Title, Overview: strings.HasPrefix(slug, guide.PartPrefix)}
		for _, head := range p.Heads()[1:] {
			entry.Sections = append(entry.Sections, page.IndexedSection{ID: head.ID, Heading: head.Text})
		}
		index = append(index, entry)
	}
	return index
}

// concepts gives those of the glossary that readers may call by another word than
// the pages of a language, in the order of their ids.
// Those of the original language are known everywhere.
func (s *Site) concepts(lang string) []search.Concept {
	glossary, original := s.source.glossary[lang], s.source.glossary[s.source.settings.Original()]
	ids := map[string]bool{}
	for _, words := range []map[string][]string{original.Said, original.Search, glossary.Said, glossary.Search} {
		for id := range words {
			ids[id] = true
		}
	}
	var concepts []search.Concept
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		concept := search.Concept{Names: glossary.OnPages(id), Aliases: slices.Concat(glossary.Search[id], glossary.Names(id))}
		if len(concept.Names) == 0 {
			concept.Names = original.OnPages(id)
		}
		if lang != s.source.settings.Original() {
			concept.Aliases = slices.Concat(concept.Aliases, original.Names(id), original.OnPages(id), original.Search[id])
		}
		concepts = append(concepts, concept)
	}
	return concepts
}

// textOutputs are a page as plain text: as Markdown, in the original language where
// readers see the original page, and for the search of a language in which it is written.
func (s *Site) textOutputs(t guide.Translations, now *texts, f frame, lang string) []Output {
	outputs := []Output{{guide.MarkdownPath(lang, t.Slug), func(w io.Writer) error {
		shown, _ := now.shown(t).In(lang)
		return s.copyOf(now, shown.Lang).Write(w)
	}}}
	if _, missing := t.In(lang); missing {
		return outputs
	}
	return append(outputs, Output{search.PagePath(lang, f.number), func(w io.Writer) error {
		part := ""
		if f.chapter >= 0 && s.outline.Chapters[f.chapter].Overview.Slug != t.Slug {
			part = s.partEntry(f.chapter, lang).Title
		}
		shown, _ := now.shown(t).In(lang)
		return search.WritePage(w, now.documents[shown.Lang], f.number, part)
	}})
}
