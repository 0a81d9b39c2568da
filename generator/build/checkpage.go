package build

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"modelbook/generator/check"
	"modelbook/generator/diag"

	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/page"
	"modelbook/generator/search"
	"modelbook/generator/translate"
)

// CheckPage checks one page as Build does, and runs the examples that it shows or
// takes numbers from. The page is named by its slug for all languages, en/slug for
// one, or its file. Nothing is written.
func CheckPage(ctx context.Context, options Options, name string) (Report, diag.List, error) {
	source, messages, err := openSource(options)
	if err != nil {
		return Report{}, nil, err
	}
	defer source.Close()
	messages = append(messages, source.readPages(nil, nil)...)
	messages = append(messages, source.readImages(nil, nil)...)
	theme, found := source.loadTheme()
	messages = append(messages, found...)
	outline, found := newOutline(source, theme)
	messages = append(messages, found...)
	chosen, err := choosePage(outline, source.settings, name)
	if err != nil {
		// A page whose front matter can't be read is none of the outline's.
		if why := of(messages, name); why.Failed() {
			return Report{}, why, nil
		}
		return Report{}, nil, err
	}
	about := chosen.files(source)
	names := source.linked(chosen.Translations, theme)
	for _, file := range source.files.Examples {
		if slices.Contains(names, file.Name) {
			messages = append(messages, source.readExample(file.File, nil, nil)...)
			messages = append(messages, source.readRecord(file)...)
			about[file.File] = true
		}
	}
	verified, found, err := verifyRead(ctx, options, source, nil)
	if err != nil {
		return Report{}, nil, err
	}
	messages = append(messages, found...)
	options.doing("checking the page")
	site, _ := newSite(source, verified, search.NewVocabularies())
	i := slices.IndexFunc(site.units, func(u unit) bool { return u.name() == chosen.Slug })
	checked, _ := site.units[i].read()
	messages = append(messages, checked.messages...)
	for _, image := range checked.images {
		about[image] = true
	}
	if checked.original != nil {
		links := site.linksOf(checked.original)
		messages = append(messages, links.Check(site.unplaced())...)
	}
	messages = slices.DeleteFunc(messages, func(m diag.Message) bool {
		ofTheme := m.Severity == diag.Error && (m.File == "site" || strings.HasPrefix(m.File, "site/"))
		return !about[m.File] && !ofTheme
	})
	report := verified.report()
	report.Failed -= len(source.files.Examples) - len(names) // the others were not read
	report.Tests, report.Page, report.Languages = nil, chosen.Slug, chosen.languages
	return report, messages, ctx.Err()
}

// chosenPage is a page in the languages in which it is checked.
type chosenPage struct {
	guide.Translations
	languages []string
}

// of returns the messages on the files of the page that a person named.
func of(messages diag.List, name string) diag.List {
	lang, slug := parsePageName(name)
	return slices.DeleteFunc(slices.Clone(messages), func(m diag.Message) bool {
		isNamed, _ := path.Match("content/"+cmp.Or(lang, "*")+"/"+slug+".md", m.File)
		return !isNamed
	})
}

// parsePageName reads the name of a page as a person writes it: one-to-one, it/one-to-one
// or content/it/one-to-one.md. The language is "" for all.
func parsePageName(name string) (lang, slug string) {
	named := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)), "content/"), ".md")
	lang, slug, hasLang := strings.Cut(named, "/")
	if !hasLang {
		return "", named
	}
	return lang, slug
}

// choosePage finds the page that a person named.
func choosePage(outline guide.Outline, settings guide.Site, name string) (chosenPage, error) {
	pages := outline.All()
	lang, slug := parsePageName(name)
	i := slices.IndexFunc(pages, func(t guide.Translations) bool { return t.Slug == slug })
	switch {
	case lang != "" && !slices.Contains(settings.Languages, lang):
		return chosenPage{}, fmt.Errorf("the site has no language %s; %s", lang, diag.Suggest(lang, "languages", settings.Languages))
	case i < 0:
		var known []string
		for _, t := range pages {
			known = append(known, t.Slug)
		}
		return chosenPage{}, fmt.Errorf("there is no page %s; %s", slug, diag.Suggest(slug, "pages", known))
	}
	page := chosenPage{Translations: pages[i]}
	for _, of := range settings.Languages {
		if _, written := page.Pages[of]; written && (lang == "" || lang == of) {
			page.languages = append(page.languages, of)
		}
	}
	if len(page.languages) == 0 {
		return chosenPage{}, fmt.Errorf("the page %s is not there in %s", slug, lang)
	}
	return page, nil
}

// files returns the files whose messages concern the page: the page in the
// chosen languages, their bases, the original, which translations are checked
// against, and the settings.
func (p chosenPage) files(source *Source) map[string]bool {
	files := map[string]bool{source.files.Site: true, p.First().File: true}
	for _, lang := range p.languages {
		file := p.Pages[lang].File
		files[file], files[translate.BaseFile(file)] = true, true
	}
	return files
}

// linked returns the names of the examples that a page shows or takes numbers from,
// in any language.
func (s *Source) linked(t guide.Translations, theme *page.Theme) []string {
	names := map[string]bool{}
	meta := t.First().Meta
	for _, name := range check.FigureExamples(&meta, s.hasExample) {
		names[name] = true
	}
	for _, named := range t.Pages {
		l := theme.Locale(named.Lang)
		if s.isUnreadable(named.File) || l == nil {
			continue
		}
		parsed, _, _ := s.readGuide(named, l, nil)
		if parsed == nil {
			continue
		}
		for i := range parsed.Guide.Blocks {
			block := &parsed.Guide.Blocks[i]
			for _, f := range block.Shown() {
				names[f.Target.Example], names[f.Target.Other] = true, true
			}
			for _, part := range block.Drawn() {
				if part.Number != nil {
					names[part.Number.Target.Example], names[part.Number.Target.Other] = true, true
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(names)), func(name string) bool { return !s.hasExample(name) })
}

func (s *Source) hasExample(name string) bool {
	return slices.ContainsFunc(s.files.Examples, func(file load.Example) bool { return file.Name == name })
}

// linksOf returns the links of a page with all pages of the site. Only the page
// itself and the pages that it links to have their headings.
func (s *Site) linksOf(g *guide.Guide) *check.Links {
	links := &check.Links{Original: s.source.settings.Original()}
	links.Add(g)
	for _, t := range s.outline.All() {
		if t.Slug == g.Slug {
			continue
		}
		other := &guide.Guide{Page: guide.Page{Lang: t.Original, Slug: t.Slug}}
		leads := slices.ContainsFunc(g.Links, func(to guide.Link) bool { return to.Slug == t.Slug })
		l := s.theme.Locale(t.Original)
		if leads && l != nil && !s.source.isUnreadable(t.First().File) {
			if parsed, _, _ := s.source.readGuide(t.First(), l, nil); parsed != nil {
				other.Headings = parsed.Guide.Headings
			}
		}
		links.Add(other)
	}
	return links
}
