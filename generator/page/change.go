package page

import "modelbook/generator/figure"

// ChangedDocuments writes the documents that a step changed: removed lines with a
// minus, added ones with a plus.
func (p painter) ChangedDocuments(c figure.ChangedDocuments) {
	open := 0
	for ; open < len(c.Sheets) && p.hasRoom(shownOf(len(c.Sheets[open].Lines)), open); open++ {
		p.changed(&c.Sheets[open])
	}
	if open == len(c.Sheets) {
		p.moreDocuments(c.Total - open)
		return
	}
	p.openMore(c.Total - open)
	for i := range c.Sheets[open:] {
		p.changed(&c.Sheets[open+i])
	}
	p.moreDocuments(c.Total - len(c.Sheets))
	p.WriteString("</details>")
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
	open := sheet.Lines[:shownOf(len(sheet.Lines))]
	for i := range open {
		w.line(&open[i])
	}
	w.WriteString("</code></pre>")
	if rest := sheet.Lines[len(open):]; len(rest) > 0 {
		w.openRest(len(rest))
		w.WriteString(`<pre class="change"><code>`)
		for i := range rest {
			w.line(&rest[i])
		}
		w.WriteString("</code></pre></details>")
	}
	w.WriteString("</div>")
}
