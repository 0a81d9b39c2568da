package page

import (
	"html"

	"modelbook/generator/figure"
)

// Documents writes the first documents of a collection. The label above them says how
// many there are.
func (p painter) Documents(d figure.Documents) { p.sheets(d) }

func (w *writer) moreDocuments(more int) {
	if more > 0 {
		w.strings(`<p class="more">`, html.EscapeString(w.plural(w.words.MoreDocuments, more)), `</p>`)
	}
}

// sheets writes the first documents of a collection, and folds others that would keep
// readers from the steps. Home shows one of each collection, so that the costs are near.
func (w *writer) sheets(d figure.Documents) {
	open, folded := w.openSheets(d.Boxes)
	for _, box := range open {
		w.sheet(d.Collection, box)
	}
	if len(folded) > 0 {
		w.openMore(len(folded))
		for _, box := range folded {
			w.sheet(d.Collection, box)
		}
		w.WriteString("</details>")
	}
}

// openMore opens the element that hides the given number of documents.
func (w *writer) openMore(documents int) {
	w.strings(`<details class="rest"><summary>`, html.EscapeString(w.plural(w.words.MoreDocuments, documents)), "</summary>")
}

// openSheets returns the documents that are not folded, in their order, and the
// others. Those that a step touches come before others.
func (w *writer) openSheets(boxes []*figure.Box) (open, folded []*figure.Box) {
	isOpen := map[*figure.Box]bool{}
	for _, touched := range []bool{true, false} {
		for _, box := range boxes {
			if len(box.Touched) > 0 == touched {
				isOpen[box] = w.hasRoom(box.Lines(), len(isOpen))
			}
		}
	}
	for _, box := range boxes {
		if isOpen[box] {
			open = append(open, box)
		} else {
			folded = append(folded, box)
		}
	}
	return open, folded
}

// hasRoom reports whether one more document of so many lines is open beside others. The
// first of its kind always is.
func (w *writer) hasRoom(lines, others int) bool {
	w.sheetLines += 1 + lines
	return others == 0 || w.sheetLines <= longest && w.in.Kind != HomePage
}
