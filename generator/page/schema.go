package page

import (
	"html"

	"modelbook/generator/figure"
)

// Schema writes what the server enforces in a collection.
var Schema = Painter[figure.Schema]{stored: true, lines: schemaLines, paint: (*writer).schema}

func schemaLines(schema *figure.Schema) int {
	lines := 4 + len(schema.Validator.Lines)
	for _, index := range schema.Indexes {
		lines += len(index.Lines)
	}
	return lines
}

func (w *writer) schema(schema *figure.Schema, at place) {
	w.WriteString(`<div class="pane">`)
	w.label(w.words.Schema)
	w.strings(`<span class="name" translate="no">`, html.EscapeString(schema.Collection), `</span>`)
	w.caption(at.caption)
	w.WriteString("</p>")
	if len(schema.Validator.Lines) == 0 {
		w.strings(`<p class="more">`, html.EscapeString(w.words.NoValidator), `</p>`)
	} else {
		w.longCode(&schema.Validator)
	}
	if len(schema.Indexes) > 0 {
		w.label(w.words.Indexes)
		w.WriteString("</p>")
		for i := range schema.Indexes {
			w.code(&schema.Indexes[i])
		}
	}
	w.WriteString("</div>")
}
