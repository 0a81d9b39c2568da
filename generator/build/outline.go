package build

import (
	"bytes"
	"cmp"
	"io/fs"
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

// readPages reads the site's settings and, for the fingerprint, every page
// once. Of a page only its front matter is kept.
func (b *building) readPages() {
	b.options.Doing("reading the guides")
	settings, messages := parse.Site(b.read(b.files.Site))
	b.site = settings
	b.add(messages)
	for _, file := range b.files.Pages {
		if _, ok := b.kept.metas[file.File]; !ok {
			text, messages := b.readHashed(file.File)
			b.kept.metas[file.File] = keptMeta{head: head(text), messages: messages, unreadable: messages.Failed()}
		}
		b.unreadable[file.File] = b.kept.metas[file.File].unreadable
	}
}

// head gives the front matter of a page, at its place in the file.
func head(text *diag.Text) *diag.Text {
	end := bytes.Index(text.Bytes, []byte("\n---\n"))
	if end < 0 {
		end = len(text.Bytes) - 5
	}
	return diag.NewText(text.File, bytes.Clone(text.Bytes[:max(end+5, 0)]))
}

// outlinePages parses the front matter: all that navigation needs.
func (b *building) outlinePages() {
	var pages []guide.Page
	for _, file := range b.files.Pages {
		if slices.Contains(b.site.Languages, file.Lang) {
			pages = append(pages, guide.Page{Slug: file.Slug, Lang: file.Lang, File: file.File, Meta: b.meta(file)})
		}
	}
	b.unlisted()
	var messages diag.List
	b.outline, messages = check.Outline(pages)
	b.add(messages)
	b.report.Languages = b.site.Languages
	b.describesDatabase = slices.ContainsFunc(pages, func(p guide.Page) bool { return p.Slug == guide.Database })
	for _, chapter := range b.outline.Chapters {
		b.report.Guides += len(chapter.Guides)
	}
	b.loadTheme()
}

// meta parses a page's front matter, unless an earlier run did.
func (b *building) meta(file load.Page) guide.Meta {
	k := b.kept.metas[file.File]
	if k.head != nil {
		meta, messages := parse.Meta(file.Slug, k.head)
		k = keptMeta{meta: meta, messages: append(k.messages, messages...), unreadable: k.unreadable}
		b.kept.metas[file.File] = k
	}
	b.add(k.messages)
	return k.meta
}

// unlisted warns of a folder that is left out, for a translation is begun
// before its language is published. A folder of no language is an error.
func (b *building) unlisted() {
	var told []string
	for _, file := range b.files.Pages {
		if slices.Contains(b.site.Languages, file.Lang) || slices.Contains(told, file.Lang) {
			continue
		}
		told = append(told, file.Lang)
		if err := locale.Check(file.Lang); err != nil {
			b.messages.Errorf(diag.Pos{File: "content/" + file.Lang}, "%v", err)
			continue
		}
		b.messages.Add(diag.Message{
			Pos: diag.Pos{File: "content/" + file.Lang}, Severity: diag.Warning,
			Text: "the pages in this language are not built",
			Hint: cmp.Or(diag.DidYouMean(file.Lang, b.site.Languages), "to publish them, add "+file.Lang+" to languages in "+b.files.Site),
		})
	}
}

// loadTheme reads the theme and tells of all that is wrong with it.
func (b *building) loadTheme() {
	theme, err := page.Load(b.themeFiles, b.site.Languages)
	b.theme = theme
	for _, each := range separate(err) {
		b.messages.Add(b.themeMessage(each.Error()))
	}
}

// themeMessage puts the file that an error of the theme begins with, as in
// "strings/bg.yaml: …", into the message's place.
func (b *building) themeMessage(wrong string) diag.Message {
	text, detail, _ := strings.Cut(wrong, "\n")
	m := diag.Message{Pos: diag.Pos{File: "site"}, Text: text, Detail: detail}
	file, rest, found := strings.Cut(text, ": ")
	if !found {
		return m
	}
	if _, err := fs.Stat(b.themeFiles, file); err == nil {
		m.File, m.Text = "site/"+file, rest
	}
	return m
}

// separate gives the errors that errors.Join put together.
func separate(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok && err != nil {
		return []error{err}
	}
	var all []error
	if ok {
		for _, each := range joined.Unwrap() {
			all = append(all, separate(each)...)
		}
	}
	return all
}
