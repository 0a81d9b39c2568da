package build

import (
	"modelbook/generator/feeds"
	"modelbook/generator/figure"
)

// copyOf is a page as Markdown.
func (s *Site) copyOf(now *texts, lang string) feeds.Copy {
	c := feeds.Copy{
		Guide: now.guides[lang], Words: s.words(lang),
		Figures:  now.drawings[lang].plain,
		Coverage: make([]*figure.Coverage, 0, len(now.drawings[lang].page)),
	}
	for _, drawing := range now.drawings[lang].page {
		c.Coverage = append(c.Coverage, drawing.Coverage)
	}
	return c
}

// words gives those of a language that files for machines need.
func (s *Site) words(lang string) feeds.Words { return feeds.Words(s.theme.FeedWords(lang)) }
