package page

import (
	"html"

	"modelbook/generator/guide"
)

// example writes a block of figures of one example: what is stored at the
// left, what was done and what came back at the right.
func (w *writer) example(block *guide.Block, drawing *Drawing) {
	w.WriteString(`<figure class="example"><figcaption class="bar">`)
	for _, letter := range drawing.Letters {
		w.letter(letter)
	}
	w.strings(`<span class="caption">`, w.hrefs(block.Figures[0].Caption), `</span>`)
	w.state(drawing.State)
	w.WriteString(`</figcaption><div class="sides">`)
	w.side(block, drawing, isStored)
	w.side(block, drawing, isDone)
	w.WriteString("</div></figure>")
}

func isStored(f *Figure) bool { return f.Data != nil || f.Schema != nil }
func isDone(f *Figure) bool   { return !isStored(f) }

// side writes those figures of a block that belong to one side, if any.
func (w *writer) side(block *guide.Block, drawing *Drawing, belongs func(*Figure) bool) {
	open, steps := false, 0
	for i := range drawing.Figures {
		f := &drawing.Figures[i]
		if !belongs(f) {
			continue
		}
		if !open {
			w.strings(`<div class="`, sideClass(drawing.Figures, f), `">`)
			open = true
		}
		if f.Step != nil {
			steps++
		}
		w.figure(f, captionOf(block, i), stepNumber(drawing.Figures, steps))
	}
	if open {
		w.WriteString("</div>")
	}
}

// inSight is how many lines of documents fit into a window beside their steps.
const inSight = 30

// sideClass gives the class of the side that begins with f. Few documents
// stay in sight while many steps are read.
func sideClass(figures []Figure, f *Figure) string {
	if !isStored(f) {
		return "side"
	}
	lines := 0
	for i := range figures {
		lines += storedLines(&figures[i])
	}
	if lines > inSight {
		return "side"
	}
	return "side stays"
}

// storedLines is about how many lines a figure of what is stored takes, its
// labels and edges included.
func storedLines(f *Figure) int {
	lines := 0
	if f.Data != nil {
		lines = 2
		for _, document := range f.Data.Documents {
			lines += 1 + countLines(document)
		}
	}
	if f.Schema != nil {
		lines = 4 + len(f.Schema.Validator.Lines)
		for _, index := range f.Schema.Indexes {
			lines += len(index.Lines)
		}
	}
	return lines
}

// captionOf gives the caption of a figure within its block, whose bar already
// carries the first one.
func captionOf(block *guide.Block, i int) string {
	if i == 0 || i >= len(block.Figures) {
		return ""
	}
	return block.Figures[i].Caption
}

func (w *writer) figure(f *Figure, caption string, number int) {
	switch {
	case f.Data != nil:
		w.data(f.Data, caption)
	case f.Schema != nil:
		w.schema(f.Schema, caption)
	case f.Step != nil:
		w.step(f.Step, caption, number)
	case f.Cost != nil:
		w.WriteString(`<div class="pane">`)
		w.cost(f.Cost, nil, nil, caption)
		w.WriteString("</div>")
	}
}

func (w *writer) letter(letter string) {
	if letter != "" {
		w.strings(`<span class="letter">`, html.EscapeString(letter), `</span>`)
	}
}

func (w *writer) state(state State) {
	switch state {
	case Ran:
		w.strings(`<span class="state">✓ `, w.ranOn(), `</span>`)
	case Refused:
		w.strings(`<span class="state refused">✕ `, html.EscapeString(w.words.Refused), `</span>`)
	default:
		w.strings(`<span class="state skipped">▲ `, html.EscapeString(w.words.NotRun), `</span>`)
	}
}

// ranOn says what an example ran on, as HTML.
func (w *writer) ranOn() string {
	if !w.in.Server.Embedded {
		return html.EscapeString(fill(w.words.RanOnMongoDB, "version", w.in.Server.Version))
	}
	words := html.EscapeString(w.words.RanOnEmbedded)
	if w.in.About == "" {
		return words
	}
	return `<a href="` + html.EscapeString(w.in.About) + `">` + words + "</a>"
}

// label opens a pane's label with its word, and gives its id.
func (w *writer) label(word string) string {
	id := w.id()
	w.strings(`<p class="label" id="`, id, `"><b>`, html.EscapeString(word), `</b> `)
	return id
}

func (w *writer) caption(caption string) {
	if caption != "" {
		w.strings(` <span>`, w.hrefs(caption), `</span>`)
	}
}
