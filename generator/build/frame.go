package build

import (
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/page"
)

// frame is what surrounds a page's text: where it lies and what it leads to.
type frame struct {
	kind           page.Kind
	chapter        int // index in the outline, -1 for none
	previous, next *guide.Translations
}

// frames gives the frame of each page, in the order of Outline.All.
func frames(outline guide.Outline) []frame {
	var all []frame
	add := func(kind page.Kind, chapter int) { all = append(all, frame{kind: kind, chapter: chapter}) }
	add(page.HomePage, -1)
	for i, chapter := range outline.Chapters {
		add(page.PartPage, i)
		for range chapter.Guides {
			add(page.GuidePage, i)
		}
	}
	add(page.NotFoundPage, -1)
	pages := outline.All()
	for i := range all {
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

// place is where a page lies: how it reaches the site's root and the folder
// of its language.
type place struct {
	root, folder string
	anyLanguage  bool // it stands in place of pages of all languages
}

// anywhere is the place of a page that is shown at an unknown depth.
func (b *building) anywhere(lang string) place {
	root := b.site.Address
	if root == "" {
		root = "/"
	}
	return place{root: root, folder: root + lang + "/"}
}

// input puts a page together, all but its text and drawings.
func (b *building) input(t guide.Translations, f frame, lang string, at place) page.Input {
	_, missing := t.In(lang)
	written := lang
	if missing {
		written = guide.English
	}
	in := page.Input{
		Kind: f.kind, Site: &b.site, Lang: lang,
		Root: at.root, Folder: at.folder,
		Versions:   b.versions(t, at),
		Navigation: b.navigation(lang, f.chapter, at),
		Previous:   b.entry(f.previous, lang),
		Next:       b.entry(f.next, lang),
		Server:     page.Server{Embedded: b.server.Name == embedded, Version: b.server.Version},
		Canonical:  b.site.URL(written, t.Slug),
		Edit:       b.edit(t.Pages[written].File),
		About:      b.about(at),
	}
	if f.chapter >= 0 {
		part := b.partEntry(f.chapter, lang)
		in.Part = &part
	}
	switch f.kind {
	case page.PartPage:
		in.Contents = b.guideEntries(f.chapter, lang)
	case page.HomePage:
		in.Contents, in.Start = b.partEntries(lang), b.first(lang)
	case page.NotFoundPage:
		in.Contents = b.partEntries(lang)
	}
	return in
}

// lost fills in what only the page at the site's root has, which a server shows
// in place of any page of any language.
func (b *building) lost(in *page.Input, u *unit) {
	for _, lang := range b.site.Languages {
		text := u.texts[lang]
		if text == nil || lang == in.Lang {
			continue
		}
		in.Lost = append(in.Lost, page.Lost{Guide: text, Folder: in.Root + lang + "/", Parts: b.partEntries(lang)})
	}
	for _, t := range b.outline.All() {
		if t.Slug != guide.NotFound {
			in.Slugs = append(in.Slugs, t.Slug)
		}
	}
}

// first gives the guide that reading starts with, or nil.
func (b *building) first(lang string) *page.Entry {
	for _, chapter := range b.outline.Chapters {
		if len(chapter.Guides) > 0 {
			return b.entry(&chapter.Guides[0], lang)
		}
	}
	return nil
}

func (b *building) versions(t guide.Translations, at place) []page.Version {
	var versions []page.Version
	for _, lang := range b.site.Languages {
		_, missing := t.In(lang)
		versions = append(versions, page.Version{
			Lang: lang, Href: at.root + guide.Path(lang, t.Slug), Address: b.site.URL(lang, t.Slug), Missing: missing,
		})
	}
	return versions
}

// about gives the address of the page about the embedded database, if the site
// has one.
func (b *building) about(at place) string {
	if !b.describesDatabase {
		return ""
	}
	return at.folder + guide.Database + ".html"
}

func (b *building) edit(file string) string {
	if b.site.Repository == "" || file == "" {
		return ""
	}
	return b.site.Repository + "/edit/main/" + file
}

func (b *building) entry(t *guide.Translations, lang string) *page.Entry {
	if t == nil {
		return nil
	}
	p, _ := t.In(lang)
	return &page.Entry{Slug: t.Slug, Title: p.Meta.Title, Description: p.Meta.Description, Lang: p.Lang}
}

func (b *building) partEntry(chapter int, lang string) page.Entry {
	entry := *b.entry(&b.outline.Chapters[chapter].Overview, lang)
	entry.Number = chapter + 1
	return entry
}

func (b *building) partEntries(lang string) []page.Entry {
	var entries []page.Entry
	for i := range b.outline.Chapters {
		entries = append(entries, b.partEntry(i, lang))
	}
	return entries
}

func (b *building) guideEntries(chapter int, lang string) []page.Entry {
	var entries []page.Entry
	for i, t := range b.outline.Chapters[chapter].Guides {
		entry := *b.entry(&t, lang)
		entry.Number = i + 1
		entries = append(entries, entry)
	}
	return entries
}

type treeKey struct {
	lang    string
	chapter int
	at      place
}

// navigation gives the tree of a chapter's pages. It is made once: it costs
// more than the rest of a page.
func (b *building) navigation(lang string, chapter int, at place) *page.Navigation {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := treeKey{lang, chapter, at}
	if made, ok := b.trees[key]; ok {
		return made
	}
	tree := page.Tree{Lang: lang, Folder: at.folder, Parts: b.partEntries(lang)}
	if chapter >= 0 {
		tree.Open = b.outline.Chapters[chapter].Overview.Slug
		tree.Guides = b.guideEntries(chapter, lang)
	}
	made := b.theme.Navigation(tree)
	b.trees[key] = made
	return made
}

// stateOf says what the page prints beside an example.
func stateOf(result *example.Result) page.State {
	switch {
	case result == nil || result.Status == example.Skipped:
		return page.NotRun
	case result.Status == example.Refused:
		return page.Refused
	}
	return page.Ran
}
