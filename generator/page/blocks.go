package page

import (
	"html"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// blocks writes all blocks, and between them how they were proved.
func (w *writer) blocks() {
	proof := w.placeOfProof()
	for i := 0; i < len(w.in.Guide.Blocks); {
		end := w.blocksFrom(i)
		if i < proof && proof <= end {
			w.proof()
		}
		i = end
	}
	w.otherWords()
	w.calculated()
}

// placeOfProof returns the block before which the proof is written: on the home
// page the one after the figures, elsewhere the one after the lead.
func (w *writer) placeOfProof() int {
	blocks := w.in.Guide.Blocks
	if w.in.Kind == HomePage {
		for i := len(blocks); i > 0; i-- {
			if isFigure(&blocks[i-1]) {
				return i
			}
		}
	}
	return 1
}

// blocksFrom writes block i and those that are shown with it, and returns the
// index after them. The home page has its figures side by side.
func (w *writer) blocksFrom(i int) (end int) {
	block := &w.in.Guide.Blocks[i]
	if w.in.Kind == HomePage && isFigure(block) {
		return w.duel(i)
	}
	switch {
	case isOriginalText(block):
		end = i + w.run(i)
		w.inOriginal(i, end-i)
	case block.State == guide.Before:
		end = i + w.run(i)
		w.before(i, end-i)
	case block.Kind == guide.Comparison:
		end = w.comparison(i)
		w.WriteByte('\n')
	default:
		end = i + 1
		w.block(block, w.drawing(i))
	}
	return end
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
			w.parts(w.questions(block), drawing.Codes)
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
			w.number(part.Number)
		case part.Note != nil:
			w.noteLink(part.Note)
		case part.Image != nil:
			w.image(part.Image)
		default:
			w.WriteString(w.hrefs(part.HTML))
		}
	}
}

// number writes a number that was checked. One that was calculated leads to how.
func (w *writer) number(n *guide.Number) {
	if n.Target.Kind == "figure" {
		w.strings(`<a class="measured"`, markup.Attribute("href", "#"+figureID(n.Target.Name)), `>`, html.EscapeString(n.Text), `</a>`)
		return
	}
	w.strings(`<span class="measured">`, html.EscapeString(n.Text), `</span>`)
}
