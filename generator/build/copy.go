package build

import (
	"modelbook/generator/feeds"
	"modelbook/generator/figure"
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
	return c
}
