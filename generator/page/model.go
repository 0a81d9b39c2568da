package page

import (
	"html"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// Model writes a diagram of a model, and beside it for those who don't see it
// the same as a list.
var Model = Painter[figure.Model]{stored: true, lines: modelLines, paint: (*writer).model}

func modelLines(model *figure.Model) int { return 2 + model.Height/22 }

func (w *writer) model(model *figure.Model, at place) {
	if at.inList {
		w.diagram(model)
		return
	}
	w.WriteString(`<div class="pane">`)
	w.label(w.words.Model)
	w.caption(at.caption)
	w.WriteString("</p>")
	w.diagram(model)
	w.WriteString("</div>")
}

func (w *writer) diagram(model *figure.Model) {
	const edge = 1 // half of one is drawn outside of the boxes
	w.open("svg", "class", "model", "aria-hidden", "true", "viewBox", numbers(-edge, 0, figure.ModelWidth+2*edge, model.Height),
		"width", strconv.Itoa(figure.ModelWidth+2*edge), "height", strconv.Itoa(model.Height))
	for _, box := range model.Boxes {
		w.modelBox(box)
	}
	for _, line := range model.Lines {
		w.modelLine(line)
	}
	for _, text := range model.Texts {
		w.modelText(text)
	}
	w.WriteString("</svg>")
	w.modelFields(model.Collections, "spoken")
}

// open writes the tag that opens an element with the attributes of which names
// and values are given.
func (w *writer) open(element string, namesAndValues ...string) {
	w.strings("<", element)
	for i := 0; i < len(namesAndValues); i += 2 {
		w.WriteString(markup.Attribute(namesAndValues[i], namesAndValues[i+1]))
	}
	w.WriteByte('>')
}

// drawn writes a drawn element that holds nothing.
func (w *writer) drawn(element string, namesAndValues ...string) {
	w.open(element, namesAndValues...)
	w.strings("</", element, ">")
}

// numbers writes numbers as SVG reads them.
func numbers(n ...int) string {
	written := make([]string, len(n))
	for i := range n {
		written[i] = strconv.Itoa(n[i])
	}
	return strings.Join(written, " ")
}

func (w *writer) modelBox(box figure.ModelBox) {
	class, radius := "d", 6
	if box.Kind != figure.Document {
		class, radius = "e", 4
	}
	if box.Behind {
		class += " b"
	}
	w.drawn("rect", "class", class, "x", numbers(box.X), "y", numbers(box.Y), "width", numbers(box.W), "height", numbers(box.H), "rx", numbers(radius))
	if box.Kind == figure.Array {
		w.drawn("path", "class", "a", "d", "M"+numbers(box.X+3, box.Y+1)+"v"+numbers(box.H-2))
	}
}

// modelLine writes a line from its ring to its arrow's head.
func (w *writer) modelLine(line figure.ModelLine) {
	path := ""
	for i, p := range line.Points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		path += command + numbers(p.X, p.Y)
	}
	first, last := line.Points[0], line.Points[len(line.Points)-1]
	back := -6
	if line.Points[len(line.Points)-2].X > last.X {
		back = 6
	}
	w.drawn("path", "class", "l", "d", path)
	w.drawn("path", "class", "h", "d", "M"+numbers(last.X, last.Y)+"l"+numbers(back, -4)+"v8z")
	w.drawn("circle", "class", "r", "cx", numbers(first.X), "cy", numbers(first.Y), "r", "3.5")
}

var modelClasses = map[figure.ModelTextKind]string{
	figure.CollectionName: "n", figure.CollectionCount: "c", figure.FieldName: "f", figure.IDName: "i", figure.ReferenceName: "f",
	figure.InsideMany: "w in", figure.ReferenceMany: "w out",
}

