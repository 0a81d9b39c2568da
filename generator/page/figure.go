package page

import "html"

// Painter writes figures of one kind, drawn as a T. Each kind has one, in the
// file of its name.
type Painter[T any] struct {
	// stored says that the figure stands at the left of its block, with what is
	// stored; others stand at the right, with what was done.
	stored bool
	// numbered says that it counts among the steps of its block.
	numbered bool
	// lines is about how many lines a stored figure takes, labels and edges
	// included.
	lines func(figure *T) int
	paint func(w *writer, figure *T, at place)
	// together, if set, writes the figures of lists that follow each other as
	// one, where joins says so of each and the one before.
	together func(w *writer, figures []*T, at []place)
	joins    func(before, figure *T) bool
}

// Figure is what one link shows, or a list of links.
type Figure struct {
	stored, numbered bool
	lines            int
	paint            func(w *writer, at place)
	drawn            any // a *T
	together         func(w *writer, figures []Figure, at []place)
	joins            func(before Figure) bool
}

// place is what a figure's place on the page adds to it.
type place struct {
	caption string // HTML, "" where the bar of the block has it
	number  int    // of a step in its block, 0 if it is the only one
	inList  bool   // the figure compares models
	letters []string
	names   []string // of the models, HTML
}

// Figure gives a figure ready to be written, any number of times.
func (p Painter[T]) Figure(figure T) Figure {
	f := Figure{stored: p.stored, numbered: p.numbered, paint: func(w *writer, at place) { p.paint(w, &figure, at) }}
	f.drawn = &figure
	if p.lines != nil {
		f.lines = p.lines(&figure)
	}
	if p.together != nil {
		f.together = func(w *writer, figures []Figure, at []place) {
			all := make([]*T, len(figures))
			for i := range figures {
				all[i] = figures[i].drawn.(*T)
			}
			p.together(w, all, at)
		}
		f.joins = func(before Figure) bool {
			other, same := before.drawn.(*T)
			return same && p.joins(other, &figure)
		}
	}
	return f
}

// label opens a pane's label with its word.
func (w *writer) label(word string) {
	w.strings(`<p class="label"><b>`, html.EscapeString(word), `</b> `)
}

func (w *writer) caption(caption string) {
	if caption != "" {
		w.strings(` <span>`, w.hrefs(caption), `</span>`)
	}
}

func (w *writer) letter(letter string) {
	if letter != "" {
		w.WriteString(`<span class="letter">`)
		w.text(letter)
		w.WriteString(`</span>`)
	}
}
