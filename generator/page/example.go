package page

import (
	"html"
	"strconv"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// example writes a block of figures of one example: what is stored at the
// left, what was done and what came back at the right.
func (w *writer) example(block *guide.Block, drawing *Drawing) {
	label := w.id()
	w.strings(`<section class="example" aria-labelledby="`, label, `"><div class="bar">`)
	for _, letter := range drawing.Letters {
		w.letter(letter)
	}
	w.strings(`<span class="caption" id="`, label, `">`, w.hrefs(block.Figures[0].Caption), `</span>`)
	w.state(drawing.State)
	w.WriteString(`</div><div class="sides">`)
	w.side(block, drawing, isStored)
	w.side(block, drawing, isDone)
	w.WriteString("</div></section>")
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
			w.WriteString(`<div class="side">`)
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

// captionOf gives the caption of a figure within its block, whose bar already
// carries the first one.
func captionOf(block *guide.Block, i int) string {
	if i == 0 || i >= len(block.Figures) {
		return ""
	}
	return block.Figures[i].Caption
}

// stepNumber gives the number of a step in its block, 0 if it is the only one.
func stepNumber(figures []Figure, step int) int {
	all := 0
	for i := range figures {
		if figures[i].Step != nil {
			all++
		}
	}
	if all == 1 {
		return 0
	}
	return step
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
		w.strings(`<span class="state">✓ `, html.EscapeString(w.ranOn()), `</span>`)
	case Refused:
		w.strings(`<span class="state refused">✕ `, html.EscapeString(w.words.RefusedExample), `</span>`)
	default:
		w.strings(`<span class="state skipped">▲ `, html.EscapeString(w.words.NotRun), `</span>`)
	}
}

func (w *writer) ranOn() string {
	if w.in.Server.Embedded {
		return w.words.RanOnEmbedded
	}
	return fill(w.words.RanOnMongoDB, "version", w.in.Server.Version)
}

// label opens a pane's label with its word, and gives its id.
func (w *writer) label(word string) string {
	id := w.id()
	w.strings(`<p class="label" id="`, id, `"><b>`, html.EscapeString(word), `</b> `)
	return id
}

// data writes the documents of a collection before the first step.
func (w *writer) data(data *figure.Data, caption string) {
	w.WriteString(`<div class="pane data">`)
	w.label(w.words.Data)
	w.strings(`<span class="name" translate="no">`, html.EscapeString(data.Collection), `</span> <span>`)
	if len(data.Documents) < data.Total {
		w.text(fill(w.plural(w.words.ShownOf, data.Total), "shown", w.integer(len(data.Documents))))
	} else {
		w.text(w.plural(w.words.Documents, data.Total))
	}
	w.WriteString("</span>")
	w.caption(caption)
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

func (w *writer) caption(caption string) {
	if caption != "" {
		w.strings(` <span>`, w.hrefs(caption), `</span>`)
	}
}

// schema writes what the server enforces in a collection.
func (w *writer) schema(schema *figure.Schema, caption string) {
	w.WriteString(`<div class="pane schema">`)
	label := w.label(w.words.Schema)
	w.strings(`<span class="name" translate="no">`, html.EscapeString(schema.Collection), `</span>`)
	w.caption(caption)
	w.WriteString("</p>")
	if len(schema.Validator.Lines) == 0 {
		w.strings(`<p class="more">`, html.EscapeString(w.words.Unchecked), `</p>`)
	} else {
		w.longCode(&schema.Validator, label)
	}
	if len(schema.Indexes) > 0 {
		label := w.label(w.words.Indexes)
		w.WriteString("</p>")
		for i := range schema.Indexes {
			w.code(&schema.Indexes[i], label)
		}
	}
	w.WriteString("</div>")
}

// step writes an operation and what came back.
func (w *writer) step(step *figure.Step, caption string, number int) {
	w.WriteString(`<div class="pane step">`)
	word := w.words.Step
	if number > 0 {
		word = fill(w.words.StepNumber, "number", strconv.Itoa(number))
	}
	label := w.label(word)
	w.caption(caption)
	w.WriteString("</p>")
	w.code(&step.Operations[0], label)
	w.WriteString(`</div><div class="pane result">`)
	w.result(&step.Result)
	w.WriteString("</div>")
}

func (w *writer) result(result *figure.Result) {
	if result.ErrorName != "" || result.ErrorCode != 0 || result.ByDriver {
		w.refusal(result)
		return
	}
	label := w.label(w.words.Result)
	w.WriteString("<span>")
	w.text(w.returned(result))
	w.WriteString("</span></p>")
	if len(result.Code.Lines) > 0 {
		w.longCode(&result.Code, label)
	}
}

// returned says what came back: how much, and whether its order is certain.
func (w *writer) returned(result *figure.Result) string {
	said := ""
	if result.Documents >= 0 {
		said = w.plural(w.words.Documents, result.Documents)
	}
	if result.Bytes > 0 {
		said = join(said, w.plural(w.words.Bytes, result.Bytes))
	}
	if result.Unordered {
		said = join(said, w.words.AnyOrder)
	}
	return said
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}

// refusal writes the error that the step was meant to end in.
func (w *writer) refusal(result *figure.Result) {
	label := w.label(w.words.Result)
	w.strings(`<span class="error">✕ `, html.EscapeString(w.words.Error))
	if result.ErrorCode != 0 {
		w.strings(" ", strconv.Itoa(result.ErrorCode))
	}
	if result.ErrorName != "" {
		w.strings(` <span translate="no">`, html.EscapeString(result.ErrorName), `</span>`)
	}
	w.WriteString("</span>")
	if result.ByDriver {
		w.strings(" <span>", html.EscapeString(w.words.ByDriver), "</span>")
	}
	w.WriteString("</p>")
	if len(result.Code.Lines) > 0 {
		w.longCode(&result.Code, label)
	}
}
