package check

import (
	"fmt"
	"math"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// comparisons report whether a number compares to another as a word says; half and
// twice within a tenth.
var comparisons = map[string]func(a, b float64) bool{
	locale.Less:  func(a, b float64) bool { return a < b },
	locale.More:  func(a, b float64) bool { return a > b },
	locale.Half:  func(a, b float64) bool { return b > 0 && math.Abs(2*a-b) <= b/10 },
	locale.Twice: func(a, b float64) bool { return b > 0 && math.Abs(a-2*b) <= b/5 },
}

// isComparison reports whether the text of a link compares in words: that to a ratio,
// or to a figure that is compared with 1.
func (c *checker) isComparison(n *guide.Number) bool {
	return (n.Target.Kind == "ratio" || n.Target.Kind == "figure") && len(c.locale.Numerals(n.Text)) == 0
}

// comparison holds a word such as "fewer" to the numbers that it compares.
func (c *checker) comparison(n *guide.Number) {
	a, b, ok := c.compared(n)
	if !ok {
		return
	}
	name := c.locale.FindComparison(n.Text)
	if name != "" && comparisons[name](a, b) {
		return
	}
	measured := fmt.Sprintf("it is %s against %s", c.typed(a, wanted(a)), c.typed(b, wanted(b)))
	if n.Target.Kind == "figure" {
		measured = fmt.Sprintf("it is %s times as much", c.typed(a, wanted(a)))
	}
	text, hint := fmt.Sprintf("%q is wrong: %s", n.Text, measured), "say that they are the same"
	if name == "" {
		text = fmt.Sprintf("%q holds no number, and no word that compares: %s", n.Text, measured)
	}
	switch {
	case a < b:
		hint = c.write(locale.Less)
	case a > b:
		hint = c.write(locale.More)
	}
	c.list.Add(diag.Message{Pos: n.Pos, Text: text, Hint: hint, Source: sourceLine(c.guide, n.Pos), Update: c.updatedBy(n.Target)})
}

// write suggests a word of the page's language.
func (c *checker) write(name string) string {
	if word := c.locale.ComparisonWord(name); word != "" {
		return "write " + word
	}
	return fmt.Sprintf("write a number, or put words for %s into comparisons in the language's strings", strings.Join([]string{locale.Less, locale.More, locale.Half, locale.Twice}, ", "))
}

// compared returns the two numbers that a link compares.
func (c *checker) compared(n *guide.Number) (a, b float64, ok bool) {
	if n.Target.Kind == "figure" {
		a, ok = c.measuredValue(n)
		return a, 1, ok
	}
	if !c.target(n.Pos, n.Target) {
		return 0, 0, false
	}
	cost := func(of *example.Result) (float64, bool) { return c.costOf(n, of, n.Target.Question) }
	if a, ok = cost(c.results[n.Target.Example]); ok {
		b, ok = cost(c.results[n.Target.Other])
	}
	return a, b, ok
}
