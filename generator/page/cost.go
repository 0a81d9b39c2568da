package page

import (
	"html"
	"strconv"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Cost writes a table of what models cost: a row for each measure and a column
// for each model, named by letter and caption.
var Cost = Painter[figure.Cost]{paint: (*writer).cost}

func (w *writer) cost(cost *figure.Cost, at place) {
	if !at.inList {
		w.WriteString(`<div class="pane">`)
		defer w.WriteString("</div>")
	}
	letters, names, caption := at.letters, at.names, at.caption
	label := w.id()
	w.strings(`<div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label), `><table class="cost">`)
	if caption == "" {
		caption = html.EscapeString(w.words.Cost)
	}
	w.strings("<caption", markup.Attribute("id", label), ">", caption)
	w.legend(letters, names)
	w.WriteString(`</caption><thead><tr><th scope="col">`)
	w.text(w.words.Measure)
	w.WriteString("</th>")
	for i := range cost.Models {
		w.WriteString(`<th scope="col" class="number">`)
		w.letter(nth(letters, i))
		w.strings(`<span class="model">`, columnName(names, i, w.words), "</span></th>")
	}
	w.WriteString("</tr></thead><tbody>")
	for i := range cost.Rows {
		w.measure(&cost.Rows[i], letters)
	}
	w.WriteString("</tbody></table></div>")
}

// legend names the models for windows whose columns have room for letters
// only. The head of the table names them as well, so it is mute.
func (w *writer) legend(letters, names []string) {
	if len(letters) == 0 {
		return
	}
	w.WriteString(`<ul class="models" aria-hidden="true">`)
	for i, name := range names {
		w.WriteString("<li>")
		w.letter(nth(letters, i))
		w.strings("<span>", name, "</span>")
	}
	w.WriteString("</ul>")
}

func nth(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func columnName(names []string, i int, words *language) string {
	if name := nth(names, i); name != "" {
		return name
	}
	return html.EscapeString(words.Cost)
}

func (w *writer) measure(row *figure.Measure, letters []string) {
	w.WriteString(`<tr><th scope="row">`)
	w.text(w.words.Measures[row.Name])
	if len(row.Values) > 1 {
		w.bars(row.Values, letters)
	}
	w.WriteString("</th>")
	for _, value := range row.Values {
		w.value(value)
	}
	w.WriteString("</tr>")
}

func (w *writer) value(value figure.Value) {
	w.WriteString(`<td class="number">`)
	switch {
	case !value.Measured:
		w.unmeasured(w.words.Unmeasured[value.Why])
	case value.Least:
		w.strings("<b>", w.words.Integer(value.Number), `</b> <span class="spoken">`, html.EscapeString(w.words.Least), "</span>")
	default:
		w.WriteString(w.words.Integer(value.Number))
	}
	w.WriteString("</td>")
}

// unmeasured says that a number has no certain answer, and why if it is known.
func (w *writer) unmeasured(why string) {
	text := w.words.NotMeasured
	if why != "" {
		text = w.words.fill(w.words.Because, "what", text, "why", why)
	}
	w.strings(`<span class="unmeasured">`, html.EscapeString(text), "</span>")
}

// bars writes a row's values as lengths that start on one line, which is the
// only way that lengths compare. The numbers say it all, so the bars are mute.
// Lengths are attributes, since the page's policy forbids inline styles.
func (w *writer) bars(values []figure.Value, letters []string) {
	largest, measured := int64(0), 0
	for _, value := range values {
		if value.Measured {
			largest, measured = max(largest, value.Number), measured+1
		}
	}
	if largest == 0 || measured < 2 {
		return
	}
	w.WriteString(`<div class="bars" aria-hidden="true">`)
	for i, value := range values {
		if !value.Measured {
			continue
		}
		w.strings("<span>", html.EscapeString(nth(letters, i)), "</span><svg")
		if value.Least {
			w.WriteString(` class="least"`)
		}
		share := strconv.FormatFloat(100*float64(value.Number)/float64(largest), 'f', 1, 64)
		w.strings("><rect", markup.Attribute("width", share+"%"), ` height="100%"/></svg>`)
	}
	w.WriteString("</div>")
}
