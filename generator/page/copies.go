package page

import (
	"html"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// copies are the copies of one object that a block shows.
type copies struct {
	ids    []string // of the open copies, none if there is only one
	linked int      // how many ids are written
	done   int      // how many copies are written
}

// linkCopies assigns an id to each open copy of a block, so that each can link to
// the next. Folded copies have none: they would be too many for a page.
func (w *writer) linkCopies(figures []figure.Figure) map[*figure.Copies]*copies {
	open := map[*figure.Copies]int{}
	each := func(do func(of *figure.Copies)) {
		for _, d := range documentsOf(figures) {
			for _, document := range d.Boxes {
				document.EachCopy(func(of *figure.Copies, folded bool) {
					if !folded {
						do(of)
					}
				})
			}
		}
	}
	each(func(of *figure.Copies) { open[of]++ })
	linked := map[*figure.Copies]*copies{}
	each(func(of *figure.Copies) {
		if linked[of] == nil {
			linked[of] = &copies{}
		}
		if open[of] > 1 {
			linked[of].ids = append(linked[of].ids, w.id())
		}
	})
	return linked
}

// copy writes an embedded document that is a copy: its last row has its number,
// and links to the next open copy, or from the last to the first.
func (w *writer) copy(box *figure.Box, class string, c *copies) {
	w.styledBy("with-copies.css")
	c.done++
	said := html.EscapeString(w.words.fill(w.words.CopyOf, "number", w.integer(c.done), "count", w.integer(box.Copies.Count)))
	id, end := "", `<span class="copies">`+said+`</span>`
	if len(c.ids) > 0 {
		id = markup.Attribute("id", c.ids[c.linked])
		leads, next := "copies", c.linked+1
		if next == len(c.ids) {
			leads, next = "copies up", 0
		}
		end = "<a" + markup.Attribute("class", leads) + markup.Attribute("href", "#"+c.ids[next]) + ">" + said + "</a>"
		c.linked++
	}
	w.strings("<div", markup.Attribute("class", class+" copy-of"), id, ">")
	last := len(box.Rows) - 1
	w.rows(box.Rows[:last])
	w.row(&box.Rows[last], end)
	w.WriteString("</div>")
}

// foldedRows writes rows that are folded, whose copies are only counted.
func (w *writer) foldedRows(rows []figure.Row) {
	known := w.copies
	w.copies = nil
	w.rows(rows)
	w.copies = known
	for _, row := range rows {
		if row.Inside == nil {
			continue
		}
		row.Inside.EachCopy(func(of *figure.Copies, _ bool) {
			if c := w.copies[of]; c != nil {
				c.done++
			}
		})
	}
}
