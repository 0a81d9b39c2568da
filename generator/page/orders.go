package page

import (
	"html"
	"strconv"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Orders writes how the orders of models have ended, a row a model with a cell for each
// order, and of a single model the worst of them, moment by moment.
func (p painter) Orders(o figure.Orders) {
	p.styledBy("with-orders.css")
	p.WriteString(`<div class="orders">`)
	if p.at[0].isInList {
		p.strings(`<p class="of">`, p.at[0].caption, "</p>")
	}
	p.WriteString("<ul>")
	for i, model := range o.Models {
		p.WriteString("<li>")
		if p.at[0].isInList {
			p.WriteString(`<p class="of">`)
			p.letter(nth(p.at[0].letters, i))
			p.strings(" <span>", columnName(p.at[0].names, i, p.words), "</span></p>")
		}
		p.endings(model)
		p.WriteString("</li>")
	}
	p.WriteString("</ul>")
	p.endingsKey()
	p.WriteString("</div>")
	for _, model := range o.Models {
		if model.Bad != nil {
			p.timeline(model.Model, model.Bad)
		}
	}
}

// outcomes are the keys of order-words for the ends of orders, the worst first.
var outcomes = []string{"lost", "repaired", "hold"}

// endings writes in how many orders of a model something is lost, or repaired, and a
// cell for each order, which screen readers leave out.
func (p painter) endings(model figure.OrdersOfModel) {
	if len(model.Groups) == 0 {
		p.strings("<p>", html.EscapeString(p.words.NotMeasured), "</p>")
		return
	}
	p.WriteString("<p>")
	for i, outcome := range outcomes[:2] {
		count, all := model.Count(outcome)
		if i > 0 && count == 0 {
			continue
		}
		element := "span"
		if count > 0 {
			element = "b"
		}
		said := p.words.fill(p.named("order-words.of"), "count", p.words.Integer(int64(count)), "all", p.words.Integer(int64(all)))
		said = p.words.fill(p.words.Because, "what", p.named("order-words."+outcome), "why", said)
		p.strings("<", element, ">", html.EscapeString(said), "</", element, "> ")
	}
	p.WriteString(`</p><div class="ends" aria-hidden="true">`)
	for _, group := range model.Groups {
		p.WriteString("<div>")
		if group.Mishap != "" {
			p.strings("<span>", html.EscapeString(p.named("order-words."+group.Mishap)), "</span>")
		}
		for _, end := range group.Ends {
			p.strings("<i", markup.Attribute("class", end), "></i>")
		}
		p.WriteString("</div>")
	}
	p.WriteString("</div>")
}

func (p painter) endingsKey() {
	p.WriteString(`<p class="key" aria-hidden="true">`)
	for i := range outcomes {
		outcome := outcomes[len(outcomes)-1-i]
		p.strings("<span><i", markup.Attribute("class", outcome), "></i>", html.EscapeString(p.named("order-words."+outcome)), "</span> ")
	}
	p.WriteString("</p>")
}

// timeline writes an order, a moment an item, below the line of the client that takes the
// step. A step that the page shows is named by its caption, another by its code.
func (p painter) timeline(example string, line *figure.Timeline) {
	p.strings(`<p class="label worst"><b>`, html.EscapeString(p.named("order-words.worst-"+line.Outcome)), "</b></p>")
	p.strings("<ol", markup.Attribute("class", "order of"+strconv.Itoa(len(line.Clients))), ">")
	for _, m := range line.Moments {
		p.strings("<li", markup.Attribute("class", "c"+strconv.Itoa(m.Client+1)), `><div class="does"><p class="label"><b translate="no">`, html.EscapeString(line.Clients[m.Client]), "</b>")
		caption, lang := p.in.Guide.StepCaption(example, m.Step)
		p.caption(p.captionIn(lang, caption))
		p.WriteString("</p>")
		if caption == "" {
			p.code(&m.Code)
		}
		if m.Then != "" {
			p.strings(`<p class="label then">`, html.EscapeString(p.named("order-words."+m.Then)), "</p>")
		}
		p.WriteString("</div><div>")
		p.elements(m.Outcome)
		p.WriteString("</div></li>")
	}
	p.strings(`</ol><p class="label worst"><b>`, html.EscapeString(p.named("order-words.failed")), "</b></p>")
	for _, m := range line.Failed {
		p.WriteString(`<div class="failed">`)
		p.code(&m.Code)
		p.elements(m.Outcome)
		p.WriteString("</div>")
	}
}
