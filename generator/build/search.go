package build

import (
	"io"
	"maps"
	"slices"
	"strings"

	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/search"
)

// searchable returns the index data of a page for each language.
func (s *Site) searchable(now *texts) []*search.Page {
	if !now.isComplete {
		return nil
	}
	var pages []*search.Page
	for _, lang := range s.source.settings.Languages {
		if d := s.document(now, lang); d.Page.Slug != guide.NotFound {
			pages = append(pages, s.vocabularies.NewPage(d))
		}
	}
	return pages
}

// document is what the search of a language knows of a page.
func (s *Site) document(now *texts, lang string) search.Document {
	d, ok := now.documents[lang]
	if !ok {
		d = now.documents[now.lang].Untranslated(lang)
	}
	d.Sought = s.source.glossary[lang].Guides[d.Page.Slug]
	if original := s.source.settings.Original(); lang != original {
		d.Sought = slices.Concat(d.Sought, s.source.glossary[original].Guides[d.Page.Slug])
	}
	return d
}

// Bytes of Markdown per shard of the vocabulary. Where words have no spaces
// between them, every two letters are a term: text has more terms, and a query of
// four letters needs three.
const (
	shardOf    = 28 << 10
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

// searched is the search index of a language.
type searched struct {
	pages     []*search.Page
	directory []byte
	words     [][]byte
}

// search is the search index of a language, and its search page.
func (s *Site) search(lang string) summary {
	count := s.shardsOf(lang)
	files := []fileOf[searched]{{search.DirectoryPath(lang), func(w io.Writer, in searched) error {
		_, err := w.Write(in.directory)
		return err
	}}}
	for shard := range count {
		files = append(files, fileOf[searched]{search.WordsPath(lang, shard), func(w io.Writer, in searched) error {
			_, err := w.Write(in.words[shard])
			return err
		}})
	}
	files = append(files, fileOf[searched]{guide.Path(lang, guide.Search), func(w io.Writer, in searched) error { return s.renderSearch(w, lang, in.pages) }})
	return &summaryOf[searched]{"search " + lang, files, func(all *findings) searched {
		pages := all.searchPages(lang, len(s.outline.All()))
		index := search.NewIndex(s.vocabularies, lang, pages, s.concepts(lang), s.theme.Locale(lang).IgnoredWords())
		directory, words := index.Shards(count)
		return searched{pages, directory, words}
	}}
}

// renderSearch writes a language's search page.
func (s *Site) renderSearch(w io.Writer, lang string, pages []*search.Page) error {
	in := page.Input{
		Kind: page.SearchPage, Site: &s.source.settings, Guide: s.theme.SearchGuide(lang), Lang: lang, HasPlay: s.hasPlay(),
		Root: "../", Navigation: s.navigation(lang, -1, 0, place{root: "../"}), Index: s.sections(pages),
		Canonical: s.source.settings.URL(lang, guide.Search),
	}
	for _, other := range s.source.settings.Languages {
		in.Versions = append(in.Versions, page.Version{
			Lang: other, Href: "../" + guide.Path(other, guide.Search), Address: s.source.settings.URL(other, guide.Search),
		})
	}
	return s.theme.Render(w, in)
}

// sections lists the pages of a language with their sections.
func (s *Site) sections(pages []*search.Page) []page.Indexed {
	var index []page.Indexed
	outline := s.outline.All()
	for number, p := range pages {
		if p == nil || p.Original != "" {
			continue
		}
		slug := outline[number].Slug
		entry := page.Indexed{Slug: slug, Title: p.Title, Overview: strings.HasPrefix(slug, guide.PartPrefix)}
		for _, head := range p.Heads()[1:] {
			entry.Sections = append(entry.Sections, page.IndexedSection{ID: head.ID, Heading: head.Text})
		}
		index = append(index, entry)
	}
	return index
}

// concepts returns the concepts of the glossary that have synonyms which the pages
// of a language don't use, in the order of their ids. The words of the original
// language are searched in every language.
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

// textFiles are a page as plain text: as Markdown, in the original language where
// readers see the original page, and for the search.
func (s *Site) textFiles(t guide.Translations, f frame, lang string) []fileOf[*texts] {
	files := []fileOf[*texts]{{guide.MarkdownPath(lang, t.Slug), func(w io.Writer, now *texts) error {
		shown, _ := now.shown(t).In(lang)
		return s.copyOf(now, shown.Lang).Write(w)
	}}}
	return append(files, fileOf[*texts]{search.PagePath(lang, f.number), func(w io.Writer, now *texts) error {
		part := ""
		if f.chapter >= 0 && s.outline.Chapters[f.chapter].Overview.Slug != t.Slug {
			part = s.partEntry(f.chapter, lang).Title
		}
		return search.WritePage(w, s.document(now, lang), f.number, part)
	}})
}
