package build

import (
	"cmp"
	"fmt"
	"slices"

	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/locale"
	"modelbook/generator/page"
	"modelbook/generator/parse"
)

// newOutline parses the front matter of a source's pages and puts them in order.
func newOutline(source *Source, theme *page.Theme) (guide.Outline, diag.List) {
	var pages []guide.Page
	messages := unlisted(source.files, source.settings.Languages)
	for _, file := range source.files.Pages {
		if !slices.Contains(source.settings.Languages, file.Lang) {
			continue
		}
		var typography *locale.Typography
		if l := theme.Locale(file.Lang); l != nil {
			typography = l.Typography()
		}
		meta, found := parse.Meta(file.Slug, source.pages[file.File].head, typography)
		messages = append(messages, found...)
		pages = append(pages, guide.Page{Slug: file.Slug, Lang: file.Lang, File: file.File, IsTranslation: file.Lang != source.settings.Original(), Meta: meta})
	}
	outline, found := check.Outline(pages, source.settings.Original())
	if len(source.settings.Languages) == 0 {
		return outline, nil // reported before; without languages no page is known
	}
	return outline, append(messages, found...)
}

// unwritten reports pages that the settings or a glossary name but that do not exist. An
// author may name a page before writing it.
func unwritten(source *Source, outline guide.Outline) diag.List {
	var messages diag.List
	if len(source.settings.Languages) == 0 {
		return nil // reported before; without languages no page is known
	}
	var known []string
	for _, t := range outline.All() {
		known = append(known, t.Slug)
	}
	mentions := slices.Clone(source.settings.Mentions)
	for _, lang := range source.settings.Languages {
		mentions = append(mentions, source.glossary[lang].Mentions...)
	}
	for _, m := range mentions {
		if slices.Contains(known, m.Slug) {
			continue
		}
		messages.Add(diag.Message{
			Pos: m.Pos, Text: fmt.Sprintf("there is no page content/%s/%s.md", source.settings.Original(), m.Slug),
			Hint: diag.Suggest(m.Slug, "pages", known), Source: m.Source,
		})
	}
	return messages
}

// unlisted warns of a folder that is left out, for a translation is begun
// before its language is published. A folder of no language is an error.
func unlisted(files load.Files, languages []string) diag.List {
	var messages diag.List
	var seen []string
	for _, file := range files.Pages {
		if slices.Contains(languages, file.Lang) || slices.Contains(seen, file.Lang) {
			continue
		}
		seen = append(seen, file.Lang)
		if err := locale.Check(file.Lang); err != nil {
			messages.Errorf(diag.Pos{File: "content/" + file.Lang}, "%v", err)
			continue
		}
		messages.Add(diag.Message{
			Pos: diag.Pos{File: "content/" + file.Lang}, Severity: diag.Warning,
			Text: "the pages in this language are not built",
			Hint: cmp.Or(diag.DidYouMean(file.Lang, languages), "to publish them, add "+file.Lang+" to languages in "+files.Site),
		})
	}
	return messages
}
