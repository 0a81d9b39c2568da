package page

import (
	"encoding/json"
	"html/template"
	"strconv"
	"strings"
	"unicode/utf8"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// machines returns the part of a page's head that is for machines: its
// translations and its Markdown; and where the site has an address, the feed and
// the search of its language, Open Graph with the card, and JSON-LD.
func machines(in *Input, l *language, body []byte) template.HTML {
	var b strings.Builder
	b.Grow(4 << 10)
	b.WriteString(string(alternates(in.Site.Original(), in.Versions)))
	if in.Markdown != "" {
		b.WriteString(`<link rel="alternate" type="text/markdown"` + markup.Attribute("href", in.Markdown) + ">\n")
	}
	if in.Canonical == "" || in.Kind == NotFoundPage {
		return template.HTML(strings.TrimRight(b.String(), "\n"))
	}
	title := markup.Attribute("title", in.Site.Name)
	b.WriteString(`<link rel="alternate" type="application/atom+xml"` + title + markup.Attribute("href", in.Folder+"feed.xml") + ">\n")
	b.WriteString(`<link rel="search" type="application/opensearchdescription+xml"` + title + markup.Attribute("href", in.Folder+"opensearch.xml") + ">\n")
	if in.Kind == SearchPage || in.Kind == StatusPage {
		return template.HTML(strings.TrimRight(b.String(), "\n"))
	}
	property := func(name, content string) {
		if content != "" {
			b.WriteString("<meta" + markup.Attribute("property", "og:"+name) + markup.Attribute("content", content) + ">\n")
		}
	}
	property("type", map[bool]string{true: "article", false: "website"}[in.Kind == GuidePage])
	property("title", in.Guide.Meta.Title)
	property("description", in.Guide.Meta.Description)
	property("url", in.Canonical)
	property("site_name", in.Site.Name)
	property("locale", l.Territory())
	if in.Card != nil {
		property("image", in.Card.Address)
		property("image:width", strconv.Itoa(in.Card.Width))
		property("image:height", strconv.Itoa(in.Card.Height))
		property("image:alt", cardAlternative(in, body))
		b.WriteString(`<meta name="twitter:card" content="summary_large_image">` + "\n")
	}
	b.WriteString(`<script type="application/ld+json">`)
	(&graph{Builder: &b}).write(in)
	b.WriteString("</script>")
	return template.HTML(b.String())
}

// graph writes a page as JSON-LD, in the words of schema.org: a guide is a
// TechArticle, based on its examples and perhaps translated; guides and parts
// have the way that leads to them.
type graph struct {
	*strings.Builder
	needsComma bool // the next value needs a comma before it
}

func (g *graph) write(in *Input) {
	home := in.Site.URL(in.Lang, guide.Home)
	g.open(`{"@context":"https://schema.org","@graph":[`)
	if in.Kind == HomePage {
		g.open("{")
		g.texts("@type", "WebSite", "@id", home, "url", home, "name", in.Site.Name,
			"description", in.Site.Description[in.Lang], "inLanguage", in.Lang)
		g.end("}")
	} else {
		g.article(in, home)
		g.trail(in, home)
	}
	g.end("]}")
}

func (g *graph) article(in *Input, home string) {
	kind := "CollectionPage"
	if in.Kind == GuidePage {
		kind = "TechArticle"
	}
	g.open("{")
	g.texts("@type", kind, "@id", in.Canonical, "url", in.Canonical,
		"headline", in.Guide.Meta.Title, "alternativeHeadline", in.Guide.Meta.Question, "description", in.Guide.Meta.Description,
		"inLanguage", in.Guide.Lang, "dateModified", in.Guide.Meta.Updated)
	g.open(`"isPartOf":{`)
	g.texts("@id", home)
	g.end("}")
	if original := in.Site.Original(); in.Guide.Lang != original {
		g.open(`"translationOfWork":{`)
		g.texts("@id", in.Site.URL(original, in.Guide.Slug))
		g.end("}")
	}
	if len(in.Sources) > 0 {
		g.open(`"isBasedOn":[`)
		for _, source := range in.Sources {
			g.open("")
			g.quoted(in.Site.Address + "examples/" + source.Name + ".json")
			g.end("")
		}
		g.end("]")
	}
	g.end("}")
}

// trail writes the pages that lead to a page, from home.
func (g *graph) trail(in *Input, home string) {
	g.open("{")
	g.texts("@type", "BreadcrumbList")
	g.open(`"itemListElement":[`)
	items := 0
	add := func(name, address string) {
		items++
		g.open(`{"position":` + strconv.Itoa(items))
		g.end("")
		g.texts("@type", "ListItem", "name", name, "item", address)
		g.end("}")
	}
	add(in.Site.Name, home)
	if in.Part != nil && in.Kind == GuidePage {
		add(in.Part.Title, in.Site.URL(in.Lang, in.Part.Slug))
	}
	add(in.Guide.Meta.Title, in.Canonical)
	g.end("]")
	g.end("}")
}

// open writes the beginning of a value, after a comma if one is needed; end
// writes its end.
func (g *graph) open(text string) {
	if g.needsComma {
		g.WriteByte(',')
	}
	g.WriteString(text)
	g.needsComma = false
}

func (g *graph) end(text string) {
	g.WriteString(text)
	g.needsComma = true
}

// texts writes names and their texts. One without a text is left out.
func (g *graph) texts(namesAndTexts ...string) {
	for i := 0; i < len(namesAndTexts); i += 2 {
		if namesAndTexts[i+1] == "" {
			continue
		}
		g.open(`"` + namesAndTexts[i] + `":`)
		g.quoted(namesAndTexts[i+1])
		g.end("")
	}
}

// quoted writes a text as JSON in which nothing can end a script element.
func (g *graph) quoted(text string) {
	if !isPlainJSON(text) {
		escaped, _ := json.Marshal(text)
		g.Write(escaped)
		return
	}
	g.WriteByte('"')
	g.WriteString(text)
	g.WriteByte('"')
}

// isPlainJSON reports whether a text needs no escapes in JSON.
func isPlainJSON(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return utf8.ValidString(text) && !strings.Contains(text, "\u2028") && !strings.Contains(text, "\u2029")
}
