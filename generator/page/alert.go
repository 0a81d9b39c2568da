package page

import (
	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// alert writes an aside: a word and a rule.
func (w *writer) alert(block *guide.Block, drawing *Drawing) {
	w.strings("<div", markup.Attribute("class", "note "+block.Alert), ` role="note"><p class="word">`)
	w.text(w.words.Alerts[block.Alert])
	w.WriteString("</p>\n")
	w.parts(block.Parts, drawing.Codes)
	w.WriteString("</div>")
}
