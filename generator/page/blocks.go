package page

import (
	"html"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

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
		switch {
		case isEnglishText(&blocks[i]):
			n := w.run(i)
			w.inEnglish(i, n)
			i += n - 1
		case blocks[i].State == guide.Before:
			n := w.run(i)
			w.before(i, n)
			i += n - 1
		case blocks[i].Kind == guide.Comparison:
			i = w.comparison(i) - 1
			w.WriteByte('\n')
		default:
			w.block(&blocks[i], w.drawing(i))
		}
	}
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
	case guide.Coverage:
		w.coverage(block.Topic, drawing.Coverage)
	case guide.List:
		if len(block.Shown()) == 0 {
			w.parts(block.Parts, drawing.Codes)
			break
		}
		w.cards(block, drawing)
	case guide.Table:
		w.table(block, drawing)
	case guide.Alert:
		w.alert(block, drawing)
	case guide.Footnotes:
		w.footnotes(block, drawing)
	default:
		w.parts(block.Parts, drawing.Codes)
	}
	w.WriteByte('\n')
}

// table writes a table, which has a frame that scrolls by key as well.
func (w *writer) table(block *guide.Block, drawing *Drawing) {
	if !w.verdict(block) {
		w.parts(block.Parts, drawing.Codes)
	}
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
		case part.Note != nil:
			w.noteLink(part.Note)
		default:
			w.WriteString(w.hrefs(part.HTML))
		}
	}
}

// number writes a number that was checked against an example.
func (w *writer) number(text string) {
	w.strings(`<span class="measured">`, html.EscapeString(text), `</span>`)
}
