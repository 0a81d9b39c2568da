package build

import (
	"bytes"
	"io"
	"slices"
	"sync"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/page"
	"modelbook/generator/search"
)

// Site is all that is written of a source, as a list of outputs in units and in the
// summaries that follow from them.
type Site struct {
	units     []unit // first the pages, in the order of the outline
	summaries []summary
	index     func() map[string]origin // of every file, by its path

	source   *Source
	verified *Verified
	outline  guide.Outline
	pages    map[string]*guide.Translations // of the outline, by slug
	// examplesOf are the examples by the guide that they belong to, "" for none.
	examplesOf   map[string][]*example.Example
	cards        map[pageInLanguage]load.Card
	theme        *page.Theme
	canRender    bool     // the theme is whole
	trees        sync.Map // of treeKey to func() *page.Navigation: each is made once
	miniatures   sync.Map // of an example's name to func() []figure.Picture, likewise
	vocabularies *search.Vocabularies
	// hasPlay reports whether there is a playground.
	hasPlay func() bool
}

// origin is the unit or the summary that makes a file of the site.
type origin struct {
	unit    unit
	summary summary
}

// newSite lists the units and summaries of a source.
func newSite(source *Source, verified *Verified, v *search.Vocabularies) (*Site, diag.List) {
	theme, messages := source.loadTheme()
	s := &Site{source: source, verified: verified, theme: theme, canRender: !messages.Failed(), vocabularies: v}
	outline, found := newOutline(source, theme)
	s.outline, messages = outline, append(messages, found...)
	messages = append(messages, unwritten(source, outline)...)
	messages = append(messages, s.assignCards()...)
	pages, around := outline.All(), frames(outline)
	s.pages = make(map[string]*guide.Translations, len(pages))
	for i := range pages {
		s.pages[pages[i].Slug] = &pages[i]
		s.units = append(s.units, s.pageUnit(pages[i], around[i]))
	}
	s.hasPlay = sync.OnceValue(func() bool {
		return slices.ContainsFunc(source.examples(), func(e *example.Example) bool { return s.isPlayable(e.Name) })
	})
	s.examplesOf = map[string][]*example.Example{}
	for _, e := range source.examples() {
		slug := s.guideOf(e.Name)
		s.examplesOf[slug] = append(s.examplesOf[slug], e)
	}
	s.units = append(s.units, s.themeUnit(), s.examplesUnit(), s.cardsUnit())
	for _, file := range source.files.Images {
		s.units = append(s.units, s.imageUnit(file))
	}
	s.summaries = append(s.summaries, s.feeds(), s.statusPages(), s.collections(), s.playground())
	for _, lang := range source.settings.Languages {
		s.summaries = append(s.summaries, s.search(lang))
	}
	s.index = sync.OnceValue(s.places)
	return s, messages
}

// themeUnit is the theme's files.
func (s *Site) themeUnit() unit {
	var files []fileOf[none]
	for _, asset := range s.theme.Assets() {
		files = append(files, fileOf[none]{asset.Path, func(w io.Writer, _ none) error {
			content, err := asset.Content()
			if err != nil {
				return err
			}
			_, err = w.Write(content)
			return err
		}})
	}
	return known("theme", files)
}

// examplesUnit is the examples, which pages link to, and their code.
func (s *Site) examplesUnit() unit {
	files := s.codeFiles()
	for _, e := range s.source.examples() {
		files = append(files, fixed[*texts](e.File, e.Standalone()))
	}
	return known("examples", files)
}

// places maps each file to its origin.
func (s *Site) places() map[string]origin {
	index := map[string]origin{}
	for _, u := range s.units {
		for _, path := range u.paths() {
			index[path] = origin{unit: u}
		}
	}
	for _, each := range s.summaries {
		for _, path := range each.paths() {
			index[path] = origin{summary: each}
		}
	}
	return index
}

// content makes one file of the site, that of a summary from the findings. It is
// nil for a page that can't be made because of mistakes, which were reported when
// it was checked. ok is false for a path that the site does not have.
func (s *Site) content(path string, all *findings) (content []byte, ok bool, err error) {
	at, ok := s.index()[path]
	if !ok || !s.canRender {
		return nil, ok, nil
	}
	var outputs []Output
	if at.unit != nil {
		_, outputs = at.unit.read()
	} else {
		outputs = at.summary.outputs(all)
	}
	i := slices.IndexFunc(outputs, func(o Output) bool { return o.Path == path })
	if i < 0 {
		return nil, true, nil
	}
	var buffer bytes.Buffer
	if err := outputs[i].Write(&buffer); err != nil {
		return nil, true, err
	}
	return buffer.Bytes(), true, nil
}

// linkMessages returns the messages that need all pages: of links without a
// target, and of examples that no page shows.
func (s *Site) linkMessages(links *check.Links, all *findings) diag.List {
	links.Original = s.source.settings.Original()
	for _, file := range s.source.files.Pages {
		if s.source.isUnreadable(file.File) {
			// Links to a page whose text is unknown, and examples that it may
			// show, can't be judged.
			return nil
		}
	}
	if lost := s.unplaced(); len(lost) > 0 {
		return links.Check(lost)
	}
	messages := append(links.Check(nil), links.Unshown(s.source.examples())...)
	shown := all.shownImages()
	return append(messages, check.Unused(s.source.files.Images, func(file string) bool { return shown[file] })...)
}

// unplaced returns the original pages whose front matter is wrong, so that they have
// no place in the outline or are not read.
func (s *Site) unplaced() []string {
	placed := map[string]bool{}
	for _, t := range s.outline.All() {
		placed[t.Slug] = len(t.First().Meta.Keys) > 0
	}
	var lost []string
	for _, file := range s.source.files.Pages {
		if file.Lang == s.source.settings.Original() && !placed[file.Slug] {
			lost = append(lost, file.Slug)
		}
	}
	return lost
}

// report counts the examples that ran and the pages.
func (s *Site) report(all *findings) Report {
	r := s.verified.report()
	r.Languages = s.source.settings.Languages
	for _, chapter := range s.outline.Chapters {
		r.Guides += len(chapter.Guides)
	}
	for number, t := range s.outline.All() {
		for _, lang := range r.Languages {
			r.Pages++
			if _, missing := t.In(lang); missing || all.count(number, lang).InOriginal {
				r.Fallbacks++
			}
		}
	}
	return r
}
