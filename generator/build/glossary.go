package build

import (
	"modelbook/generator/figure"
	"modelbook/generator/guide"
	"modelbook/generator/page"
)

// otherWords returns, for each concept of the page about the glossaries, its names
// in other languages: the original and the reader's, or all languages for readers
// of the original.
func (s *Site) otherWords(g *guide.Guide, reader string) map[string][]page.Word {
	words := map[string][]page.Word{}
	original := s.source.settings.Original()
	for _, lang := range s.source.settings.Languages {
		wanted := reader == original || lang == original || lang == reader
		if lang == g.Lang || !wanted {
			continue
		}
		name := s.theme.Say(lang, figure.Words{Key: "name"})
		for _, block := range g.Blocks {
			if block.Heading == nil {
				continue
			}
			if names := s.source.glossary[lang].Names(block.Heading.ID); len(names) > 0 {
				words[block.Heading.ID] = append(words[block.Heading.ID], page.Word{Lang: lang, Language: name, Text: names[0]})
			}
		}
	}
	return words
}
