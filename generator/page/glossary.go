package page

import (
	"html"
	"strings"

	"modelbook/generator/markup"
)

// otherWords writes the names of a concept in other languages, below its text
// in the glossary.
func (w *writer) otherWords() {
	words := w.in.Words[w.concept]
	if len(words) == 0 {
		return
	}
	w.styledBy("with-words.css")
	w.WriteString(`<p class="words" translate="no">`)
	for i, word := range words {
		if i > 0 {
			w.WriteByte(' ')
		}
		lang := markup.Attribute("lang", word.Lang)
		said := strings.NewReplacer(
			"{what}", "<b"+lang+">"+html.EscapeString(word.Language)+"</b>",
			"{why}", "<span"+lang+">"+html.EscapeString(word.Text)+"</span>",
		).Replace(html.EscapeString(w.words.Because))
		w.strings("<span>", said, "</span>")
	}
	w.WriteString("</p>\n")
}
