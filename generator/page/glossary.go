package page

import (
	"html"

	"modelbook/generator/markup"
)

// otherWords writes, below what the glossary says of a concept, what other
// languages call it.
func (w *writer) otherWords() {
	words := w.in.Words[w.concept]
	if len(words) == 0 {
		return
	}
	w.WriteString(`<p class="words" translate="no">`)
	for i, word := range words {
		if i > 0 {
			w.WriteByte(' ')
		}
		lang := markup.Attribute("lang", word.Lang)
		w.strings("<span><b", lang, ">", html.EscapeString(word.Language), "</b> <span", lang, ">", html.EscapeString(word.Text), "</span></span>")
	}
	w.WriteString("</p>\n")
}
