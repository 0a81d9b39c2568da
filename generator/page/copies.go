package page

import (
	"html"
	"strconv"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// copies are those of one object that a block shows.
type copies struct {
	number int // of the object among those of the block, from 1
	ids    []string
	done   int // how many are written
}

// linkCopies gives an id to each copy that a block shows, so that one leads to the
// next. A copy whose others are not shown needs none.
func (w *writer) linkCopies(figures []figure.Figure) map[*figure.Copies]*copies {
	shown := map[*figure.Copies]int{}
	each := func(do func(of *figure.Copies)) {
		for _, d := range documentsOf(figures) {
			for _, document := range d.Boxes {
				document.EachCopy(do)
			}
		}
	}
	each(func(of *figure.Copies) { shown[of]++ })
	linked := map[*figure.Copies]*copies{}
	each(func(of *figure.Copies) {
		if linked[of] == nil {
			linked[of] = &copies{number: len(linked) + 1}
		}
		if shown[of] > 1 {
			linked[of].ids = append(linked[of].ids, w.id())
		}
	})
	return linked
}

// copy writes an embedded document that is a copy: its last row says which of how
// many, and leads to the next that is shown, from the last to the first. While one
// is the target, all of the same object are marked.
func (w *writer) copy(box *figure.Box, class string, c *copies) {
	w.styledBy("with-copies.css")
	said := html.EscapeString(w.words.fill(w.words.CopyOf, "number", w.integer(c.done+1), "count", w.integer(box.Copies.Count)))
	id, end := "", `<span class="copies">`+said+`</span>`
	if len(c.ids) > 0 {
		class += " k" + strconv.Itoa(c.number)
		id = markup.Attribute("id", c.ids[c.done])
		leads, next := "copies", c.done+1
		if next == len(c.ids) {
			leads, next = "copies up", 0
		}
		end = "<a" + markup.Attribute("class", leads) + markup.Attribute("href", "#"+c.ids[next]) + ">" + said + "</a>"
	}
	c.done++
	w.strings("<div", markup.Attribute("class", class+" copy-of"), id, ">")
	last := len(box.Rows) - 1
	w.rows(box.Rows[:last])
	w.row(&box.Rows[last], end)
	w.WriteString("</div>")
}
