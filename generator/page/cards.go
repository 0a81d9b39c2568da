package page

import (
	"html"
	"reflect"
	"slices"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// cards writes a list whose items begin with a model: for each its diagram or its tree,
// its text, and the deciding number, if the item ends with one.
func (w *writer) cards(block *guide.Block, drawing *Drawing) {
	if len(drawing.Figures) > 0 && treeOf(&drawing.Figures[0]) != nil {
		w.WriteString(`<ul class="cards trees">`)
		w.moveCard(treeOf(&drawing.Figures[0]))
		drawing.Touched = nil // a move is drawn in its place
	} else {
		w.WriteString(`<ul class="cards">`)
	}
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
	if drawing.Touched != nil {
		w.strings(`<p class="touch key"><b>`, html.EscapeString(painter{w, []place{{}}}.say(drawing.Touched.Question)), ":</b> ")
		painter{w, []place{{}}}.touchKey(drawing.Touched.TouchMap)
	}
}

func (w *writer) card(block *guide.Block, drawing *Drawing, i int, parts []guide.Part) {
	link := block.Shown()[i]
	class := "card"
	if link.Target.Example != "" && link.Target.Example == w.in.Guide.Chosen() {
		class = "card chosen"
	}
	w.strings("<li", markup.Attribute("class", class), "><h3>")
	w.letter(nth(drawing.Letters, i))
	w.strings("<span>", inItsLanguage(link.Lang, w.hrefs(link.Caption)), "</span></h3>")
	if i < len(drawing.Figures) {
		if same := drawnBefore(drawing.Figures, i); same >= 0 && treeOf(&drawing.Figures[i]) == nil && nth(drawing.Letters, same) != "" {
			w.strings(`<p class="drawn same">`, html.EscapeString(w.words.fill(w.words.SameDocuments, "model", drawing.Letters[same])), "</p>")
		} else {
			w.WriteString(`<div class="drawn">`)
			w.figure(&drawing.Figures[i], place{isInList: true})
			w.WriteString("</div>")
		}
	}
	if drawing.Touched != nil {
		painter{w, []place{{}}}.strip(drawing.Touched.TouchMap, link.Target.Example)
	}
	said, deciding := cardText(parts)
	w.WriteString(`<p class="when">`)
	w.parts(said, nil)
	w.WriteString("</p>")
	count := ""
	if deciding != nil {
		count = deciding.Text
	}
	switch {
	case i < len(drawing.Figures) && treeOf(&drawing.Figures[i]) != nil:
		w.rewritten(treeOf(&drawing.Figures[i]), count)
	case count != "":
		w.strings(`<p class="decides">`, html.EscapeString(count), "</p>")
	}
	w.WriteString("</li>")
}

// drawnBefore returns the first card with the same diagram as card i, -1 if there is none.
func drawnBefore(figures []figure.Figure, i int) int {
	return slices.IndexFunc(figures[:i], func(f figure.Figure) bool {
		return f.Stored && reflect.DeepEqual(f.Panes, figures[i].Panes)
	})
}

// cardText returns the text of an item after its model, without the tags of the
// item, and the number that follows the last sentence, nil if there is none.
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
