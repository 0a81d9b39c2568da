package page

import (
	"html"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// exercise is the section whose asides are answers, as the id of its heading.
const exercise = "your-turn"

// alert writes an aside: a word and a rule. An answer stays closed until a reader has
// tried.
func (w *writer) alert(block *guide.Block, drawing *Drawing) {
	if w.under == exercise {
		w.strings(`<details class="rest answer"><summary>`, html.EscapeString(w.words.Answer), "</summary>\n")
		w.parts(block.Parts, drawing.Codes)
		w.WriteString("</details>")
		return
	}
	w.strings("<div", markup.Attribute("class", "note "+block.Alert), ` role="note"><p class="word">`)
	w.text(w.words.Alerts[block.Alert])
	w.WriteString("</p>\n")
	w.parts(block.Parts, drawing.Codes)
	w.WriteString("</div>")
}
