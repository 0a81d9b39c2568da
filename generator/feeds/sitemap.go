// Package feeds makes what machines read beside the pages. It takes the site
// and its pages' names and gives files.
package feeds

import (
	"bytes"
	"encoding/xml"

	"modelbook/generator/guide"
)

// Entry is one page in all the languages that it is written in.
type Entry struct {
	Slug  string
	Pages []guide.Page // translations that exist; one shown in English for lack of one is not here
}

type urlset struct {
	XMLName xml.Name     `xml:"urlset"`
	XMLNS   string       `xml:"xmlns,attr"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapURL struct {
	Location   string      `xml:"loc"`
	Modified   string      `xml:"lastmod,omitempty"`
	Alternates []alternate `xml:"xhtml:link"`
}

type alternate struct {
	Rel      string `xml:"rel,attr"`
	Language string `xml:"hreflang,attr"`
	Address  string `xml:"href,attr"`
}

// Sitemap gives sitemap.xml as sitemaps.org describes it, each page with its
// translations as xhtml:link alternates and the English one as x-default. It
// gives nil for a site without an address: a sitemap holds absolute ones only.
func Sitemap(site guide.Site, entries []Entry) ([]byte, error) {
	if site.Address == "" {
		return nil, nil
	}
	set := urlset{XMLNS: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml"}
	for _, entry := range entries {
		if entry.Slug == guide.NotFound {
			continue
		}
		alternates := alternatesOf(site, entry)
		for _, page := range entry.Pages {
			set.URLs = append(set.URLs, sitemapURL{site.URL(page.Lang, page.Slug), page.Meta.Updated, alternates})
		}
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	encoder := xml.NewEncoder(&b)
	encoder.Indent("", " ")
	if err := encoder.Encode(set); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

func alternatesOf(site guide.Site, entry Entry) []alternate {
	if len(entry.Pages) < 2 {
		return nil
	}
	var alternates []alternate
	for _, page := range entry.Pages {
		address := site.URL(page.Lang, page.Slug)
		alternates = append(alternates, alternate{"alternate", page.Lang, address})
		if page.Lang == guide.English {
			alternates = append(alternates, alternate{"alternate", "x-default", address})
		}
	}
	return alternates
}
