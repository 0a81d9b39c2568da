package check

import (
	"fmt"
	"maps"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Targets checks a guide's links into examples: everything that a link names must
// exist, and a number in the prose must be the measured value, at the precision
// written. Results are by the examples' names; nil means an example that could
// not be read, which was reported. Numbers are read as l writes them. A
// translation has the targets of the original page, where missing ones are
// reported. The numbers of a block whose translation is behind are not checked:
// that it is behind was reported.
func Targets(g *guide.Guide, l *locale.Locale, results map[string]*example.Result, conclusions Conclusions) diag.List {
	c := &checker{guide: g, locale: l, results: results, conclusions: conclusions}
	c.named()
	for i := range g.Blocks {
		block := &g.Blocks[i]
		for _, f := range block.Shown() {
			c.isQuiet = g.IsTranslation && !block.Extra && !f.Extra
			c.target(f.Pos, f.Target)
		}
		c.isQuiet = g.IsTranslation && !block.Extra
		if block.State != guide.Fresh {
			continue
		}
		for _, part := range block.Drawn() {
			switch {
			case part.Number == nil || part.Number.Target.Kind == questionPattern.Kind():
			case part.Number.Target.Kind == verdictPatterns[0].Kind():
				c.verdict(part.Number)
				c.letter(part.Number)
			default:
				c.number(part.Number)
			}
		}
	}
	return c.list
}

type checker struct {
	guide       *guide.Guide
	locale      *locale.Locale
	results     map[string]*example.Result
	conclusions Conclusions
	isQuiet     bool // a target that does not exist was already reported
	list        diag.List
}

func (c *checker) errorf(pos diag.Pos, hint, format string, args ...any) {
	c.list.Add(diag.Message{
		Pos: pos, Text: fmt.Sprintf(format, args...), Hint: hint, Source: sourceLine(c.guide, pos),
	})
}

// missing reports something that a target names and that does not exist, unless
// the original page reports it.
func (c *checker) missing(pos diag.Pos, hint, format string, args ...any) {
	if !c.isQuiet {
		c.errorf(pos, hint, format, args...)
	}
}

// target checks that all that a link names is there.
func (c *checker) target(pos diag.Pos, t guide.Target) bool {
	if t.Kind == "" {
		return false
	}
	if t.Example == "" {
		return true // it is of the page
	}
	r := c.result(pos, t.Example)
	if r == nil {
		return false
	}
	e := r.Example
	return c.collection(pos, e, t) && c.step(pos, e, t.Step) && c.question(pos, e, t.Question) && c.question(pos, e, t.Changes) &&
		c.subject(pos, e, t.Subject) && c.knownMeasure(pos, t.Measure, example.Measures) &&
		c.knownMeasure(pos, t.ModelMeasure, example.FootprintMeasures) && c.orders(pos, e, t) && c.atSize(pos, e, t.Size) && c.other(pos, t)
}

// result returns the example that a link names, or nil.
func (c *checker) result(pos diag.Pos, name string) *example.Result {
	r, ok := c.results[name]
	if !ok {
		c.missing(pos, diag.Suggest(name, "examples", slices.Sorted(maps.Keys(c.results))), "there is no example %s", name)
	}
	return r
}

func (c *checker) collection(pos diag.Pos, e *example.Example, t guide.Target) bool {
	if t.Collection == "" {
		return true
	}
	found := e.Collection(t.Collection)
	if found == nil {
		var names []string
		for _, collection := range e.Collections {
			names = append(names, collection.Name)
		}
		c.missing(pos, diag.Suggest(t.Collection, "collections", names), "the example %s has no collection %s", e.Name, t.Collection)
		return false
	}
	if count := e.Data(e.FirstSize()).Count(t.Collection); t.Index > 0 && t.Index >= count {
		hint := fmt.Sprintf("it has %d, the first is 0", count)
		c.missing(pos, hint, "the collection %s has no document %d", found.Name, t.Index)
		return false
	}
	return true
}

func (c *checker) step(pos diag.Pos, e *example.Example, id string) bool {
	if ids := stepIDs(e); id != "" && !slices.Contains(ids, id) {
		c.missing(pos, diag.Suggest(id, "steps", ids), "the example %s has no step %s", e.Name, id)
		return false
	}
	return true
}

func stepIDs(e *example.Example) []string {
	var ids []string
	for _, step := range e.Steps {
		ids = append(ids, step.ID)
	}
	return ids
}

func (c *checker) question(pos diag.Pos, e *example.Example, id string) bool {
	if ids := e.AnswersIDs(); id != "" && !slices.Contains(ids, id) {
		c.missing(pos, diag.Suggest(id, "questions", ids), "no step of the example %s answers %s", e.Name, id)
		return false
	}
	return true
}

// orders checks that an example has orders if a link leads to them.
func (c *checker) orders(pos diag.Pos, e *example.Example, t guide.Target) bool {
	switch {
	case t.Kind != "orders":
		return true
	case e.Explore == nil:
		c.missing(pos, `add "explore" to it, or link to an example that has it`, `the example %s has no "explore"`, e.Name)
		return false
	case t.Orders != "" && !slices.Contains(example.OrderKeys, t.Orders):
		c.missing(pos, diag.Suggest(t.Orders, "counts", example.OrderKeys), "%q is not a count of orders", t.Orders)
		return false
	}
	return true
}

// subject checks the name of a step or a question.
func (c *checker) subject(pos diag.Pos, e *example.Example, id string) bool {
	if ids := append(stepIDs(e), e.AnswersIDs()...); id != "" && !slices.Contains(ids, id) {
		c.missing(pos, diag.Suggest(id, "steps and questions", ids), "the example %s has no step %s and answers no such question", e.Name, id)
		return false
	}
	return true
}

func (c *checker) knownMeasure(pos diag.Pos, name string, known []string) bool {
	if name != "" && !slices.Contains(known, name) {
		c.missing(pos, diag.Suggest(name, "measures", known), "%q is not a measure", name)
		return false
	}
	return true
}

// atSize checks that the example runs at a size, 0 for the first.
func (c *checker) atSize(pos diag.Pos, e *example.Example, size int) bool {
	if size != 0 && !slices.Contains(e.Sizes, size) {
		c.missing(pos, fmt.Sprintf("its sizes are %v", e.Sizes), "the example %s does not run at the size %d", e.Name, size)
		return false
	}
	return true
}

// other checks the second example, which answers the same question.
func (c *checker) other(pos diag.Pos, t guide.Target) bool {
	if t.Other == "" {
		return true
	}
	r := c.result(pos, t.Other)
	return r != nil && c.question(pos, r.Example, t.Question) && c.atSize(pos, r.Example, t.Size)
}
