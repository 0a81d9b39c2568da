package page

import (
	"regexp"
	"slices"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// miniatures draws the models that a guide compares, "" if it compares none. They
// are hidden from screen readers, which read the title of the guide beside them.
func (in *Input) miniatures(slug string) string {
	if in.Models == nil {
		return ""
	}
	models := in.Models(slug)
	if len(models) == 0 {
		return ""
	}
	var w writer
	w.WriteString(`<span class="minis" aria-hidden="true">`)
	for _, model := range models {
		w.miniature(model)
	}
	w.WriteString("</span>")
	return w.String()
}

// miniature draws a picture whose size is the style sheet's.
func (w *writer) miniature(p figure.Picture) {
	w.open("svg", "class", p.Class, "viewBox", viewBox(p))
	painter{writer: w}.shapes(p.Shapes)
	w.WriteString("</svg>")
}

// toGuide finds the items of a list that begin with a link to a page, in the form in
// which package parse writes them.
var toGuide = regexp.MustCompile(`<li><a href="([a-z0-9-]+)\.html[^"]*"[^>]*>[^<]*</a>`)

// questions returns a list of links to guides with the miniatures of each guide's models
// below its link. Home has one under a heading; the list before its figures is of
// buttons.
func (w *writer) questions(block *guide.Block) []guide.Part {
	if w.in.Kind != HomePage || block.Section == "" {
		return block.Parts
	}
	parts := slices.Clone(block.Parts)
	for i := range parts {
		parts[i].HTML = toGuide.ReplaceAllStringFunc(parts[i].HTML, func(item string) string {
			return item + w.in.miniatures(toGuide.FindStringSubmatch(item)[1])
		})
	}
	return parts
}
