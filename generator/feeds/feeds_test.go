package feeds

import (
	"bytes"
	"strings"
	"testing"

	"modelbook/generator/guide"
)

var site = guide.Site{
	Name: "Book & more", Description: map[string]string{"en": "All of it", "bg": "Всичко"}, Languages: []string{"en", "bg"},
	Address: "https://a.example/", Addresses: "html",
}

func pageOf(lang, slug, title, updated string) guide.Page {
	return guide.Page{Lang: lang, Slug: slug, Meta: guide.Meta{Title: title, Updated: updated, Description: title + "!"}}
}

func check(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAtom(t *testing.T) {
	got := Atom(site, "bg", []guide.Page{
		pageOf("bg", "trees", "Дървета", "2026-11-02"), pageOf("bg", "lists", "Списъци <2>", "2026-11-20"),
		pageOf("bg", "index", "Начало", ""), pageOf("bg", "404", "Няма", "2026-11-21"),
	})
	check(t, string(got), `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="bg">
 <id>https://a.example/bg/feed.xml</id>
 <title>Book &amp; more</title>
 <subtitle>Всичко</subtitle>
 <link rel="self" href="https://a.example/bg/feed.xml"/>
 <link rel="alternate" href="https://a.example/bg/index.html"/>
 <author><name>Book &amp; more</name></author>
 <updated>2026-11-20T00:00:00Z</updated>
 <entry>
  <id>https://a.example/bg/lists.html</id>
  <title>Списъци &lt;2&gt;</title>
  <link rel="alternate" href="https://a.example/bg/lists.html"/>
  <updated>2026-11-20T00:00:00Z</updated>
  <summary>Списъци &lt;2&gt;!</summary>
 </entry>
 <entry>
  <id>https://a.example/bg/trees.html</id>
  <title>Дървета</title>
  <link rel="alternate" href="https://a.example/bg/trees.html"/>
  <updated>2026-11-02T00:00:00Z</updated>
  <summary>Дървета!</summary>
 </entry>
</feed>
`)
}

func TestOpenSearch(t *testing.T) {
	check(t, string(OpenSearch(site, "bg")), `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
 <ShortName>Book &amp; more</ShortName>
 <Description>Всичко</Description>
 <Language>bg</Language>
 <InputEncoding>UTF-8</InputEncoding>
 <Url type="text/html" template="https://a.example/bg/search.html?q={searchTerms}"/>
</OpenSearchDescription>
`)
}

func TestRobots(t *testing.T) {
	check(t, string(Robots(site)), "User-agent: *\nAllow: /\nSitemap: https://a.example/sitemap.xml\n")
	check(t, string(Robots(guide.Site{})), "User-agent: *\nAllow: /\n")
}

var outline = guide.Outline{
	Home:     guide.Translations{Slug: "index", Original: "en", Pages: map[string]guide.Page{"en": pageOf("en", "index", "Home", ""), "bg": pageOf("bg", "index", "Начало", "")}},
	NotFound: guide.Translations{Slug: "404", Original: "en", Pages: map[string]guide.Page{"en": pageOf("en", "404", "Lost", "")}},
	Chapters: []guide.Chapter{{
		Overview: guide.Translations{Slug: "part-a", Original: "en", Pages: map[string]guide.Page{"en": pageOf("en", "part-a", "A", "")}},
		Guides:   []guide.Translations{{Slug: "trees", Original: "en", Pages: map[string]guide.Page{"en": pageOf("en", "trees", "Trees", "")}}},
	}},
}

func TestLLMs(t *testing.T) {
	check(t, string(LLMs(site, outline)), `# Book & more

> All of it

- [Home](https://a.example/en/index.md): Home!

## A

- [Trees](https://a.example/en/trees.md): Trees!

## Optional

- [All of it in one file](https://a.example/llms-full.txt)
- [The examples and their measured costs](https://a.example/examples/index.json)
- [Начало](https://a.example/bg/index.md): Начало!
`)
}

func TestLLMsFull(t *testing.T) {
	var b bytes.Buffer
	err := LLMsFull(&b, outline, func(slug string) ([]byte, error) { return []byte("# " + slug + "\n"), nil })
	if err != nil {
		t.Fatal(err)
	}
	check(t, b.String(), "# index\n\n# part-a\n\n# trees\n\n")
}

func TestExamples(t *testing.T) {
	got, err := Examples("MongoDB 8.2.4", []Example{{
		Name: "a-b", File: "a-b.json", Description: "x < y", Status: "ran", Collections: []string{"c"},
		Shown: []Showing{{Page: "a", Model: "B"}}, Questions: []Question{{ID: "q", Cost: map[string]int64{"roundTrips": 2}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	check(t, strings.Join(strings.Fields(string(got)), " "), `{ "server": "MongoDB 8.2.4", "examples": [ { "name": "a-b", "file": "a-b.json", `+
		`"description": "x < y", "status": "ran", "collections": [ "c" ], "shown": [ { "page": "a", "model": "B" } ], `+
		`"questions": [ { "id": "q", "cost": { "roundTrips": 2 } } ] } ] }`)
}
