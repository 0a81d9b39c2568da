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

// sheets writes the first documents of a collection, and folds others that would keep
// readers from the steps. Home shows one of each collection, so that the costs are near.
func (w *writer) sheets(d figure.Documents) {
	open := w.openSheets(d.Boxes)
	for i, box := range d.Boxes {
		if i == open {
			w.strings(`<details class="rest"><summary>`, html.EscapeString(w.plural(w.words.MoreDocuments, len(d.Boxes)-open)), "</summary>")
		}
		w.sheet(d.Collection, box)
	}
	if open < len(d.Boxes) {
		w.WriteString("</details>")
	}
}

// openSheets returns how many documents are not folded.
func (w *writer) openSheets(boxes []*figure.Box) int {
	if w.in.Kind == HomePage {
		return min(1, len(boxes))
	}
	lines := 0
	for i, box := range boxes {
		if lines += 1 + box.Lines(); lines > longest && i > 0 {
			return i
		}
	}
	return len(boxes)
}
