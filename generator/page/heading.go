package page

import (
	"strconv"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// heading writes a heading with the link to itself beside it, not inside.
func (w *writer) heading(h *guide.Heading) {
	w.otherWords()
	w.concept = h.ID
	if h.Level == 2 {
		w.under = h.ID
	}
	level := strconv.Itoa(h.Level)
	w.strings(`<div class="heading"><h`, level, markup.Attribute("id", h.ID), ">", w.hrefs(h.HTML), "</h", level, ">")
	w.strings(`<a class="anchor"`, markup.Attribute("href", "#"+h.ID), markup.Attribute("aria-label", w.words.fill(w.words.LinkTo, "heading", h.Text)), ">#</a></div>")
}
