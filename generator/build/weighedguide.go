package build

import (
	"cmp"

	"modelbook/generator/check"
	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/render"
	"modelbook/generator/search"
	"modelbook/generator/translate"
)

// weighedGuide is a guide whose models are weighed, as another page speaks of it. Its
// mistakes are reported where it is built.
type weighedGuide struct {
	slug      string
	original  string // its language
	concluded check.Conclusions
	guides    map[string]*guide.Guide // by language, as readers see them
}

// weighedGuides reads the guides with a weighing to which the verdicts of a path lead, by
// the ids of these.
func (s *Site) weighedGuides(original *guide.Guide) map[string]*weighedGuide {
	if original == nil {
		return nil // it can't be read
	}
	path := original.DecisionPath()
	if path == nil {
		return nil
	}
	read, all := map[string]*weighedGuide{}, map[string]*weighedGuide{}
	for i := range path.Stops {
		stop := &path.Stops[i]
		if !stop.IsVerdict() {
			continue
		}
		slug := original.GuideOf(stop)
		if _, known := read[slug]; !known {
			read[slug] = s.weighedGuide(slug)
		}
		if read[slug] != nil {
			all[stop.ID] = read[slug]
		}
	}
	return all
}

// weighedGuide reads a guide, nil if there is none or its models can't be weighed.
func (s *Site) weighedGuide(slug string) *weighedGuide {
	t := s.pages[slug]
	if t == nil || t.First().Meta.Workload == nil || !s.isReadable(t.First()) {
		return nil
	}
	original, _, messages := s.source.readGuide(t.First(), s.theme.Locale(t.Original), nil)
	if original == nil || messages.Failed() {
		return nil
	}
	weighed := &weighedGuide{slug: slug, original: t.Original, guides: map[string]*guide.Guide{t.Original: original.Guide}}
	weighed.concluded, messages = s.source.conclusions(original.Guide, s.verified.Results)
	if weighed.concluded.Weighing == nil || messages.Failed() {
		return nil
	}
	for lang, named := range t.Pages {
		if lang == t.Original || !s.isReadable(named) {
			continue
		}
		if translated, _, found := s.source.readGuide(named, s.theme.Locale(lang), nil); translated != nil && !found.Failed() {
			now := &texts{guides: weighed.guides, counts: map[string]translate.Count{}}
			s.translation(now, original, translated)
		}
	}
	return weighed
}

func (s *Site) isReadable(named guide.Page) bool {
	return named.File != "" && len(named.Meta.Keys) > 0 && !s.source.isUnreadable(named.File) && s.theme.Locale(named.Lang) != nil
}

// conclusion returns what the weighing comes to for the example of a verdict, in a
// language.
func (w *weighedGuide) conclusion(example, lang string, of render.Models) *page.Conclusion {
	g := cmp.Or(w.guides[lang], w.guides[w.original])
	model, _ := guide.ModelOf(example, g.Models())
	c := &page.Conclusion{Guide: g, Href: w.slug + ".html#" + render.WeighFragment, Says: render.Conclusion(of, model.Name)}
	for i := range g.Blocks {
		block := &g.Blocks[i]
		if block.Kind != guide.Comparison || block.Figures[0].Target.Kind != render.WeighFragment {
			continue
		}
		for _, f := range block.Figures {
			c.Names = append(c.Names, `"`+search.Text(f.Caption)+`"`)
		}
	}
	return c
}
