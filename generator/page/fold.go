package page

import (
	"html"
	"slices"

	"modelbook/generator/figure"
)

// A guide tells some of its steps: the first ones beside the data that they touch, and
// the first of a section elsewhere. The others are rows that a reader opens.
const (
	openBesideData = 2
	openOfSection  = 1
)

// openSteps returns how many steps of a block are open at first.
func (w *writer) openSteps(figures []figure.Figure) int {
	switch {
	case w.in.Kind != GuidePage:
		return len(figures)
	case slices.ContainsFunc(figures, func(f figure.Figure) bool { return f.Stored }):
		return openBesideData
	case w.concept != "" && w.openUnder == w.concept:
		return 0
	}
	w.openUnder = w.concept
	return openOfSection
}

// step writes an operation and its result, as a row if it is folded.
func (w *writer) step(f *figure.Figure, at place, isFolded bool) {
	if !isFolded {
		w.WriteString(`<div class="pair">`)
		w.figure(f, at)
		w.WriteString("</div>")
		return
	}
	w.WriteString(`<details class="fold"><summary>`)
	p := painter{w, []place{at}}
	folded := *f
	folded.Panes = nil
	for _, pane := range f.Panes {
		if len(pane.Elements) > 0 && p.inRow(pane.Elements[0]) {
			pane.Elements = pane.Elements[1:]
		}
		if len(pane.Elements) > 0 {
			folded.Panes = append(folded.Panes, pane)
		}
	}
	w.WriteString(`</summary><div class="pair">`)
	w.figure(&folded, at)
	w.WriteString("</div></details>")
}

// inRow writes what a label or a failure says into the row of a folded step, and
// reports whether it is one of these.
func (p painter) inRow(e figure.Element) bool {
	switch said := e.(type) {
	case figure.Label:
		if !said.Caption && said.Name == "" && (said.Said == nil || p.say(said.Said) == "") {
			return true // "Result" alone says nothing
		}
		p.strings(" <b>", html.EscapeString(p.wordOf(said)), "</b>")
		if said.Name != "" || said.Said != nil {
			p.WriteByte(' ')
		}
		p.labelText(said)
	case figure.Failure:
		p.WriteByte(' ')
		p.failureText(said)
	default:
		return false
	}
	return true
}
