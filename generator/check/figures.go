package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Figures holds a guide's links into examples to the examples: what a figure
// shows must be there, models that are compared must answer the same question,
// and a number in the prose must be what was measured, at the precision
// written. Results are by the examples' names; nil stands for an example that
// could not be read, which was told. Numbers are read as l writes them.
func Figures(g *guide.Guide, l *locale.Locale, results map[string]*example.Result) diag.List {
	c := &checker{guide: g, locale: l, results: results}
	for i := range g.Blocks {
		block := &g.Blocks[i]
		for j := range block.Figures {
			c.figure(&block.Figures[j])
		}
		switch block.Kind {
		case guide.Comparison:
			c.table(block.Figures)
		case guide.Example:
			c.tables(block.Figures)
		}
		for _, part := range block.Parts {
			if part.Number != nil {
				c.number(part.Number)
			}
		}
	}
	return c.list
}

type checker struct {
	guide   *guide.Guide
	locale  *locale.Locale
	results map[string]*example.Result
	list    diag.List
}

func (c *checker) tell(pos diag.Pos, hint, format string, args ...any) {
	c.list.Add(diag.Message{
		Pos: pos, Text: fmt.Sprintf(format, args...), Hint: hint, Source: sourceLine(c.guide, pos),
	})
}

// result gives the example that a link names, or nil.
func (c *checker) result(pos diag.Pos, name string) *example.Result {
	r, ok := c.results[name]
	if !ok {
		c.tell(pos, oneOf(name, "examples", slices.Sorted(maps.Keys(c.results))), "there is no example %s", name)
	}
	return r
}

// figure checks one link. Its example is left out of later checks if it is
// not there.
func (c *checker) figure(f *guide.Figure) {
	r := c.result(f.Pos, f.Example)
	if r == nil {
		return
	}
	switch kind, rest := f.Fragment[0], f.Fragment[1:]; {
	case kind == "data" && c.parts(f.Pos, rest, "#data/<collection>", 1, 1):
		c.collection(f.Pos, r.Example, rest[0])
	case kind == "schema" && c.parts(f.Pos, rest, "#schema/<collection>", 1, 1):
		c.collection(f.Pos, r.Example, rest[0])
	case kind == "steps" && c.parts(f.Pos, rest, "#steps/<id>", 1, 1):
		c.step(f.Pos, r.Example, rest[0])
	case kind == "cost" && c.parts(f.Pos, rest, "#cost/<answers>", 0, 1):
		c.cost(f, r.Example)
	case !slices.Contains(figureKinds, kind):
		c.tell(f.Pos, oneOf(kind, "kinds", figureKinds), "%q is not a kind of figure", kind)
	}
}

var figureKinds = []string{"data", "schema", "steps", "cost"}

// parts checks how many parts a fragment has behind its kind.
func (c *checker) parts(pos diag.Pos, rest []string, form string, least, most int) bool {
	if len(rest) < least || len(rest) > most || slices.Contains(rest, "") {
		c.tell(pos, "write "+form, "the link's fragment has %d parts, which is not its form", 1+len(rest))
		return false
	}
	return true
}

func (c *checker) collection(pos diag.Pos, e *example.Example, name string) *example.Collection {
	found := e.Collection(name)
	if found == nil {
		var names []string
		for _, collection := range e.Collections {
			names = append(names, collection.Name)
		}
		c.tell(pos, oneOf(name, "collections", names), "the example %s has no collection %s", e.Name, name)
	}
	return found
}

func (c *checker) step(pos diag.Pos, e *example.Example, id string) {
	if ids := stepIDs(e); !slices.Contains(ids, id) {
		c.tell(pos, oneOf(id, "steps", ids), "the example %s has no step %s", e.Name, id)
	}
}

func stepIDs(e *example.Example) []string {
	var ids []string
	for _, step := range e.Steps {
		ids = append(ids, step.ID)
	}
	return ids
}

// cost checks that the example answers the question that a table is about.
func (c *checker) cost(f *guide.Figure, e *example.Example) {
	ids := e.AnswersIDs()
	if len(f.Fragment) > 1 && !slices.Contains(ids, f.Fragment[1]) {
		c.tell(f.Pos, oneOf(f.Fragment[1], "questions", ids), "no step of the example %s answers %s", e.Name, f.Fragment[1])
	}
}

// tables checks the costs among figures that are no list: each is a table of
// one column.
func (c *checker) tables(figures []guide.Figure) {
	for i, f := range figures {
		if f.Fragment[0] == "cost" {
			c.table(figures[i : i+1])
		}
	}
}

// table checks that figures can be one table: one question, which every
// example answers, and each example once.
func (c *checker) table(figures []guide.Figure) {
	var examples []*example.Example
	first := figures[0]
	for _, f := range figures {
		r := c.results[f.Example]
		switch {
		case r == nil:
			return
		case f.Fragment[0] != "cost":
			c.tell(f.Pos, "write #cost or #cost/<answers>", "a list of figures compares costs, and this is %q", f.Fragment[0])
			return
		case slices.Contains(examples, r.Example):
			c.tell(f.Pos, "", "the example %s is compared with itself", f.Example)
		case !slices.Equal(f.Fragment, first.Fragment):
			c.tell(f.Pos, "write #"+strings.Join(first.Fragment, "/")+" as above", "the models of one table answer one question")
		}
		examples = append(examples, r.Example)
	}
	if len(first.Fragment) == 1 {
		c.oneQuestion(first.Pos, example.SharedAnswers(examples))
	}
}

// oneQuestion checks that it is clear which question a table without its name
// is about.
func (c *checker) oneQuestion(pos diag.Pos, shared []string) {
	switch len(shared) {
	case 0:
		c.tell(pos, `give steps of each example the same "answers"`, "the steps answer no question that could be compared")
	case 1:
	default:
		c.tell(pos, "write #cost/"+strings.Join(shared, " or #cost/"), "the link does not say which of %d questions the table is about", len(shared))
	}
}
