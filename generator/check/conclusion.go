package check

import (
	"fmt"
	"math"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/formula"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// Conclusions are what a page concludes from, beside what was measured.
type Conclusions struct {
	Workload *guide.Workload   // nil if the page has none
	Weighing *weigh.Weighing   // of its models, nil if it has none or they can't be weighed, which was reported
	Models   []*example.Result // of the weighing, in its order
	BySize   weigh.BySize      // the same at the sizes of the examples, if they have several
	Size     float64           // of the weighing
	Sketch   *weigh.Weighing   // of models that have not been built, with their default sizes; nil if the page has none
	Figures  *Figures
}

// ofSize is what links name in place of a question for a flip by the examples' size.
const ofSize = "size"

// verdictPatterns are links from a sentence that says what a weighing comes to.
var verdictPatterns = []guide.Pattern{
	{Fragment: "verdict/<outcome>", Place: guide.InText},
	{Fragment: "verdict/<outcome>", Place: guide.InText, IsOfPage: true},
	{Fragment: "verdict/<outcome>/<answers>/<measure>", Place: guide.InText},
}

// outcomes are what a link to a verdict may say.
var outcomes = []string{weigh.Clear.String(), weigh.Close.String(), weigh.Indifferent.String(), simplest, least}

const (
	simplest = "simplest" // the model has the fewest collections and indexes
	least    = "least"    // the model has the least of a measure of a question
)

// questionPattern is a link from the words for a question, which tables name it by.
var questionPattern = guide.Pattern{Fragment: "question/<rate>", Place: guide.InText, IsOfPage: true}

// values are what expressions of named figures may use: workload.<id> and peak.<id>, as
// links to the workload have them, and flip.<id>.
func (c Conclusions) values() map[string]any {
	if c.Workload == nil {
		return nil
	}
	workload, peak, flips := map[string]any{}, map[string]any{}, map[string]any{}
	for _, id := range c.Workload.IDs() {
		workload[id], _ = c.Workload.Number(id, false)
	}
	for _, rate := range c.Workload.Rates {
		peak[rate.ID], _ = c.Workload.Number(rate.ID, true)
	}
	if c.Weighing == nil { // why was reported, or nothing ran
		unknown := func() (float64, error) { return 0, formula.ErrReported }
		for _, rate := range c.Workload.Rates {
			flips[rate.ID] = unknown
		}
		flips[ofSize] = unknown
	} else {
		for question, id := range c.Weighing.IDs() {
			if flip, ok := c.Weighing.Flip(question); ok {
				flips[id] = weigh.Rounded(flip.At)
			}
		}
		if flip, ok := c.BySize.Flip(c.Size); ok {
			flips[ofSize] = weigh.Rounded(flip.At)
		}
	}
	return map[string]any{"workload": workload, "peak": peak, "flip": flips}
}

// runFunctions are the functions of expressions about one run of a question, in
// microseconds: the server's work for it, and how long it takes, round trips included.
var runFunctions = map[string]func(w *weigh.Weighing, model, question int) float64{
	"work": (*weigh.Weighing).Run,
	"wait": (*weigh.Weighing).Wait,
}

// ofRun returns a number about one run of a question of a weighed model, or of a sketch's,
// at a size of the examples: 0 is that of the weighing.
func (c Conclusions) ofRun(name, model, question string, size int) (float64, error) {
	w, m, err := c.weighed(model)
	if err != nil {
		return 0, err
	}
	q := w.Question(question)
	switch {
	case q < 0:
		return 0, &formula.Wrong{Text: "the weighing has no question " + question, Hint: diag.Suggest(question, "questions", w.IDs()), Argument: 2}
	case size > 0 && w == c.Sketch:
		return 0, &formula.Wrong{Text: "a model that has not been built has no examples, and so no sizes of them", Hint: "leave the size out", Argument: 3}
	case size > 0:
		if w = w.WithAmountsOf(size, c.Workload, c.Models); w == nil {
			return 0, &formula.Wrong{Text: fmt.Sprintf("the models can't be weighed at the size %d", size), Hint: "take one that all of their examples have", Argument: 3}
		}
	}
	return runFunctions[name](w, m, q), nil
}

// weighed returns the weighing that has a model, the page's or that of its sketch, and the
// model's index there.
func (c Conclusions) weighed(model string) (*weigh.Weighing, int, error) {
	w := c.Weighing
	if c.Sketch != nil && (w == nil || w.Model(model) < 0 && c.Sketch.Model(model) >= 0) {
		w = c.Sketch
	}
	switch {
	case w == nil && c.Workload != nil:
		return nil, 0, formula.ErrReported // why it can't be weighed
	case w == nil:
		return nil, 0, &formula.Wrong{Text: "the page weighs no models", Hint: "list them with links to #" + weigh.Fragment}
	case w.Model(model) < 0:
		var names []string
		for _, each := range w.Models {
			names = append(names, each.Name)
		}
		return nil, 0, &formula.Wrong{Text: "the page weighs no model " + model, Hint: diag.Suggest(model, "models", names), Argument: 1}
	}
	return w, w.Model(model), nil
}

// dayAndPeak are the functions of expressions about all questions of the workload: the
// server's work in a day, in microseconds, and the share of a core at peak.
var dayAndPeak = map[string]func(w *weigh.Weighing, model int) float64{
	"day":    (*weigh.Weighing).Day,
	"atPeak": (*weigh.Weighing).Peak,
}

// workloadNumber returns a rate or an amount of the page's workload.
func (c *checker) workloadNumber(n *guide.Number, _ *example.Result) (float64, bool) {
	if end := n.Target.End; end != "" && end != "peak" {
		c.missing(n.Pos, "write #workload/"+n.Target.Rate+"/peak, or leave it out", "%q is nothing of a rate", end)
		return 0, false
	}
	value, ok := c.conclusions.Workload.Number(n.Target.Rate, n.Target.End == "peak")
	if !ok {
		c.noRate(n.Pos, n.Target.Rate, c.conclusions.Workload.IDs())
	}
	return value, ok
}

func (c *checker) noRate(pos diag.Pos, id string, known []string) {
	if len(known) == 0 {
		c.missing(pos, "add workload: to it, with rates:", "the front matter of the page has no workload")
		return
	}
	c.missing(pos, diag.Suggest(id, "names", known), "the workload of the page has no %s", id)
}

// flipNumber returns the rate at which another model becomes the best, or an end of
// the range that the weights leave it, in a day and as it is written: with two digits.
func (c *checker) flipNumber(n *guide.Number, _ *example.Result) (float64, bool) {
	w := c.conclusions.Weighing
	if w == nil {
		if c.conclusions.Workload == nil {
			c.noRate(n.Pos, n.Target.Rate, nil)
		}
		return 0, false
	}
	flip, ok := c.flip(n.Pos, n.Target.Rate)
	if !ok {
		return 0, false
	}
	value := flip.At
	switch n.Target.End {
	case "":
	case "low":
		value = flip.Low
	case "high":
		value = flip.High
	default:
		c.missing(n.Pos, "write low or high, or leave it out", "%q is no end of a range", n.Target.End)
		return 0, false
	}
	if math.IsInf(value, 0) || value == 0 {
		c.missing(n.Pos, "leave the number out", "the range of the flip of %s has no such end: with some weights the same model is the best at any rate", n.Target.Rate)
		return 0, false
	}
	return weigh.Rounded(value), true
}

// flip returns the flip of a question's rate, or of the examples' size, which is nearest
// to the page's.
func (c *checker) flip(pos diag.Pos, of string) (flip weigh.Flip, ok bool) {
	w := c.conclusions.Weighing
	if of == ofSize {
		if len(c.conclusions.BySize.Sizes) == 0 {
			c.missing(pos, "give all the same sizes, and link the words for what there is more of: [tours of an object](#question/size)", "the models are not weighed at several sizes")
			return flip, false
		}
		if flip, ok = c.conclusions.BySize.Flip(c.conclusions.Size); !ok {
			c.missing(pos, "say that it does not depend on it, or give the examples more sizes", "%s is the best at any size that can be told from those of the examples", w.Models[w.Best()].Name)
		}
		return flip, ok
	}
	question := w.Question(of)
	if question < 0 {
		c.noRate(pos, of, append(w.IDs(), ofSize))
		return flip, false
	}
	if flip, ok = w.Flip(question); !ok {
		c.missing(pos, "say that it does not depend on it", "%s is the best at any rate of %s", w.Models[w.Best()].Name, of)
	}
	return flip, ok
}

// named reports questions of the workload for which the page has no words.
func (c *checker) named() {
	w := c.conclusions.Workload
	if w == nil || c.guide.IsTranslation {
		return
	}
	named := map[string]bool{}
	for i := range c.guide.Blocks {
		for _, part := range c.guide.Blocks[i].Parts {
			if part.Number == nil || part.Number.Target.Kind != questionPattern.Kind() {
				continue
			}
			id := part.Number.Target.Rate
			if _, ok := w.Rate(id); !ok && id != ofSize {
				c.noRate(part.Number.Pos, id, w.IDs())
			}
			if named[id] {
				c.errorf(part.Number.Pos, "tables take the words of the first: write these without a link", "the question %s has words already", id)
			}
			named[id] = true
		}
	}
	for _, rate := range w.Rates {
		if !named[rate.ID] {
			c.list.Add(diag.Message{Pos: rate.Pos, Text: "the page has no words for the question " + rate.ID, Hint: "link those that tables name it by: [the sheet of a tour](#question/" + rate.ID + ")"})
		}
	}
}
