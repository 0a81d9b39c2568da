package build

import (
	"cmp"
	"io"
	"maps"
	"slices"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
	"modelbook/generator/page"
	"modelbook/generator/search"
	"modelbook/generator/translate"
)

// texts is a page in all its languages, parsed and checked against the
// examples.
type texts struct {
	lang        string                  // the original language
	guides      map[string]*guide.Guide // by language, as readers see them
	drawings    map[string]drawings
	documents   map[string]search.Document
	counts      map[string]translate.Count // of the translations
	conclusions check.Conclusions
	messages    diag.List
	// isComplete reports whether everything that it shows was drawn. If it is
	// false although the page has no message, then the message is that of the
	// file's bytes or of an example.
	isComplete bool
}

// pageUnit is a page in all its languages, with the redirects from its former
// addresses.
func (s *Site) pageUnit(t guide.Translations, f frame) unit {
	return &unitOf[*texts]{
		title: t.Slug,
		// The files of all pages together would take more memory than their names do.
		files: func() []fileOf[*texts] { return s.pageFiles(t, f) },
		from: func() (*texts, finding, bool) {
			now := s.read(t)
			found := finding{now.messages, now.original(), now.examples(), s.searchable(now), now.models(), now.counts, now.images(), s.playNames(now)}
			return now, found, now.isComplete
		},
	}
}

// pageFiles lists the files of a page in all its languages.
func (s *Site) pageFiles(t guide.Translations, f frame) []fileOf[*texts] {
	var files []fileOf[*texts]
	for _, lang := range s.source.settings.Languages {
		for _, file := range s.filesOf(t.Slug, lang) {
			files = append(files, fileOf[*texts]{file.name, func(w io.Writer, now *texts) error { return s.render(w, t, now, f, lang, file.at) }})
		}
	}
	if t.Slug != guide.NotFound {
		for _, lang := range s.source.settings.Languages {
			files = append(files, s.textFiles(t, f, lang)...)
		}
	}
	files = append(files, s.scriptFiles(t.Slug)...)
	files = append(files, s.stepTitleFiles(t.Slug)...)
	for _, old := range t.First().Meta.MovedFrom {
		for _, lang := range s.source.settings.Languages {
			files = append(files, fileOf[*texts]{guide.Path(lang, old), func(w io.Writer, _ *texts) error { return s.renderMoved(w, t, lang) }})
		}
	}
	return files
}

func (s *Site) read(t guide.Translations) *texts {
	now := &texts{lang: t.Original, guides: map[string]*guide.Guide{}, drawings: map[string]drawings{}, documents: map[string]search.Document{}, counts: map[string]translate.Count{}}
	var original *translate.Page
	var memory []byte
	sizes := s.source.imageSizes()
	for _, lang := range s.source.settings.Languages {
		named, ok := t.Pages[lang]
		l := s.theme.Locale(lang)
		switch {
		case original == nil && (lang != t.Original || named.File == ""):
			return &texts{} // the original page is missing, as was reported
		case !ok:
			now.counts[lang] = translate.Missing(original)
			continue
		case s.source.isUnreadable(named.File) || l == nil:
			return &texts{}
		case len(named.Meta.Keys) == 0 && lang == t.Original:
			return &texts{} // its front matter can't be read, as was reported
		case len(named.Meta.Keys) == 0:
			now.counts[lang] = translate.Missing(original)
			continue
		}
		parsed, text, messages := s.source.readGuide(named, l, memory)
		now.add(messages)
		if parsed == nil {
			return now
		}
		memory = text.Bytes
		now.guides[lang] = parsed.Guide
		if lang == t.Original {
			original = parsed
			var found diag.List
			now.conclusions, found = s.checkOriginal(parsed.Guide, l)
			now.add(found)
		} else {
			s.translation(now, original, parsed)
			now.add(check.Targets(parsed.Guide, l, s.verified.Results, now.conclusions))
		}
		now.add(checkTopics(parsed.Guide))
		if shown := now.guides[lang]; shown != nil {
			now.add(check.Images(shown, now.guides[t.Original], sizes))
		}
		if shown := now.guides[lang]; shown != nil && t.Slug == s.source.settings.Glossary {
			now.add(check.Glossary(shown, t.Original, s.source.glossary[t.Original], s.source.glossary[lang]))
		}
	}
	unread := slices.ContainsFunc(now.examples(), func(name string) bool { return s.verified.Results[name] == nil })
	if !now.messages.Failed() && !unread {
		s.draw(now)
	}
	return now
}

// checkOriginal holds an original page to the results of examples, and to what follows
// from them for its workload.
func (s *Site) checkOriginal(g *guide.Guide, l *locale.Locale) (check.Conclusions, diag.List) {
	conclusions, messages := s.source.conclusions(g, s.verified.Results)
	messages = append(messages, check.Targets(g, l, s.verified.Results, conclusions)...)
	messages = append(messages, check.Path(g)...)
	messages = append(messages, check.Plan(g, s.source.settings.Guides, l, s.givenBy(g), s.verified.Results)...)
	if g.Meta.Workload != nil {
		messages = append(messages, check.Numerals(g, l, s.verified.Results, conclusions)...)
	}
	return conclusions, messages
}

