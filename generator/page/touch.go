package page

import (
	"html"
	"strconv"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// TouchMap writes the documents that operations touch: a choice of the operation,
// and side by side the models, each drawn and in words. The choice works by styles
// alone; where they are not supported, and on paper, all counts are shown.
func (p painter) TouchMap(m figure.TouchMap) {
	p.styledBy("with-touch.css")
	group := p.id()
	p.strings(`<div class="touch"><fieldset class="choice"><legend>`, html.EscapeString(p.words.Operation), "</legend>")
	for i := range m.Operations {
		p.strings("<label><input", markup.Attribute("type", "radio"), markup.Attribute("name", group), markup.Attribute("class", "o"+strconv.Itoa(i+1)))
		if i == 0 {
			p.WriteString(" checked")
		}
		p.strings(">", p.at[i].caption, "</label>")
	}
	p.WriteString(`</fieldset><div class="fields">`)
	for model := range m.Models {
		p.strings(`<div><p class="of">`)
		p.letter(nth(p.at[0].letters, model))
		p.strings(" <span>", columnName(p.at[0].names, model, p.words), `</span></p><p class="counts">`, html.EscapeString(p.say(m.Counts[model])), "</p>")
		p.touched(m, model)
		p.WriteString("</div>")
	}
	p.strings(`</div><p class="more">`, html.EscapeString(p.words.TouchLegend), "</p></div>")
}

// touched writes the drawing of a model, and below it the counts of each operation.
func (p painter) touched(m figure.TouchMap, model int) {
	p.picture(m.Stored[model], func() {
		for i, operation := range m.Operations {
			p.strings("<g", markup.Attribute("class", hit(i)), ">")
			p.shapes(operation[model].Shapes)
			p.WriteString("</g>")
		}
	})
	p.WriteString("<div>")
	for i, operation := range m.Operations {
		p.strings("<p", markup.Attribute("class", hit(i)), `><b class="op">`, p.at[i].caption, "</b>")
		for _, count := range p.sayAll(operation[model].Counts) {
			p.strings(" <span>", html.EscapeString(count), "</span>")
		}
		p.WriteString("</p>")
	}
	p.WriteString("</div>")
}

// hit is the class of elements that belong to an operation.
func hit(operation int) string { return "hit hit" + strconv.Itoa(operation+1) }
