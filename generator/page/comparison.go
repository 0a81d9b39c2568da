package page

import (
	"strings"

	"modelbook/generator/guide"
)

// comparison writes the figure that a list of models is drawn as, under the
// paragraph before the list.
func (w *writer) comparison(block *guide.Block, drawing *Drawing) {
	if len(drawing.Figures) == 0 {
		return
	}
	at := place{inList: true, letters: drawing.Letters}
	for _, f := range block.Figures {
		at.names = append(at.names, inItsLanguage(f.Lang, f.Caption))
	}
	var caption writer
	caption.in, caption.words, caption.notes = w.in, w.words, w.notes
	caption.parts(block.Parts, nil)
	// The colon leads over to the list, which the figure takes the place of.
	title := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(caption.String()), "<p>"), "</p>")
	at.caption = inItsLanguage(block.Lang, strings.TrimRight(title, ":："))
	drawing.Figures[0].paint(w, at)
}
