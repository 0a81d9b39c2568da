package page

import (
	"strconv"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// inShort is the id of a guide's first section, the answer in short.
const inShort = "in-short"

func opensSection(block *guide.Block) bool {
	return block.Kind == guide.HeadingBlock && block.Heading.Level == 2 && block.Heading.ID != inShort
}

// heading writes a heading with the link to itself beside it, not inside.
func (w *writer) heading(h *guide.Heading) {
	level := strconv.Itoa(h.Level)
	w.strings(`<div class="heading"><h`, level, markup.Attribute("id", h.ID), ">", w.hrefs(h.HTML), "</h", level, ">")
	w.strings(`<a class="anchor"`, markup.Attribute("href", "#"+h.ID), markup.Attribute("aria-label", w.words.fill(w.words.LinkTo, "heading", h.Text)), ">#</a></div>")
}

// onThisPage writes the list of sections for windows that have no room for
// the tree.
func (w *writer) onThisPage() {
	if w.in.Kind != GuidePage {
		return
	}
	w.WriteString(`<details class="on-page"><summary>`)
	w.text(w.words.OnThisPage)
	w.strings("</summary><nav", markup.Attribute("aria-label", w.words.OnThisPage), ">")
	w.sections()
	w.WriteString("</nav></details>\n")
}

// sections writes the links to the guide's sections.
func (w *writer) sections() {
	w.WriteString("<ul>")
	for _, h := range w.in.Guide.Headings {
		if h.Level == 2 {
			w.strings("<li><a", markup.Attribute("href", "#"+h.ID))
			if h.Lang != "" {
				w.WriteString(markup.Attribute("lang", h.Lang))
			}
			w.WriteByte('>')
			w.text(h.Text)
			w.WriteString(`</a>`)
		}
	}
	w.WriteString("</ul>")
}
