package check

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/formula"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Numerals checks that something holds each number in digits that an original guide
// has in its text. That is a link to a number, or a footnote in its sentence. Where no
// link can be, it is what the place shows: of a caption the step or the data, of the
// head of a column or row a size of the linked numbers there, and of a heading, a title
// and a description a number that the text links or documents. A message suggests what
// the number could be linked to, from all that the page has.
func Numerals(g *guide.Guide, l *locale.Locale, results map[string]*example.Result, conclusions Conclusions) diag.List {
	c := &numeralChecker{checker: &checker{guide: g, locale: l, results: results, conclusions: conclusions, isQuiet: true}}
	said := map[string]bool{} // numbers that the text links or documents
	for _, n := range g.Numerals {
		if n.Value != "" && (c.isHeldByLink(n) || n.IsDocumented) {
			said[n.Value] = true
		}
	}
	for _, n := range g.Numerals {
		switch {
		case c.isHeldByLink(n) || n.IsDocumented:
		case n.Place == guide.InCaption && c.isShown(n):
		case n.Place == guide.InCaption:
			c.fail(n.Pos, n.Text, sourceLine(g, n.Pos), "a caption has the numbers of the step, the data or the size that it shows: say it in the text, or write it as `code`")
		case n.Place == guide.InHeading && said[n.Value]:
		case n.Place == guide.InHeading:
			c.fail(n.Pos, n.Text, sourceLine(g, n.Pos), "a heading has the numbers that the text links or documents: say it there, or in words")
		case n.Place == guide.InHead && slices.ContainsFunc(n.Targets, func(t guide.Target) bool { return strconv.Itoa(t.Size) == n.Value }):
		default:
			c.fail(n.Pos, n.Text, sourceLine(g, n.Pos), c.suggestions(n.Text))
		}
	}
	for _, key := range g.Meta.Keys {
		at, _ := g.At(key.Name)
		for _, n := range l.Numerals(withoutCode(key.Source)) {
			if !said[n.Value] {
				c.fail(at, n.Text, "", "the "+key.Name+" has the numbers that the text links or documents: say it there, or in words")
			}
		}
	}
	c.unused()
	return c.messages
}

// unused reports rates and amounts of the workload that the text has nowhere: a reader
// would see them in no sentence, and no sentence would be held to them.
func (c *numeralChecker) unused() {
	w := c.conclusions.Workload
	if w == nil {
		return
	}
	used := map[string]bool{}
	for i := range c.guide.Blocks {
		for _, part := range c.guide.Blocks[i].Drawn() {
			if part.Number != nil && part.Number.Target.Kind == "workload" {
				used[part.Number.Target.Rate] = true
			}
		}
	}
	for _, figure := range c.guide.Meta.Figures {
		_, texts := formula.Parts(figure.Expression.Text, c.conclusions.Figures.names().Functions)
		for _, text := range texts {
			used[text] = true
		}
	}
	report := func(pos diag.Pos, what, id string) {
		if !used[id] {
			value, _ := w.Number(id, false)
			c.messages.Add(diag.Message{Pos: pos, Text: "no sentence has the " + what + " " + id, Hint: fmt.Sprintf("link it: [%s](#workload/%s)", c.typed(value, wanted(value)), id)})
		}
	}
	for _, rate := range w.Rates {
		report(rate.Pos, "rate", rate.ID)
	}
	for _, amount := range w.Amounts {
		report(amount.Pos, "amount", amount.ID)
	}
}

type numeralChecker struct {
	*checker
	messages diag.List
	all      []candidate // what numbers could be linked to, nil if that was not asked yet
}

func (c *numeralChecker) fail(pos diag.Pos, numeral, source, hint string) {
	c.messages.Add(diag.Message{Pos: pos, Text: "nothing holds the number " + locale.PlainSpaces(numeral), Hint: hint, Source: source})
}

// isHeldByLink reports whether Targets holds the number: not all links are to numbers.
func (c *numeralChecker) isHeldByLink(n guide.Numeral) bool {
	return n.Place == guide.InLink && slices.ContainsFunc(numberKinds, func(k numberKind) bool { return k.link().Kind() == n.Targets[0].Kind })
}

// withoutCode returns a text of the front matter without what is in backticks.
func withoutCode(text string) string { return inBackticks.ReplaceAllString(text, "") }

var inBackticks = regexp.MustCompile("`[^`]*`")

var plainNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

// isShown reports whether the figure of a caption has a number: as a size, as a count of
// its documents, or in the lines of the example that it shows.
func (c *numeralChecker) isShown(n guide.Numeral) bool {
	t := n.Targets[0]
	r := c.results[t.Example]
	if r == nil {
		return true // the example can't be read, which was reported
	}
	e := r.Example
	if strconv.Itoa(t.Size) == n.Value || t.Collection != "" && strconv.Itoa(e.Data(e.FirstSize()).Count(t.Collection)) == n.Value {
		return true
	}
	first, last := 1, e.Text.Lines()
	for i, step := range e.Steps {
		switch {
		case t.Step == step.ID:
			first = step.Pos.Line
			if i+1 < len(e.Steps) {
				last = e.Steps[i+1].Pos.Line - 1
			}
		case t.Collection != "" && i == 0:
			last = step.Pos.Line - 1 // the schema and the data
		}
	}
	if t.Step == "" && t.Collection == "" {
		return false // of a model or of costs, which have no lines of their own
	}
	for line := first; line <= last; line++ {
		if slices.Contains(plainNumber.FindAllString(e.Text.Line(line), -1), n.Value) {
			return true
		}
	}
	return false
}

