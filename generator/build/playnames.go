package build

import (
	"encoding/json"
	"io"
	"slices"

	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/search"
)

// playName is how a guide calls an example: by the letter of its model, "" for none, and
// in words.
type playName struct{ letter, caption string }

// playNames returns how a guide calls its examples in each language in which it is
// written. The playground has no other names for them.
func (s *Site) playNames(t *texts) map[string]map[string]playName {
	all := map[string]map[string]playName{}
	for lang, g := range t.guides {
		if g == nil {
			continue // the page has mistakes
		}
		letters := g.Letters()
		all[lang] = map[string]playName{}
		for _, e := range s.examplesOf[g.Slug] {
			if caption := captionOf(e, g); caption != "" {
				all[lang][e.Name] = playName{letters[e.Name], caption}
			}
		}
	}
	return all
}

// captionOf returns what an example is called on a page: as a model that is compared, or
// after the section that first shows it.
func captionOf(e *example.Example, g *guide.Guide) string {
	section, first := "", ""
	for i := range g.Blocks {
		block := &g.Blocks[i]
		if block.Kind == guide.HeadingBlock {
			section = search.Text(block.Heading.HTML)
		}
		for _, f := range block.Shown() {
			if f.Target.Example != e.Name {
				continue
			}
			if block.Kind != guide.Example {
				return search.Text(f.Caption)
			}
			if first == "" {
				first = section
			}
		}
	}
	return first
}

// stepTitleFiles hold the titles of the steps of a guide's examples for the playground,
// one file for each language in which the guide is written.
func (s *Site) stepTitleFiles(slug string) []fileOf[*texts] {
	var files []fileOf[*texts]
	for _, lang := range s.source.settings.Languages {
		if s.scriptLang(slug, lang) != lang || !slices.ContainsFunc(s.examplesOf[slug], func(e *example.Example) bool { return s.isPlayable(e.Name) }) {
			continue
		}
		files = append(files, fileOf[*texts]{"play/" + lang + "/" + slug + ".json", func(w io.Writer, now *texts) error {
			titles := map[string]map[string]string{}
			for _, e := range s.examplesOf[slug] {
				captions := captionsOf(e.Name, now.in(lang))
				steps := e.Steps
				if e.Explore != nil {
					steps = slices.Concat(e.Explore.Steps, e.Explore.Holds)
				}
				titles[e.Name] = map[string]string{}
				for i := range steps {
					titles[e.Name][steps[i].ID] = s.stepTitle(&steps[i], captions, lang)
				}
			}
			return json.NewEncoder(w).Encode(titles)
		}})
	}
	return files
}
