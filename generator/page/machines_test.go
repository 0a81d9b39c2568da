package page_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"modelbook/generator/guide"
	"modelbook/generator/page"
)

func TestMachines(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "bg", true)
	in.Markdown, in.Report = "../bg/one-to-one.md", "https://example.org/repository/issues/new?title=x"
	in.Guide.Meta.Title = `</script> "Едно" & едно`
	in.Guide.Meta.Updated = "2026-11-21"
	html := render(t, theme, in)
	has(t, html,
		`<link rel="alternate" type="text/markdown" href="../bg/one-to-one.md">`,
		`<link rel="alternate" type="application/atom+xml" title="Modelbook" href="feed.xml">`,
		`<link rel="search" type="application/opensearchdescription+xml" title="Modelbook" href="opensearch.xml">`,
		`<meta property="og:type" content="article">`, `<meta property="og:locale" content="bg_BG">`,
		`<meta property="og:title" content="&lt;/script&gt; &#34;Едно&#34; &amp; едно">`,
		`<a href="https://example.org/repository/issues/new?title=x">Съобщаване за грешка</a>`)
	lacks(t, html, "og:image")
	graph := linkedData(t, html)
	article, trail := graph[0], graph[1]
	for key, want := range map[string]any{
		"@type": "TechArticle", "inLanguage": "bg", "dateModified": "2026-11-21", "headline": in.Guide.Meta.Title, "url": "https://example.org/bg/one-to-one.html",
	} {
		if article[key] != want {
			t.Errorf("%s is %v, want %v", key, article[key], want)
		}
	}
	if article["isBasedOn"] == nil || article["translationOfWork"] == nil {
		t.Errorf("the article tells neither its examples nor its original: %v", article)
	}
	if items := trail["itemListElement"].([]any); trail["@type"] != "BreadcrumbList" || len(items) != 3 {
		t.Errorf("the way is %v", trail)
	}
}

// Without an address nothing can be said that needs one.
func TestMachinesWithoutAddress(t *testing.T) {
	theme := load(t)
	in := guidePage(theme, "en", true)
	in.Site = &guide.Site{Name: "Modelbook", Languages: []string{"en", "bg"}}
	in.Canonical = ""
	for i := range in.Versions {
		in.Versions[i].Address = ""
	}
	lacks(t, render(t, theme, in), "og:", "ld+json", "atom+xml", "opensearch", "canonical")
}

var dataBlock = regexp.MustCompile(`<script type="application/ld\+json">(.*?)</script>`)

func linkedData(t *testing.T, html string) []map[string]any {
	t.Helper()
	found := dataBlock.FindStringSubmatch(html)
	if found == nil {
		t.Fatal("the page has no JSON-LD")
	}
	var data struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal([]byte(found[1]), &data); err != nil {
		t.Fatalf("%v: %s", err, found[1])
	}
	return data.Graph
}

func TestSearchPage(t *testing.T) {
	theme := load(t)
	in := page.Input{
		Kind: page.SearchPage, Site: fixtureSite, Guide: theme.SearchGuide("bg"), Lang: "bg", Root: "../",
		Index: []page.Indexed{
			{Slug: "index", Title: "Начало"},
			{Slug: "part-trees", Title: "Дървета", Overview: true},
			{Slug: "nodes", Title: "Възли & листа", Sections: []page.IndexedSection{{ID: "leaf", Heading: "Листа"}}},
		},
	}
	html := render(t, theme, in)
	has(t, html, `<h1>Търсене</h1>`, `<form class="find" role="search" action="search.html"`, `src="../assets/search.js"`,
		`<li><a href="index.html">Начало</a><li><a href="part-trees.html">Дървета</a><ul><li><a href="nodes.html">Възли &amp; листа</a><ul><li><a href="nodes.html#leaf">Листа</a></ul></ul></ul>`)
	if n := strings.Count(html, `id="_search"`); n != 1 {
		t.Errorf("the page has %d fields", n)
	}
	has(t, render(t, theme, guidePage(theme, "bg", true)), `action="search.html"`, `<a class="button lens" href="search.html">`)
	lacks(t, render(t, theme, guidePage(theme, "bg", true)), "search.js")
}
