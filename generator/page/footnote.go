package page

import (
	"slices"
	"strconv"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// footnotes numbers the notes of a page in the order in which it first refers to
// them. Its blocks may come from pages with another order.
type footnotes struct {
	order   []string       // names
	all     map[string]int // references to each
	written map[string]int
}

// newFootnotes takes the blocks of a page, whose notes are its last block.
func newFootnotes(blocks []guide.Block) *footnotes {
	f := &footnotes{}
	if n := len(blocks); n == 0 || blocks[n-1].Kind != guide.Footnotes {
		return f
	}
	f.all, f.written = map[string]int{}, map[string]int{}
	for i := range blocks {
		if blocks[i].State != guide.Before {
			f.count(blocks[i].Parts)
		}
	}
	for i := 0; i < len(f.order); i++ { // a note may refer to others
		if note := noteNamed(&blocks[len(blocks)-1], f.order[i]); note >= 0 {
			f.count(blocks[len(blocks)-1].Notes[note].Parts)
		}
	}
	return f
}

func noteNamed(block *guide.Block, name string) int {
	return slices.IndexFunc(block.Notes, func(n guide.Note) bool { return n.Name == name })
}

func (f *footnotes) count(parts []guide.Part) {
	for _, part := range parts {
		if part.Note == nil || part.Note.Back {
			continue
		}
		if f.all[part.Note.Name] == 0 {
			f.order = append(f.order, part.Note.Name)
		}
		f.all[part.Note.Name]++
	}
}

func (f *footnotes) number(name string) string {
	return strconv.Itoa(slices.Index(f.order, name) + 1)
}

// footnotes writes the notes that the page refers to. Their ids hold a colon,
// which no heading's id does.
func (w *writer) footnotes(block *guide.Block, drawing *Drawing) {
	w.WriteString("<section class=\"footnotes\" role=\"doc-endnotes\">\n<ol>\n")
	for _, name := range w.notes.order {
		w.strings("<li", markup.Attribute("id", "fn:"+w.notes.number(name)))
		i := noteNamed(block, name)
		if i >= 0 && block.Notes[i].Lang != "" {
			w.WriteString(markup.Attribute("lang", block.Notes[i].Lang))
		}
		w.WriteString(">\n")
		if i >= 0 {
			w.parts(block.Notes[i].Parts, codesOf(block.Notes[:i], drawing))
		}
		w.WriteString("</li>\n")
	}
	w.WriteString("</ol>\n</section>\n")
}

// codesOf returns the code that is drawn after the given notes.
func codesOf(before []guide.Note, drawing *Drawing) []figure.Code {
	next := 0
	for i := range before {
		for _, part := range before[i].Parts {
			if part.Code != nil {
				next++
			}
		}
	}
	return drawing.Codes[min(next, len(drawing.Codes)):]
}

func (w *writer) noteLink(link *guide.NoteLink) {
	number := w.notes.number(link.Name)
	if link.Back {
		for i := range w.notes.all[link.Name] {
			w.strings("\u00a0<a", markup.Attribute("href", "#"+noteReference(number, i)), ` role="doc-backlink">`, "↩\ufe0e</a>")
		}
		return
	}
	w.strings("<sup", markup.Attribute("id", noteReference(number, w.notes.written[link.Name])), "><a", markup.Attribute("href", "#fn:"+number), ` role="doc-noteref">`, number, `</a></sup>`)
	w.notes.written[link.Name]++
}

// noteReference is the id of the place that refers to a footnote, the nth from 0.
func noteReference(number string, n int) string {
	if n == 0 {
		return "fnref:" + number
	}
	return "fnref:" + number + ":" + strconv.Itoa(n+1)
}
