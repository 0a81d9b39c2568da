package page

import "modelbook/generator/guide"

// duel writes the run of figures that begins at block i, models first and their
// costs in one frame, and returns the index after it.
func (w *writer) duel(i int) (end int) {
	blocks := w.in.Guide.Blocks
	w.WriteString(`<div class="duel">`)
	for end = i; end < len(blocks) && blocks[end].Kind == guide.Example; end++ {
		w.block(&blocks[end], w.drawing(end))
	}
	w.WriteString(`<div class="costs">`)
	for end < len(blocks) && blocks[end].Kind == guide.Comparison {
		end = w.comparison(end)
	}
	w.WriteString("</div></div>\n")
	return end
}

func isFigure(block *guide.Block) bool {
	return block.Kind == guide.Example || block.Kind == guide.Comparison
}
