package page

import (
	"html"
	"strconv"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// IndexScans writes a table of entries for each model, in the order of its index.
func (p painter) IndexScans(s figure.IndexScans) {
	p.styledBy("with-scans.css")
	p.WriteString(`<div class="scans">`)
	if p.at[0].isInList {
		p.strings("<p>", p.at[0].caption, "</p>")
	}
	p.WriteString("<div>")
	for i, model := range s.Models {
		p.WriteString("<div>")
		if p.at[0].isInList {
			p.WriteString(`<p class="of">`)
			p.letter(nth(p.at[0].letters, i))
			p.strings(" <span>", columnName(p.at[0].names, i, p.words), "</span></p>")
		}
		if len(model.Scans) == 0 {
			p.strings("<p>", html.EscapeString(p.words.NotMeasured), "</p>")
		}
		for _, scan := range model.Scans {
			p.indexScan(scan)
		}
		p.WriteString("</div>")
	}
	p.WriteString("</div>")
	p.scansKey(s)
	p.WriteString("</div>")
}

// scansKey says what the colors of entries mean, where there are some.
func (p painter) scansKey(s figure.IndexScans) {
	states := statesOf(s)
	if states == nil {
		return
	}
	p.WriteString(`<p class="key">`)
	for _, state := range states {
		p.strings("<span><i", markup.Attribute("class", state), "></i> ", html.EscapeString(p.named("scan-words."+state)), "</span> ")
	}
	p.strings(html.EscapeString(p.named("scan-words.legend")), "</p>")
}

// statesOf returns the states that entries have, the best first.
func statesOf(s figure.IndexScans) []string {
	var states []string
	for _, state := range []string{"returned", "examined", "within"} {
		if s.Has(state) {
			states = append(states, state)
		}
	}
	return states
}

func (p painter) indexScan(s figure.IndexScan) {
	if s.Fields == nil {
		p.strings(`<p class="unindexed">`, html.EscapeString(p.named("scan-words.whole")), "</p>")
	} else {
		p.entries(s)
	}
	p.WriteString(`<p class="counts">`)
	for _, count := range p.sayAll(s.Counts) {
		p.WriteString("<span>")
		p.count(count)
		p.WriteString("</span> ")
	}
	p.WriteString("</p>")
	if s.Remarks != nil {
		p.strings("<p>", html.EscapeString(strings.Join(p.sayAll(s.Remarks), " · ")), "</p>")
	}
}

func (p painter) entries(s figure.IndexScan) {
	p.strings(`<table translate="no"><thead><tr>`)
	for _, field := range s.Fields {
		p.strings(`<th scope="col">`, strings.ReplaceAll(html.EscapeString(field.Path), ".", ".<wbr>"), " ", direction(field), "</th>")
	}
	p.WriteString("</tr></thead><tbody>")
	for _, entry := range s.Entries {
		p.WriteString("<tr")
		if entry.State != "" {
			p.WriteString(markup.Attribute("class", entry.State))
		}
		p.WriteString(">")
		if entry.LeftOut > 0 {
			p.strings("<td", markup.Attribute("class", "more"), markup.Attribute("colspan", strconv.Itoa(len(s.Fields))), ">… ", html.EscapeString(p.leftOut(entry)))
			p.state(entry)
			p.WriteString("</td>")
		}
		for i, value := range entry.Values {
			p.WriteString("<td>")
			if value == nil {
				p.strings("<i>", html.EscapeString(p.named("scan-words.missing")), "</i>")
			} else {
				p.WriteString("<code>")
				p.tokens(value)
				p.WriteString("</code>")
			}
			if i == len(entry.Values)-1 {
				p.state(entry)
			}
			p.WriteString("</td>")
		}
		p.WriteString("</tr>")
	}
	p.WriteString("</tbody></table>")
}

// state says what colors show.
func (p painter) state(entry figure.EntryRow) {
	if entry.State != "" {
		p.strings(` <span class="spoken">`, html.EscapeString(p.named("scan-words."+entry.State)), "</span>")
	}
}

func (p painter) leftOut(entry figure.EntryRow) string {
	more := p.say(figure.Plural{Key: "more-elements", Count: entry.LeftOut, With: []figure.Argument{{Name: "count", Phrase: figure.Integer(entry.LeftOut)}}})
	some := func(key string, count int) string {
		return p.words.fill(p.named(key), "more", more, "count", p.words.Integer(int64(count)))
	}
	switch {
	case entry.Examined > 0 && entry.Examined < entry.LeftOut:
		return some("scan-words.some-read", entry.Examined)
	case entry.Returned > 0 && entry.Returned < entry.LeftOut:
		return some("scan-words.some-returned", entry.Returned)
	}
	return more
}

func direction(field figure.IndexField) string {
	if field.Descending {
		return "↓"
	}
	return "↑"
}