// candidate is something that a number could be linked to.
type candidate struct {
	link  string
	value float64
}

const (
	mostSuggestions = 3
	nearEnough      = 0.05 // of a number, by which what is suggested may differ from it
)

// suggestions returns a hint with the links nearest to a number, ready to be pasted.
func (c *numeralChecker) suggestions(numeral string) string {
	written, decimals, err := c.locale.FindNumber(numeral)
	if err != nil {
		return err.Error()
	}
	if c.all == nil {
		c.all = c.candidates()
	}
	off := func(x candidate) float64 {
		away := math.Abs(x.value - written)
		if away <= (0.5+1e-9)*math.Pow10(-decimals) {
			return 0
		}
		return away / max(written, math.SmallestNonzeroFloat64)
	}
	near := slices.DeleteFunc(slices.Clone(c.all), func(x candidate) bool { return off(x) > nearEnough })
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(off(a), off(b)) })
	if len(near) == 0 {
		return "nothing on the page is near it: link it to a measure, the workload, a flip or a named figure; a documented limit has a footnote in its sentence, and what the data hold is `code`"
	}
	var links []string
	for _, x := range near[:min(mostSuggestions, len(near))] {
		shown := decimals
		if off(x) > 0 {
			shown = wanted(x.value)
		}
		links = append(links, fmt.Sprintf("[%s](%s)", c.typed(x.value, shown), x.link))
	}
	return "link it, for instance " + strings.Join(links, " or ")
}

// candidates lists what a number could be linked to: what the page concludes first, then
// what was measured of its examples.
func (c *numeralChecker) candidates() []candidate {
	var links []string
	if w := c.conclusions.Workload; w != nil {
		for _, id := range w.IDs() {
			links = append(links, "#workload/"+id)
		}
		for _, rate := range w.Rates {
			links = append(links, "#workload/"+rate.ID+"/peak", "#flip/"+rate.ID, "#flip/"+rate.ID+"/low", "#flip/"+rate.ID+"/high")
		}
	}
	if len(c.conclusions.BySize.Sizes) > 0 {
		links = append(links, "#flip/"+ofSize, "#flip/"+ofSize+"/low", "#flip/"+ofSize+"/high")
	}
	for _, figure := range c.guide.Meta.Figures {
		links = append(links, "#figure/"+figure.Name)
	}
	names := c.examples()
	for _, name := range names {
		links = append(links, c.measures(name, names)...)
	}
	var all []candidate
	for _, link := range links {
		target, _ := numberTarget(strings.TrimPrefix(link, examplePath))
		if value, ok := c.measuredValue(&guide.Number{Target: target}); ok && value >= 0 {
			all = append(all, candidate{link, value})
		}
	}
	return all
}

const examplePath = "../../examples/"

// examples returns the names of the examples that the page shows or links to, and that
// could be read.
func (c *numeralChecker) examples() []string {
	var names []string
	note := func(name string) {
		if c.results[name] != nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i := range c.guide.Blocks {
		for _, f := range c.guide.Blocks[i].Shown() {
			note(f.Target.Example)
		}
		for _, part := range c.guide.Blocks[i].Drawn() {
			if part.Number != nil {
				note(part.Number.Target.Example)
			}
		}
	}
	return names
}

// measures returns links to all that was measured of an example, and to its ratios to
// the others.
func (c *numeralChecker) measures(name string, names []string) []string {
	e := c.results[name].Example
	var links []string
	add := func(parts ...string) { links = append(links, examplePath+name+".json#"+strings.Join(parts, "/")) }
	for i, size := range e.RunSizes() {
		var end []string
		if i > 0 {
			end = []string{strconv.Itoa(size)}
		}
		for _, measure := range example.FootprintMeasures {
			add(append([]string{"model", measure}, end...)...)
		}
		for _, subject := range subjects(e) {
			for _, measure := range example.Measures {
				add(append([]string{"cost", subject, measure}, end...)...)
			}
		}
	}
	for _, collection := range e.Collections {
		add("count", collection.Name)
		if len(collection.Written) > 0 {
			add("size", collection.Name, "0")
		}
	}
	for _, other := range names {
		for _, question := range example.SharedAnswers([]*example.Example{e, c.results[other].Example}) {
			for _, measure := range example.Measures {
				if other != name {
					add("ratio", measure, question, other)
				}
			}
		}
	}
	return links
}

// subjects returns the questions that an example answers, and its steps but those that
// answer one alone, whose costs are the same.
func subjects(e *example.Example) []string {
	answering := map[string]int{} // how many steps answer a question
	for _, step := range e.Steps {
		if step.Answers != nil {
			answering[step.Answers.ID]++
		}
	}
	ids := e.AnswersIDs()
	for _, step := range e.Steps {
		if step.Answers == nil || answering[step.Answers.ID] > 1 {
			ids = append(ids, step.ID)
		}
	}
	return ids
}
