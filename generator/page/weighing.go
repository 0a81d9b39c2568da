package page

import (
	"encoding/json"
	"html"
	"slices"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Weighing writes what a workload costs as a table, with a verdict and the rates at
// which it would be another one, and the amounts for the script, with which readers
// can enter their own rates and weights.
func (p painter) Weighing(w figure.Weighing) {
	label := p.id()
	p.strings(`<div class="weighing" id="weigh"`, markup.Attribute("data-weigh", p.weighingData(w)), `><p class="verdict">`)
	p.sentences(w.Verdict)
	p.strings(`</p><div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label), `><table class="cost weigh"><caption><span`, markup.Attribute("id", label), ">", p.at[0].caption, "</span>")
	p.howMeasured()
	p.legend(p.at[0].letters, p.at[0].names)
	p.WriteString("</caption>")
	p.models(p.named("weigh-words.question"), len(w.Models), p.at[0])
	p.WriteString("<tbody>")
	for _, q := range w.Questions {
		p.weighed(p.say(figure.Question(q.ID)), p.words.fill(p.named("weigh-words.per-"+q.Period), "count", p.digits(q.Times)), q.Work, p.duration)
	}
	p.WriteString(`</tbody><tbody class="sums">`)
	p.weighed(p.named("weigh-words.total"), "", w.Day, p.duration)
	p.weighed(p.named("weigh-words.peak"), "", w.Peak, p.percent)
	p.weighed(p.named("weigh-words.stored"), "", sums(w.Documents, w.Indexes), p.bytes)
	p.WriteString(`</tbody><tbody class="waits">`)
	p.strings(`<tr><th scope="rowgroup" colspan="`, p.words.Integer(int64(1+len(w.Models))), `"><b>`, html.EscapeString(p.named("weigh-words.waits")), "</b></th></tr>")
	for _, q := range w.Questions {
		p.weighed(p.say(figure.Question(q.ID)), "", q.Wait, p.duration)
	}
	p.WriteString("</tbody></table></div>")
	if len(w.Flips) > 0 {
		p.WriteString(`<ul class="flips">`)
		for _, flip := range w.Flips {
			p.strings("<li>", html.EscapeString(p.say(flip)), "</li>")
		}
		p.WriteString("</ul>")
	}
	p.WriteString("</div>")
}

func sums(a, b []float64) []float64 {
	all := slices.Clone(a)
	for i := range b {
		all[i] += b[i]
	}
	return all
}

func (p painter) duration(us float64) string { return p.quantity(us, durations) }

func (p painter) bytes(n float64) string { return p.quantity(n, sizes) }

// weighed writes a row of a weighing. The least of its values is marked, if they
// differ.
func (p painter) weighed(name, rate string, values []float64, write func(float64) string) {
	p.strings(`<tr><th scope="row">`, html.EscapeString(name))
	if rate != "" {
		p.strings(` <span class="rate">`, html.EscapeString(rate), "</span>")
	}
	p.WriteString("</th>")
	least, most := slices.Min(values), slices.Max(values)
	for _, value := range values {
		class := "number"
		if value == least && least < most {
			class += " least"
		}
		p.strings("<td", markup.Attribute("class", class), ">", html.EscapeString(write(value)))
		if most > 0 {
			p.shareBar(value / most)
		}
		p.WriteString("</td>")
	}
	p.WriteString("</tr>")
}

// weighingData returns the amounts and the words for the script, as JSON.
func (p painter) weighingData(w figure.Weighing) string {
	type question struct {
		ID      string      `json:"id"`
		Words   string      `json:"words"`
		Day     float64     `json:"day"`
		Peak    float64     `json:"peak"`
		Trips   []float64   `json:"trips"`
		Amounts [][]float64 `json:"amounts"` // of each unit, in each model
	}
	type weight struct {
		Name  string  `json:"name"`
		Words string  `json:"words"`
		Value float64 `json:"value"`
		Low   float64 `json:"low"`
		High  float64 `json:"high"`
	}
	data := struct {
		Letters   []string          `json:"letters"`
		Questions []question        `json:"questions"`
		Weights   []weight          `json:"weights"`
		Documents []float64         `json:"documents"`
		Indexes   []float64         `json:"indexes"`
		Data      float64           `json:"data"`
		Words     map[string]string `json:"words"`
	}{Letters: p.at[0].letters, Documents: w.Documents, Indexes: w.Indexes, Data: w.Data, Words: map[string]string{"separator": p.words.ListSeparator}}
	for _, q := range w.Questions {
		data.Questions = append(data.Questions, question{q.ID, p.say(figure.Question(q.ID)), q.Day, q.Peak, q.RoundTrips, q.Amounts})
	}
	for _, of := range w.Weights {
		data.Weights = append(data.Weights, weight{of.Name, p.named("weigh-units." + of.Name), of.Value, of.Low, of.High})
	}
	for key, text := range p.words.strings {
		if name, ok := strings.CutPrefix(key, "weigh-words."); ok {
			data.Words[name] = text
		}
	}
	encoded, err := json.Marshal(data)
	if err != nil {
		p.fail(err) // a rate that is not a number
	}
	return string(encoded)
}
