package page

import (
	"html"

	"modelbook/generator/figure"
)

// change writes what a step did to the documents of a collection: what went
// behind a minus, what came behind a plus.
func (w *writer) change(change *figure.DocumentChange) {
	w.label(w.words.Changes[string(change.Kind)])
	w.strings(`<span class="name" translate="no">`, html.EscapeString(change.Collection), `</span> <span>`)
	w.text(w.plural(w.words.Documents, change.Total))
	w.WriteString("</span></p>")
	for i := range change.Sheets {
		w.changed(&change.Sheets[i])
	}
	if more := change.Total - len(change.Sheets); more > 0 {
		w.strings(`<p class="more">`, html.EscapeString(w.plural(w.words.MoreDocuments, more)), `</p>`)
	}
}

func (w *writer) changed(sheet *figure.ChangedSheet) {
	w.WriteString(`<div class="sheet" translate="no"><span class="bytes">`)
	switch {
	case sheet.Before == 0:
		w.text(w.words.fill(w.words.ByteSign, "count", w.integer(sheet.After)))
	case sheet.After == 0 || sheet.Before == sheet.After:
		w.text(w.words.fill(w.words.ByteSign, "count", w.integer(sheet.Before)))
	default:
		w.text(w.integer(sheet.Before) + " → " + w.words.fill(w.words.ByteSign, "count", w.integer(sheet.After)))
	}
	w.WriteString(`</span><pre class="change"><code>`)
	shown := sheet.Lines
	if len(shown) > longest {
		shown = shown[:longest]
	}
	for i := range shown {
		w.line(&shown[i])
	}
	w.WriteString("</code></pre>")
	if rest := sheet.Lines[len(shown):]; len(rest) > 0 {
		w.openRest(len(rest))
		w.WriteString(`<pre class="change"><code>`)
		for i := range rest {
			w.line(&rest[i])
		}
		w.WriteString("</code></pre></details>")
	}
	w.WriteString("</div>")
}
