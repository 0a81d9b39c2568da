package page

import (
	"bytes"
	"html"
	"strconv"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// writer writes the text of one page: what its blocks are, in order.
type writer struct {
	bytes.Buffer
	in    *Input
	words *words // of the text's language
	lang  string // of the text
	ids   int    // given out so far
}

// text writes s, escaped.
func (w *writer) text(s string) { w.WriteString(html.EscapeString(s)) }

// strings writes each of the pieces as it is.
func (w *writer) strings(pieces ...string) {
	for _, piece := range pieces {
		w.WriteString(piece)
	}
}

// id gives an id that no heading has, since those have no underscore.
func (w *writer) id() string {
	w.ids++
	return "_" + strconv.Itoa(w.ids)
}

func (w *writer) integer(n int) string { return locale.Integer(w.lang, int64(n)) }

func (w *writer) plural(p plural, n int) string { return p.form(w.lang, n) }

// blocks writes all blocks, and the list of headings before the first section
// that is not the short answer. Home sets its figures side by side.
func (w *writer) blocks() {
	listed := false
	blocks := w.in.Guide.Blocks
	for i := 0; i < len(blocks); i++ {
		if !listed && opensSection(&blocks[i]) {
			w.onThisPage()
			listed = true
		}
		if w.in.Kind == HomePage && isFigure(&blocks[i]) {
			i = w.duel(i) - 1
			continue
		}
		w.block(&blocks[i], w.drawing(i))
	}
}

// duel writes the run of figures that begins at block i, models first and
// their costs in one frame, and gives where it ends. What begins below it is
// the reading.
func (w *writer) duel(i int) (end int) {
	blocks := w.in.Guide.Blocks
	w.WriteString(`<div class="duel">`)
	for end = i; end < len(blocks) && blocks[end].Kind == guide.Example; end++ {
		w.block(&blocks[end], w.drawing(end))
	}
	w.WriteString(`<div class="costs">`)
	for ; end < len(blocks) && blocks[end].Kind == guide.Comparison; end++ {
		w.block(&blocks[end], w.drawing(end))
	}
	w.WriteString("</div></div>\n")
	if start := w.in.Start; start != nil {
		w.strings(`<p class="go"><a class="button first" href="`, w.in.Folder, start.Slug, `.html">`, html.EscapeString(w.words.Start), "</a></p>\n")
	}
	return end
}

func isFigure(block *guide.Block) bool {
	return block.Kind == guide.Example || block.Kind == guide.Comparison
}

// inShort is the id of a guide's first section, the answer in short.
const inShort = "in-short"

func opensSection(block *guide.Block) bool {
	return block.Kind == guide.HeadingBlock && block.Heading.Level == 2 && block.Heading.ID != inShort
}

func (w *writer) drawing(i int) *Drawing {
	if i < len(w.in.Drawings) {
		return &w.in.Drawings[i]
	}
	return &Drawing{}
}

func (w *writer) block(block *guide.Block, drawing *Drawing) {
	switch block.Kind {
	case guide.HeadingBlock:
		w.heading(block.Heading)
	case guide.Example:
		w.example(block, drawing)
	case guide.Comparison:
		w.comparison(block, drawing)
	case guide.Table:
		w.table(block, drawing)
	case guide.Alert:
		w.alert(block, drawing)
	default:
		w.parts(block.Parts, drawing.Codes)
	}
	w.WriteByte('\n')
}

// heading writes a heading with the link to itself beside it, not inside.
func (w *writer) heading(h *guide.Heading) {
	level := strconv.Itoa(h.Level)
	w.strings(`<div class="heading"><h`, level, ` id="`, h.ID, `">`, w.hrefs(h.HTML), `</h`, level, `>`)
	w.strings(`<a class="anchor" href="#`, h.ID, `" aria-label="`)
	w.text(fill(w.words.LinkTo, "heading", h.Text))
	w.WriteString(`">#</a></div>`)
}

// onThisPage writes the list of sections for windows that have no room for
// the tree.
func (w *writer) onThisPage() {
	if w.in.Kind != GuidePage {
		return
	}
	w.WriteString(`<details class="on-page"><summary>`)
	w.text(w.words.OnThisPage)
	w.WriteString(`</summary><nav aria-label="`)
	w.text(w.words.OnThisPage)
	w.WriteString(`">`)
	w.sections()
	w.WriteString("</nav></details>\n")
}

// sections writes the links to the guide's sections.
func (w *writer) sections() {
	w.WriteString("<ul>")
	for _, h := range w.in.Guide.Headings {
		if h.Level == 2 {
			w.strings(`<li><a href="#`, h.ID, `">`)
			w.text(h.Text)
			w.WriteString(`</a>`)
		}
	}
	w.WriteString("</ul>")
}

// table puts a table into a frame that scrolls by key as well, named by the
// section that it stands in.
func (w *writer) table(block *guide.Block, drawing *Drawing) {
	w.WriteString(`<div class="wide" role="region" tabindex="0" `)
	if block.Section != "" {
		w.strings(`aria-labelledby="`, block.Section, `">`)
	} else {
		w.strings(`aria-label="`, html.EscapeString(w.words.Table), `">`)
	}
	w.parts(block.Parts, drawing.Codes)
	w.WriteString("</div>")
}

// alert writes an aside: a word and a rule.
func (w *writer) alert(block *guide.Block, drawing *Drawing) {
	w.strings(`<div class="note `, block.Alert, `" role="note"><p class="word">`)
	w.text(w.alertWord(block.Alert))
	w.WriteString("</p>\n")
	w.parts(block.Parts, drawing.Codes)
	w.WriteString("</div>")
}

func (w *writer) alertWord(alert string) string {
	switch alert {
	case "tip":
		return w.words.Tip
	case "important":
		return w.words.Important
	case "warning":
		return w.words.Warning
	case "caution":
		return w.words.Caution
	}
	return w.words.Note
}

// parts writes prose with the code and the numbers in it.
func (w *writer) parts(parts []guide.Part, codes []figure.Code) {
	next := 0
	for _, part := range parts {
		switch {
		case part.Code != nil:
			if next < len(codes) {
				w.listing(&codes[next])
			}
			next++
		case part.Number != nil:
			w.number(part.Number.Text)
		default:
			w.WriteString(w.hrefs(part.HTML))
		}
	}
}

// number writes a number that was checked against an example.
func (w *writer) number(text string) {
	w.strings(`<span class="measured">`, html.EscapeString(text), `</span>`)
}
