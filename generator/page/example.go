package page

import (
	"html"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// example writes a block of figures of one example: the stored documents at the
// left, the steps and their results at the right.
func (w *writer) example(block *guide.Block, drawing *Drawing) {
	w.linked, w.copies = w.link(drawing.Figures), w.linkCopies(drawing.Figures)
	w.sheetLines = 0
	if w.isRow() {
		w.WriteString(`<details class="fold example"><summary>`)
		w.named(block, drawing)
		if steps := stepsOf(drawing.Figures); steps > 0 {
			w.strings(` <span>`, html.EscapeString(w.plural(w.words.Steps, steps)), `</span>`)
		}
		w.notRun(drawing)
		w.WriteString(`</summary><div class="bar">`)
		w.ways(drawing)
		w.WriteString(`</div>`)
		w.sides(block, drawing)
		w.WriteString("</details>")
		return
	}
	w.WriteString(`<figure class="example"><figcaption class="bar">`)
	w.named(block, drawing)
	w.notRun(drawing)
	w.ways(drawing)
	w.WriteString(`</figcaption>`)
	w.sides(block, drawing)
	w.WriteString("</figure>")
}

// named writes the letters and the caption of a block, and whether it ran.
func (w *writer) named(block *guide.Block, drawing *Drawing) {
	for _, letter := range drawing.Letters {
		w.letter(letter)
	}
	w.strings(`<span class="caption">`, w.hrefs(w.captionIn(block.Figures[0].Lang, block.Figures[0].Caption)))
	if drawing.State == Ran {
		w.strings(` <span class="state">✓<span class="spoken"> `, html.EscapeString(w.ranOn()), `</span></span>`)
	}
	w.WriteString(`</span>`)
}

// ways leads to the playground and to the code of a block's example.
func (w *writer) ways(drawing *Drawing) {
	if drawing.Play != "" {
		w.strings(` <a`, markup.Attribute("class", "run"), markup.Attribute("href", w.in.Folder+drawing.Play), `>`, html.EscapeString(w.words.Play), `</a>`)
	}
	w.scripts(drawing.Scripts)
}

func (w *writer) sides(block *guide.Block, drawing *Drawing) {
	w.WriteString(`<div class="sides">`)
	w.side(block, drawing, true)
	w.side(block, drawing, false)
	w.WriteString("</div>")
}

// scripts leads to the code of an example.
func (w *writer) scripts(scripts []Script) {
	if len(scripts) == 0 {
		return
	}
	w.strings(` <span class="scripts">`, html.EscapeString(w.words.Scripts), ` <span translate="no">`)
	for i, script := range scripts {
		if i > 0 {
			w.WriteString(" ")
		}
		w.strings(`<a`, markup.Attribute("href", w.in.Root+script.Path), `>`, html.EscapeString(script.Name), `</a>`)
	}
	w.WriteString(`</span></span>`)
}

// side writes the figures of a block that belong to one side, if any.
func (w *writer) side(block *guide.Block, drawing *Drawing, stored bool) {
	open, step, unfolded := false, 0, 0
	if !stored {
		unfolded = w.openSteps(drawing.Figures)
	}
	for i := range drawing.Figures {
		f := &drawing.Figures[i]
		if f.Stored != stored {
			continue
		}
		if !open {
			w.strings("<div", markup.Attribute("class", sideClass(drawing.Figures, stored)), ">")
			open = true
		}
		at := place{caption: w.captionOf(block, i)}
		if f.Numbered {
			step++
			at.number = stepNumber(drawing.Figures, step)
			w.step(f, at, step > unfolded)
			continue
		}
		w.figure(f, at)
	}
	if open {
		w.WriteString("</div>")
	}
}

// inSight is how many lines of documents fit into a window beside their steps.
const inSight = 30

// sideClass returns the class of a side. Few documents stay in sight while many
// steps are read.
func sideClass(figures []figure.Figure, stored bool) string {
	lines := 0
	for i := range figures {
		lines += figures[i].Lines
	}
	if !stored || lines > inSight {
		return "side"
	}
	return "side stays"
}

// stepNumber returns the number of a step in its block, 0 if it is the only one.
func stepNumber(figures []figure.Figure, step int) int {
	if stepsOf(figures) == 1 {
		return 0
	}
	return step
}

// stepsOf returns how many steps a block has.
func stepsOf(figures []figure.Figure) int {
	steps := 0
	for i := range figures {
		if figures[i].Numbered {
			steps++
		}
	}
	return steps
}

// captionOf returns the caption of a figure within its block, whose bar already
// carries the first one.
func (w *writer) captionOf(block *guide.Block, i int) string {
	if i == 0 || i >= len(block.Figures) {
		return ""
	}
	return w.captionIn(block.Figures[i].Lang, block.Figures[i].Caption)
}

// notRun writes why an example did not run. One that ran has only a sign.
func (w *writer) notRun(drawing *Drawing) {
	switch drawing.State {
	case Ran:
	case Refused:
		w.strings(`<span class="state refused">✕ `, html.EscapeString(w.words.Refused), `</span>`)
	default:
		w.strings(`<span class="state skipped">▲ `, html.EscapeString(w.elsewhere(drawing)), `</span>`)
	}
}

// ranOn names the server that ran the examples.
func (w *writer) ranOn() string {
	if w.in.Server.Embedded {
		return w.words.RanOnEmbedded
	}
	return w.words.fill(w.words.RanOnMongoDB, "name", w.in.Server.Name, "version", w.in.Server.Version)
}
