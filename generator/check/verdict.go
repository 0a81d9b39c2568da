package check

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/weigh"
)

// verdict holds a sentence to what the weighing says.
func (c *checker) verdict(n *guide.Number) {
	w, of := c.conclusions.Weighing, n.Target
	if w == nil {
		if c.conclusions.Workload == nil {
			c.noRate(n.Pos, "", nil)
		}
		return
	}
	v := w.Verdict()
	right := []string{""}
	if of.Measure != "" && of.Outcome != least {
		c.missing(n.Pos, "write "+least+", or leave the question and the measure out", "%s is not of one measure", of.Outcome)
		return
	}
	switch of.Outcome {
	case weigh.Indifferent.String():
		if of.Example != "" {
			c.missing(n.Pos, "link it without an example: #verdict/indifferent", "no model is the best where cost does not decide")
			return
		}
	case weigh.Clear.String(), weigh.Close.String():
		if of.Example == "" {
			c.missing(n.Pos, "link it to the example of a model", "the verdict does not say which model is the best")
			return
		}
		right = c.best(v)
	case simplest:
		c.simplest(n)
		return
	case least:
		c.least(n)
		return
	default:
		c.missing(n.Pos, diag.Suggest(of.Outcome, "outcomes", outcomes), "%q is not what a weighing says", of.Outcome)
		return
	}
	if of.Outcome != v.Outcome.String() || !slices.Contains(right, of.Example) {
		c.errorf(n.Pos, "", "the weighing says otherwise: %s", c.says(v))
	}
}

// best returns the names of the best model and of those that cost hardly more.
func (c *checker) best(v weigh.Verdict) []string {
	names := []string{c.conclusions.Weighing.Models[v.Best].Name}
	for _, other := range v.Alike {
		names = append(names, c.conclusions.Weighing.Models[other].Name)
	}
	return names
}

// modelLetter is a capital letter by itself, or beside Chinese. An A that begins a text
// may be an article.
var modelLetter = regexp.MustCompile(`(?:^([B-Z])|[^A-Za-z0-9\p{Cyrillic}]([A-Z]))(?:$|[^A-Za-z0-9\p{Cyrillic}])`)

// letter holds the letter in the text of a verdict to the model that it links to.
func (c *checker) letter(n *guide.Number) {
	if n.Target.Example == "" {
		return
	}
	letters := c.guide.Letters()
	right := letters[n.Target.Example]
	for _, found := range modelLetter.FindAllStringSubmatch(n.Text, -1) {
		written := found[1] + found[2]
		isLetter := slices.Contains(slices.Collect(maps.Values(letters)), written)
		if isLetter && right != "" && written != right {
			c.errorf(n.Pos, "write "+right+", or link it to the other model", "the letter of %s is %s, not %s", n.Target.Example, right, written)
		}
	}
}

// says writes a verdict for people who edit guides, with the flips that are near.
func (c *checker) says(v weigh.Verdict) string {
	w := c.conclusions.Weighing
	best := w.Models[v.Best].Name
	var said strings.Builder
	switch v.Outcome {
	case weigh.Indifferent:
		said.WriteString("cost does not decide, no model takes 1 % of a core more than another at peak, and each fits the cache")
	case weigh.Clear:
		said.WriteString(best + " is clearly the best")
	case weigh.Close:
		said.WriteString(best + " is the best, but it is close")
		if len(v.Alike) > 0 {
			said.WriteString(" (at most a tenth more: " + strings.Join(c.best(v)[1:], ", ") + ")")
		}
	}
	for question := range w.Questions {
		if flip, ok := w.Flip(question); ok {
			beyond := "more"
			if flip.At < w.Questions[question].Day {
				beyond = "fewer"
			}
			said.WriteString(fmt.Sprintf("; at %s times a day of %s, or %s, it is %s", c.typed(weigh.Rounded(flip.At), wanted(weigh.Rounded(flip.At))), w.Questions[question].ID, beyond, w.Models[flip.To].Name))
		}
	}
	return said.String()
}

// simplest holds a sentence to the model with the fewest collections and indexes.
func (c *checker) simplest(n *guide.Number) {
	name, parts, isTied := c.leastOf(func(r *example.Result) int64 {
		count := 0
		for _, collection := range r.Example.Collections {
			count += 1 + len(collection.Indexes)
		}
		return int64(count)
	})
	switch {
	case isTied:
		c.errorf(n.Pos, "say what decides between them", "no model is the simplest: several have %d collections and indexes", parts)
	case n.Target.Example != name:
		c.errorf(n.Pos, "", "%s is the simplest, with %d collections and indexes", name, parts)
	}
}

// least holds a sentence to the model with the least of a measure of a question.
func (c *checker) least(n *guide.Number) {
	of := n.Target
	if of.Measure == "" {
		c.missing(n.Pos, "write #verdict/least/<question>/<measure>", "the verdict does not say of what the model has the least")
		return
	}
	if !c.target(n.Pos, of) {
		return
	}
	isMeasured := true
	name, value, isTied := c.leastOf(func(r *example.Result) int64 {
		cost, ran := r.CostOf(of.Question, 0)
		value, ok := cost.Measure(of.Measure).Number()
		isMeasured = isMeasured && ran && ok && r.Status == example.Passed
		return value
	})
	switch {
	case !isMeasured:
		c.missing(n.Pos, "take another measure", "%s of %s was not measured of each model", of.Measure, of.Question)
	case isTied:
		c.errorf(n.Pos, "say what decides between them", "several models have the least %s of %s: %d", of.Measure, of.Question, value)
	case of.Example != name:
		c.errorf(n.Pos, "", "%s has the least %s of %s: %d", name, of.Measure, of.Question, value)
	}
}

// leastOf returns the weighed model of which a number is the least, with that number.
func (c *checker) leastOf(number func(*example.Result) int64) (name string, value int64, isTied bool) {
	value = math.MaxInt64
	for _, r := range c.conclusions.Models {
		switch n := number(r); {
		case n < value:
			name, value, isTied = r.Example.Name, n, false
		case n == value:
			isTied = true
		}
	}
	return name, value, isTied
}
