package page

import (
	"html/template"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// costSection is the id of the section about the cost of a guide's models.
const costSection = "cost"

// sectionList returns the links to a guide's sections, in the language of the
// text, or "".
func sectionList(in *Input, l *language) string {
	if in.Kind != GuidePage || len(in.Guide.Headings) == 0 {
		return ""
	}
	w := &writer{in: in, words: l}
	w.WriteString("<ul")
	if lang := textLang(in); lang != "" {
		w.WriteString(markup.Attribute("lang", lang))
	}
	w.WriteByte('>')
	for _, h := range in.Guide.Headings {
		if h.Level == 2 {
			w.section(&h)
		}
	}
	w.WriteString("</ul>")
	return w.String()
}

func (w *writer) section(h *guide.Heading) {
	w.strings("<li><a", markup.Attribute("href", "#"+h.ID))
	if h.Lang != "" {
		w.WriteString(markup.Attribute("lang", h.Lang))
	}
	w.WriteByte('>')
	w.text(h.Text)
	w.WriteString("</a>")
}

// sectionMenu returns the menu in the header of windows that are too narrow for
// the tree: a button that opens the list of sections, and a link to the section
// about costs.
func sectionMenu(in *Input, l *language, list string) template.HTML {
	if list == "" {
		return ""
	}
	w := &writer{in: in, words: l}
	w.WriteString(`<button type="button" class="section" popovertarget="_sections"><span>`)
	w.text(l.OnThisPage)
	w.strings(`</span></button><nav class="sections" id="_sections" popover`, markup.Attribute("aria-label", l.OnThisPage), ">", list, "</nav>")
	for _, h := range in.Guide.Headings {
		if h.ID == costSection {
			w.strings(`<a class="button to-cost"`, markup.Attribute("href", "#"+h.ID), ">")
			w.text(l.Cost)
			w.WriteString("</a>")
		}
	}
	return template.HTML(w.String())
}
