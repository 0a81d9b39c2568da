package page

import (
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// comparison writes the figure that a list of models is drawn as, under the
// paragraph before the list, or the one that it makes together with the lists
// that follow. It returns the index of the block after them.
func (w *writer) comparison(i int) (end int) {
	blocks := w.in.Guide.Blocks
	var drawn figure.Figure
	var places []place
	for end = i; end < len(blocks) && blocks[end].Kind == guide.Comparison && blocks[end].State == blocks[i].State; end++ {
		figures := w.drawing(end).Figures
		switch {
		case len(figures) == 0 && end == i:
			return end + 1
		case len(figures) == 0:
			w.figure(&drawn, places...)
			return end
		case end == i:
			drawn = figures[0]
		default:
			joined, ok := drawn.Join(figures[0])
			if !ok {
				w.figure(&drawn, places...)
				return end
			}
			drawn = joined
		}
		places = append(places, w.placeInList(&blocks[end], w.drawing(end)))
	}
	w.figure(&drawn, places...)
	return end
}

// placeInList returns the caption of a comparison, and the letters and names of
// its models.
func (w *writer) placeInList(block *guide.Block, drawing *Drawing) place {
	at := place{isInList: true, letters: drawing.Letters}
	for _, f := range block.Figures {
		at.names = append(at.names, inItsLanguage(f.Lang, f.Caption))
	}
	var caption writer
	caption.in, caption.words, caption.notes = w.in, w.words, w.notes
	caption.parts(block.Parts, nil)
	// The colon leads over to the list, which the figure takes the place of.
	title := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(caption.String()), "<p>"), "</p>")
	at.caption = w.captionIn(block.Lang, strings.TrimRight(title, ":："))
	return at
}
