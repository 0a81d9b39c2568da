package build

import (
	"net/url"
	"strings"
	"sync"

	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
)

// frame is the place of a page in the outline, and its neighbors.
type frame struct {
	kind           page.Kind
	number         int // in the order of Outline.All
	chapter        int // index in the outline, -1 for none
	guide          int // index in the chapter, 0 for another page
	previous, next *guide.Translations
}

// frames returns the frame of each page, in the order of Outline.All.
func frames(outline guide.Outline) []frame {
	var all []frame
	add := func(kind page.Kind, chapter, guide int) {
		all = append(all, frame{kind: kind, chapter: chapter, guide: guide})
	}
	add(page.HomePage, -1, 0)
	for i, chapter := range outline.Chapters {
		add(page.PartPage, i, 0)
		for guide := range chapter.Guides {
			add(page.GuidePage, i, guide)
		}
	}
	add(page.NotFoundPage, -1, 0)
	pages := outline.All()
	for i := range all {
		all[i].number = i
		if i == 0 || i == len(all)-1 {
			continue
		}
		if i > 1 {
			all[i].previous = &pages[i-1]
		}
		if i < len(all)-2 {
			all[i].next = &pages[i+1]
		}
	}
	return all
}

// place holds the relative paths from a page to the site's root and to the
// folder of its language.
type place struct {
	root, folder     string
	isForAnyLanguage bool // replaces pages of all languages
}

// anywhere is the place of a page that is shown at an unknown depth.
func (s *Site) anywhere(lang string) place {
	root := s.source.settings.Address
	if root == "" {
		root = "/"
	}
	return place{root: root, folder: root + lang + "/"}
}

// file is one of the files that a page is written to.
type file struct {
	name string
	at   place
}

// filesOf returns the files of a page: its own, and for the original home and
// 404 page the ones at the root, where browsers and servers begin.
func (s *Site) filesOf(slug, lang string) []file {
	inLanguage := file{guide.Path(lang, slug), place{root: "../", folder: ""}}
	switch {
	case slug == guide.NotFound:
		inLanguage.at = s.anywhere(lang)
		if lang == s.source.settings.Original() {
			everywhere := inLanguage.at
			everywhere.isForAnyLanguage = true
			return []file{inLanguage, {"404.html", everywhere}}
		}
	case slug == guide.Home && lang == s.source.settings.Original():
		return []file{inLanguage, {"index.html", place{root: "", folder: lang + "/"}}}
	}
	return []file{inLanguage}
}

// input returns the data of a page without its text and drawings.
func (s *Site) input(t guide.Translations, f frame, lang string, at place) page.Input {
	_, missing := t.In(lang)
	written := lang
	if missing {
		written = t.Original
	}
	in := page.Input{
		Kind: f.kind, Site: &s.source.settings, Lang: lang, HasPlay: s.hasPlay(),
		Root: at.root, Folder: at.folder,
		Versions:   s.versions(t, at),
		Navigation: s.navigation(lang, f.chapter, f.guide, at),
		Previous:   s.entry(f.previous, lang),
		Next:       s.entry(f.next, lang),
		Server:     page.Server{Embedded: s.verified.Server.Embedded(), Name: s.verified.Server.Name, Version: s.verified.Server.Version},
		Canonical:  s.source.settings.URL(written, t.Slug),
		Edit:       s.edit(t.Pages[written].File),
		Report:     s.reportMistake(t.Pages[written].File),
		About:      s.about(at),
	}
	if f.kind == page.GuidePage || f.kind == page.PartPage || f.kind == page.HomePage {
		in.Card = s.card(written, t.Slug)
	}
	if f.kind != page.NotFoundPage && f.kind != page.StatusPage {
		in.Markdown = at.root + guide.MarkdownPath(written, t.Slug)
	}
	if f.chapter >= 0 {
		part := s.partEntry(f.chapter, lang)
		in.Part = &part
	}
	switch f.kind {
	case page.PartPage:
		in.All = len(s.outline.Chapters[f.chapter].Guides)
		in.Contents = s.guideEntries(f.chapter, 0, min(in.All, mostInList), lang)
		in.Models = s.models
	case page.HomePage, page.NotFoundPage:
		in.Contents = s.partEntries(lang)
	}
	return in
}

// lost fills in the fields that only the "not found" page at the site's root
// has. A server shows it in place of any page in any language.
func (s *Site) lost(in *page.Input, now *texts) {
	for _, lang := range s.source.settings.Languages {
		text := now.guides[lang]
		if text == nil || lang == in.Lang {
			continue
		}
		in.Lost = append(in.Lost, page.Lost{Guide: text, Folder: in.Root + lang + "/", Parts: s.partEntries(lang)})
	}
	for _, t := range s.outline.All() {
		if t.Slug != guide.NotFound && len(in.Slugs) < mostNearest {
			in.Slugs = append(in.Slugs, t.Slug)
		}
	}
}

func (s *Site) versions(t guide.Translations, at place) []page.Version {
	var versions []page.Version
	for _, lang := range s.source.settings.Languages {
		_, missing := t.In(lang)
		versions = append(versions, page.Version{
			Lang: lang, Href: at.root + guide.Path(lang, t.Slug), Address: s.source.settings.URL(lang, t.Slug), Missing: missing,
		})
	}
	return versions
}

// about returns the address of the page about the embedded database, if the site
// has one.
func (s *Site) about(at place) string {
	if s.source.settings.Database.Page == "" {
		return ""
	}
	return at.folder + s.source.settings.Database.Page + ".html"
}

