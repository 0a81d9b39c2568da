package build

import (
	"modelbook/generator/feeds"
	"modelbook/generator/figure"
)

// copyOf is a page as Markdown.
func (s *Site) copyOf(now *texts, lang string) feeds.Copy {
	c := feeds.Copy{
		Guide: now.guides[lang], Words: s.words(lang),
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

// words gives those of a language that files for machines need.
func (s *Site) words(lang string) feeds.Words { return feeds.Words(s.theme.FeedWords(lang)) }
