package page

import (
	"encoding/json"
	"html"
	"html/template"
	"strings"

	"modelbook/generator/guide"
)

// machines writes what the head of a page says to machines: its translations and
// its Markdown; and where the site has an address, the feed and the search of
// its language, Open Graph, and JSON-LD.
func machines(in *Input, own *language) template.HTML {
	var b strings.Builder
	b.WriteString(string(alternates(in.Versions)))
	if in.Markdown != "" {
		b.WriteString(`<link rel="alternate" type="text/markdown" href="` + html.EscapeString(in.Markdown) + "\">\n")
	}
	if in.Canonical == "" || in.Kind == NotFoundPage {
		return template.HTML(strings.TrimRight(b.String(), "\n"))
	}
	name := html.EscapeString(in.Site.Name)
	b.WriteString(`<link rel="alternate" type="application/atom+xml" title="` + name + `" href="` + in.Folder + "feed.xml\">\n")
	b.WriteString(`<link rel="search" type="application/opensearchdescription+xml" title="` + name + `" href="` + in.Folder + "opensearch.xml\">\n")
	if in.Kind == SearchPage {
		return template.HTML(strings.TrimRight(b.String(), "\n"))
	}
	property := func(name, content string) {
		if content != "" {
			b.WriteString(`<meta property="og:` + name + `" content="` + html.EscapeString(content) + "\">\n")
		}
	}
	property("type", map[bool]string{true: "article", false: "website"}[in.Kind == GuidePage])
	property("title", in.Guide.Meta.Title)
	property("description", in.Guide.Meta.Description)
	property("url", in.Canonical)
	property("site_name", in.Site.Name)
	property("locale", own.Territory())
	b.WriteString(`<script type="application/ld+json">` + linked(in) + "</script>")
	return template.HTML(b.String())
}

// node is one thing that JSON-LD tells of, in the words of schema.org.
type node map[string]any

// linked gives the page as JSON-LD: a guide is a TechArticle, based on its
// examples and perhaps translated; guides and parts have the way that leads to
// them.
func linked(in *Input) string {
	home := in.Site.URL(in.Lang, guide.Home)
	site := node{"@type": "WebSite", "@id": home, "url": home, "name": in.Site.Name, "description": in.Site.Description[in.Lang], "inLanguage": in.Lang}
	graph := []node{site}
	if in.Kind != HomePage {
		graph = []node{article(in, home), trail(in, home)}
	}
	// The encoder escapes what could end the element.
	text, _ := json.Marshal(node{"@context": "https://schema.org", "@graph": graph})
	return string(text)
}

func article(in *Input, home string) node {
	n := node{
		"@type": "CollectionPage", "@id": in.Canonical, "url": in.Canonical,
		"headline": in.Guide.Meta.Title, "inLanguage": in.Guide.Lang, "isPartOf": node{"@id": home},
	}
	if in.Kind == GuidePage {
		n["@type"] = "TechArticle"
	}
	if in.Guide.Meta.Description != "" {
		n["description"] = in.Guide.Meta.Description
	}
	if in.Guide.Meta.Updated != "" {
		n["dateModified"] = in.Guide.Meta.Updated
	}
	if in.Guide.Lang != guide.English {
		n["translationOfWork"] = node{"@id": in.Site.URL(guide.English, in.Guide.Slug)}
	}
	var examples []string
	for _, source := range in.Sources {
		examples = append(examples, in.Site.Address+"examples/"+source.Name+".json")
	}
	if examples != nil {
		n["isBasedOn"] = examples
	}
	return n
}

// trail gives the pages that lead to a page, from home.
func trail(in *Input, home string) node {
	var items []node
	add := func(name, address string) {
		items = append(items, node{"@type": "ListItem", "position": len(items) + 1, "name": name, "item": address})
	}
	add(in.Site.Name, home)
	if in.Part != nil && in.Kind == GuidePage {
		add(in.Part.Title, in.Site.URL(in.Lang, in.Part.Slug))
	}
	add(in.Guide.Meta.Title, in.Canonical)
	return node{"@type": "BreadcrumbList", "itemListElement": items}
}
