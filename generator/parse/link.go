package parse

import (
	"fmt"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// link draws a link to a page or outside, or leaves a hole for a number.
func (w *writer) link(n *ast.Link) {
	w.noTitle(n)
	destination := string(n.Destination)
	if strings.ContainsAny(destination, `\&`) {
		destination = string(util.ResolveNumericReferences(util.ResolveEntityNames(util.UnescapePunctuations(n.Destination))))
	}
	if w.page.carded[n] {
		w.card(n, destination)
		return
	}
	if isExampleLink(n.Destination) || isPageValue(destination) {
		w.number(n, destination)
		return
	}
	if w.page.isCoverageLink(n.Destination) {
		w.page.fail(n.Pos(), "a list inside other text", "give the link a paragraph of its own")
		return
	}
	href, site := w.href(n, destination)
	w.gapBefore(n)
	w.string("<a" + markup.Attribute("href", href))
	if site == nil {
		w.string(` rel="external noopener"`)
	}
	w.string(">")
	start, outer := len(w.buf), w.plain
	w.plain = true
	w.children(n)
	w.plain = outer
	text := plain(string(w.buf[start:]))
	w.string("</a>")
	w.linkText(n, text)
	if site != nil {
		site.Text = text
		w.page.guide.Links = append(w.page.guide.Links, *site)
	}
}

func (w *writer) noTitle(n *ast.Link) {
	if n.Title != nil {
		w.page.fail(n.Pos(), "a link with a title", "no keyboard and no phone shows it: say it in the text")
	}
}

// linkText holds a link to a text that says where it goes.
func (w *writer) linkText(n *ast.Link, text string) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		w.page.fail(n.Pos(), "a link without text", "")
	case vague[strings.ToLower(strings.Trim(text, ".,:;!? »→"))]:
		w.page.fail(n.Pos(), fmt.Sprintf("the text %q does not say where the link goes", text), "link the words that name the page")
	}
}

// href returns the address that a destination has on the page, and the link if it
// stays inside the site.
func (w *writer) href(n ast.Node, destination string) (string, *guide.Link) {
	switch {
	case hasUser(destination):
		w.page.fail(n.Pos(), "a link whose address has a user: what stands before the @ seems to be where it leads", "leave the user out")
		return "", nil
	case strings.HasPrefix(destination, "https://"):
		return string(util.URLEscape([]byte(destination), false)), nil
	case strings.HasPrefix(destination, "http://"):
		w.page.fail(n.Pos(), "a link without https", "write https://"+destination[len("http://"):])
		return "", nil
	case strings.HasPrefix(destination, "//"), scheme(destination) != "":
		w.page.fail(n.Pos(), fmt.Sprintf("%s is no address with https", destination), "links that lead outside begin with https://")
		return "", nil
	}
	return w.siteLink(n, destination)
}