func (w *writer) modelText(text figure.ModelText) {
	x, class := text.X, modelClasses[text.Kind]
	if text.End {
		x, class = text.X+text.W, class+" end"
	}
	said := text.Text
	switch text.Kind {
	case figure.CollectionCount:
		said = w.integer(text.Count)
	case figure.InsideMany, figure.ReferenceMany:
		said = w.howMany(text.Many)
	}
	baseline := text.Y + text.H/2 + 4
	w.open("text", "class", class, "x", numbers(x), "y", numbers(baseline))
	w.strings(html.EscapeString(said), "</text>")
}

func (w *writer) howMany(many bool) string {
	if many {
		return w.words.Many
	}
	return w.words.One
}

// modelFields writes the list that says what the diagram does.
func (w *writer) modelFields(fields []figure.ModelField, class string) {
	w.WriteString("<ul")
	if class != "" {
		w.WriteString(markup.Attribute("class", class))
	}
	w.WriteString(">")
	for _, f := range fields {
		w.strings(`<li><span translate="no">`, html.EscapeString(f.Name), "</span>")
		switch {
		case f.Documents > 0:
			w.strings(": ", html.EscapeString(w.plural(w.words.Documents, f.Documents)))
		case f.RefersTo != "":
			w.strings(": ", html.EscapeString(w.words.fill(w.words.RefersTo, "field", f.RefersTo, "from", w.howMany(f.FromMany), "to", w.howMany(f.ToMany))))
		case f.Kind == figure.Embedded:
			w.strings(": ", html.EscapeString(w.words.fill(w.words.Embedded, "count", w.howMany(f.Many))))
		}
		if len(f.Fields) > 0 {
			w.modelFields(f.Fields, "")
		}
	}
	w.WriteString("</ul>")
}

// cards writes a list whose items begin with a model: for each its diagram, what
// is said of it, and the number that decides, if the item ends with one.
func (w *writer) cards(block *guide.Block, drawing *Drawing) {
	w.WriteString(`<ul class="cards">`)
	var parts []guide.Part
	card := -1
	for _, part := range block.Parts {
		if part.Figure == nil {
			parts = append(parts, part)
			continue
		}
		if card >= 0 {
			w.card(block, drawing, card, parts)
		}
		parts, card = nil, card+1
	}
	w.card(block, drawing, card, parts)
	w.WriteString("</ul>")
}

func (w *writer) card(block *guide.Block, drawing *Drawing, i int, parts []guide.Part) {
	link := block.Shown()[i]
	w.WriteString(`<li class="card"><h3>`)
	w.letter(nth(drawing.Letters, i))
	w.strings("<span>", inItsLanguage(link.Lang, w.hrefs(link.Caption)), "</span></h3>")
	if i < len(drawing.Figures) {
		w.WriteString(`<div class="drawn">`)
		drawing.Figures[i].paint(w, place{inList: true})
		w.WriteString("</div>")
	}
	said, deciding := cardText(parts)
	w.WriteString(`<p class="when">`)
	w.parts(said, nil)
	w.WriteString("</p>")
	if deciding != nil {
		w.strings(`<p class="decides">`, html.EscapeString(deciding.Text), "</p>")
	}
	w.WriteString("</li>")
}

// cardText gives what an item says behind its model, without the tags of the
// item, and the number that stands alone behind its sentences.
func cardText(parts []guide.Part) (said []guide.Part, deciding *guide.Number) {
	for i, part := range parts {
		if i == 0 {
			part.HTML = strings.TrimLeft(part.HTML, ".:。： \u00a0\n")
		}
		if i == len(parts)-1 {
			part.HTML, _, _ = strings.Cut(part.HTML, "</li>")
		}
		if part != (guide.Part{}) {
			said = append(said, part)
		}
	}
	last := len(said) - 1
	if last > 0 && strings.Trim(said[last].HTML, ".。 \n") == "" && said[last].Number == nil {
		last--
	}
	if last < 0 || said[last].Number == nil || last > 0 && !endsSentence(said[last-1]) {
		return said, nil
	}
	return said[:last], said[last].Number
}

func endsSentence(part guide.Part) bool {
	text := strings.TrimRight(part.HTML, " \u00a0\n")
	return strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。")
}
