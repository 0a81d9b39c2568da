package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
	"modelbook/generator/weigh"
)

// numberKind is a kind of number that the prose may take from an example, or from
// the page's own front matter: how a link names it, and its value. False means that
// there is none: a step did not run, or the mistake was already reported.
type numberKind struct {
	fragment string
	value    func(c *checker, n *guide.Number, r *example.Result) (float64, bool)
	source   string // of the number, for messages; "" if it was measured
}

var numberKinds = []numberKind{
	{"size/<collection>/<index>", (*checker).size, ""},
	{"count/<collection>", (*checker).count, ""},
	{"cost/<step or answers>/<measure>", (*checker).cost, ""},
	{"cost/<step or answers>/<measure>/<size>", (*checker).cost, ""},
	{"ratio/<measure>/<answers>/<example>", (*checker).ratio, ""},
	{"ratio/<measure>/<answers>/<example>/<size>", (*checker).ratio, ""},
	{"model/<model measure>", (*checker).footprint, ""},
	{"model/<model measure>/<size>", (*checker).footprint, ""},
	{"orders/<orders>", (*checker).orderCount, ""},
	{"workload/<rate>", (*checker).workloadNumber, "what the front matter says"},
	{"workload/<rate>/<end>", (*checker).workloadNumber, "what the front matter says"},
	{"flip/<rate>", (*checker).flipNumber, "where the weighing flips"},
	{"flip/<rate>/<end>", (*checker).flipNumber, "where the weighing flips"},
	{"figure/<name>", (*checker).figure, "what the front matter calculates"},
}

// NumberPatterns returns the patterns of links in a text: to numbers, to verdicts, and
// from the words for questions.
func NumberPatterns() []guide.Pattern {
	var links []guide.Pattern
	for _, kind := range numberKinds {
		links = append(links, kind.link())
	}
	return append(append(links, verdictPatterns...), questionPattern)
}

func (k numberKind) link() guide.Pattern {
	return guide.Pattern{Fragment: k.fragment, Place: guide.InText, IsOfPage: k.source != ""}
}

// number checks a number in the prose against the measured value.
func (c *checker) number(n *guide.Number) {
	if c.isComparison(n) {
		c.comparison(n)
		return
	}
	value, ok := c.measuredValue(n)
	if !ok {
		return
	}
	if right, err := c.right(n, value); err != nil {
		c.list.Add(diag.Message{Pos: n.Pos, Text: err.Error(), Hint: "write " + right, Source: sourceLine(c.guide, n.Pos), Update: c.updatedBy(n.Target)})
	}
}

// measuredValue returns the value of a number in the prose, if there is one.
func (c *checker) measuredValue(n *guide.Number) (value float64, ok bool) {
	if !c.target(n.Pos, n.Target) {
		return 0, false
	}
	return kindOfNumber(n).value(c, n, c.results[n.Target.Example])
}

func kindOfNumber(n *guide.Number) numberKind {
	return numberKinds[slices.IndexFunc(numberKinds, func(k numberKind) bool { return k.link().Kind() == n.Target.Kind })]
}

// right returns a value as it is to be written in place of a number in the prose,
// and an error if that number is wrong.
func (c *checker) right(n *guide.Number, value float64) (string, error) {
	written, decimals, err := c.locale.FindNumber(n.Text)
	if err != nil {
		return c.typed(value, wanted(value)), err
	}
	// A half may be rounded either way; a sum of doubles may miss it by a little.
	if math.Abs(written-value) <= (0.5+1e-9)*math.Pow10(-decimals) {
		return "", nil
	}
	source := kindOfNumber(n).source
	switch {
	case n.Target.Kind == "figure" && !isWhole(value):
	case source != "":
		decimals = wanted(value)
	case n.Target.Kind != "ratio":
		decimals = 0 // counts have no decimals; they were meant to group
	}
	right := c.typed(value, decimals)
	return right, fmt.Errorf("%q is not %s: %s", locale.PlainSpaces(n.Text), cmp.Or(source, "what was measured"), right)
}

// Corrected returns the text of a link to a number with the right number in place of
// the one that it holds. The link is its address from the folder of examples on, or a
// fragment of what the page concludes. False means that the text is right, that it
// doesn't hold one number, or that nothing was measured: Targets reports the mistake
// then.
func Corrected(link, text string, l *locale.Locale, results map[string]*example.Result, conclusions Conclusions) (string, bool) {
	target, ok := numberTarget(link)
	found := l.Numerals(text)
	if !ok || len(found) != 1 {
		return "", false
	}
	c := &checker{guide: &guide.Guide{}, locale: l, results: results, conclusions: conclusions, isQuiet: true}
	n := &guide.Number{Target: target, Text: text}
	value, ok := c.measuredValue(n)
	if !ok {
		return "", false
	}
	right, err := c.right(n, value)
	if err == nil {
		return "", false
	}
	before, after := text[:found[0].Offset], text[found[0].Offset+len(found[0].Text):]
	return before + right + after, true
}

