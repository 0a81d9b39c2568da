package page

import "modelbook/generator/figure"

// ChangedDocuments writes the documents that a step changed: removed lines with a
// minus, added ones with a plus.
func (p painter) ChangedDocuments(c figure.ChangedDocuments) {
	for i := range c.Sheets {
		p.changed(&c.Sheets[i])
	}
	p.moreDocuments(c.Total - len(c.Sheets))
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
