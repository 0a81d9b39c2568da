package page

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

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
	p.WriteString(`</div><p class="key">`)
	p.touchKey(m)
	p.WriteString("</div>")
}

// touchKey writes what the colors of a map mean, and ends the paragraph.
func (p painter) touchKey(m figure.TouchMap) {
	for _, sample := range [][2]string{{"read", p.words.Read}, {"changed", p.words.Changes["changed"]}} {
		if drawsClass(m, sample[0]) {
			p.sample(sample[0], sample[1])
		}
	}
	p.strings(html.EscapeString(p.words.TouchLegend), "</p>")
}

// strip writes what the only operation of a map touches in a model, for its card; nothing
// in that of a model which the map does not have.
func (p painter) strip(m figure.TouchMap, model string) {
	p.styledBy("with-touch.css")
	p.WriteString(`<div class="touch strip">`)
	if i := slices.Index(m.Models, model); i >= 0 {
		touched := m.Operations[0][i]
		p.picture(m.Stored[i], func() { p.shapes(touched.Shapes) })
		p.strings("<p>", html.EscapeString(strings.Join(p.sayAll(touched.Counts), " · ")), "</p>")
	}
	p.WriteString("</div>")
}

// drawsClass reports whether an operation has cells of a class.
func drawsClass(m figure.TouchMap, class string) bool {
	for _, operation := range m.Operations {
		for _, touched := range operation {
			for _, shape := range touched.Shapes {
				if slices.Contains(shape.Attributes, class) {
					return true
				}
			}
		}
	}
	return false
}

// sample writes what a class of cells looks like, and what it means.
func (p painter) sample(class, meaning string) {
	p.strings(`<span><svg class="map" viewBox="0 0 14 14" aria-hidden="true"><path`, markup.Attribute("class", class), ` d="M1 1h12v12h-12z"></path></svg> `, html.EscapeString(meaning), "</span> ")
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
			p.WriteString(" <span>")
			p.count(count)
			p.WriteString("</span>")
		}
		p.WriteString("</p>")
	}
	p.WriteString("</div>")
}

// firstNumber is the number of documents where counts are said.
var firstNumber = regexp.MustCompile(`\d+([.,\x{a0}\x{202f}]\d{3})*`)

// count writes what an operation touches, with its number of documents large.
func (p painter) count(said string) {
	at := firstNumber.FindStringIndex(said)
	if at == nil {
		p.WriteString(html.EscapeString(said))
		return
	}
	p.strings(html.EscapeString(said[:at[0]]), `<b class="many">`, said[at[0]:at[1]], "</b>", html.EscapeString(said[at[1]:]))
}

// hit is the class of elements that belong to an operation.
func hit(operation int) string { return "hit hit" + strconv.Itoa(operation+1) }
