package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"modelbook/generator/example"
	"modelbook/generator/guide"
)

// number checks a number in the prose against what was measured.
func (c *checker) number(n *guide.Number) {
	r := c.result(n.Pos, n.Example)
	if r == nil {
		return
	}
	value, ok := c.measured(n, r)
	if !ok {
		return
	}
	written, decimals, err := c.locale.FindNumber(n.Text)
	if err != nil {
		c.tell(n.Pos, "write "+c.locale.Number(value, wanted(value)), "%v", err)
		return
	}
	// A half may be rounded either way; a sum of doubles may miss it by a little.
	if math.Abs(written-value) > (0.5+1e-9)*math.Pow10(-decimals) {
		right := c.locale.Number(value, decimals)
		c.tell(n.Pos, "write "+right, "%q is not what was measured: %s", n.Text, right)
	}
}

// wanted is how many decimals a suggestion has.
func wanted(value float64) int {
	if value == math.Trunc(value) {
		return 0
	}
	return 1
}

// measured gives the number that a link's fragment stands for. False means
// that there is none, which it has told, or none yet: a step did not run.
func (c *checker) measured(n *guide.Number, r *example.Result) (float64, bool) {
	switch kind, rest := n.Fragment[0], n.Fragment[1:]; {
	case kind == "size" && c.parts(n.Pos, rest, "#size/<collection>/<index>", 2, 2):
		return c.size(n, r.Example)
	case kind == "count" && c.parts(n.Pos, rest, "#count/<collection>", 1, 1):
		if found := c.collection(n.Pos, r.Example, rest[0]); found != nil {
			return float64(len(found.Documents)), true
		}
	case kind == "cost" && c.parts(n.Pos, rest, "#cost/<step or answers>/<measure>", 2, 2):
		return c.costOf(n, r, rest[0], rest[1])
	case kind == "ratio" && c.parts(n.Pos, rest, "#ratio/<measure>/<answers>/<other example>", 3, 3):
		return c.ratio(n, r)
	case !slices.Contains(numberKinds, kind):
		c.tell(n.Pos, oneOf(kind, "kinds", numberKinds), "%q is not a kind of number", kind)
	}
	return 0, false
}

var numberKinds = []string{"size", "count", "cost", "ratio"}

// size gives the BSON bytes of a document of the initial data.
func (c *checker) size(n *guide.Number, e *example.Example) (float64, bool) {
	collection := c.collection(n.Pos, e, n.Fragment[1])
	if collection == nil {
		return 0, false
	}
	documents := collection.Documents
	i, err := strconv.ParseUint(n.Fragment[2], 10, 31)
	if err != nil || int(i) >= len(documents) {
		hint := fmt.Sprintf("%s has %d, the first is 0", collection.Name, len(documents))
		c.tell(n.Pos, hint, "%q is not the index of a document", n.Fragment[2])
		return 0, false
	}
	return float64(len(documents[i].Raw)), true
}

// costOf gives one measure of what a step or an answer cost.
func (c *checker) costOf(n *guide.Number, r *example.Result, id, measure string) (float64, bool) {
	if !slices.Contains(example.Measures, measure) {
		c.tell(n.Pos, oneOf(measure, "measures", example.Measures), "%q is not a measure", measure)
		return 0, false
	}
	if ids := append(stepIDs(r.Example), r.Example.AnswersIDs()...); !slices.Contains(ids, id) {
		c.tell(n.Pos, oneOf(id, "steps and questions", ids), "the example %s has no step %s and answers no such question", r.Example.Name, id)
		return 0, false
	}
	cost, ran := r.CostOf(id)
	if !ran || r.Status != example.Passed {
		return 0, false
	}
	value, measured := cost.Measure(measure)
	if !measured {
		c.tell(n.Pos, "leave the number out", "%s of %s was not measured", measure, id)
	}
	return float64(value), measured
}

// ratio gives one example's cost divided by another's.
func (c *checker) ratio(n *guide.Number, r *example.Result) (float64, bool) {
	measure, answers := n.Fragment[1], n.Fragment[2]
	other := c.result(n.Pos, n.Fragment[3])
	if other == nil {
		return 0, false
	}
	above, ok := c.costOf(n, r, answers, measure)
	if !ok {
		return 0, false
	}
	below, ok := c.costOf(n, other, answers, measure)
	if ok && below == 0 {
		c.tell(n.Pos, "leave the number out", "%s costs nothing in %s, so nothing can be divided by it", answers, other.Example.Name)
		return 0, false
	}
	return above / below, ok
}
