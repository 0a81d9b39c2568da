package build

import (
	"strings"

	"modelbook/generator/feeds"
	"modelbook/generator/figure"
	"modelbook/generator/page"
)

// copyOf is a page as Markdown.
func (s *Site) copyOf(now *texts, lang string) feeds.Copy {
	drawings := now.drawings[lang].page
	c := feeds.Copy{
		Guide: now.guides[lang], Say: func(phrase figure.Phrase, letters []string) string {
			return s.theme.SayOn(now.guides[lang], phrase, letters...)
		},
		Figures:  make([][]figure.Figure, 0, len(drawings)),
		Letters:  make([][]string, 0, len(drawings)),
		Coverage: make([]*figure.Coverage, 0, len(drawings)),
	}
	for _, drawing := range drawings {
		c.Figures = append(c.Figures, drawing.Figures)
		c.Letters = append(c.Letters, drawing.Letters)
		c.Coverage = append(c.Coverage, drawing.Coverage)
	}
	if path := now.guides[lang].DecisionPath(); path != nil {
		c.Behind = map[int]string{}
		for _, stop := range path.Stops {
			if of := drawings[stop.First].Conclusion; of != nil {
				c.Behind[stop.End-2] = s.concluded(of) // before the link to its guide
			}
		}
	}
	return c
}

// concluded says as Markdown what the weighing of another guide comes to.
func (s *Site) concluded(c *page.Conclusion) string {
	var said []string
	for _, phrase := range c.Says {
		said = append(said, s.theme.SayOn(c.Guide, phrase, c.Names...))
	}
	said[0] = "[" + said[0] + "](" + c.Guide.Slug + ".md)"
	return strings.Join(said, " ")
}
