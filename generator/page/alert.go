package page

import "modelbook/generator/guide"

// alert writes an aside: a word and a rule.
func (w *writer) alert(block *guide.Block, drawing *Drawing) {
	w.strings(`<div class="note `, block.Alert, `" role="note"><p class="word">`)
	w.text(w.alertWord(block.Alert))
	w.WriteString("</p>\n")
	w.parts(block.Parts, drawing.Codes)
	w.WriteString("</div>")
}

func (w *writer) alertWord(alert string) string {
	switch alert {
	case "tip":
		return w.words.Tip
	case "important":
		return w.words.Important
	case "warning":
		return w.words.Warning
	case "caution":
		return w.words.Caution
	}
	return w.words.Note
}
