package page

import "modelbook/generator/figure"

// miniatures draws the models that a guide compares, "" if it compares none. They
// are hidden from screen readers, which read the title of the guide beside them.
func (in *Input) miniatures(slug string) string {
	if in.Models == nil {
		return ""
	}
	var w writer
	w.miniatures(in.Models(slug))
	return w.String()
}

func (w *writer) miniatures(models []figure.Picture) {
	if len(models) == 0 {
		return
	}
	w.WriteString(`<span class="minis" aria-hidden="true">`)
	for _, model := range models {
		w.miniature(model)
	}
	w.WriteString("</span>")
}

// miniature draws a picture whose size is the style sheet's.
func (w *writer) miniature(p figure.Picture) {
	w.open("svg", "class", p.Class, "viewBox", viewBox(p))
	painter{writer: w}.shapes(p.Shapes)
	w.WriteString("</svg>")
}
