package build

import (
	"modelbook/generator/feeds"
	"modelbook/generator/figure"
)

// copyOf is a page as Markdown.
func (s *Site) copyOf(now *texts, lang string) feeds.Copy {
	c := feeds.Copy{
		Guide: now.guides[lang], Say: func(phrase figure.Phrase) string { return s.theme.Say(lang, phrase) },
		Figures:  make([][]figure.Figure, 0, len(now.drawings[lang])),
		Letters:  make([][]string, 0, len(now.drawings[lang])),
		Coverage: make([]*figure.Coverage, 0, len(now.drawings[lang])),
	}
	for _, drawing := range now.drawings[lang] {
		c.Figures = append(c.Figures, drawing.Figures)
		c.Letters = append(c.Letters, drawing.Letters)
		c.Coverage = append(c.Coverage, drawing.Coverage)
	}
	return c
}
