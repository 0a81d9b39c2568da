package page

import (
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// decidingRows is how many rows of a guide's first question are open. The last that is
// left takes no more room than the row which would hold it.
const decidingRows = 3

// namedInRow is how many measures the row of a folded group names.
const namedInRow = 2

// Matrix writes the cost of questions: rows for their measures, and a column
// for each model, named by letter and caption. It has a group of rows for each
// question, and last one for the size of the models. A guide shows the rows that decide,
// and folds each other group into a row that says what it holds.
func (p painter) Matrix(m figure.Matrix) {
	label, first := p.id(), p.id()
	p.strings(`<div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label+" "+first), `><table class="cost">`)
	p.strings("<caption><span", markup.Attribute("id", label), ">", html.EscapeString(p.words.Cost), "</span>")
	p.howMeasured()
	if m.Said != nil {
		p.strings(` <span class="how">`, html.EscapeString(p.say(m.Said)), "</span>")
	}
	p.costKey(true)
	p.legend(p.at[0].letters, p.at[0].names)
	p.WriteString("</caption>")
	p.models(p.words.Measure, len(m.Models), p.at[0])
	groups := p.groups(m)
	for i, group := range groups {
		switch {
		case p.in.Kind != GuidePage:
			p.measures(group, p.at[0].letters)
		case i == 0:
			group.id = first
			rest := group
			if len(group.differ) > decidingRows+1 {
				group.differ, rest.differ = group.differ[:decidingRows], group.differ[decidingRows:]
			} else {
				rest.differ = nil
			}
			p.measures(group, p.at[0].letters)
			p.WriteString("</table></div>")
			rest.alike, rest.title = nil, html.EscapeString(p.plural(p.words.MoreMeasures, len(rest.differ)))
			p.foldedMeasures(m, rest)
		default:
			p.foldedMeasures(m, group)
		}
	}
	if p.in.Kind != GuidePage {
		p.WriteString("</table></div>")
	}
}

// measureGroup is the measures of a question, or of the models, under their title.
type measureGroup struct {
	id, title     string           // HTML
	alike, differ []figure.Measure // between the models
	isFolded      bool
}

// groups returns the groups of a matrix.
func (p painter) groups(m figure.Matrix) []measureGroup {
	var all []measureGroup
	add := func(rows []figure.Measure, title string) {
		if title == "" {
			title = html.EscapeString(p.words.Cost)
		}
		group := measureGroup{title: title}
		for _, row := range rows {
			if len(row.Values) > 1 && row.Alike() {
				group.alike = append(group.alike, row)
			} else {
				group.differ = append(group.differ, row)
			}
		}
		if len(rows) > 0 {
			all = append(all, group)
		}
	}
	for i, rows := range m.Questions {
		add(rows, p.at[i].caption+p.rateOf(nth(m.Asked, i)))
	}
	add(m.Kept, html.EscapeString(p.words.Kept))
	return all
}

// rateOf returns how often the workload of the page asks a question, "" if it has none.
func (p painter) rateOf(question string) string {
	for i := range p.in.Drawings {
		for _, f := range p.in.Drawings[i].Figures {
			for _, pane := range f.Panes {
				for _, element := range pane.Elements {
					if w, ok := element.(figure.Weighing); ok {
						for _, q := range w.Questions {
							if q.ID == question {
								return ` <span class="rate">` + html.EscapeString(p.words.fill(p.named("weigh-words.per-"+q.Period), "count", p.digits(q.Times))) + "</span>"
							}
						}
					}
				}
			}
		}
	}
	return ""
}

// foldedMeasures writes a group of rows as a row, which names each with its least and
// its largest number, and below it a table without bars, whose columns are those above.
func (p painter) foldedMeasures(m figure.Matrix, group measureGroup) {
	if len(group.alike)+len(group.differ) == 0 {
		return
	}
	label := p.id()
	p.strings(`<details class="fold costs"><summary><b`, markup.Attribute("id", label), ">", group.title, "</b>")
	rows := slices.Concat(group.differ, group.alike)
	for _, row := range rows[:min(len(rows), namedInRow)] {
		p.strings(" <span>", html.EscapeString(p.words.fill(p.words.Because, "what", p.words.Measures[row.Name], "why", p.span(row))), "</span>")
	}
	p.strings(`</summary><div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label), `><table class="cost">`)
	head := p.at[0]
	if len(head.letters) > 0 {
		head.names = nil
	}
	p.models(p.words.Measure, len(m.Models), head)
	group.title, group.isFolded = "", true
	p.measures(group, p.at[0].letters)
	p.WriteString("</table></div></details>")
}

