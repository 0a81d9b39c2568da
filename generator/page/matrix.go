package page

import (
	"html"
	"math"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Matrix writes the cost of questions: rows for their measures, and a column
// for each model, named by letter and caption. It has a group of rows for each
// question, and last one for the size of the models.
func (p painter) Matrix(m figure.Matrix) {
	label, first := p.id(), p.id()
	p.strings(`<div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label+" "+first), `><table class="cost">`)
	p.strings("<caption><span", markup.Attribute("id", label), ">", html.EscapeString(p.words.Cost), "</span>")
	p.howMeasured()
	if m.Said != nil {
		p.strings(` <span class="how">`, html.EscapeString(p.say(m.Said)), "</span>")
	}
	p.legend(p.at[0].letters, p.at[0].names)
	p.WriteString("</caption>")
	p.models(p.words.Measure, len(m.Models), p.at[0])
	for i, rows := range m.Questions {
		head := first
		if i > 0 {
			head = ""
		}
		p.measures(rows, p.at[i].caption, head, p.at[0].letters)
	}
	p.measures(m.Kept, html.EscapeString(p.words.Kept), "", p.at[0].letters)
	p.WriteString("</table></div>")
}

// howMeasured leads to the page that explains the measures, if there is one, once a page.
func (w *writer) howMeasured() {
	if slug := w.in.Site.Measures; slug != "" && !w.leadsToMeasures {
		w.leadsToMeasures = true
		w.strings(` <a class="how"`, markup.Attribute("href", w.in.Folder+slug+".html"), ">", html.EscapeString(w.words.HowMeasured), "</a>")
	}
}

// models writes the head of the table. first is the heading of the first
// column.
func (w *writer) models(first string, count int, at place) {
	w.strings(`<thead><tr><th scope="col">`, html.EscapeString(first), "</th>")
	for i := range count {
		w.WriteString(`<th scope="col" class="number">`)
		w.letter(nth(at.letters, i))
		w.strings(`<span class="model">`, columnName(at.names, i, w.words), "</span></th>")
	}
	w.WriteString("</tr></thead>")
}

// legend names the models for windows whose columns have room for letters only.
// It is hidden from screen readers, since the head of the table names them as
// well.
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

// measures writes a group of rows under its title. A measure that is the same
// in all models is written once, beside the title.
func (w *writer) measures(rows []figure.Measure, title, id string, letters []string) {
	if len(rows) == 0 {
		return
	}
	if title == "" {
		title = html.EscapeString(w.words.Cost)
	}
	models := len(rows[0].Values)
	w.strings(`<tbody><tr><th scope="rowgroup"`, markup.Attribute("colspan", strconv.Itoa(1+models)), "><b")
	if id != "" {
		w.WriteString(markup.Attribute("id", id))
	}
	w.strings(">", title, "</b>")
	var alike, differ []figure.Measure
	for _, row := range rows {
		if models > 1 && row.Alike() {
			alike = append(alike, row)
		} else {
			differ = append(differ, row)
		}
	}
	w.alike(alike)
	w.WriteString("</th></tr>")
	for i := range differ {
		w.measure(w.words.Measures[differ[i].Name], &differ[i], letters)
	}
	w.WriteString("</tbody>")
}

func (w *writer) alike(rows []figure.Measure) {
	if len(rows) == 0 {
		return
	}
	w.strings(` <span class="alike">`, html.EscapeString(w.words.Alike))
	for i, row := range rows {
		separator := " "
		if i > 0 {
			separator = " · "
		}
		w.strings(separator, `<span>`, html.EscapeString(w.words.fill(w.words.Because, "what", w.words.Measures[row.Name], "why", w.valueText(row.Values[0]))), "</span>")
	}
	w.WriteString("</span>")
}

// valueText returns a value as text, with the reason where there is none.
func (w *writer) valueText(value figure.Value) string {
	if value.Measured {
		return w.words.Integer(value.Number)
	}
	return w.unmeasured(value.Why)
}

// unmeasured returns the words for a missing number, with the reason if it is
// known.
func (w *writer) unmeasured(why string) string {
	if reason := w.words.Unmeasured[why]; reason != "" {
		return w.words.fill(w.words.Because, "what", w.words.NotMeasured, "why", reason)
	}
	return w.words.NotMeasured
}

// least is the smallest factor that is shown.
const least = 1.5

// measure writes a row. Each number has its share of the largest as a bar under
// it; the largest shows how many times the smallest it is. If models have
// letters, the reasons why numbers are missing are beside the row's name.
func (w *writer) measure(name string, row *figure.Measure, letters []string) {
	w.strings(`<tr><th scope="row">`, html.EscapeString(name))
	if len(letters) > 0 {
		w.reasons(row.Values, letters)
	}
	w.WriteString("</th>")
	factor, largest, known := row.Factor(), int64(0), 0
	for _, value := range row.Values {
		if value.Measured {
			largest, known = max(largest, value.Number), known+1
		}
	}
	for _, value := range row.Values {
		w.WriteString(`<td class="number">`)
		if !value.Measured {
			said := w.words.NotMeasured
			if len(letters) == 0 {
				said = w.unmeasured(value.Why)
			}
			w.strings(`<span class="unmeasured">`, html.EscapeString(said), "</span></td>")
			continue
		}
		if value.Number == largest && factor >= least {
			w.factor(factor)
		}
		w.WriteString(w.words.Integer(value.Number))
		if known > 1 && largest > 0 {
			w.bar(value.Number, largest)
		}
		w.WriteString("</td>")
	}
	w.WriteString("</tr>")
}

// reasons writes in which models numbers are missing, and why.
func (w *writer) reasons(values []figure.Value, letters []string) {
	var known []string
	models := map[string][]string{}
	for i, value := range values {
		if value.Measured || w.words.Unmeasured[value.Why] == "" {
			continue
		}
		if models[value.Why] == nil {
			known = append(known, value.Why)
		}
		models[value.Why] = append(models[value.Why], nth(letters, i))
	}
	for _, why := range known {
		in := strings.Join(models[why], w.words.ListSeparator)
		w.strings(`<span class="unmeasured">`, html.EscapeString(w.words.fill(w.words.UnmeasuredIn, "models", in, "why", w.words.Unmeasured[why])), "</span>")
	}
}

func (w *writer) factor(factor float64) {
	decimals := 0
	if tenths := math.Round(10 * factor); tenths < 100 && math.Mod(tenths, 10) != 0 {
		decimals = 1
	}
	w.strings(`<b class="times">×`, html.EscapeString(w.words.Number(factor, decimals)), "</b> ")
}

// bar writes a number's share of the largest as a length. It is hidden from
// screen readers, which read the number. Lengths are attributes, since the
// page's policy forbids inline styles.
func (w *writer) bar(number, largest int64) { w.shareBar(float64(number) / float64(largest)) }

func (w *writer) shareBar(of float64) { w.stackedBar([]float64{of}) }

// stackedBar writes shares of the largest as one length after the other.
func (w *writer) stackedBar(parts []float64) {
	w.WriteString(`<svg class="share" aria-hidden="true">`)
	start := 0.0
	for _, part := range parts {
		w.WriteString("<rect")
		if start > 0 {
			w.WriteString(markup.Attribute("x", percentage(start)))
		}
		w.strings(markup.Attribute("width", percentage(part)), "/>")
		start += part
	}
	w.WriteString("</svg>")
}

// percentage returns a share as a length, in whole percent: half a percent of a bar is no
// pixel. It is 0 if there is nothing of which it is one.
func percentage(share float64) string {
	if math.IsNaN(share) {
		share = 0
	}
	return strconv.FormatFloat(100*share, 'f', 0, 64) + "%"
}