// hasUser reports whether an address has something before its host that a
// browser takes for a user, or a backslash, which it takes for a slash.
func hasUser(destination string) bool {
	rest, isSecure := strings.CutPrefix(destination, "https://")
	authority := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority = rest[:end]
	}
	return isSecure && strings.ContainsAny(authority, `@\`)
}

func (w *writer) siteLink(n ast.Node, destination string) (string, *guide.Link) {
	slug, id, ok := siteTarget(destination)
	if !ok {
		file, id, _ := strings.Cut(destination, "#")
		w.page.fail(n.Pos(), fmt.Sprintf("%q is not a link to a page", destination), w.page.siteLinkHint(file, id))
		return "", nil
	}
	href := ""
	if slug != "" {
		href = slug + ".html"
	}
	if id != "" {
		href += "#" + id
	}
	return href, &guide.Link{Slug: slug, Fragment: id, Pos: w.page.pos(n.Pos())}
}

// siteTarget returns the page and the heading to which a destination leads, one of which
// may be "".
func siteTarget(destination string) (slug, id string, ok bool) {
	file, id, hasID := strings.Cut(destination, "#")
	slug, isPage := strings.CutSuffix(file, ".md")
	if hasID && !isID(id) || file != "" && (!isPage || !isID(slug)) || file == "" && !hasID {
		return "", "", false
	}
	return slug, id, true
}

// siteLinkHint suggests the link that was meant.
func (p *page) siteLinkHint(file, id string) string {
	if strings.Contains(file, "examples/") {
		return "a link to an example is " + examplePath + "<name>.json#…"
	}
	if p.rules.List != "" && file+"#" == p.coveragePath() {
		return "a link to a list is " + p.coveragePath() + "stages, or another of its headings"
	}
	slug := strings.TrimSuffix(strings.TrimSuffix(path.Base(file), ".html"), ".md")
	if !isID(slug) {
		return "links between pages are slug.md or slug.md#id"
	}
	if isID(id) {
		return "write " + slug + ".md#" + id
	}
	return "write " + slug + ".md"
}

// scheme returns the scheme of an address, as RFC 3986 part 3.1 writes it, or "".
func scheme(destination string) string {
	name, _, found := strings.Cut(destination, ":")
	if !found || strings.ContainsAny(name, "/?#") {
		return ""
	}
	return name
}

func (w *writer) autoLink(n *ast.AutoLink) {
	destination := string(n.URL(w.page.source))
	if n.AutoLinkType == ast.AutoLinkEmail {
		destination = "mailto:" + destination
	}
	href, site := w.href(n, destination)
	if site != nil || href == "" {
		return
	}
	w.string("<a" + markup.Attribute("href", href) + ` rel="external noopener">`)
	w.buf = append(w.buf, util.EscapeHTML([]byte(destination))...)
	w.string("</a>")
}

// number leaves a hole for a number that comes from an example.
func (w *writer) number(n *ast.Link, destination string) {
	w.gapBefore(n)
	text := strings.TrimSpace(plain(w.capture(n)))
	target, wrong := w.page.target(destination, guide.InText)
	switch {
	case wrong.text != "":
		w.page.reportTarget(n.Pos(), wrong, w.isExtra)
	case w.plain:
		w.page.fail(n.Pos(), "a number from an example in a heading", "say it in the text below")
	case aloneInParagraph(n):
		w.page.fail(n.Pos(), "a number without a sentence around it", "numbers stand in sentences and tables")
	case !hasText(n):
		w.page.fail(n.Pos(), "a number in code or emphasis", "put the emphasis around the link")
	default:
		w.hole(guide.Part{Number: &guide.Number{Target: target, Text: withItsNoun(text), Pos: w.page.pos(n.Pos())}})
	}
}

// card leaves a hole for the figure that an item of a list begins with.
func (w *writer) card(n *ast.Link, destination string) {
	target, wrong := w.page.target(destination, guide.InCard)
	w.page.reportTarget(n.Pos(), wrong, w.isExtra)
	outer := w.plain
	w.plain = true
	caption := w.capture(n)
	w.plain = outer
	if caption == "" {
		w.page.fail(n.Pos(), "a figure without a caption", "the link's text is the caption")
	}
	w.hole(guide.Part{Figure: &guide.Figure{Target: target, Link: strings.TrimPrefix(destination, examplePath), Caption: caption, Pos: w.page.pos(n.Pos())}})
}

func aloneInParagraph(n ast.Node) bool {
	kind := n.Parent().Kind()
	return (kind == ast.KindParagraph || kind == ast.KindTextBlock) && n.NextSibling() == nil && n.PreviousSibling() == nil
}

// hasText reports whether n holds text and nothing else.
func hasText(n ast.Node) bool {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() != ast.KindText {
			return false
		}
	}
	return n.FirstChild() != nil
}

// withItsNoun keeps a number on one line with the word after it.
func withItsNoun(text string) string {
	for i := 1; i < len(text); i++ {
		if text[i] == ' ' && text[i-1] >= '0' && text[i-1] <= '9' {
			return text[:i] + "\u00a0" + text[i+1:]
		}
	}
	return text
}