func (s *Site) edit(file string) string {
	if s.source.settings.Repository == "" || file == "" {
		return ""
	}
	_, folder := inRepository(s.source.settings.Repository, "edit")
	return folder + "/" + file
}

// inRepository takes the address of a repository, or of a folder in it as the
// host shows it, https://github.com/huts/docs/tree/main/handbook. It returns the
// repository's address, and that of the folder with an action in it: "edit" or
// "new".
func inRepository(address, what string) (repository, folder string) {
	repository, branch, ok := strings.Cut(address, "/tree/")
	if !ok {
		branch = "main"
	}
	return repository, repository + "/" + what + "/" + branch
}

// reportMistake returns the address at which a mistake in a file is reported: a
// new issue that names it.
func (s *Site) reportMistake(file string) string {
	if s.source.settings.Repository == "" || file == "" {
		return ""
	}
	repository, _ := inRepository(s.source.settings.Repository, "edit")
	return repository + "/issues/new?title=" + url.QueryEscape(file+": ")
}

func (s *Site) entry(t *guide.Translations, lang string) *page.Entry {
	if t == nil {
		return nil
	}
	p, _ := t.In(lang)
	return &page.Entry{Slug: t.Slug, Title: p.Meta.Title, Description: p.Meta.Description, Lang: p.Lang}
}

func (s *Site) partEntry(chapter int, lang string) page.Entry {
	entry := *s.entry(&s.outline.Chapters[chapter].Overview, lang)
	entry.Number = chapter + 1
	return entry
}

func (s *Site) partEntries(lang string) []page.Entry {
	var entries []page.Entry
	for i := range s.outline.Chapters {
		entries = append(entries, s.partEntry(i, lang))
	}
	return entries
}

// models draws the models that a guide compares, as small as a list has room for.
func (s *Site) models(slug string) []figure.Picture {
	t := s.pages[slug]
	if t == nil {
		return nil
	}
	var drawn []figure.Picture
	for _, name := range s.source.pages[t.First().File].models {
		drawn = append(drawn, s.miniature(name)...)
	}
	return drawn
}

// miniature draws a model, if there is an example of that name. Its mistakes are
// reported in the guide that shows it.
func (s *Site) miniature(name string) []figure.Picture {
	made, _ := s.miniatures.LoadOrStore(name, sync.OnceValue(func() []figure.Picture {
		result := s.verified.Results[name]
		if result == nil {
			return nil
		}
		drawn, err := render.MiniatureOf(result.Example)
		if err != nil {
			return nil
		}
		return []figure.Picture{drawn}
	}))
	return made.(func() []figure.Picture)()
}

// guideEntries returns a run of a chapter's guides.
func (s *Site) guideEntries(chapter, first, end int, lang string) []page.Entry {
	var entries []page.Entry
	for i, t := range s.outline.Chapters[chapter].Guides[first:end] {
		entry := *s.entry(&t, lang)
		entry.Number = first + i + 1
		entries = append(entries, entry)
	}
	return entries
}

type treeKey struct {
	lang    string
	chapter int
	first   int // guide that is shown
	folder  string
}

// A chapter of more guides than mostInTree shows those around a page.
// Neighboring pages share a tree, which changes every nearby guides.
const (
	mostInTree = 60
	nearby     = 15
)

// Lists that would grow with the site are cut, to keep pages below their limit of
// size. Only the search page lists all pages.
const (
	mostInList   = 100  // guides on the page of their part
	mostInStatus = 200  // pages in the table of translations
	mostNearest  = 1000 // addresses from which that of a page not found is guessed
)

// around returns the guides of a chapter that the tree of one of them shows: all,
// or a run of them in which the page is not at an end.
func around(guide, all int) (first, end int) {
	if all <= mostInTree {
		return 0, all
	}
	first = max(0, guide/nearby*nearby-nearby)
	return first, min(all, first+3*nearby)
}

// navigation returns the tree of a chapter's pages around one of its guides. It is
// made once: it costs more than the rest of a page.
func (s *Site) navigation(lang string, chapter, guide int, at place) *page.Navigation {
	first, end := 0, 0
	if chapter >= 0 {
		first, end = around(guide, len(s.outline.Chapters[chapter].Guides))
	}
	made, _ := s.trees.LoadOrStore(treeKey{lang, chapter, first, at.folder}, sync.OnceValue(func() *page.Navigation {
		tree := page.Tree{Lang: lang, Folder: at.folder, Parts: s.partEntries(lang)}
		if chapter >= 0 {
			tree.Open = s.outline.Chapters[chapter].Overview.Slug
			tree.Guides, tree.All = s.guideEntries(chapter, first, end, lang), len(s.outline.Chapters[chapter].Guides)
		}
		return s.theme.Navigation(tree)
	}))
	return made.(func() *page.Navigation)()
}

// stateOf returns the state that the page prints beside an example.
func stateOf(result *example.Result) page.State {
	switch {
	case result == nil || result.Status == example.Skipped:
		return page.NotRun
	case result.Status == example.Refused:
		return page.Refused
	}
	return page.Ran
}

// needsOf returns the requirements of an example that the server lacks, nil for
// none.
func needsOf(result *example.Result) figure.Phrase {
	if result == nil {
		return nil
	}
	return needed(result.Lacking)
}

// recordOf returns a run of an example on another server, or nil.
func recordOf(result *example.Result) *page.Record {
	if result == nil || result.Record == nil {
		return nil
	}
	r := result.Record
	return &page.Record{Name: r.Server, Version: r.Version, Day: r.Day}
}
