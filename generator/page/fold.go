package page

import (
	"html"
	"slices"

	"modelbook/generator/figure"
)

// A guide tells the first block of each section, and of its steps the first: beside data
// two, if both fit into openLines. The other blocks and steps are rows that a reader opens.
const (
	openBesideData = 2
	openLines      = 16
)

// isRow reports whether a block is a row, and notes that its section has one.
func (w *writer) isRow() bool {
	isLater := w.in.Kind == GuidePage && w.under != "" && w.shownUnder == w.under
	w.shownUnder = w.under
	return isLater
}

// openSteps returns how many steps of a block are open at first.
func (w *writer) openSteps(figures []figure.Figure) int {
	if w.in.Kind != GuidePage {
		return len(figures)
	}
	hasData := slices.ContainsFunc(figures, func(f figure.Figure) bool { return f.Stored })
	open, lines := 0, 0
	for i := range figures {
		if !figures[i].Numbered {
			continue
		}
		lines += linesOf(&figures[i])
		if open > 0 && (!hasData || open == openBesideData || lines > openLines) {
			break
		}
		open++
	}
	return open
}

// linesOf returns about how many lines a step takes.
func linesOf(f *figure.Figure) int {
	lines := 0
	for i := range f.Panes {
		for _, element := range f.Panes[i].Elements {
			switch e := element.(type) {
			case figure.Listing:
				lines += shownOf(len(e.Code.Lines))
			case figure.ChangedDocuments:
				for _, sheet := range e.Sheets {
					lines += 1 + shownOf(len(sheet.Lines))
				}
			default:
				lines++
			}
		}
	}
	return lines
}

// shownOf returns how many of so many lines are shown.
func shownOf(lines int) int {
	if lines > longest {
		return shown
	}
	return lines
}

// step writes an operation and its result, as a row if it is folded.
func (w *writer) step(f *figure.Figure, at place, isFolded bool) {
	w.sheetLines = 0
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
