package page

import (
	"html"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Charts writes charts side by side, each as curves and, folded, as a table.
func (p painter) Charts(charts figure.Charts) {
	p.styledBy("with-charts.css")
	p.WriteString(`<div class="curves">`)
	for i, chart := range charts {
		painter{p.writer, p.at[i:]}.chart(chart)
	}
	p.WriteString("</div>")
}

func (p painter) chart(chart figure.Chart) {
	label := p.id()
	p.strings(`<figure class="curve"`, markup.Attribute("aria-labelledby", label), "><figcaption", markup.Attribute("id", label), "><b>", p.at[0].caption, "</b> ", html.EscapeString(p.say(chart.Title)), "</figcaption>")
	p.Picture(chart.Picture)
	p.WriteString(`<p class="more">`)
	p.sentences(chart.Remarks)
	p.WriteString("</p>")
	p.chartTable(chart.Rows, label)
	p.WriteString("</figure>")
}

// chartTable writes the numbers of the curves that were measured, a row a model.
func (p painter) chartTable(rows []figure.ChartRow, label string) {
	if len(rows) == 0 {
		return
	}
	p.strings(`<details class="rest"><summary>`, html.EscapeString(p.words.Numbers), `</summary><div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label), `><table><thead><tr><th scope="col">`, html.EscapeString(p.words.Model), "</th>")
	for _, row := range rows {
		p.strings(`<th scope="col" class="number">`, p.words.Integer(row.Size), "</th>")
	}
	p.WriteString("</tr></thead><tbody>")
	for i := range rows[0].Values {
		p.strings(`<tr><th scope="row">`)
		p.letter(nth(p.at[0].letters, i))
		p.strings(` <span class="model">`, columnName(p.at[0].names, i, p.words), "</span></th>")
		for _, row := range rows {
			p.WriteString(`<td class="number">`)
			if value := row.Values[i]; value.Measured {
				p.WriteString(p.words.Integer(value.Number))
			} else {
				p.text(p.words.NotMeasured)
			}
			p.WriteString("</td>")
		}
		p.WriteString("</tr>")
	}
	p.WriteString("</tbody></table></div></details>")
}
