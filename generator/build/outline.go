package build

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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

// unwritten reports pages that the settings name but that do not exist. An
// author may name a page before writing it.
func unwritten(source *Source, outline guide.Outline) diag.List {
	var messages diag.List
	if len(source.settings.Languages) == 0 {
		return nil // reported before; without languages no page is known
	}
	all := outline.All()
	for what, slug := range map[string]string{"database": source.settings.Database.Page, "measures": source.settings.Measures, "glossary": source.settings.Glossary} {
		if slug != "" && !slices.ContainsFunc(all, func(t guide.Translations) bool { return t.Slug == slug }) {
			messages.Errorf(diag.Pos{File: source.files.Site}, "the page about the %s is missing: content/%s/%s.md", what, source.settings.Original(), slug)
		}
	}
	var parts []string
	for _, chapter := range outline.Chapters {
		parts = append(parts, strings.TrimPrefix(chapter.Overview.Slug, guide.PartPrefix))
	}
	for _, part := range source.settings.Guides.Parts {
		if !slices.Contains(parts, part) {
			// The guides of such a part would not be checked against the plan.
			messages.Add(diag.Message{
				Pos:  diag.Pos{File: source.files.Site},
				Text: fmt.Sprintf("guides names the part %q, which has no page content/%s/%s%s.md", part, source.settings.Original(), guide.PartPrefix, part),
				Hint: diag.DidYouMean(part, parts),
			})
		}
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
