package page

import (
	"html"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// blocks writes all blocks, and after the lead how they were proved.
func (w *writer) blocks() {
	if w.in.Kind == HomePage {
		w.home()
	} else if path := w.in.Guide.DecisionPath(); path != nil && w.in.Kind == GuidePage {
		w.blocksWithin(0, path.Stops[0].First)
		w.path(path)
		w.blocksWithin(path.Stops[len(path.Stops)-1].End, len(w.in.Guide.Blocks))
	} else {
		w.blocksWithin(0, len(w.in.Guide.Blocks))
	}
	w.otherWords()
	w.calculated()
}

// blocksWithin writes the blocks from one to before another.
func (w *writer) blocksWithin(from, to int) {
	for i := from; i < to; {
		end := w.blocksFrom(i, to)
		if i == 0 {
			w.proof()
		}
		i = end
	}
}

// blocksFrom writes block i and those before to that are shown with it, and returns
// the index after them.
func (w *writer) blocksFrom(i, to int) (end int) {
	block := &w.in.Guide.Blocks[i]
	switch {
	case isOriginalText(block):
		end = i + w.run(i, to)
		w.inOriginal(i, end-i)
	case block.State == guide.Before:
		end = i + w.run(i, to)
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
			w.list(block, drawing)
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

// list writes a list without figures. A tile begins with the models to which it leads.
func (w *writer) list(block *guide.Block, drawing *Drawing) {
	written, tiles := 0, 0
	for i, part := range block.Parts {
		if part.Tile == nil {
			continue
		}
		w.styledBy("with-choices.css")
		w.parts(block.Parts[written:i], nil)
		if tiles < len(drawing.Models) {
			w.miniatures(drawing.Models[tiles])
		}
		written, tiles = i+1, tiles+1
	}
	w.parts(block.Parts[written:], drawing.Codes)
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
		w.strings(`<a class="measured"`, markup.Attribute("href", "#"+figureID(n.Target.Name)))
		if w.ledTo[n.Target.Name] {
			w.WriteString(` tabindex="-1"`) // keys stop once at what several links lead to
		}
		if w.ledTo == nil {
			w.ledTo = map[string]bool{}
		}
		w.ledTo[n.Target.Name] = true
		w.strings(`>`, html.EscapeString(n.Text), `</a>`)
		return
	}
	w.strings(`<span class="measured">`, html.EscapeString(n.Text), `</span>`)
}