// translation holds a translation to its base and to the original. Where too little
// of it is left, readers see the original page.
func (s *Site) translation(now *texts, original, translated *translate.Page) {
	lang := translated.Guide.Lang
	base, messages := s.source.base(original, translated.Guide.File)
	now.add(messages)
	compared := translate.Compare(original, translated, base)
	now.add(compared.Messages)
	now.guides[lang], now.counts[lang] = compared.Page(), compared.Count()
}

// original returns the page in the original language, nil if it was not read.
func (t *texts) original() *guide.Guide { return t.guides[t.lang] }

func (t *texts) add(messages diag.List) { t.messages = append(t.messages, messages...) }

// examples returns the names of the examples that the page shows, each once.
func (t *texts) examples() []string {
	original := t.original()
	if original == nil {
		return nil
	}
	var names []string
	for _, block := range original.Blocks {
		for _, f := range block.Shown() {
			if f.Target.Example != "" && !slices.Contains(names, f.Target.Example) {
				names = append(names, f.Target.Example)
			}
		}
	}
	return names
}

// draw draws the page's figures in every language.
func (s *Site) draw(now *texts) {
	d := newDrawer(s, now.conclusions)
	d.weighed = s.weighedGuides(now.original())
	for _, lang := range s.source.settings.Languages {
		if g := now.guides[lang]; g != nil {
			drawings, messages := d.draw(g)
			now.drawings[lang] = drawings
			now.add(messages)
			document := search.NewDocument(g, func(block int) []string { return drawings.names[block] })
			document.Glossary = g.Slug == s.source.settings.Glossary
			now.documents[lang] = document
		}
	}
	now.isComplete = !now.messages.Failed()
}

// render writes the page for one place in a language of the site: the original
// text if the translation is missing.
func (s *Site) render(w io.Writer, t guide.Translations, now *texts, f frame, lang string, at place) error {
	t = now.shown(t)
	shown, _ := t.In(lang)
	in := s.input(t, f, lang, at)
	in.Guide = now.guides[shown.Lang]
	in.Drawings = now.drawings[shown.Lang].page
	in.Pixels = s.pixels
	in.Figures, in.Sketch = now.original().Meta.Figures, now.original().Meta.Sketch
	for _, name := range now.examples() {
		in.Steps += len(s.verified.Results[name].Steps())
		in.Sources = append(in.Sources, page.Source{Name: name, Href: at.root + "examples/" + name + ".json"})
	}
	if at.isForAnyLanguage {
		s.lost(&in, now)
	}
	if t.Slug == s.source.settings.Glossary {
		in.Words = s.otherWords(in.Guide, lang)
	}
	if f.kind == page.HomePage {
		in.Steps = s.verified.report().Steps
		if shown := slices.IndexFunc(in.Guide.Blocks, func(b guide.Block) bool { return len(b.Shown()) > 0 }); shown >= 0 {
			in.Play = s.playHref(in.Guide.Blocks[shown].Shown())
		}
	}
	return s.theme.Render(w, in)
}

// shown leaves out the translations that readers see in the original language.
func (t *texts) shown(of guide.Translations) guide.Translations {
	all := true
	for _, count := range t.counts {
		all = all && !count.InOriginal
	}
	if all {
		return of
	}
	pages := maps.Clone(of.Pages)
	maps.DeleteFunc(pages, func(lang string, _ guide.Page) bool { return t.counts[lang].InOriginal })
	return guide.Translations{Slug: of.Slug, Original: of.Original, Pages: pages}
}

// in returns the page as readers of a language see it, nil if it was not read.
func (t *texts) in(lang string) *guide.Guide {
	if t == nil {
		return nil
	}
	return cmp.Or(t.guides[lang], t.original())
}

// renderMoved writes the redirect at a former address of a page.
func (s *Site) renderMoved(w io.Writer, t guide.Translations, lang string) error {
	shown, _ := t.In(lang)
	return s.theme.RenderMoved(w, page.Moved{
		Lang: shown.Lang, Title: shown.Meta.Title,
		Href: t.Slug + ".html", Canonical: s.source.settings.URL(shown.Lang, t.Slug),
	})
}

// givenBy returns the numbers that a page may mention without a link because its
// examples contain them: the sizes at which they ran, and the codes of the errors
// that they expect.
func (s *Site) givenBy(g *guide.Guide) []int {
	var given []int
	for _, block := range g.Blocks {
		for _, f := range block.Shown() {
			result := s.verified.Results[f.Target.Example]
			if result == nil {
				continue
			}
			given = append(given, result.Example.RunSizes()...)
			for _, step := range result.Example.Steps {
				if step.ExpectError != nil {
					given = append(given, int(step.ExpectError.Code))
				}
			}
		}
	}
	return given
}
