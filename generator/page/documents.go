package page

import (
	"html"

	"modelbook/generator/figure"
)

// Documents writes the first documents of a collection.
func (p painter) Documents(d figure.Documents) {
	p.sheets(d)
	p.moreDocuments(d.Total - len(d.Boxes))
}

func (w *writer) moreDocuments(more int) {
	if more > 0 {
		w.strings(`<p class="more">`, html.EscapeString(w.plural(w.words.MoreDocuments, more)), `</p>`)
	}
}

// sheets writes documents. The home page shows one of each collection and folds
// the others, so that the costs are near.
func (w *writer) sheets(d figure.Documents) {
	closed := w.in.Kind == HomePage && len(d.Boxes) > 1
	for i, box := range d.Boxes {
		if closed && i == 1 {
			w.strings(`<details class="rest"><summary>`, html.EscapeString(w.plural(w.words.MoreDocuments, len(d.Boxes)-1)), "</summary>")
		}
		w.sheet(d.Collection, box)
	}
	if closed {
		w.WriteString("</details>")
	}
}