// span returns the least and the largest number of a row.
func (p painter) span(row figure.Measure) string {
	least, largest := row.Least()
	switch {
	case !least.Measured:
		return p.words.NotMeasured
	case least.Number == largest.Number:
		return p.valueText(least)
	}
	return p.valueText(least) + "–" + p.valueText(largest)
}

// costKey says how numbers with bars are read, where the page has the first of them.
// Not every table has factors.
func (w *writer) costKey(hasFactors bool) {
	var key []string
	if !w.hasCostKey {
		w.hasCostKey, key = true, append(key, w.words.CostKey)
	}
	if hasFactors && !w.hasTimesKey {
		w.hasTimesKey, key = true, append(key, w.words.TimesKey)
	}
	if key != nil {
		w.strings(` <span class="scale">`, html.EscapeString(strings.Join(key, spaceOf(w.words))), "</span>")
	}
}

// howMeasured leads to the page that explains the measures, if there is one, once a page.
func (w *writer) howMeasured() {
	if slug := w.in.Site.Measures; slug != "" && !w.leadsToMeasures {
		w.leadsToMeasures = true
		w.strings(` <a class="how"`, markup.Attribute("href", w.in.Folder+slug+".html"), ">", html.EscapeString(w.words.HowMeasured), "</a>")
	}
}

// models writes the head of the table. first is the heading of the first
// column. Models without names have letters.
func (w *writer) models(first string, count int, at place) {
	w.strings(`<thead><tr><th scope="col">`, html.EscapeString(first), "</th>")
	for i := range count {
		w.WriteString(`<th scope="col" class="number">`)
		w.letter(nth(at.letters, i))
		if len(at.names) > 0 || len(at.letters) == 0 {
			w.strings(`<span class="model">`, columnName(at.names, i, w.words), "</span>")
		}
		w.WriteString("</th>")
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
func (w *writer) measures(group measureGroup, letters []string) {
	w.WriteString("<tbody>")
	if group.title != "" || len(group.alike) > 0 {
		models := len(slices.Concat(group.alike, group.differ)[0].Values)
		w.strings(`<tr><th scope="rowgroup"`, markup.Attribute("colspan", strconv.Itoa(1+models)), ">")
		if group.title != "" {
			w.WriteString("<b")
			if group.id != "" {
				w.WriteString(markup.Attribute("id", group.id))
			}
			w.strings(">", group.title, "</b>")
		}
		w.alike(group.alike)
		w.WriteString("</th></tr>")
	}
	for i := range group.differ {
		w.measure(w.words.Measures[group.differ[i].Name], &group.differ[i], letters, !group.isFolded)
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
func (w *writer) measure(name string, row *figure.Measure, letters []string, hasBars bool) {
	w.strings(`<tr><th scope="row">`, html.EscapeString(name))
	if len(letters) > 0 {
		w.reasons(row.Values, letters)
	}
	w.WriteString("</th>")
	factor, known := row.Factor(), 0
	smallest, largest := row.Least()
	for _, value := range row.Values {
		if value.Measured {
			known++
		}
	}
	for _, value := range row.Values {
		if value.Measured && value.Number == smallest.Number && smallest.Number < largest.Number {
			w.WriteString(`<td class="number least">`)
		} else {
			w.WriteString(`<td class="number">`)
		}
		if !value.Measured {
			said := w.words.NotMeasured
			if len(letters) == 0 {
				said = w.unmeasured(value.Why)
			}
			w.strings(`<span class="unmeasured">`, html.EscapeString(said), "</span></td>")
			continue
		}
		if value.Number == largest.Number && factor >= least {
			w.factor(factor)
		}
		w.WriteString(w.words.Integer(value.Number))
		if hasBars && known > 1 && largest.Number > 0 {
			w.bar(value.Number, largest.Number)
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
	w.strings(`<span class="times">×`, html.EscapeString(w.words.Number(factor, decimals)), "</span> ")
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
