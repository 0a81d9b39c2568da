package check

import (
	"fmt"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

const (
	fewestAnswers, mostAnswers = 2, 4 // of a question
	verdictFigures             = 3
)

// Path checks the path of an original guide: the answers to a question lead to other
// stops of it, each to its own and none back, every stop is reached, and a verdict has
// its figures and a guide. Links reports the sections that do not exist.
func Path(g *guide.Guide) diag.List {
	path := g.DecisionPath()
	c := &pathChecker{guide: g, path: path}
	for _, of := range g.Meta.Sketch {
		if path == nil || path.Stop(of.Stop) == nil {
			c.list.Add(diag.Message{Pos: of.Pos, Text: fmt.Sprintf("the page has no path with a section #%s", of.Stop), Hint: diag.Suggest(of.Stop, "sections of the path", c.stops())})
		}
	}
	if path == nil {
		return c.list
	}
	reached := []string{path.Stops[0].ID}
	for i := range path.Stops {
		stop := &path.Stops[i]
		if stop.IsVerdict() {
			c.verdict(stop)
			continue
		}
		c.question(stop)
		for _, answer := range stop.Answers {
			reached = append(reached, answer.Fragment)
		}
	}
	for _, stop := range path.Stops {
		if !slices.Contains(reached, stop.ID) {
			c.report(stop.Pos, fmt.Sprintf("no answer leads to #%s", stop.ID), "let an answer lead there, or delete the section")
		}
	}
	c.circles(&path.Stops[0], nil)
	return c.list
}

type pathChecker struct {
	guide   *guide.Guide
	path    *guide.DecisionPath
	list    diag.List
	visited []string
}

func (c *pathChecker) report(pos diag.Pos, text, hint string) {
	c.list.Add(diag.Message{Pos: pos, Text: text, Hint: hint, Source: sourceLine(c.guide, pos)})
}

func (c *pathChecker) stops() []string {
	var ids []string
	if c.path != nil {
		for _, stop := range c.path.Stops {
			ids = append(ids, stop.ID)
		}
	}
	return ids
}

func (c *pathChecker) question(stop *guide.Stop) {
	if len(stop.Exits) > 0 && len(stop.Answers) > 0 {
		c.report(stop.Exits[0].Pos, "an answer that leads to another page, beside answers that lead on", "let it lead to a verdict, whose guide is that page")
	}
	if n := len(stop.Answers); len(stop.Exits) == 0 && (n < fewestAnswers || n > mostAnswers) {
		c.report(stop.Pos, fmt.Sprintf("a question with %d answers; it has %d to %d", n, fewestAnswers, mostAnswers), "let an answer lead to a question of its own")
	}
	for i, answer := range stop.Answers {
		exists := slices.ContainsFunc(c.guide.Headings, func(h guide.Heading) bool { return h.ID == answer.Fragment })
		if exists && c.path.Stop(answer.Fragment) == nil {
			c.report(answer.Pos, fmt.Sprintf("the answer leads to #%s, which is no question or verdict of the path", answer.Fragment), diag.Suggest(answer.Fragment, "sections of the path", c.stops()))
		}
		if slices.ContainsFunc(stop.Answers[:i], func(other *guide.Tile) bool { return other.Fragment == answer.Fragment }) {
			c.report(answer.Pos, fmt.Sprintf("two answers lead to #%s", answer.Fragment), "make one answer of them: readers would choose for nothing")
		}
	}
}

func (c *pathChecker) verdict(stop *guide.Stop) {
	if n := len(stop.Figures); n < verdictFigures {
		c.report(stop.Pos, fmt.Sprintf("the verdict #%s has %d figures of examples; it has %d at least", stop.ID, n, verdictFigures), `write a list whose items are such as "- [2](../../examples/<name>.json#cost/<answers>/roundTrips)\", and below what it counts; or tiles, if it is a question`)
	}
	if c.guide.GuideOf(stop) == "" {
		c.report(stop.Pos, fmt.Sprintf("the verdict #%s leads to no guide", stop.ID), "write a paragraph such as [One-to-few](one-to-few.md)")
	}
}

// circles reports answers that lead back to a stop on the way to them.
func (c *pathChecker) circles(stop *guide.Stop, way []string) {
	way = append(way, stop.ID)
	for _, answer := range stop.Answers {
		next := c.path.Stop(answer.Fragment)
		switch {
		case next == nil:
		case slices.Contains(way, next.ID):
			c.report(answer.Pos, fmt.Sprintf("the answer leads back to #%s", next.ID), "readers would go round in a circle: let it lead on")
		case !slices.Contains(c.visited, next.ID):
			c.circles(next, way)
		}
	}
	c.visited = append(c.visited, stop.ID)
}
