package feeds

import (
	"testing"

	"modelbook/generator/guide"
)

func TestSitemap(t *testing.T) {
	page := func(lang, slug string) guide.Page {
		return guide.Page{Lang: lang, Slug: slug, Meta: guide.Meta{Updated: "2026-11-02"}}
	}
	entries := []Entry{
		{"trees", []guide.Page{page("en", "trees"), page("bg", "trees")}},
		{"limits", []guide.Page{page("en", "limits")}},
		{"404", []guide.Page{page("en", "404"), page("bg", "404")}},
	}
	got := Sitemap(guide.Site{Address: "https://a.example/?a&b/", Languages: []string{"en", "bg"}}, entries)
	const alternates = `
  <xhtml:link rel="alternate" hreflang="en" href="https://a.example/?a&amp;b/en/trees.html"/>
  <xhtml:link rel="alternate" hreflang="x-default" href="https://a.example/?a&amp;b/en/trees.html"/>
  <xhtml:link rel="alternate" hreflang="bg" href="https://a.example/?a&amp;b/bg/trees.html"/>
 </url>
`
	want := `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
 <url>
  <loc>https://a.example/?a&amp;b/en/trees.html</loc>
  <lastmod>2026-11-02</lastmod>` + alternates + ` <url>
  <loc>https://a.example/?a&amp;b/bg/trees.html</loc>
  <lastmod>2026-11-02</lastmod>` + alternates + ` <url>
  <loc>https://a.example/?a&amp;b/en/limits.html</loc>
  <lastmod>2026-11-02</lastmod>
 </url>
</urlset>
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSitemapNeedsAnAddress(t *testing.T) {
	got := Sitemap(guide.Site{}, []Entry{{Slug: "trees", Pages: []guide.Page{{Lang: "en", Slug: "trees"}}}})
	if got != nil {
		t.Errorf("Sitemap without an address = %q", got)
	}
}
