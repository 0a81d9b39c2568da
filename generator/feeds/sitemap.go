// Package feeds makes the files of a site that are for machines, from the
// site's settings and its pages.
package feeds

import (
	"bytes"
	"encoding/xml"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// Entry is one page in all the languages that it is written in.
type Entry struct {
	Slug  string
	Pages []guide.Page // translations that exist; one shown in the original language for lack of one is not here
}

// Sitemap returns sitemap.xml as sitemaps.org describes it, each page with its
// translations as xhtml:link alternates and the original one as x-default. It
// returns nil for a site without an address: a sitemap needs absolute URLs.
func Sitemap(site guide.Site, entries []Entry) []byte {
	if site.Address == "" {
		return nil
	}
	var s sitemap
	s.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n")
	var alternates sitemap
	for _, entry := range entries {
		if entry.Slug == guide.NotFound {
			continue
		}
		alternates.Reset()
		alternates.alternates(site, entry)
		for _, page := range entry.Pages {
			s.url(site.URL(page.Lang, page.Slug), page.Meta.Updated, alternates.Bytes())
		}
	}
	s.WriteString("</urlset>\n")
	return s.Bytes()
}

// sitemap is written without encoding/xml's reflection: a site has an entry
// and all its alternates for every page in every language.
type sitemap struct{ bytes.Buffer }

func (s *sitemap) url(address, updated string, alternates []byte) {
	s.WriteString(" <url>\n  <loc>")
	s.text(address)
	s.WriteString("</loc>\n")
	if updated != "" {
		s.WriteString("  <lastmod>")
		s.text(updated)
		s.WriteString("</lastmod>\n")
	}
	s.Write(alternates)
	s.WriteString(" </url>\n")
}

func (s *sitemap) alternates(site guide.Site, entry Entry) {
	if len(entry.Pages) < 2 {
		return
	}
	for _, page := range entry.Pages {
		address := site.URL(page.Lang, page.Slug)
		s.alternate(page.Lang, address)
		if page.Lang == site.Original() {
			s.alternate("x-default", address)
		}
	}
}

func (s *sitemap) alternate(lang, address string) {
	s.WriteString(`  <xhtml:link rel="alternate"` + markup.Attribute("hreflang", lang) + markup.Attribute("href", address) + "/>\n")
}

func (s *sitemap) text(text string) { xml.EscapeText(s, []byte(text)) }
