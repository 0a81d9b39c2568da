package page

import (
	"html"
	"strings"

	"modelbook/generator/markup"
)

// proof writes, once a page, how many steps ran and on which server, with links
// to the pages about the server and about measures.
func (w *writer) proof() {
	if w.in.Steps == 0 {
		return
	}
	before, after, _ := strings.Cut(w.words.fill(w.plural(w.words.StepsRan, w.in.Steps), "server", "\x00"), "\x00")
	w.strings(`<p class="proof"><span class="state" aria-hidden="true">✓</span> `, html.EscapeString(before), w.server(), html.EscapeString(after))
	w.howMeasured()
	w.WriteString("</p>\n")
}

// server returns the name of the server that ran the examples, as HTML.
func (w *writer) server() string {
	if !w.in.Server.Embedded {
		return html.EscapeString(w.words.fill(w.words.OnMongoDB, "name", w.in.Server.Name, "version", w.in.Server.Version))
	}
	// The version stays beside the name.
	said := w.words.fill(w.words.OnEmbedded, "version", w.in.Server.Version)
	words := html.EscapeString(strings.ReplaceAll(said, " "+w.in.Server.Version, "\u00a0"+w.in.Server.Version))
	if w.in.About == "" {
		return words
	}
	return "<a" + markup.Attribute("href", w.in.About) + ">" + words + "</a>"
}
