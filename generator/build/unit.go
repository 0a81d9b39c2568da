package build

import (
	"io"
	"slices"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/parse"
	"modelbook/generator/translate"
)

// unit is one page in all its languages, read and held to the examples.
type unit struct {
	translations guide.Translations
	texts        map[string]*guide.Guide
	drawings     map[string][]page.Drawing
	messages     diag.List
}

func (b *building) readUnit(t guide.Translations) *unit {
	u := &unit{translations: t, texts: map[string]*guide.Guide{}, drawings: map[string][]page.Drawing{}}
	for _, lang := range b.site.Languages {
		named, ok := t.Pages[lang]
		if !ok {
			continue
		}
		if b.unreadable[named.File] {
			// What is wrong with its bytes is told; nothing can be said of the page.
			return &unit{translations: t}
		}
		l := b.theme.Locale(lang)
		if l == nil {
			return &unit{translations: t} // its strings are wrong, which is told
		}
		text, err := b.source.Again(named.File)
		if err != nil {
			u.messages.Errorf(diag.Pos{File: named.File}, "%v", err)
		}
		g, messages := parse.Guide(named, text, parse.Rules{Locale: l, Forms: forms()})
		u.add(messages)
		u.add(check.Targets(&g, l, b.results))
		u.add(checkTopics(&g))
		if lang != guide.English {
			u.add(translate.Parity(u.texts[guide.English], &g))
		}
		u.texts[lang] = &g
	}
	if !u.messages.Failed() && u.examplesWereRead(b.results) {
		u.draw(b.site.Languages, b.results)
	}
	return u
}

// examplesWereRead reports whether all that the page shows can be drawn. What
// is wrong with an example is told where it stands.
func (u *unit) examplesWereRead(results map[string]*example.Result) bool {
	return !slices.ContainsFunc(u.examples(), func(name string) bool { return results[name] == nil })
}

// ready reports whether the page can be rendered.
func (u *unit) ready() bool {
	return !u.messages.Failed() && len(u.drawings) == len(u.texts) && len(u.texts) > 0
}

func (u *unit) add(messages diag.List) { u.messages = append(u.messages, messages...) }

func (u *unit) draw(languages []string, results map[string]*example.Result) {
	d := &drawer{results: results, figures: map[drawnKey]page.Figure{}, codes: map[guide.CodeBlock]figure.Code{}}
	for _, lang := range languages {
		if g := u.texts[lang]; g != nil {
			drawings, messages := d.draw(g)
			u.drawings[lang] = drawings
			u.add(messages)
		}
	}
}

// examples gives the names of the examples that the page shows, each once.
func (u *unit) examples() []string {
	var names []string
	english := u.texts[guide.English]
	if english == nil {
		return nil
	}
	for _, block := range english.Blocks {
		for _, f := range block.Figures {
			if !slices.Contains(names, f.Target.Example) {
				names = append(names, f.Target.Example)
			}
		}
	}
	return names
}

// render writes the page as it stands at a place in a language of the site:
// in English if the translation is missing.
func (b *building) render(w io.Writer, u *unit, f frame, lang string, at place) error {
	shown, _ := u.translations.In(lang)
	in := b.input(u.translations, f, lang, at)
	in.Guide, in.Drawings = u.texts[shown.Lang], u.drawings[shown.Lang]
	for _, name := range u.examples() {
		if result := b.results[name]; result != nil {
			in.Steps += len(result.Steps)
			in.Sources = append(in.Sources, page.Source{Name: name, Href: at.root + "examples/" + name + ".json"})
		}
	}
	if at.anyLanguage {
		b.lost(&in, u)
	}
	if f.kind == page.HomePage {
		in.Steps = b.report.Steps
	}
	return b.theme.Render(w, in)
}

// file is one place at which a page stands.
type file struct {
	name string
	at   place
}

// filesOf gives the files of a page: its own, and for the English home and
// 404 page the ones at the root, where browsers and servers begin.
func (b *building) filesOf(slug, lang string) []file {
	own := file{guide.Path(lang, slug), place{root: "../", folder: ""}}
	switch {
	case slug == guide.NotFound:
		own.at = b.anywhere(lang)
		if lang == guide.English {
			everywhere := own.at
			everywhere.anyLanguage = true
			return []file{own, {"404.html", everywhere}}
		}
	case slug == guide.Home && lang == guide.English:
		return []file{own, {"index.html", place{root: "", folder: lang + "/"}}}
	}
	return []file{own}
}
