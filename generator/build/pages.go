package build

import (
	"slices"
	"sync"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/locale"
	"modelbook/generator/page"
	"modelbook/generator/parse"
	"modelbook/generator/render"
	"modelbook/generator/translate"
)

// Pages are the pages of a source folder in all their languages, as Build reads
// them. No example is looked at.
type Pages struct {
	source  *Source
	theme   *page.Theme
	outline guide.Outline
}

// OpenPages reads the names and the front matter of all pages. The error says
// why the folder can't be read; mistakes in the files are in the list.
func OpenPages(folder string) (*Pages, diag.List, error) {
	s, messages, err := openSource(Options{Source: folder})
	if err != nil {
		return nil, nil, err
	}
	s.hasNoSite = true
	messages = append(messages, s.readPages(nil, nil)...)
	theme, found := s.loadTheme()
	messages = append(messages, found...)
	outline, found := newOutline(s, theme)
	return &Pages{s, theme, outline}, append(messages, found...), nil
}

// Close closes the folder.
func (p *Pages) Close() { p.source.Close() }

// Site returns the site's settings.
func (p *Pages) Site() guide.Site { return p.source.settings }

// All returns the pages in the order in which they are read.
func (p *Pages) All() []guide.Translations { return p.outline.All() }

// Chapters returns the parts with their guides, in the same order.
func (p *Pages) Chapters() []guide.Chapter { return p.outline.Chapters }

// Locale returns how a language of the site writes, or nil.
func (p *Pages) Locale(lang string) *locale.Locale { return p.theme.Locale(lang) }

// MissingStrings returns the keys of the interface's strings that a language lacks.
func (p *Pages) MissingStrings(lang string) []string { return p.theme.Missing(lang) }

// Read reads a page that All named. The page is nil if its bytes or the strings
// of its language are wrong, as was reported.
func (p *Pages) Read(named guide.Page) (*translate.Page, *diag.Text, diag.List) {
	if !p.CanRead(named) {
		return nil, nil, nil
	}
	text, messages := p.source.folder.Read(named.File)
	if messages.Failed() {
		return nil, nil, messages
	}
	parsed, found := p.source.parseGuide(named, text, p.theme.Locale(named.Lang))
	return parsed, text, append(messages, found...)
}

// ReadSegments reads of a page no more than a comparison needs, without parsing it.
// It returns nil for a page that has to be parsed for that; Read then says why, if
// it can't be read. The blocks of the page are in memory that may be taken.
func (p *Pages) ReadSegments(named guide.Page, memory []guide.Block) *translate.Page {
	if !p.CanRead(named) {
		return nil
	}
	text, err := p.source.folder.Again(named.File, p.source.memory)
	if err != nil {
		return nil
	}
	p.source.memory = text.Bytes
	g, ok := parse.Lines(named, text, p.source.rules(named, nil), memory)
	if !ok {
		return nil
	}
	return translate.NewPage(&g, p.theme.Locale(named.Lang))
}

// Parse reads a page that is not written yet.
func (p *Pages) Parse(named guide.Page, content []byte) (*translate.Page, *diag.Text, diag.List) {
	text, l := diag.NewText(named.File, content), p.theme.Locale(named.Lang)
	meta, messages := parse.Meta(named.Slug, text, l.Typography())
	named.Meta = meta
	parsed, found := p.source.parseGuide(named, text, l)
	return parsed, text, append(messages, found...)
}

// Base reads the text that a translation of a page was made from, nil if it is
// not known.
func (p *Pages) Base(original *translate.Page, named guide.Page) (*translate.Base, diag.List) {
	return p.source.base(original, named.File)
}

// CanRead reports whether nothing is wrong with a page's bytes, nor with the
// strings of its language.
func (p *Pages) CanRead(named guide.Page) bool {
	return !p.source.isUnreadable(named.File) && p.theme.Locale(named.Lang) != nil
}

// Glossary reads the words of a language. A language without a glossary has an
// empty one.
func (p *Pages) Glossary(lang string) (guide.Glossary, diag.List) {
	return p.source.readGlossary(lang)
}

// Strings returns the words of the interface in a language, by their keys.
func (p *Pages) Strings(lang string) map[string]string { return p.theme.Strings(lang) }

// SettingsFile is the file of a source that lists its languages.
const SettingsFile = load.SettingsFile

// GlossaryFile returns the file of a source that holds the words of a language's
// pages.
func GlossaryFile(lang string) string { return load.GlossaryFile(lang) }

// Settings returns the content of SettingsFile.
func (p *Pages) Settings() ([]byte, error) {
	text, err := p.source.reread(p.source.files.Site, nil)
	return text.Bytes, err
}

// Has reports whether there is something of this name, readable or not.
func (p *Pages) Has(file string) bool { return p.source.folder.Has(file) }

// CheckSize returns the error that Write returns for content that is too large.
func (p *Pages) CheckSize(file string, content []byte) error { return load.CheckSize(file, content) }

// Write replaces the content of a file of the source folder.
func (p *Pages) Write(file string, content []byte) error { return p.source.folder.Write(file, content) }

// readGuide parses a page whose front matter is known. Its text is read into
// memory, which the page does not refer to.
func (s *Source) readGuide(named guide.Page, l *locale.Locale, memory []byte) (*translate.Page, *diag.Text, diag.List) {
	text, err := s.reread(named.File, memory)
	if err != nil {
		return nil, nil, diag.List{{Pos: diag.Pos{File: named.File}, Text: err.Error()}}
	}
	parsed, messages := s.parseGuide(named, text, l)
	return parsed, text, messages
}

func (s *Source) parseGuide(named guide.Page, text *diag.Text, l *locale.Locale) (*translate.Page, diag.List) {
	g, messages := parse.Guide(named, text, s.rules(named, l))
	return translate.NewPage(&g, l), messages
}

// rules are those by which a page is read. Only a page with a workload is held to its
// numerals.
func (s *Source) rules(named guide.Page, l *locale.Locale) parse.Rules {
	return parse.Rules{
		Locale: l, Patterns: patterns(), List: s.settings.Database.List,
		Numerals: named.Meta.Workload != nil && !named.IsTranslation,
	}
}

// patterns returns all that links into examples may point at.
var patterns = sync.OnceValue(func() []guide.Pattern {
	all := check.NumberPatterns()
	for _, k := range render.Kinds() {
		all = append(all, k.Patterns...)
	}
	return slices.Clip(all)
})
