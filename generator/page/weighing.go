package page

import (
	"encoding/json"
	"html"
	"math"
	"slices"
	"strings"

	"modelbook/generator/figure"
	"modelbook/generator/markup"
)

// Weighing writes what a workload costs as a table, with a verdict and the rates at
// which it would be another one, and the amounts for the script, with which readers
// can enter their own rates and weights.
//
// site/scripts/weigh-*.js compute the same and write it into the same table: a change
// here needs one there, which a test of the whole figure asks for.
func (p painter) Weighing(w figure.Weighing) {
	p.styledBy("with-weighing.css")
	label := p.id()
	p.strings(`<div class="weighing" id="weigh"`, markup.Attribute("data-weigh", p.weighingNumbers(w)), markup.Attribute("data-words", p.weighingWords(w)), `>`)
	p.sketch(w.Sketch)
	p.WriteString(`<p class="verdict">`)
	said := p.sayAll(w.Verdict)
	p.strings("<b>", html.EscapeString(said[0]), "</b>")
	for _, sentence := range said[1:] {
		p.strings(spaceOf(p.words), html.EscapeString(sentence))
	}
	p.strings(`</p><div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label), `><table class="cost weigh"><caption><span`, markup.Attribute("id", label), ">", p.at[0].caption, "</span>")
	p.howMeasured()
	p.costKey(false)
	p.legend(p.at[0].letters, p.at[0].names)
	p.WriteString("</caption>")
	p.weighedModels(w)
	p.WriteString("<tbody>")
	day := most(w.Day) // one scale for the bars of all questions and of their sum
	for _, q := range w.Questions {
		p.weighed(p.say(q.Words), p.words.fill(p.named("weigh-words.per-"+q.Period), "count", p.digits(q.Times)), q.Work, func(model int) (string, []float64, string) {
			return p.duration(q.Work[model]), []float64{share(q.Work[model], day)}, ""
		})
	}
	p.WriteString(`</tbody><tbody class="sums">`)
	p.weighed(p.named("weigh-words.total"), "", w.Day, func(model int) (string, []float64, string) {
		var parts []float64
		for _, q := range w.Questions {
			parts = append(parts, share(q.Work[model], day))
		}
		return p.duration(w.Day[model]), parts, ""
	})
	peak := most(w.Peak)
	p.weighed(p.named("weigh-words.peak"), "", w.Peak, func(model int) (string, []float64, string) {
		return p.percent(w.Peak[model]), []float64{share(w.Peak[model], peak)}, ""
	})
	stored := sums(w.Documents, w.Indexes)
	largest := most(stored)
	p.weighed(p.named("weigh-words.stored"), p.words.fill(p.named("weigh-words.with-cache"), "cache", p.bytes(w.Cache)), stored, func(model int) (string, []float64, string) {
		return p.bytes(stored[model]), []float64{share(w.Documents[model], largest), share(w.Indexes[model], largest)}, p.cached(stored[model], w.Cache)
	})
	p.WriteString(`</tbody></table></div><ul class="flips">`)
	for _, flip := range w.Flips {
		p.strings("<li>", html.EscapeString(p.say(flip)), "</li>")
	}
	p.WriteString("</ul>")
	p.waits(w)
	p.WriteString("</div>")
}

// waits writes how long a run of each question takes, folded: it decides less often than
// the sums.
func (p painter) waits(w figure.Weighing) {
	label := p.id()
	shortest, longest := math.Inf(1), 0.0
	for _, q := range w.Questions {
		shortest, longest = min(shortest, slices.Min(q.Wait)), max(longest, most(q.Wait))
	}
	p.strings(`<details class="fold costs waits"><summary><b`, markup.Attribute("id", label), ">", html.EscapeString(p.named("weigh-words.waits")), "</b> <span>", html.EscapeString(p.duration(shortest)+"–"+p.duration(longest)),
		`</span></summary><div class="wide" role="region" tabindex="0"`, markup.Attribute("aria-labelledby", label), `><table class="cost weigh">`)
	p.weighedModels(w)
	p.WriteString("<tbody>")
	for _, q := range w.Questions {
		from := ""
		if q.IsCached {
			from = p.named("weigh-words.from-cache")
		}
		p.weighed(p.say(q.Words), from, q.Wait, func(model int) (string, []float64, string) {
			return p.duration(q.Wait[model]), []float64{share(q.Wait[model], longest)}, ""
		})
	}
	p.WriteString("</tbody></table></div></details>")
}

func sums(a, b []float64) []float64 {
	all := slices.Clone(a)
	for i := range b {
		all[i] += b[i]
	}
	return all
}

// most returns the largest number that is not infinite, as one of an impossible model is.
func most(numbers []float64) float64 {
	largest := 0.0
	for _, n := range numbers {
		if !math.IsInf(n, 1) {
			largest = max(largest, n)
		}
	}
	return largest
}

// share returns the length of a bar, none of an infinite number.
func share(n, of float64) float64 {
	if math.IsInf(n, 1) || of == 0 {
		return 0
	}
	return n / of
}

// sketch writes the sizes of a sketch.
func (p painter) sketch(sizes []figure.SketchSize) {
	if sizes == nil {
		return
	}
	p.styledBy("with-sketch.css")
	p.WriteString(`<dl class="sketch">`)
	for _, size := range sizes {
		p.strings("<div><dt>", html.EscapeString(p.named("sketch-words."+size.Name)), "</dt><dd>", html.EscapeString(p.words.Number(size.Value, 0)), "</dd></div>")
	}
	p.WriteString("</dl>")
}

func (p painter) duration(us float64) string { return p.quantity(us, durations) }

func (p painter) bytes(n float64) string { return p.quantity(n, sizes) }

// cached says whether a cache holds so many bytes, in HTML.
func (p painter) cached(bytes, cache float64) string {
	switch {
	case math.IsInf(bytes, 1):
		return `<span class="fits beyond">✕ ` + html.EscapeString(p.named("sketch-words.too-large")) + "</span>"
	case bytes <= cache:
		return `<span class="fits">✓ ` + html.EscapeString(p.named("weigh-words.fits")) + "</span>"
	}
	return `<span class="fits beyond">✕ ` + html.EscapeString(p.words.fill(p.named("weigh-words.beyond"), "count", p.digits(bytes/cache))) + "</span>"
}

// weighedModels writes the head of the table. The letters of the best models are marked.
func (p painter) weighedModels(w figure.Weighing) {
	p.strings(`<thead><tr><th scope="col">`, html.EscapeString(p.named("weigh-words.question")), "</th>")
	for i := range w.Models {
		class := "number"
		if slices.Contains(w.Best, i) {
			class += " best"
		}
		p.strings(`<th scope="col"`, markup.Attribute("class", class), ">")
		p.letter(nth(p.at[0].letters, i))
		p.strings(`<span class="model">`, columnName(p.at[0].names, i, p.words), "</span></th>")
	}
	p.WriteString("</tr></thead>")
}

// weighed writes a row of a weighing. What is as little as the least, as it is written,
// is marked, unless all of it is. cell returns a value's text, the lengths of its bar's
// parts, and HTML below.
func (p painter) weighed(name, detail string, values []float64, cell func(model int) (text string, parts []float64, below string)) {
	p.strings(`<tr><th scope="row">`, html.EscapeString(p.words.fill(name)))
	if detail != "" {
		p.strings(` <span class="rate">`, html.EscapeString(detail), "</span>")
	}
	p.WriteString("</th>")
	least, _, _ := cell(slices.Index(values, slices.Min(values)))
	largest, _, _ := cell(slices.Index(values, most(values)))
	for model := range values {
		text, parts, below := cell(model)
		class := "number"
		if text == least && least != largest {
			class += " least"
		}
		p.strings("<td", markup.Attribute("class", class), "><span>", html.EscapeString(text), "</span>")
		p.stackedBar(parts)
		p.strings(below, "</td>")
	}
	p.WriteString("</tr>")
}

// scriptWords are the words that the script needs and the page does not have, in the
// order in which it reads them: keys of weigh-words.
var scriptWords = strings.Fields("indifferent clear close alike tip-more tip-less flip-more flip-less size-more size-less between up-to or-more any us ms s min h bytes kb mb gb tb percent per-day fits beyond with-cache rates peaks data weights reset")

// standIns take the place of what the script fills in while marks and spaces are set.
// It fills in letters of models, words and numbers, beside which other spaces belong.
var standIns = []struct{ name, latin, han string }{
	{"{model}", "Ⱥ", "Ⱥ"}, {"{models}", "Ȼ", "Ȼ"}, {"{question}", "wwwwwww", "字字字字"}, {"{unit}", "vvvvvvv", "词词词词"},
	{"{count}", "1000001", "1000001"}, {"{rate}", "1000002", "1000002"}, {"{range}", "1000003", "1000003"}, {"{low}", "1000004", "1000004"}, {"{high}", "1000005", "1000005"},
	{"{most}", "1000006", "1000006"}, {"{here}", "1000007", "1000007"}, {"{cache}", "1000008", "1000008"},
}

// weighingWords returns the words for the script, a line each: what a reader opens the
// fields with, what copies a link, the ids of the questions, numbers that show how the
// language writes them and its lists, the words of scriptWords, and those for the weights.
func (p painter) weighingWords(w figure.Weighing) string {
	lines := []string{p.named("weigh-words.own"), p.named("weigh-words.share")}
	var ids []string
	for _, q := range w.Questions {
		ids = append(ids, q.ID)
	}
	numbers := []string{p.words.Integer(1000), p.words.Integer(10000), p.words.Number(0.5, 1)}
	lines = append(lines, strings.Join(ids, " "), strings.Join(numbers, " "), p.words.ListSeparator)
	for _, name := range scriptWords {
		text := p.named("weigh-words." + name)
		if strings.HasPrefix(name, "size-") {
			text = strings.ReplaceAll(text, "{question}", p.say(w.SizeWords))
		}
		lines = append(lines, p.template(text))
	}
	for _, of := range w.Weights {
		lines = append(lines, p.template(p.named("weigh-units."+of.Name)))
	}
	if w.Sketch != nil {
		lines = append(lines, p.named("sketch-words.too-large"))
	}
	return strings.Join(lines, "\n")
}

// standIn takes the place of names in texts, and back takes the names' place again:
// one of each for letters from which Han differs, and one for Han.
var standIn, back [2]*strings.Replacer

func init() {
	for i := range standIn {
		var there, again []string
		for _, of := range standIns {
			text := [2]string{of.latin, of.han}[i]
			there, again = append(there, of.name, text), append(again, text, of.name)
		}
		standIn[i], back[i] = strings.NewReplacer(there...), strings.NewReplacer(again...)
	}
}

// template sets the marks and spaces of a text before its names are filled in.
func (p painter) template(text string) string {
	i := 0
	if p.words.Typography().Han {
		i = 1
	}
	return back[i].Replace(p.words.fill(standIn[i].Replace(text)))
}

// weighingNumbers returns the numbers for the script, as JSON: how many times the data
// of the examples there are; the rates a day and at peak of each question, and which
// question it follows if it does; each weight with its range; the size of the examples;
// and for each size at which the models are weighed itself and of each model the bytes of
// the examples' documents and indexes, and for each question its amounts and round trips.
func (p painter) weighingNumbers(w figure.Weighing) string {
	var questions, weights, sizes []any
	for _, q := range w.Questions {
		question := []float64{q.Day, q.Peak}
		if q.Of != "" {
			of := slices.IndexFunc(w.Questions, func(other figure.WeighedQuestion) bool { return other.ID == q.Of })
			question = append(question, float64(of))
		}
		questions = append(questions, question)
	}
	for _, of := range w.Weights {
		weights = append(weights, []float64{of.Value, of.Low, of.High})
	}
	for _, size := range w.Sizes {
		at := []any{size.Size}
		for _, m := range size.Models {
			var answers [][]float64
			for question, amounts := range m.Amounts {
				answer := slices.Clone(amounts)
				for unit := range answer {
					// Whole numbers are shorter: bytes, where the unit is a KiB.
					if name := w.Weights[unit].Name; name == "kib" || name == "oplog" {
						answer[unit] *= 1024
					}
				}
				answers = append(answers, append(answer, m.RoundTrips[question]))
			}
			at = append(at, []any{math.Round(m.Documents / w.Data), math.Round(m.Indexes / w.Data), answers})
		}
		sizes = append(sizes, at)
	}
	numbers := []any{w.Data, questions, weights, w.Size, sizes}
	if w.Sketch != nil {
		var sketch []any
		for _, size := range w.Sketch {
			sketch = append(sketch, []any{size.Name, size.Value, size.Low, size.High})
		}
		numbers[4] = []any{}
		numbers = append(numbers, sketch)
	}
	encoded, err := json.Marshal(numbers)
	if err != nil {
		p.fail(err) // a rate that is not a number
	}
	return string(encoded)
}
