package page

import (
	"encoding/json"
	"html"
	"html/template"
	"strconv"
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

// linked gives the page as JSON-LD, in the words of schema.org: a guide is a
// TechArticle, based on its examples and perhaps translated; guides and parts
// have the way that leads to them.
func linked(in *Input) string {
	home := in.Site.URL(in.Lang, guide.Home)
	graph := article(in, home) + "," + trail(in, home)
	if in.Kind == HomePage {
		graph = node("@type", "WebSite", "@id", home, "url", home, "name", in.Site.Name,
			"description", in.Site.Description[in.Lang], "inLanguage", in.Lang)
	}
	return `{"@context":"https://schema.org","@graph":[` + graph + "]}"
}

func article(in *Input, home string) string {
	kind := "CollectionPage"
	if in.Kind == GuidePage {
		kind = "TechArticle"
	}
	original := ""
	if in.Guide.Lang != guide.English {
		original = node("@id", in.Site.URL(guide.English, in.Guide.Slug))
	}
	var examples []string
	for _, source := range in.Sources {
		examples = append(examples, quoted(in.Site.Address+"examples/"+source.Name+".json"))
	}
	return node("@type", kind, "@id", in.Canonical, "url", in.Canonical,
		"headline", in.Guide.Meta.Title, "description", in.Guide.Meta.Description,
		"inLanguage", in.Guide.Lang, "dateModified", in.Guide.Meta.Updated,
		"isPartOf", raw(node("@id", home)), "translationOfWork", raw(original), "isBasedOn", list(examples))
}

// trail gives the pages that lead to a page, from home.
func trail(in *Input, home string) string {
	var items []string
	add := func(name, address string) {
		items = append(items, node("@type", "ListItem", "position", raw(strconv.Itoa(len(items)+1)), "name", name, "item", address))
	}
	add(in.Site.Name, home)
	if in.Part != nil && in.Kind == GuidePage {
		add(in.Part.Title, in.Site.URL(in.Lang, in.Part.Slug))
	}
	add(in.Guide.Meta.Title, in.Canonical)
	return node("@type", "BreadcrumbList", "itemListElement", list(items))
}

// raw is JSON, "" for nothing.
type raw string

func list(items []string) raw {
	if items == nil {
		return ""
	}
	return raw("[" + strings.Join(items, ",") + "]")
}

// node writes an object of names and values, each a text or raw. What is empty
// is left out.
func node(namesAndValues ...any) string {
	var b strings.Builder
	for i := 0; i < len(namesAndValues); i += 2 {
		value, isRaw := namesAndValues[i+1].(raw)
		if text, ok := namesAndValues[i+1].(string); ok && text != "" {
			value = raw(quoted(text))
		} else if !isRaw {
			continue
		}
		if value != "" {
			b.WriteString(`,"` + namesAndValues[i].(string) + `":` + string(value))
		}
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

// quoted writes a text as JSON in which nothing can end a script element.
func quoted(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}
