package page

import (
	"html"

	"modelbook/generator/markup"
)

// figureID is the id of a named figure at the end of a page. It holds a colon, which no
// heading's id does.
func figureID(name string) string { return "figure:" + name }

// calculated writes how each named figure of the page was calculated, to which its
// numbers lead.
func (w *writer) calculated() {
	if len(w.in.Figures) == 0 {
		return
	}
	w.strings(`<details class="rest footnotes"><summary>`, html.EscapeString(w.words.Calculated), "</summary>\n<ul>\n")
	for _, figure := range w.in.Figures {
		w.strings("<li", markup.Attribute("id", figureID(figure.Name)), "><code>", html.EscapeString(figure.Name), " = ", expression(figure.Expression.Text), "</code></li>\n")
	}
	w.WriteString("</ul>\n</details>\n")
}

// expression writes an expression with the signs of arithmetic.
func expression(text string) string {
	var written []byte
	quoted := false
	for _, c := range []byte(text) {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '-':
			written = append(written, "−"...)
			continue
		case c == '*':
			written = append(written, "×"...)
			continue
		}
		written = append(written, c)
	}
	return html.EscapeString(string(written))
}
