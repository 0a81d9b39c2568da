package build

import (
	"bytes"
	"io"
	"sync"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/page"
	"modelbook/generator/search"
	"modelbook/generator/translate"
)

// Site is all that is written, as a list of outputs in units.
type Site struct {
	units []*unit

	source   *Source
	verified *Verified
	outline  guide.Outline
	pages    map[string]*guide.Translations // of the outline, by slug
	// examplesOf are the examples by the guide that they belong to, "" for none.
	examplesOf map[string][]*example.Example
	theme      *page.Theme
	ready      bool     // the theme can render
	trees      sync.Map // of treeKey to func() *page.Navigation: each is made once
	miniatures sync.Map // of an example's name to func() []figure.Picture, likewise

	counting sync.Mutex
	counts   map[string]map[string]translate.Count // by page and language, once it was checked
	shows    map[string]bool                       // by file of an image, likewise
	sizes    map[string]int                        // of images, by file, in bytes

	cards map[pageInLanguage]load.Card

	vocabularies *search.Vocabularies
	gathered     gathered
	// made gives a file of the site that is made already, or makes it.
	made func(path string) ([]byte, error)
}

// Output is one file of the site.
type Output struct {
	Path  string // from the site's root, with slashes: "en/one-to-one.html"
	Write func(w io.Writer) error
}

// unit is a set of outputs that are made of the same things: a page in all its
// languages, or files that stand for themselves.
type unit struct {
	name    string
	outputs []Output
	// list, if set, gives the outputs instead: those of all pages together would
	// take more memory than their names and what they are made of.
	list func() []Output
	// open, if set, reads what the outputs are made of and tells what is wrong
	// with it. close forgets it.
	open  func() checked
	close func()
	// last says that the outputs are made of what all other units gave.
	last bool
}

func (u *unit) all() []Output {
	if u.list != nil {
		return u.list()
	}
	return u.outputs
}

// check opens the unit.
func (u *unit) check() checked {
	if u.open == nil {
		return checked{ready: true}
	}
	return u.open()
}

func (u *unit) forget() {
	if u.close != nil {
		u.close()
	}
}

// checked is what stays of a unit when it is forgotten.
type checked struct {
	messages diag.List
	ready    bool         // its outputs can be written
	original *guide.Guide // for its links and ids; nil if there is none
	examples []string     // that the pages show
	search   []*search.Page
	shown    []shown                    // the same examples as models, in the original language
	counts   map[string]translate.Count // of the page's translations, by language
	images   []string                   // files that the page shows
}

// newSite lists what is written of a source.
func newSite(source *Source, verified *Verified, v *search.Vocabularies) (*Site, diag.List) {
	theme, messages := source.loadTheme()
	s := &Site{source: source, verified: verified, theme: theme, ready: !messages.Failed(), counts: map[string]map[string]translate.Count{}, shows: map[string]bool{}, sizes: source.imageSizes(), vocabularies: v}
	s.made = func(path string) ([]byte, error) {
		content, _, err := s.content(path)
		return content, err
	}
	outline, found := newOutline(source, theme)
	s.outline, messages = outline, append(messages, found...)
	messages = append(messages, unwritten(source, outline)...)
	messages = append(messages, s.takeCards()...)
	pages, around := outline.All(), frames(outline)
	s.pages = make(map[string]*guide.Translations, len(pages))
	for i := range pages {
		s.pages[pages[i].Slug] = &pages[i]
		s.units = append(s.units, s.pageUnit(pages[i], around[i]))
	}
	s.examplesOf = map[string][]*example.Example{}
	for _, e := range source.examples() {
		slug := s.guideOf(e.Name)
		s.examplesOf[slug] = append(s.examplesOf[slug], e)
	}
	s.units = append(s.units, s.themeUnit(), s.examplesUnit(), s.feedsUnit(), s.statusUnit(), s.cardsUnit(), s.wholeUnit(), s.playUnit())
	for _, file := range source.files.Images {
		s.units = append(s.units, s.imageUnit(file))
	}
	for _, lang := range source.settings.Languages {
		s.units = append(s.units, s.searchUnit(lang))
	}
	return s, messages
}

// plain is an output whose content is known.
func plain(path string, content []byte) Output {
	return Output{path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}}
}

// themeUnit is the theme's files.
func (s *Site) themeUnit() *unit {
	u := &unit{name: "theme"}
	for _, asset := range s.theme.Assets() {
		u.outputs = append(u.outputs, plain(asset.Path, asset.Content))
	}
	return u
}

// examplesUnit is the examples, which pages link to, and their code.
func (s *Site) examplesUnit() *unit {
	u := &unit{name: "examples", outputs: s.codeOutputs()}
	for _, e := range s.source.examples() {
		u.outputs = append(u.outputs, plain(e.File, e.Text.Bytes))
	}
	return u
}

// output gives an output and its unit by the output's path.
func (s *Site) output(path string) (*unit, Output, bool) {
	for _, u := range s.units {
		for _, o := range u.all() {
			if o.Path == path {
				return u, o, true
			}
		}
	}
	return nil, Output{}, false
}

// content makes one file of the site. It is nil for a page that can't be made
// as it is now; what is wrong with it was told when it was checked. An address
// that the site does not have is not ok.
func (s *Site) content(path string) (content []byte, ok bool, err error) {
	u, output, ok := s.output(path)
	if !ok || !s.ready {
		return nil, ok, nil
	}
	defer u.forget()
	if !u.check().ready {
		return nil, true, nil
	}
	var buffer bytes.Buffer
	if err := output.Write(&buffer); err != nil {
		return nil, true, err
	}
	return buffer.Bytes(), true, nil
}

// linkMessages gives what can be told only once all pages were read: where their
// links lead, and which examples none of them shows.
func (s *Site) linkMessages(links *check.Links) diag.List {
	links.Original = s.source.settings.Original()
	for _, file := range s.source.files.Pages {
		if s.source.unreadable(file.File) {
			// Links to a page whose text is unknown, and examples that it may
			// show, can't be judged.
			return nil
		}
	}
	if lost := s.unplaced(); len(lost) > 0 {
		return links.Check(lost)
	}
	messages := append(links.Check(nil), links.Unshown(s.source.examples())...)
	return append(messages, check.Unused(s.source.files.Images, func(file string) bool { return s.shows[file] })...)
}

// unplaced gives the original pages whose front matter is wrong, so that they have
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
func (s *Site) report() Report {
	r := s.verified.report()
	r.Languages = s.source.settings.Languages
	for _, chapter := range s.outline.Chapters {
		r.Guides += len(chapter.Guides)
	}
	for _, t := range s.outline.All() {
		for _, lang := range r.Languages {
			r.Pages++
			if _, missing := t.In(lang); missing || s.countOf(t.Slug, lang).InOriginal {
				r.Fallbacks++
			}
		}
	}
	return r
}
