package page

import (
	"html"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// comparison writes the cost table of several models under its caption.
func (w *writer) comparison(block *guide.Block, drawing *Drawing) {
	if drawing.Cost == nil {
		return
	}
	names := make([]string, len(block.Figures))
	for i := range block.Figures {
		names[i] = block.Figures[i].Caption
	}
	var caption writer
	caption.in, caption.words = w.in, w.words
	caption.parts(block.Parts, nil)
	// The colon leads over to the list, which the table takes the place of.
	title := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(caption.String()), "<p>"), "</p>")
	title = strings.TrimRight(title, ":：")
	w.cost(drawing.Cost, drawing.Letters, names, title)
}

// cost writes a table with a row for each measure and a column for each
// model, named by letter and caption. Caption is HTML.
func (w *writer) cost(cost *figure.Cost, letters, names []string, caption string) {
	label := w.id()
	w.strings(`<div class="wide" role="region" tabindex="0" aria-labelledby="`, label, `"><table class="cost">`)
	if caption == "" {
		caption = html.EscapeString(w.words.Cost)
	}
	w.strings(`<caption id="`, label, `">`, caption)
	w.legend(letters, names)
	w.WriteString(`</caption><thead><tr><th scope="col">`)
	w.text(w.words.Measure)
	w.WriteString("</th>")
	for i := range cost.Models {
		w.WriteString(`<th scope="col" class="number">`)
		w.letter(at(letters, i))
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
		w.letter(at(letters, i))
		w.strings("<span>", name, "</span>")
	}
	w.WriteString("</ul>")
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func columnName(names []string, i int, words *language) string {
	if name := at(names, i); name != "" {
		return name
	}
	return html.EscapeString(words.Cost)
}

func (w *writer) measure(row *figure.Measure, letters []string) {
	w.WriteString(`<tr><th scope="row">`)
	w.text(w.measureName(row.Name))
	if len(row.Values) > 1 {
		w.bars(row.Values, letters)
	}
	w.WriteString("</th>")
	for _, value := range row.Values {
		w.value(value)
	}
	w.WriteString("</tr>")
}

func (w *writer) measureName(name string) string {
	switch name {
	case "roundTrips":
		return w.words.RoundTrips
	case "documentsExamined":
		return w.words.DocumentsExamined
	case "bytes":
		return w.words.BytesOverTheWire
	case "storedBytes":
		return w.words.StoredBytes
	}
	return name
}

func (w *writer) value(value figure.Value) {
	w.WriteString(`<td class="number">`)
	switch {
	case !value.Measured:
		w.strings(`<span class="unmeasured">`, html.EscapeString(w.words.NotMeasured), "</span>")
	case value.Least:
		w.strings("<b>", w.words.Integer(value.Number), `</b> <span class="spoken">`, html.EscapeString(w.words.Least), "</span>")
	default:
		w.WriteString(w.words.Integer(value.Number))
	}
	w.WriteString("</td>")
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
		w.strings("<span>", html.EscapeString(at(letters, i)), "</span><svg")
		if value.Least {
			w.WriteString(` class="least"`)
		}
		share := strconv.FormatFloat(100*float64(value.Number)/float64(largest), 'f', 1, 64)
		w.strings(`><rect width="`, share, `%" height="100%"/></svg>`)
	}
	w.WriteString("</div>")
}
