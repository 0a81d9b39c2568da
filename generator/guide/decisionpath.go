package guide

import (
	"slices"
	"strings"

	"modelbook/generator/diag"
)

// Tile is an item of a list of tiles: a link to a page or a section, and below it a line
// that says more.
type Tile struct {
	Slug, Fragment string // as in Link
	Pos            diag.Pos
}

// DecisionPath is a section of a guide whose subsections, its stops, are questions and verdicts.
// The answers to a question are tiles, which lead to other stops. It begins at the first.
type DecisionPath struct {
	Section string // id of its heading
	Stops   []Stop
}

// Stop is a question or a verdict of a path: a heading of level 3 and the blocks below it.
type Stop struct {
	ID         string
	Pos        diag.Pos
	First, End int     // its blocks, from its heading on
	Answers    []*Tile // to stops of the path, or to what is none
	Exits      []*Tile // to other pages
	Figures    []*Number
}

// DecisionPath returns the guide's path: the first section in which a subsection has tiles that
// lead to sections of the page. It is nil if there is none.
func (g *Guide) DecisionPath() *DecisionPath {
	p := &DecisionPath{}
	for i := range g.Blocks {
		block := &g.Blocks[i]
		last := len(p.Stops) - 1
		switch {
		case block.Kind == HeadingBlock && block.Heading.Level == 2 || block.Kind == Footnotes:
			if p.hasAnswers() {
				return p
			}
			*p = DecisionPath{Section: block.Section}
		case block.Kind == HeadingBlock && block.Heading.Level == 3:
			p.Stops = append(p.Stops, Stop{ID: block.Heading.ID, Pos: block.Heading.Pos, First: i, End: i + 1})
		case last >= 0:
			p.Stops[last].add(block)
			p.Stops[last].End = i + 1
		}
	}
	if p.hasAnswers() {
		return p
	}
	return nil
}

func (s *Stop) add(block *Block) {
	for _, part := range block.Parts {
		switch {
		case part.Number != nil && block.Kind == List && part.Number.Target.Example != "":
			s.Figures = append(s.Figures, part.Number)
		case part.Tile != nil && part.Tile.Slug == "":
			s.Answers = append(s.Answers, part.Tile)
		case part.Tile != nil:
			s.Exits = append(s.Exits, part.Tile)
		}
	}
}

func (p *DecisionPath) hasAnswers() bool {
	return slices.ContainsFunc(p.Stops, func(s Stop) bool { return s.Answers != nil })
}

// IsVerdict reports whether a path ends with a stop in a model.
func (s *Stop) IsVerdict() bool { return s.Answers == nil && s.Exits == nil }

// Stop returns the stop with an id, nil if the path has none.
func (p *DecisionPath) Stop(id string) *Stop {
	for i := range p.Stops {
		if p.Stops[i].ID == id {
			return &p.Stops[i]
		}
	}
	return nil
}

// Models returns the examples of the verdicts to which a stop leads, each once and the
// nearest first. That of a verdict is the one of its first figure.
func (p *DecisionPath) Models(id string) []string {
	var models []string
	seen := []string{id}
	for i := 0; i < len(seen); i++ {
		s := p.Stop(seen[i])
		if s == nil {
			continue
		}
		if s.IsVerdict() && s.Figures != nil {
			if model := s.Figures[0].Target.Example; !slices.Contains(models, model) {
				models = append(models, model)
			}
		}
		for _, answer := range s.Answers {
			if !slices.Contains(seen, answer.Fragment) {
				seen = append(seen, answer.Fragment)
			}
		}
	}
	return models
}

// GuideOf returns the slug of the guide to which a stop leads, which is that of its last
// link to one; "" if it has none.
func (g *Guide) GuideOf(s *Stop) string {
	end := 0
	if s.End < len(g.Blocks) {
		end = g.Blocks[s.End].Pos.Line
	}
	var last Link
	for _, l := range g.Links {
		isWithin := l.Pos.Line >= s.Pos.Line && (end == 0 || l.Pos.Line < end)
		if isWithin && l.Slug != "" && !strings.HasPrefix(l.Slug, PartPrefix) && l.Pos.Line >= last.Pos.Line {
			last = l
		}
	}
	return last.Slug
}

// SketchSizes are sizes with which a sketch of models begins for readers whose answers
// led to a stop.
type SketchSizes struct {
	Stop  string
	Sizes []SketchSize
	Pos   diag.Pos
}

// SketchSize is the value of a size that readers of a sketch can enter.
type SketchSize struct {
	Name  string
	Value float64
	Pos   diag.Pos
}
