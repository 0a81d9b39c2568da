package page

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// path writes the stops of a path, all below each other. A script shows one at a time.
func (w *writer) path(path *guide.DecisionPath) {
	w.styledBy("with-choices.css")
	w.styledBy("with-path.css")
	w.behavior = append(w.behavior, "path.js")
	w.strings(`<div class="path"`, markup.Attribute("data-words", w.words.PathWords["answered"]), ">\n")
	for i := range path.Stops {
		w.stop(&path.Stops[i])
	}
	w.WriteString("</div>\n")
}

func (w *writer) stop(stop *guide.Stop) {
	class := "stop"
	if stop.IsVerdict() {
		class = "stop end"
	}
	w.strings(`<section`, markup.Attribute("class", class), markup.Attribute("aria-labelledby", stop.ID))
	if sizes := w.sketchSizes(stop.ID); sizes != "" {
		w.WriteString(markup.Attribute("data-sizes", sizes))
	}
	w.WriteString(">\n")
	if !stop.IsVerdict() {
		w.blocksWithin(stop.First, stop.End)
		w.WriteString("</section>\n")
		return
	}
	drawing := w.drawing(stop.First)
	if len(drawing.Models) > 0 {
		w.miniatures(drawing.Models[0])
	}
	// Its last paragraph leads to the guide, beside the buttons.
	last := stop.End
	if w.in.Guide.Blocks[last-1].Kind == guide.Paragraph {
		last--
	}
	w.blocksWithin(stop.First, last)
	w.conclusion(drawing.Conclusion)
	w.WriteString("<div class=\"buttons\">\n")
	w.blocksWithin(last, stop.End)
	if drawing.Play != "" {
		w.strings("<p><a", markup.Attribute("href", w.in.Folder+drawing.Play), ">", html.EscapeString(w.words.Play), "</a></p>\n")
	}
	if section := w.sketchSection(); section != "" {
		w.strings(`<p><a class="weigh-own"`, markup.Attribute("href", "#"+section), ">", html.EscapeString(w.words.PathWords["weigh"]), "</a></p>\n")
	}
	w.WriteString("</div>\n</section>\n")
}

// conclusion writes what the weighing of a verdict's guide comes to, with a link to it.
func (w *writer) conclusion(c *Conclusion) {
	if c == nil {
		return
	}
	said := painter{w, []place{{letters: c.Names, questions: c.Guide}}}.sayAll(c.Says)
	w.strings(`<p class="weighed"><span>`, html.EscapeString(w.words.PathWords["weighed"]), "</span> <a", markup.Attribute("href", w.in.Folder+c.Href), ">", html.EscapeString(said[0]), "</a>")
	for _, sentence := range said[1:] {
		w.strings(spaceOf(w.words), html.EscapeString(sentence))
	}
	w.WriteString("</p>\n")
}

// sketchSizes returns the sizes that follow from an answer, as in "parts=12 part=300".
func (w *writer) sketchSizes(stop string) string {
	var sizes []string
	for _, of := range w.in.Sketch {
		if of.Stop != stop {
			continue
		}
		for _, size := range of.Sizes {
			sizes = append(sizes, size.Name+"="+strconv.FormatFloat(size.Value, 'f', -1, 64))
		}
	}
	return strings.Join(sizes, " ")
}

// sketchSection returns the id of the section with the page's sketch of models, "" if it
// has none.
func (w *writer) sketchSection() string {
	blocks := w.in.Guide.Blocks
	i := slices.IndexFunc(blocks, func(b guide.Block) bool { return len(b.Figures) > 0 && b.Figures[0].Target.Kind == "sketch" })
	if i < 0 {
		return ""
	}
	return blocks[i].Section
}
