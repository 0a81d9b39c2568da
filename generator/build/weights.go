package build

import (
	"fmt"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// maxFigures is how many bytes the figures of a page may take on it, as often as they
// are shown: the heaviest page of this handbook has a twentieth of that.
const maxFigures = 4 << 20

// weights are the bytes that figures add to a page.
type weights struct {
	drawn int // bytes of its figures, each once
	all   int // bytes of its figures, as often as they are shown
	each  map[drawnKey]*weight
	most  *weight
}

// weight is the number of bytes that one figure adds.
type weight struct {
	first guide.Figure // the link that shows it first
	bytes int
	times int
}

func (w *weights) add(key drawnKey, link guide.Figure, bytes int) {
	if w.each == nil {
		w.each = map[drawnKey]*weight{}
	}
	of := w.each[key]
	if of == nil {
		of = &weight{first: link}
		w.each[key] = of
	}
	of.bytes, of.times = of.bytes+bytes, of.times+1
	w.all += bytes
	if w.most == nil || of.bytes > w.most.bytes {
		w.most = of
	}
}

// messages reports a page whose figures are too large together, at the figure that
// adds most.
func (w *weights) messages() diag.List {
	if w.all <= maxFigures {
		return nil
	}
	hint := "show less of the example"
	text := fmt.Sprintf("the figures of the page take more than %d MB; this one takes %.1f MB", maxFigures>>20, float64(w.most.bytes)/(1<<20))
	if w.most.times > 1 {
		text += fmt.Sprintf(", for it is shown %d times", w.most.times)
		hint = "show it once, and link to its section elsewhere"
	}
	return diag.List{{Pos: w.most.first.Pos, Text: text, Hint: hint}}
}
