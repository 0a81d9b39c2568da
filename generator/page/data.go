package page

import (
	"html"

	"modelbook/generator/figure"
)

// Data writes the documents of a collection before the first step.
var Data = Painter[figure.Data]{stored: true, lines: dataLines, paint: (*writer).data}

func dataLines(data *figure.Data) int {
	lines := 2
	for _, document := range data.Documents {
		lines += 1 + countLines(document)
	}
	return lines
}

func (w *writer) data(data *figure.Data, at place) {
	w.WriteString(`<div class="pane">`)
	w.label(w.words.Data)
	w.strings(`<span class="name" translate="no">`, html.EscapeString(data.Collection), `</span> <span>`)
	if len(data.Documents) < data.Total {
		w.text(w.words.fill(w.plural(w.words.ShownOf, data.Total), "shown", w.integer(len(data.Documents))))
	} else {
		w.text(w.plural(w.words.Documents, data.Total))
	}
	w.WriteString("</span>")
	w.caption(at.caption)
	w.WriteString("</p>")
	w.sheets(data.Documents)
	if more := data.Total - len(data.Documents); more > 0 {
		w.strings(`<p class="more">`, html.EscapeString(w.plural(w.words.MoreDocuments, more)), `</p>`)
	}
	w.WriteString("</div>")
}

// sheets writes documents. Home shows one of each collection and closes the
// others, since it has to come to the costs.
func (w *writer) sheets(documents []*figure.Box) {
	closed := w.in.Kind == HomePage && len(documents) > 1
	for i, document := range documents {
		if closed && i == 1 {
			w.strings(`<details class="rest"><summary>`, html.EscapeString(w.plural(w.words.MoreDocuments, len(documents)-1)), "</summary>")
		}
		w.sheet(document)
	}
	if closed {
		w.WriteString("</details>")
	}
}
