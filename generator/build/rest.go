package build

import (
	"bytes"

	"modelbook/generator/feeds"
	"modelbook/generator/guide"
	"modelbook/generator/output"
	"modelbook/generator/page"
)

// rest writes what is not a page: the theme's files, the examples that pages
// link to, and the sitemap.
func (b *building) rest(target *output.Folder) error {
	for _, asset := range b.theme.Assets() {
		if err := target.Write(asset.Path, asset.Content); err != nil {
			return err
		}
	}
	for _, e := range b.examples {
		if err := target.Write(e.File, e.Text.Bytes); err != nil {
			return err
		}
	}
	if err := b.moved(target); err != nil {
		return err
	}
	return b.sitemap(target)
}

// moved writes, at the addresses that a page had before, what leads to it.
func (b *building) moved(target *output.Folder) error {
	for _, t := range b.outline.All() {
		for _, old := range t.Pages[guide.English].Meta.MovedFrom {
			for _, lang := range b.site.Languages {
				shown, _ := t.In(lang)
				var html bytes.Buffer
				err := b.theme.RenderMoved(&html, page.Moved{
					Lang: shown.Lang, Title: shown.Meta.Title,
					Href: t.Slug + ".html", Canonical: b.site.URL(shown.Lang, t.Slug),
				})
				if err != nil {
					return err
				}
				if err := target.Write(guide.Path(lang, old), html.Bytes()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (b *building) sitemap(target *output.Folder) error {
	var entries []feeds.Entry
	for _, t := range b.outline.All() {
		entry := feeds.Entry{Slug: t.Slug}
		for _, lang := range b.site.Languages {
			if page, ok := t.Pages[lang]; ok {
				entry.Pages = append(entry.Pages, page)
			}
		}
		entries = append(entries, entry)
	}
	if content := feeds.Sitemap(b.site, entries); content != nil {
		return target.Write("sitemap.xml", content)
	}
	return nil
}