// Compared returns the example to whose measure that of another is held by a link
// to a ratio, or "".
func Compared(link string) (name, other string) {
	target, _ := numberTarget(link)
	if target.Other == "" {
		return "", ""
	}
	return target.Example, target.Other
}

// numberTarget reads a link to a number.
func numberTarget(link string) (guide.Target, bool) {
	file, fragment, _ := strings.Cut(link, "#")
	name, isExample := strings.CutSuffix(file, ".json")
	parts := strings.Split(fragment, "/")
	i := slices.IndexFunc(numberKinds, func(k numberKind) bool { return k.link().Fits(parts) && k.link().IsOfPage == (file == "") })
	if i < 0 || !isExample && file != "" {
		return guide.Target{}, false
	}
	target, err := numberKinds[i].link().Target(name, parts)
	return target, err == nil
}

// typed returns a number as one types it in the language of the page.
func (c *checker) typed(value float64, decimals int) string {
	return locale.PlainSpaces(c.locale.Number(value, decimals))
}

// wanted is how many decimals a suggestion has: at most two digits of a computed one
// that is below 1.
func wanted(value float64) int {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(weigh.Rounded(value), 'f', -1, 64), ".")
	switch {
	case isWhole(value):
		return 0
	case math.Abs(value) >= 1:
		return 1
	}
	return max(1, len(decimals))
}

func isWhole(value float64) bool { return value == math.Trunc(value) }

// size returns the BSON bytes of a document of the initial data.
func (c *checker) size(n *guide.Number, r *example.Result) (float64, bool) {
	document, ok := r.Example.Data(r.Example.FirstSize()).Document(n.Target.Collection, n.Target.Index)
	if !ok {
		c.missing(n.Pos, "", "the collection %s is empty", n.Target.Collection)
		return 0, false
	}
	return float64(len(document.Raw)), true
}

func (c *checker) count(n *guide.Number, r *example.Result) (float64, bool) {
	return float64(r.Example.Data(r.Example.FirstSize()).Count(n.Target.Collection)), true
}

// cost returns one measure of the cost of a step or an answer.
func (c *checker) cost(n *guide.Number, r *example.Result) (float64, bool) {
	return c.costOf(n, r, n.Target.Subject)
}

func (c *checker) costOf(n *guide.Number, r *example.Result, id string) (float64, bool) {
	cost, ran := r.CostOf(id, n.Target.Size)
	if !ran || r.Status != example.Passed {
		return 0, false
	}
	quantity := cost.Measure(n.Target.Measure)
	value, measured := quantity.Number()
	if !measured {
		c.missing(n.Pos, "leave the number out", "%s of %s was not measured: %s", n.Target.Measure, id, quantity.Why())
	}
	return float64(value), measured
}

// footprint returns one measure of the footprint of the model.
func (c *checker) footprint(n *guide.Number, r *example.Result) (float64, bool) {
	run := r.At(n.Target.Size)
	if run == nil || r.Status != example.Passed {
		return 0, false
	}
	quantity := run.Footprint.Measure(n.Target.ModelMeasure)
	value, measured := quantity.Number()
	if !measured {
		c.missing(n.Pos, "leave the number out", "%s of the model was not measured: %s", n.Target.ModelMeasure, quantity.Why())
	}
	return float64(value), measured
}

// orderCount returns how many orders have an outcome. Where not all were tried, it is the
// number that the file expects of them.
func (c *checker) orderCount(n *guide.Number, r *example.Result) (float64, bool) {
	counts, ok := r.OrderCounts()
	return float64(*counts.Count(n.Target.Orders)), ok
}

// ratio returns one example's cost divided by another's.
func (c *checker) ratio(n *guide.Number, r *example.Result) (float64, bool) {
	other := c.results[n.Target.Other]
	above, ok := c.costOf(n, r, n.Target.Question)
	if !ok {
		return 0, false
	}
	below, ok := c.costOf(n, other, n.Target.Question)
	if ok && below == 0 {
		c.missing(n.Pos, "leave the number out", "%s costs nothing in %s, so nothing can be divided by it", n.Target.Question, other.Example.Name)
		return 0, false
	}
	return above / below, ok
}
